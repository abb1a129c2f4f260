# Compares the code that compilers make for GPUs: scripts/compare-code is the manual.
import argparse
import concurrent.futures
import json
import math
import os
import re
import shutil
import subprocess
import sys
import tempfile

HERE = os.path.dirname(os.path.abspath(__file__))
ROOT = os.path.dirname(os.path.dirname(HERE))
sys.path.insert(0, os.path.join(ROOT, "test", "Kernel", "Inputs"))
import codeobject  # noqa: E402
import codesize  # noqa: E402

ARCHS = "gfx90a,gfx942,gfx1100,gfx1201,sm_80,sm_90,sm_100"
LIMITS = {"amd": 1.15, "nvidia": 1.1}
THEIRS = {"amd": "clang's HIP", "nvidia": "nvcc"}
CLANG = "clang-22"
COUNTS = ("registers", "instructions")


def vendor(arch):
    return "amd" if arch.startswith("gfx") else "nvidia"


def run(words):
    """What a command prints, or None and what it prints if it fails."""
    done = subprocess.run(words, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True)
    return (done.stdout, "") if done.returncode == 0 else (None, done.stdout)


# ---- ROCm's device libraries ---------------------------------------------------------------------

# What the libraries are told by variables, as clang's driver does it for HIP by default. ROCm has a
# file for each value, but old versions lack those of new processors.
CONTROLS = """
#define VARIABLE const __attribute__((address_space(4)))
VARIABLE unsigned char __oclc_finite_only_opt = 0, __oclc_unsafe_math_opt = 0, __oclc_daz_opt = 0;
VARIABLE unsigned char __oclc_correctly_rounded_sqrt32 = 1, __oclc_wavefrontsize64 = WAVE == 64;
VARIABLE int __oclc_ISA_version = ISA, __oclc_ABI_version = 600;
"""


def find_device_libs(wanted):
    """The directory of ocml.bc, or None."""
    places = [wanted] if wanted else [os.environ.get("ROCM_PATH"), "/opt/rocm"]
    for place in filter(None, places):
        for below in ("", "amdgcn/bitcode", "lib/amdgcn/bitcode"):
            directory = os.path.join(place, below)
            if os.path.exists(os.path.join(directory, "ocml.bc")):
                return os.path.normpath(directory)
    if wanted:
        sys.exit(f"scripts/compare-code: there is no ocml.bc in '{wanted}'")
    return None


def isa_version(arch):
    """9010 for gfx90a, 11000 for gfx1100."""
    number = arch[3:]
    return int(number[:-2]) * 1000 + int(number[-2], 16) * 100 + int(number[-1], 16)


def make_controls(arch, directory):
    source = os.path.join(directory, "controls.c")
    output = os.path.join(directory, f"controls-{arch}.bc")
    if not os.path.exists(source):
        with open(source, "w", encoding="utf-8") as file:
            file.write(CONTROLS)
    text, wrong = run([CLANG, "--target=amdgcn-amd-amdhsa", f"-mcpu={arch}", "-nogpulib",
                       f"-DISA={isa_version(arch)}", f"-DWAVE={64 if arch[3] == '9' else 32}",
                       "-emit-llvm", "-c", source, "-o", output])
    if text is None:
        sys.exit(f"scripts/compare-code: {wrong}")
    return output


# ---- Compilers -----------------------------------------------------------------------------------


class Tools:
    def __init__(self, arguments, directory):
        self.offloadcc = arguments.offloadcc
        self.options = arguments.options
        self.directory = directory
        self.keep = arguments.keep
        self.archs = arguments.arch.split(",")
        self.device_libs = find_device_libs(arguments.device_libs)
        if any(vendor(arch) == "nvidia" for arch in self.archs) and not shutil.which("nvcc"):
            print("There is no nvcc on PATH: no tables for NVIDIA GPUs.\n")
            self.archs = [arch for arch in self.archs if vendor(arch) == "amd"]
        self.controls = {arch: make_controls(arch, directory) for arch in self.archs
                         if vendor(arch) == "amd" and self.device_libs}

    def path(self, side, name, arch, suffix):
        directory = os.path.join(self.keep or self.directory, side, name)
        os.makedirs(directory, exist_ok=True)
        return os.path.join(directory, f"{arch}.{suffix}")


def read(path):
    with open(path, "rb") as file:
        return codesize.of_image(file.read())


def spills_by_arch(text):
    """{(architecture, kernel): bytes}, from what ptxas -v says."""
    found, kernel = {}, None
    for line in text.splitlines():
        head = re.search(r"Compiling entry function '(\S+)' for '(\w+)'", line)
        if head:
            kernel = head.group(2), head.group(1)
        spilled = re.search(r"(\d+) bytes spill stores", line)
        if spilled and kernel:
            found[kernel] = int(spilled.group(1))
            kernel = None  # functions that it calls come next
    return found


def add_spills(sizes, spilled, arch):
    return {kernel: size._replace(spills=(spilled.get((arch, kernel), 0), 0))
            for kernel, size in sizes.items()}


def ours(tools, name):
    """{architecture: {kernel: Size}}, or what is wrong."""
    source = os.path.join(HERE, f"{name}.c")
    with tempfile.TemporaryDirectory(dir=tools.directory) as artifacts:
        words = [tools.offloadcc, "-O3", *tools.options, "--device-only", "--offload-cache=off",
                 f"--offload-arch={','.join(tools.archs)}", f"--offload-artifacts={artifacts}"]
        if tools.device_libs:
            words.append(f"--rocm-device-lib-path={tools.device_libs}")
        if any(vendor(arch) == "nvidia" for arch in tools.archs):
            words += ["-Xcuda-ptxas", "-v"]
        text, wrong = run([*words, source])
        if text is None:
            return wrong
        (directory,) = os.listdir(artifacts)
        directory = os.path.join(artifacts, directory)
        with open(os.path.join(directory, "manifest.json"), encoding="utf-8") as file:
            targets = json.load(file)["targets"]
        spilled = spills_by_arch(text)
        found = {}
        for target in targets:
            arch = target["arch"]
            sizes = read(os.path.join(directory, target["image"]["file"]))
            if vendor(arch) == "nvidia":
                sizes = add_spills(sizes, spilled, arch)
            # The symbol of kernel `k` is `k$`.
            found[arch] = {kernel.rstrip("$"): size for kernel, size in sizes.items()}
        if tools.keep:
            for file in os.listdir(directory):
                arch, _, suffix = file.rpartition(".")
                shutil.copy(os.path.join(directory, file), tools.path("ours", name, arch, suffix))
        return found


def hip_words(tools, name, arch):
    words = [CLANG, "-x", "hip", f"--offload-arch={arch}", "--offload-device-only",
             "--no-gpu-bundle-output", "-nogpuinc", "-nogpulib", "-O3", "-Wno-linker-warnings",
             "-Wno-pass-failed"]
    for library in ([os.path.join(tools.device_libs, "ocml.bc"), tools.controls[arch]]
                    if tools.device_libs else []):
        words += ["-Xclang", "-mlink-builtin-bitcode", "-Xclang", library]
    return [*words, os.path.join(HERE, f"{name}.cu")]


def by_clang(tools, name, arch):
    image = tools.path("theirs", name, arch, "hsaco")
    words = hip_words(tools, name, arch)
    text, wrong = run([*words, "-o", image])
    if text is None:
        return wrong
    if tools.keep:
        run([*words, "-S", "-emit-llvm", "-o", tools.path("theirs", name, arch, "ll")])
    return read(image)


def by_nvcc(tools, name, arch):
    image = tools.path("theirs", name, arch, "cubin")
    words = ["nvcc", f"-arch={arch}", "-O3", os.path.join(HERE, f"{name}.cu")]
    text, wrong = run([*words, "-cubin", "-Xptxas", "-v", "-o", image])
    if text is None:
        return wrong
    if tools.keep:
        run([*words, "-ptx", "-o", tools.path("theirs", name, arch, "ptx")])
    return add_spills(read(image), spills_by_arch(text), arch)


def theirs(tools, name, arch):
    return by_clang(tools, name, arch) if vendor(arch) == "amd" else by_nvcc(tools, name, arch)


# ---- The table -----------------------------------------------------------------------------------


def read_reasons():
    """(what the row has to match, counts, reason) of each line."""
    with open(os.path.join(HERE, "reasons.txt"), encoding="utf-8") as file:
        lines = [line.rstrip("\n") for line in file if line.strip() and line[0] != "#"]
    return [(re.compile(rf"{arch}: {file}: {kernel}$"), counts.split(","), reason)
            for arch, file, kernel, counts, reason in (line.split(maxsplit=4) for line in lines)]


REASONS = read_reasons()


def allocated(arch, registers):
    """How many registers a thread gets that asks for so many."""
    if vendor(arch) == "nvidia":
        unit = 8
    else:
        generation = codeobject.generation(arch)
        unit = 8 if generation in codeobject.UNIFIED_REGISTERS else \
            24 if generation in codeobject.MORE_REGISTERS else \
            4 if generation[0] == 9 else 16 if generation >= (10, 0x30) else 8
    return math.ceil(registers / unit) * unit


def unlimited(arch):
    """With so many registers in each thread, an NVIDIA GPU's multiprocessor still has as many threads as it can have
    (CUDA C++ Programming Guide, "Technical Specifications per Compute Capability"). None: an AMD GPU."""
    if vendor(arch) == "amd":
        return None
    major, minor = int(arch[3:-1]), int(arch[-1])
    threads = 1024 if (major, minor) == (7, 5) else 2048 if minor == 0 and major < 12 else 1536
    return 65536 // threads // 8 * 8


class Row:
    def __init__(self, arch, file, kernel, mine, other):
        self.arch, self.file, self.kernel = arch, file, kernel
        self.sizes = {"ours": mine, "theirs": other}
        self.ratios = {count: getattr(mine, count) / getattr(other, count) for count in COUNTS}

    def above(self):
        """{count: why it is above the limit, or None}"""
        return {count: self.reason(count) for count in COUNTS
                if self.ratios[count] > LIMITS[vendor(self.arch)]}

    def reason(self, count):
        given = {allocated(self.arch, size.registers) for size in self.sizes.values()}
        if count == "registers" and len(given) == 1:
            return f"both get {given.pop()}"
        most = unlimited(self.arch)
        if count == "registers" and most and max(given) <= most:
            return f"up to {most}, registers do not limit the number of threads"
        return next((reason for row, counts, reason in REASONS
                     if count in counts and row.match(f"{self.arch}: {self.file}: {self.kernel}")), None)

    def unexplained(self):
        return None in self.above().values()

    def differences(self):
        """What else is not the same on both sides, in words."""
        mine, other = self.sizes["ours"], self.sizes["theirs"]
        names = {"stack": "scratch" if vendor(self.arch) == "amd" else "stack", "shared": "shared",
                 "spills": "spills", "accumulators": "AGPRs"}
        for field, name in names.items():
            a, b = getattr(mine, field), getattr(other, field)
            if a != b:
                yield f"{name} {words_of(a)}, {words_of(b)}"

    def record(self):
        return {"arch": self.arch, "file": self.file, "kernel": self.kernel,
                **{side: size._asdict() for side, size in self.sizes.items()},
                "ratios": self.ratios, "above": self.above()}


def words_of(value):
    return "+".join(map(str, value)) if isinstance(value, tuple) else str(value)


def mean(rows, count):
    return math.exp(sum(math.log(row.ratios[count]) for row in rows) / len(rows))


def line_of(row):
    mine, other = row.sizes["ours"], row.sizes["theirs"]
    above = [" and ".join(count for count in row.above() if row.above()[count] == reason) +
             (f": {reason}" if reason else "") for reason in dict.fromkeys(row.above().values())]
    mark = "!" if row.unexplained() else "~" if above else " "
    return (f"{row.file + ': ' + row.kernel:<38}{mine.registers:5}{other.registers:5}"
            f"{row.ratios['registers']:6.2f}{mine.instructions:7}{other.instructions:6}"
            f"{row.ratios['instructions']:6.2f} {mark} "
            f"{'; '.join([*above, *row.differences()])}").rstrip()


def print_table(arch, rows, brief):
    kind = "VGPRs" if vendor(arch) == "amd" else "registers"
    print(f"{arch}: offloadcc, {THEIRS[vendor(arch)]}\n"
          f"{'':38}{kind:>16}{'instructions':>19}")
    for row in rows:
        if row.unexplained() or not brief:
            print(line_of(row))
    above, unexplained = ([row for row in rows if test(row)] for test in (Row.above, Row.unexplained))
    print(f"{'geometric mean of ' + str(len(rows)):<38}{mean(rows, 'registers'):16.3f}"
          f"{mean(rows, 'instructions'):19.3f}   {len(above)} above {LIMITS[vendor(arch)]}, "
          f"{len(unexplained)} without a reason\n", flush=True)


# ---- The document --------------------------------------------------------------------------------


def span(values):
    """The least and the greatest ratio."""
    least, most = f"{min(values):.2f}", f"{max(values):.2f}"
    return least if least == most else f"{least} to {most}"


def markdown(tables):
    """The means, and the rows above the limit with their reasons."""
    first = next(iter(tables))
    kind = "VGPRs" if vendor(first) == "amd" else "registers"
    text = (f"| geometric means of {len(tables[first])} kernels | {kind} | instructions |\n"
            "| --- | ---: | ---: |\n")
    above = {}
    for arch, rows in tables.items():
        text += f"| {arch} | {mean(rows, 'registers'):.3f} | {mean(rows, 'instructions'):.3f} |\n"
        for row in rows:
            if row.above():
                above.setdefault((row.file, row.kernel), []).append(row)
    text += f"\n| above {LIMITS[vendor(first)]} | on | {kind} | instructions | why |\n| --- | --- | ---: | ---: | --- |\n"
    for (file, kernel), rows in sorted(above.items()):
        on = "all" if len(rows) == len(tables) else ", ".join(row.arch for row in rows)
        ratios = " | ".join(span([row.ratios[count] for row in rows]) for count in COUNTS)
        reasons = dict.fromkeys(reason or "not known" for row in rows for reason in row.above().values())
        text += f"| {file}: {kernel} | {on} | {ratios} | {'; '.join(reasons)} |\n"
    return text


def put(path, kind, text):
    """Between <!-- code: amd --> and <!-- end --> in a document."""
    with open(path, encoding="utf-8") as file:
        document = file.read()
    pattern = re.compile(rf"(<!-- code: {kind} -->\n).*?(<!-- end -->)", re.S)
    if not pattern.search(document):
        sys.exit(f"scripts/compare-code: '{path}' has no lines '<!-- code: {kind} -->' and '<!-- end -->'")
    with open(path, "w", encoding="utf-8") as file:
        file.write(pattern.sub(lambda match: match[1] + text + match[2], document))


def rows_of(name, arch, mine, other):
    """Rows, and what is wrong."""
    if isinstance(mine, str) or isinstance(other, str):
        return [], mine if isinstance(mine, str) else other
    mine = mine[arch]
    wrong = ""
    if mine.keys() != other.keys():
        wrong = f"{name}: the kernels differ: {' '.join(sorted(mine.keys() ^ other.keys()))}"
    return [Row(arch, name, kernel, mine[kernel], other[kernel])
            for kernel in sorted(mine.keys() & other.keys())], wrong


def compare(tools, names, jobs):
    """{architecture: rows}, and what is wrong."""
    with concurrent.futures.ThreadPoolExecutor(jobs) as pool:
        mine = {name: pool.submit(ours, tools, name) for name in names}
        other = {(arch, name): pool.submit(theirs, tools, name, arch)
                 for name in names for arch in tools.archs}
        tables, wrongs, without = {arch: [] for arch in tools.archs}, [], set()
        for arch in tools.archs:
            for name in names:
                rows, wrong = rows_of(name, arch, mine[name].result(), other[arch, name].result())
                tables[arch] += rows
                if "undefined" in wrong and "__ocml_" in wrong and not tools.device_libs:
                    without.add(name)
                elif wrong:
                    wrongs.append(wrong)
    if without:
        print(f"Without ROCm's device libraries, not for AMD GPUs: {' '.join(sorted(without))}\n")
    return tables, list(dict.fromkeys(wrongs))


def parse():
    parser = argparse.ArgumentParser(prog="scripts/compare-code",
                                     description="scripts/compare-code itself is the manual.")
    parser.add_argument("names", nargs="*")
    parser.add_argument("--arch", default=ARCHS)
    parser.add_argument("--json")
    parser.add_argument("--table")
    parser.add_argument("--keep")
    parser.add_argument("--brief", action="store_true")
    parser.add_argument("--device-libs")
    parser.add_argument("--jobs", type=int, default=2)
    parser.add_argument("--offloadcc", default=os.path.join(ROOT, "build/release/bin/offloadcc"))
    arguments, others = parser.parse_known_args()
    arguments.options = others
    if not all(re.match("-[fmOg]", option) for option in others):
        parser.error(f"unknown: {' '.join(others)}")
    if not os.access(arguments.offloadcc, os.X_OK):
        parser.error(f"there is no '{arguments.offloadcc}'; build the preset release, "
                     "or name one with --offloadcc=FILE")
    files = {os.path.splitext(file)[0] for file in os.listdir(HERE) if file.endswith(".cu")}
    if set(arguments.names) - files:
        parser.error(f"bench/code has no {' '.join(sorted(set(arguments.names) - files))}")
    arguments.names = sorted(arguments.names or files)
    return arguments


def main():
    arguments = parse()
    with tempfile.TemporaryDirectory() as directory:
        tables, wrongs = compare(Tools(arguments, directory), arguments.names, arguments.jobs)
    for arch, rows in tables.items():
        if rows:
            print_table(arch, rows, arguments.brief)
    if arguments.json:
        with open(arguments.json, "w", encoding="utf-8") as file:
            json.dump([row.record() for rows in tables.values() for row in rows], file, indent=1)
    for kind in THEIRS if arguments.table else ():
        of_kind = {arch: rows for arch, rows in tables.items() if rows and vendor(arch) == kind}
        if of_kind:
            put(arguments.table, kind, markdown(of_kind))
    for wrong in wrongs:
        print(f"scripts/compare-code: {wrong}", file=sys.stderr)
    return bool(wrongs)


if __name__ == "__main__":
    sys.exit(main())

"""Compiles programs for GPUs and checks that what comes out can be loaded.

    images.py [--turns | --days=N] [--sizes=FILE] [OPTION...] OFFLOADCC OUTPUT ARCH,... PROGRAM...

--turns: the programs take turns, and each architecture gets one of them only. --days: each program
gets every Nth of the architectures, other ones each day, and all of them in N days. OPTION is one of the
compiler, such as -g; programs are compiled with -O2 before that. Instead of an architecture there may be `all`, which is all that the compiler names in
--offload-print-targets, with all that features can be; `amdgcn` and `nvptx64` are those of a target.

Every program is compiled once, for all its architectures of targets that it can run on: a line
`// GPU: nvptx64` in it names those, if not all. A command compiles several that have the same
architectures and options, which takes a fifth less time. What is checked:

- AMD GPUs: the code object follows the rules of its format (codeobject.py), and its kernels have as
  many arguments as launches hand them.
- NVIDIA GPUs: the PTX is whole and calls nothing but what a CUDA driver has (nvidia.py). ptxas
  assembles it, if one is found: for the architecture itself, else for the next one that it
  knows. A cubin has all kernels with their arguments.

A line `// GPU-OPTIONS: -W...` in a program adds options.

--sizes: a line for each kernel in each image goes to FILE: the registers, memory and instructions that
it needs (codesize.py). Two compilers' lines can be compared by diff.
"""

import datetime
import functools
import itertools
import json
import os
import re
import shutil
import subprocess
import sys
import tempfile

import codeobject
import codesize
import nvidia

TARGETS = {"sm": "nvptx64", "gfx": "amdgcn"}
SECONDS = 900  # for a program
TOGETHER = 8  # programs at most in a command


def target(arch):
    return TARGETS[re.match("[a-z]+", arch).group()]


def output(*command):
    done = subprocess.run(command, stdout=subprocess.PIPE, text=True)
    return done.stdout if done.returncode == 0 else ""


# ---- Architectures -----------------------------------------------------------------------------


def with_features(name):
    """`gfx90a[:sramecc:xnack]` with each feature chosen either way or left open."""
    processor, _, features = name.rstrip("]").partition("[:")
    choices = [("", f":{feature}+", f":{feature}-") for feature in features.split(":") if feature]
    return [processor + "".join(chosen) for chosen in itertools.product(*choices)]


def all_archs(offloadcc, wanted):
    """All architectures of a target, or of all."""
    listed = re.findall(r"\b(?:sm_|gfx)\S+", output(offloadcc, "--offload-print-targets"))
    archs = [arch for name in listed for arch in with_features(name)]
    return [arch for arch in archs if wanted in ("all", target(arch))]


def expand(offloadcc, names):
    archs = []
    for name in names.split(","):
        archs += all_archs(offloadcc, name) if name in ("all", *TARGETS.values()) else [name]
    return archs


def notes(program, name):
    """The words after `// NAME:` in the program, or None."""
    with open(program, encoding="utf-8") as file:
        found = re.search(rf"^// {name}: *(.*)$", file.read(), re.MULTILINE)
    return found.group(1).split() if found else None


# ---- ptxas -------------------------------------------------------------------------------------


@functools.cache
def known_to_ptxas():
    ptxas = shutil.which("ptxas")
    return re.findall(r"'(sm_\w+)'", output(ptxas, "--help")) if ptxas else []


def without_ptxas():
    """The environment, with nothing on PATH that has a ptxas."""
    directories = os.environ["PATH"].split(os.pathsep)
    kept = [path for path in directories if not os.path.exists(os.path.join(path, "ptxas"))]
    return {**os.environ, "PATH": os.pathsep.join(kept)}


def builds(archs):
    """The architectures in groups that one command compiles, each with its environment: a ptxas
    that does not know an architecture would stop the others too."""
    known = known_to_ptxas()
    images = [arch for arch in archs if target(arch) != "nvptx64" or arch in known]
    ptx_alone = [arch for arch in archs if arch not in images]
    return [(group, environment)
            for group, environment in ((images, None), (ptx_alone, without_ptxas())) if group]


def number(arch):
    return int(re.match(r"sm_(\d+)", arch).group(1))


def assemble(text, arch):
    """What ptxas says of PTX for an architecture that it does not know itself: plain PTX is for
    later ones, too. sm_101 is what sm_110 was called first."""
    known = known_to_ptxas()
    if number(arch) == 101:
        text, arch = text.replace(f".target {arch}", f".target {arch.replace('101', '110')}"), \
            arch.replace("101", "110")
        text = re.sub(r"^\.version .*", ".version 9.0", text, flags=re.MULTILINE)
    if arch not in known:
        later = sorted({number(name) for name in known if number(name) >= number(arch)})
        if not later or not arch[-1].isdigit():
            return ""
        arch = f"sm_{later[0]}"
    with tempfile.TemporaryDirectory() as directory:
        ptx = os.path.join(directory, "x.ptx")
        with open(ptx, "w", encoding="utf-8") as file:
            file.write(text)
        done = subprocess.run(["ptxas", "-m64", f"--gpu-name={arch}", "-o", ptx + ".cubin", ptx],
                              stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True)
    return done.stdout if done.returncode else ""


# ---- Images ------------------------------------------------------------------------------------


def content(directory, file):
    with open(os.path.join(directory, file["file"]), "rb") as stream:
        return stream.read()


def check_amdgcn(directory, files, slots):
    yield from codeobject.problems(content(directory, files["image"]), files["arch"], slots)


def check_nvptx64(directory, files, slots):
    text = content(directory, files["code"]).decode()
    yield from nvidia.ptx_problems(text, files["arch"], slots)
    if "image" in files:
        yield from nvidia.cubin_problems(content(directory, files["image"]), files["arch"], slots)
    elif known_to_ptxas():
        yield from assemble(text, files["arch"]).splitlines()


CHECKS = {"amdgcn": check_amdgcn, "nvptx64": check_nvptx64}


def slots_of(files):
    """How many arguments each entry has: what usage is known of, and the grid."""
    counts = [len(kernel["params"]) + 1 for kernel in files["usage"]["kernels"]]
    return dict(zip(files["entries"], counts))


def manifest_targets(directory):
    with open(os.path.join(directory, "manifest.json"), encoding="utf-8") as file:
        return json.load(file)["targets"]


def sizes(directory, program):
    """What the kernels in an artifact directory's sub-directory need, as lines."""
    for files in manifest_targets(directory):
        if "image" in files:
            for kernel, size in sorted(codesize.of_image(content(directory, files["image"])).items()):
                yield f"{files['arch']}: {program}: {codesize.line(kernel, size)}"


def check(directory, archs):
    """What is wrong with the images in an artifact directory's sub-directory, as lines."""
    targets = manifest_targets(directory)
    if sorted(files["arch"] for files in targets) != sorted(archs):
        yield f"images for {len(targets)} of {len(archs)} architectures"
    for files in targets:
        if not files["entries"]:
            yield f"{files['arch']}: no kernels"
        for problem in CHECKS[target(files["arch"])](directory, files, slots_of(files)):
            yield f"{files['arch']}: {problem}"


def plan(programs, archs, turns, days):
    """(architectures, options, programs) of each command."""
    alike = {}
    today = datetime.date.today().toordinal()
    for i, program in enumerate(programs):
        wanted = notes(program, "GPU")
        own = archs[(i + today) % len(programs)::len(programs)] if turns else archs[(i + today) % days::days]
        own = tuple(arch for arch in own if wanted is None or target(arch) in wanted)
        alike.setdefault((own, tuple(notes(program, "GPU-OPTIONS") or [])), []).append(program)
    for (own, options), group in alike.items():
        for at in range(0, len(group), TOGETHER):
            yield own, options, group[at:at + TOGETHER]


def problems(offloadcc, options, out, archs, programs, size_file):
    """What is wrong with the images of programs, as lines."""
    for group, environment in builds(archs):
        with tempfile.TemporaryDirectory(dir=out) as artifacts:
            command = [offloadcc, "-O2", *options, "--device-only",
                       "-Wno-offload-no-image", f"--offload-arch={','.join(group)}",
                       f"--offload-artifacts={artifacts}", *programs]
            done = subprocess.run(command, env=environment, stdout=subprocess.PIPE,
                                  stderr=subprocess.STDOUT, text=True, timeout=SECONDS * len(programs))
            if done.returncode != 0 or done.stdout:
                yield f"{' '.join(command)}\n{done.stdout}"
            if done.returncode == 0:
                names = sorted(os.listdir(artifacts))  # saxpy.c-0123456789abcdef
                if sorted(name.rpartition("-")[0] for name in names) != sorted(map(os.path.basename, programs)):
                    yield f"{' '.join(command)}\nmakes {' '.join(names)}"
                for name in names:
                    directory, program = os.path.join(artifacts, name), name.rpartition("-")[0]
                    for problem in check(directory, group):
                        yield f"{program}: {problem}"
                    if size_file:
                        size_file.writelines(f"{line}\n" for line in sizes(directory, program))


def take(options, prefix):
    """Takes the options that begin so from the list, and returns what follows in the last, or ""."""
    found = [option for option in options if option.startswith(prefix)]
    options[:] = [option for option in options if option not in found]
    return found[-1].removeprefix(prefix) if found else ""


def main():
    options = list(itertools.takewhile(lambda word: word.startswith("-"), sys.argv[1:]))
    offloadcc, out, archs, *programs = sys.argv[1 + len(options):]
    turns = "--turns" in options
    take(options, "--turns")
    days = int(take(options, "--days=") or 1)
    size_path = take(options, "--sizes=")
    os.makedirs(out, exist_ok=True)
    archs = expand(offloadcc, archs)
    failed = 0
    with open(size_path or os.devnull, "w", encoding="utf-8") as file:
        for own, more, group in plan(programs, archs, turns, days):
            for problem in problems(offloadcc, [*options, *more], out, own, group,
                                    size_path and file):
                print(problem, flush=True)
                failed += 1
    print(f"{len(programs)} programs, {len(archs)} architectures, {failed} problems")
    return failed != 0


if __name__ == "__main__":
    sys.exit(main())

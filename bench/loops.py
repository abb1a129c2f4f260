# Measures the programs in loops/, each as kernels and as OpenMP's loops, in turns: see scripts/bench and
# docs/bench.md.
import argparse
import os
import resource
import statistics
import subprocess
import sys
import tempfile

import docs
import measure
import report

LOOPS = os.path.join(measure.BENCH, "loops")
FLAGS = ["-std=gnu17", "-O3", "-march=native"]
# What the users of GPUs write: 32-bit indices and `if (inside) { ... }`, or 64-bit ones and an early return.
FORMS = {"int, if": ["-DINDEX=int", "-DFORM=0"], "size_t, return": ["-DINDEX=size_t", "-DFORM=1"]}
VARIANTS = {"gemm": {"tiled": ["-DTILED"]}, "halo": {"in turns": ["-DTURNS"]}, "hotspot": {"tiled": ["-DTILED"]}}
TOLERANCE = 1e-6  # of checksums: sums in another order


class Row:
    def __init__(self, program, form, flags, loops_flags):
        self.program, self.name = program, f"{program}: {form}"
        self.flags = {"ours": flags, "openmp": loops_flags + ["-DOPENMP", "-fopenmp"]}
        self.seconds = {"ours": [], "openmp": []}
        self.cpu = {"ours": [], "openmp": []}
        self.sums = {}
        self.fault = None


def rows(only):
    table = []
    for source in sorted(os.listdir(LOOPS)):
        program, kind = os.path.splitext(source)
        if kind != ".c":
            continue
        for form, flags in FORMS.items():
            table.append(Row(program, form, flags, flags))
        for form, flags in VARIANTS.get(program, {}).items():
            table.append(Row(program, form, flags, []))
    return [row for row in table if only in row.name]


def build(row, options, directory):
    for way, compiler in (("ours", [options.offloadcc, "--offload-arch=none"]), ("openmp", [options.clang])):
        program = os.path.join(directory, f"{row.name}-{way}".replace(" ", "-").replace(",", ""))
        result = subprocess.run([*compiler, *FLAGS, *options.flags, *row.flags[way], "-w",
                                 os.path.join(LOOPS, row.program + ".c"), "-o", program, "-lm"],
                                capture_output=True, text=True)
        if result.returncode:
            row.fault = measure.first_error(result.stderr)
        setattr(row, way, program)


def run(row, way, options):
    before = resource.getrusage(resource.RUSAGE_CHILDREN)
    result = subprocess.run([getattr(row, way), str(options.repetitions)], capture_output=True, text=True,
                            env=dict(os.environ, OMP_NUM_THREADS=str(options.threads)))
    if result.returncode:
        row.fault = f"{way} failed ({result.returncode}): " + measure.last_line(result.stderr)
        return
    lines = [line.split() for line in result.stdout.splitlines()]
    row.sums[way] = next(float(words[1]) for words in lines if words[0] == "checksum:")
    row.seconds[way] += [float(words[1]) for words in lines if words[0] == "seconds:"]


def check(row):
    ours, theirs = row.sums.get("ours"), row.sums.get("openmp")
    if not row.fault and not abs(ours - theirs) <= TOLERANCE * abs(theirs):
        row.fault = f"the checksum is {ours}, and OpenMP's {theirs}"


def table(all_rows):
    heads = ["kernels", "offloadcc", "OpenMP", "to OpenMP", "least"]
    lines, ratios = [], []
    for row in all_rows:
        if row.fault:
            lines.append([row.name, row.fault, "", "", ""])
            continue
        mine, yours = row.seconds["ours"], row.seconds["openmp"]
        ratios.append(min(statistics.median(mine) / statistics.median(yours), min(mine) / min(yours)))
        lines.append([row.name, report.spread_text(mine), report.spread_text(yours),
                      f"{statistics.median(mine) / statistics.median(yours):.2f}",
                      f"{min(mine) / min(yours):.2f}"])
    text = report.markdown(heads, lines)
    if ratios:
        text += f"\nGeometric mean of the smaller ratios: {statistics.geometric_mean(ratios):.2f}\n"
    return text


def main():
    parser = argparse.ArgumentParser(prog="scripts/bench --loops")
    parser.add_argument("--only", metavar="NAME", default="", help="what has NAME in its name")
    parser.add_argument("--rounds", type=int, default=3, metavar="N", help="(3)")
    parser.add_argument("--repetitions", type=int, default=5, metavar="N", help="of each round (5)")
    parser.add_argument("--threads", type=int, default=os.cpu_count(), metavar="N")
    parser.add_argument("--flags", type=str.split, default=[], help="more options for both compilers")
    parser.add_argument("--docs", action="store_true", help="put the table into docs/")
    parser.add_argument("--offloadcc", metavar="PROGRAM", default=measure.find_offloadcc())
    parser.add_argument("--clang", default="clang-22", metavar="PROGRAM")
    options = parser.parse_args()
    if not options.offloadcc:
        sys.exit("scripts/bench: there is no build/release/bin/offloadcc: build first")
    all_rows = rows(options.only)
    with tempfile.TemporaryDirectory(prefix="offloadcc-bench-") as directory:
        for row in all_rows:
            build(row, options, directory)
        for number in range(options.rounds):
            for row in all_rows:
                for way in ("ours", "openmp") if number % 2 else ("openmp", "ours"):
                    if not row.fault:
                        run(row, way, options)
                check(row)
            print(f"round {number + 1} of {options.rounds}", file=sys.stderr, flush=True)
    text = table(all_rows)
    print(text)
    if options.docs:
        docs.put(os.path.join(measure.ROOT, "docs", "bench.md"), "scripts/bench --loops --docs", text)
    sys.exit(any(row.fault for row in all_rows))


if __name__ == "__main__":
    main()

# Builds the benchmark programs, runs them in turns, and writes what they took: see scripts/bench
# and docs/bench.md.
import argparse
import json
import os
import shutil
import subprocess
import sys
import tempfile

import report

BENCH = os.path.dirname(os.path.abspath(__file__))
ROOT = os.path.dirname(BENCH)
FLAGS = ["-std=gnu17", "-O3", "-march=native"]

# The ways to compute; most programs are built in all of them.
WAYS = ["ours", "openmp", "opencl", "image", "target"]
SWEEP_WAYS = ["ours", "openmp"]
ALGORITHM_WAYS = ["ours", "openmp", "opencl"]
ALGORITHMS = ["reduce", "scan", "sort", "sort-pairs", "histogram", "select", "transpose", "fill"]
LANES = ["reduction", "block-sums", "scan", "filter", "rows"]
LAUNCH_WAYS = ["image", "target"]  # of what a device only has
NO_OPENCL = 77  # a program's exit code


class Row:
    """A line of the table: a benchmark's directory, its size, flags of its own. `loops`: the
    directory that has the plain loops it is compared with, if not its own. `turns`: how often it is
    run in a round; what takes microseconds varies more."""

    def __init__(self, name, directory=None, size=0, flags=(), ways=WAYS, loops=None, turns=1):
        self.name = name
        self.directory = directory or name
        self.loops = loops or self.directory
        self.size = size
        self.flags = list(flags)
        self.ways = list(ways)
        self.turns = turns
        self.seconds = {way: [] for way in ways}
        self.missing = {}  # way: why

    def directory_of(self, way):
        return self.loops if way in ("openmp", "target") else self.directory


def rows():
    no_errno = ["-fno-math-errno"]
    table = [Row(name) for name in ["saxpy", "heat", "nbody"]]
    table.append(Row("nbody, no errno", "nbody", flags=no_errno))
    table += [Row(name) for name in ["mandelbrot", "blur", "matmul-naive"]]
    table.append(Row("matmul-tiled", loops="matmul-naive"))
    table += [Row(name) for name in ["reduction", "scan", "histogram", "black-scholes"]]
    table.append(Row("black-scholes, no errno", "black-scholes", flags=no_errno))
    table += [Row(name) for name in ["spmv", "life", "raytracer", "launch"]]
    table += [Row(name, ways=LAUNCH_WAYS, turns=8) for name in ["launch-resident", "launch-values"]]
    table += [Row(f"algorithm {name}", f"algorithm-{name}", ways=ALGORITHM_WAYS)
              for name in ALGORITHMS]
    table += [Row(f"lanes {name}", f"lanes-{name}", ways=SWEEP_WAYS) for name in LANES]
    for power in range(3, 9):
        table.append(Row(f"saxpy 10^{power}", "saxpy", size=10**power, ways=SWEEP_WAYS))
    return table


def find_offloadcc():
    built = os.path.join(ROOT, "build", "release", "bin", "offloadcc")
    return built if os.path.exists(built) else shutil.which("offloadcc")


def command(way, row, offloadcc, clang, output):
    """The command that builds a row's program in one way."""
    directory = os.path.join(BENCH, row.directory_of(way))
    source = {"image": "ours"}.get(way, way) + ".c"
    words = FLAGS + row.flags + [os.path.join(directory, source), "-o", output, "-lm"]
    if way == "ours":
        return [offloadcc, "--offload-arch=none"] + words
    if way == "image":
        return [offloadcc, "--offload-arch=x86-64"] + words
    if way == "opencl":
        return [clang] + words + ["-lOpenCL", f'-DBENCH_KERNEL="{directory}/kernel.cl"',
                                  f'-DBENCH_INCLUDE="{directory}"']
    if way == "target":
        return [clang, "-fopenmp", "-fopenmp-targets=x86_64-pc-linux-gnu"] + words
    return [clang, "-fopenmp"] + words


def last_line(text):
    lines = [line for line in text.splitlines() if line.strip()]
    return lines[-1] if lines else ""


def first_error(text):
    lines = [line for line in text.splitlines() if "error:" in line]
    return lines[0] if lines else last_line(text)


def build(table, options, directory):
    """Returns {(row's name, way): program}. What does not compile is missing from its row."""
    programs = {}
    for row in table:
        for way in row.ways:
            same = [other for other in table if other.flags == row.flags
                    and other.directory_of(way) == row.directory_of(way)]
            if (same[0].name, way) in programs:
                programs[row.name, way] = programs[same[0].name, way]
                continue
            output = os.path.join(directory, f"{row.name}-{way}".replace(" ", "-"))
            result = subprocess.run(command(way, row, options.offloadcc, options.clang, output),
                                    capture_output=True, text=True)
            if result.returncode == 0:
                programs[row.name, way] = output
            else:
                row.missing[way] = "does not compile: " + first_error(result.stderr)
    return programs


def run(row, way, program, repetitions, environment):
    arguments = [program, str(repetitions)] + ([str(row.size)] if row.size else [])
    try:
        result = subprocess.run(arguments, capture_output=True, text=True, env=environment,
                                timeout=300)
    except subprocess.TimeoutExpired:
        row.missing[way] = "ran for more than 300 s"
        return
    if result.returncode == NO_OPENCL:
        row.missing[way] = "no OpenCL device of the CPU: install pocl-opencl-icd"
    elif result.returncode != 0:
        row.missing[way] = f"failed ({result.returncode}): " + last_line(result.stderr)
    else:
        row.seconds[way] += [float(line.split()[1]) for line in result.stdout.splitlines()
                             if line.startswith("seconds:")]


def measure(table, programs, options, directory):
    environment = dict(os.environ, OMP_NUM_THREADS=str(options.threads),
                       POCL_MAX_PTHREAD_COUNT=str(options.threads), POCL_CACHE_DIR=directory)
    environment.pop("OMP_TARGET_OFFLOAD", None)
    for number in range(options.rounds):
        for row in table:
            # Each turn begins with another way, so that none always follows the same.
            for i in range(len(row.ways) * row.turns):
                turn, at = divmod(i, len(row.ways))
                way = row.ways[(at + number + turn) % len(row.ways)]
                if (row.name, way) in programs and way not in row.missing:
                    run(row, way, programs[row.name, way], options.repetitions, environment)
        print(f"round {number + 1} of {options.rounds}", file=sys.stderr, flush=True)


def processor():
    with open("/proc/cpuinfo") as file:
        for line in file:
            if line.startswith("model name"):
                return line.split(":", 1)[1].strip()
    return "unknown"


def version(program):
    result = subprocess.run([program, "--version"], capture_output=True, text=True)
    return result.stdout.splitlines()[0] if result.stdout else "unknown"


def opencl_version():
    if not shutil.which("dpkg-query"):
        return ""
    result = subprocess.run(["dpkg-query", "-W", "-f", "PoCL ${Version}", "pocl-opencl-icd"],
                            capture_output=True, text=True)
    return result.stdout if result.returncode == 0 else ""


def parse(arguments):
    parser = argparse.ArgumentParser(prog="scripts/bench")
    parser.add_argument("--quick", action="store_true", help="2 rounds of 3 repetitions")
    parser.add_argument("--only", metavar="NAME", help="what has NAME in its name")
    parser.add_argument("--rounds", type=int, default=0, metavar="N", help="(5)")
    parser.add_argument("--out", default=os.path.join(ROOT, "bench-results"), metavar="DIR",
                        help="where results go (bench-results)")
    parser.add_argument("--docs", action="store_true",
                        help="put the results into docs/bench.md and docs/bench.svg")
    parser.add_argument("--report", metavar="RESULTS.json", help="measure nothing: show these")
    parser.add_argument("--offloadcc", default=find_offloadcc(), metavar="PROGRAM")
    parser.add_argument("--clang", default=shutil.which("clang-22") or "clang", metavar="PROGRAM")
    options = parser.parse_args(arguments)
    options.rounds = options.rounds or (2 if options.quick else 5)
    options.repetitions = 3 if options.quick else 5
    options.threads = len(os.sched_getaffinity(0))
    return options


def collect(options):
    """Builds and measures. Returns what results.json holds."""
    if not options.offloadcc:
        sys.exit("scripts/bench: there is no build/release/bin/offloadcc: build first")
    for program in (options.offloadcc, options.clang):
        if not shutil.which(program):
            sys.exit(f"scripts/bench: {program}: no such program")
    table = [row for row in rows() if not options.only or options.only in row.name]
    if not table:
        sys.exit(f"scripts/bench: no benchmark has '{options.only}' in its name")
    if not os.path.exists("/usr/include/CL/cl.h") or not opencl_version():
        print("scripts/bench: OpenCL is left out. It needs:\n"
              "  apt-get install pocl-opencl-icd ocl-icd-opencl-dev", file=sys.stderr)
        for row in table:
            if "opencl" in row.ways:
                row.ways.remove("opencl")
                row.missing["opencl"] = "PoCL is not installed"
    with tempfile.TemporaryDirectory(prefix="offloadcc-bench-") as directory:
        programs = build(table, options, directory)
        measure(table, programs, options, directory)
    return {
        "machine": {"processor": processor(), "threads": options.threads,
                    "clang": version(options.clang), "opencl": opencl_version()},
        "flags": FLAGS,
        "rounds": options.rounds,
        "repetitions": options.repetitions,
        "rows": [{"name": row.name, "flags": row.flags, "seconds": row.seconds,
                  "missing": row.missing} for row in table],
    }


def main():
    options = parse(sys.argv[1:])
    if options.report:
        with open(options.report) as file:
            results = json.load(file)
    else:
        results = collect(options)
    os.makedirs(options.out, exist_ok=True)
    with open(os.path.join(options.out, "results.json"), "w") as file:
        json.dump(results, file, indent=1)
    report.write(results, options.out)
    if options.docs:
        report.put_into_docs(results, os.path.join(ROOT, "docs"))
    print(report.tables(results))
    if any(reason for row in results["rows"] for way, reason in row["missing"].items()
           if way in ("ours", "openmp", "image")):
        sys.exit(1)


if __name__ == "__main__":
    main()

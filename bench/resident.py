# Counts the bytes that programs move whose arrays stay on the device by themselves, beside the same programs with an
# expert's data region; measures what the checks cost host loops, and compiling: see scripts/bench and docs/resident.md.
import argparse
import concurrent.futures
import os
import re
import resource
import shutil
import statistics
import subprocess
import sys
import tempfile
import time

import compile
import docs
import report

BENCH = os.path.dirname(os.path.abspath(__file__))
ROOT = os.path.dirname(BENCH)
SOURCES = os.path.join(BENCH, "resident")
# How each program is built. `host` has no device: its output is what the others' must be.
BUILDS = {"naive": ["-foffload-resident", "--offload-arch=x86-64"],
          "region": ["-DREGION", "-fno-offload-resident", "--offload-arch=x86-64"],
          "host": ["-foffload-resident", "--offload-arch=none"]}
# What is run: a build, and OFFLOADCC_RESIDENT.
WAYS = {"host": ("host", ""), "naive": ("naive", ""), "region": ("region", ""),
        "off": ("naive", "off"), "poison": ("naive", "poison")}
LINE = re.compile(r" *(\d+) +(\d+) +(\d+) +(\d+)  .+")


class Moved:
    """What a summary of OFFLOADCC_REPORT says in all of its lines."""

    def __init__(self, summary):
        lines = [match.groups() for match in map(LINE.fullmatch, summary.splitlines()) if match]
        self.there, there, self.back, back = (sum(map(int, column)) for column in
                                              (zip(*lines) if lines else [[0]] * 4))
        self.bytes, self.copies = self.there + self.back, there + back


class Program:
    def __init__(self, name):
        self.name = name
        self.moved = {}  # way: Moved
        self.summaries = {}
        self.ratios = []  # of times, naive to region, a round each

    def path(self, directory, build):
        return os.path.join(directory, f"{self.name}-{build}")


def build(offloadcc, program, kind, directory):
    words = [offloadcc, "-std=gnu17", "-O2", "-Wall", "-Wextra", "-Werror", *BUILDS[kind],
             f"--offload-cache={directory}/cache", os.path.join(SOURCES, program.name + ".c"), "-o",
             program.path(directory, kind), "-lm"]
    result = subprocess.run(words, capture_output=True, text=True)
    if result.returncode != 0:
        sys.exit(f"scripts/bench: {' '.join(words)}\n{result.stderr}")


def run(program, way, directory, summary=True):
    kind, resident = WAYS[way]
    environment = dict(os.environ, OFFLOADCC_RESIDENT=resident,
                       OFFLOADCC_REPORT="summary" if summary else "",
                       OMP_TARGET_OFFLOAD="DISABLED" if kind == "host" else "MANDATORY")
    start = time.perf_counter()
    result = subprocess.run([program.path(directory, kind)], capture_output=True, text=True, env=environment,
                            timeout=300)
    return result, time.perf_counter() - start


def check(program, directory):
    """Runs it in each way. Returns whether all print the same."""
    results = {way: run(program, way, directory)[0] for way in WAYS}
    good = True
    for way, result in results.items():
        program.moved[way] = Moved(result.stderr)
        program.summaries[way] = result.stderr
        if result.returncode != 0:
            good = False
            print(f"scripts/bench: {program.name}, {way}: failed ({result.returncode})\n{result.stderr}",
                  file=sys.stderr)
        elif result.stdout != results["host"].stdout or not result.stdout:
            good = False
            print(f"scripts/bench: {program.name}, {way}: printed '{result.stdout.strip()}', not "
                  f"'{results['host'].stdout.strip()}'", file=sys.stderr)
    return good


def measure(program, directory, rounds):
    """The whole program's time, in turns."""
    for number in range(rounds):
        ways = ["naive", "region"] if number % 2 else ["region", "naive"]
        seconds = {way: run(program, way, directory, summary=False)[1] for way in ways}
        program.ratios.append(seconds["naive"] / seconds["region"])


def table(programs):
    def direction(moved):
        return f"{moved.there} / {moved.back}"

    lines = []
    for program in programs:
        naive, region, off = (program.moved[way] for way in ("naive", "region", "off"))
        least = max(region.bytes, 1)
        lines.append([program.name, direction(naive), direction(region), f"{naive.bytes / least:.2f}",
                      f"{naive.copies} / {region.copies}", f"{off.bytes / least:.2f}",
                      f"{statistics.median(program.ratios):.2f}" if program.ratios else "-"])
    return report.markdown(["program", "bytes there / back", "with a region", "ratio", "copies", "without either",
                            "time"], lines)


# ---- What the checks cost -----------------------------------------------------------------------

WITH_AND_WITHOUT = {"with": "-foffload-resident", "without": "-fno-offload-resident"}


def spread(ratios):
    return f"{statistics.median(ratios):.2f} ({min(ratios):.2f} to {max(ratios):.2f})"


def host_loops(offloadcc, directory, rounds):
    """The loops of resident-host/loops.c, with and without checks, in turns. A table."""
    programs = {}
    for way, option in WITH_AND_WITHOUT.items():
        programs[way] = os.path.join(directory, "loops-" + way)
        compile.run([offloadcc, "-std=gnu17", "-O2", option, "--offload-arch=x86-64",
                     os.path.join(BENCH, "resident-host", "loops.c"), "-o", programs[way], "-lm"])
    seconds, sums = {}, {}
    for number in range(rounds):
        for policy in ("MANDATORY", "DISABLED"):
            for way in sorted(programs, reverse=number % 2):
                output = subprocess.run([programs[way]], capture_output=True, text=True, check=True,
                                        env=dict(os.environ, OMP_TARGET_OFFLOAD=policy)).stdout
                for name, least, total in (line.split() for line in output.splitlines()):
                    seconds.setdefault(name, {}).setdefault((policy, way), []).append(float(least))
                    if sums.setdefault(name, total) != total:
                        sys.exit(f"scripts/bench: {name}: {total} with checks or without, not {sums[name]}")
    lines = []
    for name, times in seconds.items():
        if name != "changed":
            lines.append([name, f"{1e6 * statistics.median(times['MANDATORY', 'without']):.1f} us",
                          *(spread([a / b for a, b in zip(times[policy, "with"], times[policy, "without"])])
                            for policy in ("MANDATORY", "DISABLED"))])
    return report.markdown(["host loop", "without checks", "ratio", "where the CPU runs the kernels"], lines)


def source_named(name):
    with open(os.path.join(BENCH, name)) as file:
        return file.read()


def cpu_seconds(words):
    before = resource.getrusage(resource.RUSAGE_CHILDREN)
    compile.run(words)
    after = resource.getrusage(resource.RUSAGE_CHILDREN)
    return after.ru_utime + after.ru_stime - before.ru_utime - before.ru_stime


def compile_times(offloadcc, directory, rounds):
    """CPU time of compiling a file after an edit of its host code, with checks and without. A table."""
    sources = {"330 lines": compile.kernel_source(15), "1000 lines": compile.kernel_source(48),
               "resident/lulesh.c": source_named("resident/lulesh.c"),
               "resident-host/loops.c": source_named("resident-host/loops.c")}
    os.makedirs(os.path.join(directory, "source"))
    shutil.copy(os.path.join(BENCH, "data.h"), directory)
    lines = []
    for name, text in sources.items():
        path, seconds = os.path.join(directory, "source", "edited.c"), {way: [] for way in WITH_AND_WITHOUT}
        for number in range(rounds + 1):
            for way in sorted(WITH_AND_WITHOUT, reverse=number % 2):
                with open(path, "w") as file:
                    file.write(text + f"\nint edited_{number}_{way};\n")
                taken = cpu_seconds([offloadcc, "-std=gnu17", "-O2", WITH_AND_WITHOUT[way],
                                     "--offload-arch=x86-64", f"--offload-cache={directory}/compile-cache", "-c",
                                     path, "-o", path + ".o"])
                if number:  # the first fills the cache
                    seconds[way].append(taken)
        ratios = [a / b for a, b in zip(seconds["with"], seconds["without"])]
        lines.append([name, f"{statistics.median(seconds['without']):.3f} s", spread(ratios)])
    return report.markdown(["edit of", "without checks", "ratio"], lines)


def parse(arguments):
    built = os.path.join(ROOT, "build", "release", "bin", "offloadcc")
    parser = argparse.ArgumentParser(prog="scripts/bench --resident")
    parser.add_argument("--only", metavar="NAME", default="", help="what has NAME in its name")
    parser.add_argument("--rounds", type=int, default=5, metavar="N", help="(5) 0: no times")
    parser.add_argument("--docs", action="store_true", help="put the table into docs/")
    parser.add_argument("--costs", action="store_true", help="measure only what the checks cost")
    parser.add_argument("--lines", action="store_true", help="print what each parameter moved, too")
    parser.add_argument("--offloadcc", metavar="PROGRAM",
                        default=built if os.path.exists(built) else shutil.which("offloadcc"))
    options = parser.parse_args(arguments)
    if not options.offloadcc:
        sys.exit("scripts/bench: there is no build/release/bin/offloadcc: build first")
    options.offloadcc = os.path.abspath(options.offloadcc)
    return options


def costs(options):
    page = os.path.join(ROOT, "docs", "resident.md")
    with tempfile.TemporaryDirectory(prefix="offloadcc-bench-") as directory:
        text = "\n\n".join(measure_costs(options.offloadcc, directory, options.rounds)
                           for measure_costs in (host_loops, compile_times))
    print(text)
    if options.docs:
        docs.put(page, "scripts/bench --resident --costs --docs", text)


def main():
    options = parse(sys.argv[1:])
    if options.costs:
        costs(options)
        return
    programs = [Program(name[:-2]) for name in sorted(os.listdir(SOURCES))
                if name.endswith(".c") and options.only in name[:-2]]
    if not programs:
        sys.exit(f"scripts/bench: no program has '{options.only}' in its name")
    good = True
    with tempfile.TemporaryDirectory(prefix="offloadcc-bench-") as directory:
        with concurrent.futures.ThreadPoolExecutor(len(os.sched_getaffinity(0))) as pool:
            # The second build of a program takes the kernels of the first from the cache.
            for kind in BUILDS:
                list(pool.map(lambda program: build(options.offloadcc, program, kind, directory), programs))
        for program in programs:
            good &= check(program, directory)
            if options.lines:
                for way in ("naive", "region"):
                    print(f"{program.name}, {way}: {program.summaries[way]}", file=sys.stderr)
            measure(program, directory, options.rounds)
    text = table(programs)
    print(text)
    if options.docs and good:
        docs.put(os.path.join(ROOT, "docs", "resident.md"), "scripts/bench --resident --docs", text)
    sys.exit(0 if good else 1)


main()

# Measures what compiling takes, beside clang: see scripts/bench and docs/bench-compile.md.
import argparse
import ctypes
import os
import resource
import shutil
import statistics
import subprocess
import sys
import tempfile
import time

import docs
import report

BENCH = os.path.dirname(os.path.abspath(__file__))
ROOT = os.path.dirname(BENCH)
ARCHS = "--offload-arch=sm_90,gfx90a,x86-64"
TARGETS = ["-fopenmp", "-nogpulib",
           "-fopenmp-targets=nvptx64-nvidia-cuda,amdgcn-amd-amdhsa,x86_64-pc-linux-gnu",
           "-Xopenmp-target=nvptx64-nvidia-cuda", "-march=sm_90",
           "-Xopenmp-target=amdgcn-amd-amdhsa", "-march=gfx90a", "-w"]
KERNEL_FILES = ["saxpy", "nbody", "black-scholes", "reduction"]
SECONDS = 20  # that a row takes at least, if it has not twenty times the rounds before
SUBREAPER = 36  # PR_SET_CHILD_SUBREAPER of <linux/prctl.h>
HOST_FILES, FILES_WITH_KERNELS = 180, 20


class Row:
    """Two ways to do the same, each a function that does it once, and what is done before, off the
    clock. What takes `longer` is done less often."""

    def __init__(self, name, ours, theirs, before=None, longer=1):
        self.name = name
        self.longer = longer
        self.ways = {"ours": ours, "theirs": theirs}
        self.before = before
        self.seconds = {"ours": [], "theirs": []}  # of wall time
        self.cpu = {"ours": [], "theirs": []}  # seconds of CPU time, user and system, of all processes


def run(words, **more):
    result = subprocess.run(words, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True, **more)
    if result.returncode != 0:
        sys.exit(f"scripts/bench: {' '.join(words)}\n{result.stderr}")


# ---- Sources -------------------------------------------------------------------------------------

def host_source(functions, number=0):
    """Plain C of the ordinary kind: `functions` of some 20 lines each."""
    text = ["#include <math.h>\n#include <stdio.h>\n#include <stdlib.h>\n#include <string.h>\n"]
    for i in range(functions):
        name = f"f{number}_{i}"
        text.append(f"""
struct {name} {{ char *name; double values[{i % 7 + 3}]; size_t count; }};

static int {name}_compare(const void *left, const void *right)
{{
    const struct {name} *a = left, *b = right;
    return a->count != b->count ? (a->count < b->count ? -1 : 1) : strcmp(a->name, b->name);
}}

double {name}_sum(struct {name} *items, size_t count)
{{
    double sum = 0;
    qsort(items, count, sizeof *items, {name}_compare);
    for (size_t i = 0; i < count; i++) {{
        for (size_t j = 0; j < sizeof items->values / sizeof *items->values; j++)
            sum += items[i].values[j] * {i % 5 + 1} + sqrt(fabs(items[i].values[j]));
        if (items[i].count > {i})
            printf("%s: %zu %g\\n", items[i].name, items[i].count, sum);
    }}
    return sum;
}}
""")
    return "".join(text)


def kernel_source(functions, number=0, pragmas=False, edit=0):
    """The same, with three kernels, or three target regions, and what calls them. `edit` is a
    number in a host function."""
    text = [host_source(functions, number)]
    if not pragmas:
        text.append("#include <offload.h>\n")
    for i in range(3):
        body = f"y[i] = a * x[i] + {i} * x[(i + 1) % n] + y[i] / (1 + fabsf(x[i]));"
        name = f"k{number}_{i}"
        arguments = "size_t n, float a, const float x[n], float y[n]"
        if pragmas:
            text.append(f"""
void {name}({arguments})
{{
#pragma omp target teams distribute parallel for map(to: x[0:n]) map(tofrom: y[0:n])
    for (size_t i = 0; i < n; i++)
        {body}
}}
""")
        else:
            text.append(f"""
offload_kernel void {name}({arguments})
{{
    offload_for (i, n)
        {body}
}}
""")
    text.append(f"\nvoid run{number}(size_t n, float a, const float *x, float *y)\n{{\n")
    for i in range(3):
        text.append(f"    k{number}_{i}(n, a, x, y);\n" if pragmas
                    else f"    offload(k{number}_{i})(n, a, x, y);\n")
    text.append(f'    printf("{edit} %g\\n", y[{number}]);\n}}\n')
    return "".join(text)


def write(path, text):
    with open(path, "w") as file:
        file.write(text)


# ---- What is measured ----------------------------------------------------------------------------

class Bench:
    def __init__(self, options, directory):
        self.ours, self.clang, self.directory = options.offloadcc, options.clang, directory
        self.cache = os.path.join(directory, "cache")
        self.edits = 0

    def path(self, name):
        return os.path.join(self.directory, name)

    def compile(self, compiler, source, *flags):
        run([compiler, "-O2", "-c", self.path(source), "-o", self.path(source + ".o"), *flags])

    def plain(self, name, sources):
        def way(compiler):
            return lambda: [self.compile(compiler, source) for source in sources]
        return Row(name, way(self.ours), way(self.clang))

    def link(self):
        objects = [self.path(f"small{i}.c.o") for i in range(60)]
        for i in range(60):
            self.compile(self.clang, f"small{i}.c")
        words = ["-shared", "-o", self.path("linked.so"), *objects, "-lm"]
        return Row("link of 60 objects", lambda: run([self.ours, *words]),
                   lambda: run([self.clang, *words]))

    def kernels(self, name, ours, theirs, *flags):
        return Row(name, lambda: self.compile(self.ours, ours, ARCHS, "--offload-cache=off"),
                   lambda: self.compile(self.clang, theirs, *TARGETS, *flags))

    def host_edit(self, name, functions):
        source = f"edited{functions}.c"
        flags = [ARCHS, f"--offload-cache={self.cache}"]
        include = os.path.join(os.path.dirname(self.ours), "..", "lib", "offloadcc", "include")

        def edit():
            self.edits += 1
            write(self.path(source), kernel_source(functions, edit=self.edits))

        edit()
        self.compile(self.ours, source, *flags)
        return Row(name, lambda: self.compile(self.ours, source, *flags),
                   lambda: self.compile(self.clang, source, f"-isystem{include}"), edit)

    def project(self):
        for i in range(HOST_FILES):
            write(self.path(f"p{i}.c"), host_source(i % 9 + 2, i))
        for i in range(FILES_WITH_KERNELS):
            write(self.path(f"ours{i}.c"), kernel_source(i % 5 + 2, i))
            write(self.path(f"theirs{i}.c"), kernel_source(i % 5 + 2, i, pragmas=True))
        def makefile(name, compiler, kind, flags):
            objects = " ".join([f"p{i}.{name}.o" for i in range(HOST_FILES)] +
                               [f"{kind}{i}.{name}.k" for i in range(FILES_WITH_KERNELS)])
            write(self.path(name), f"all: {objects}\n%.{name}.o: %.c\n"
                  f"\t{compiler} -O2 -c $< -o $@\n%.{name}.k: %.c\n"
                  f"\t{compiler} -O2 {flags} -c $< -o $@\n"
                  f"clean:\n\trm -f *.{name}.o *.{name}.k\n")
        makefile("make-ours", self.ours, "ours", f"{ARCHS} --offload-cache=off")
        makefile("make-theirs", self.clang, "theirs", " ".join(TARGETS + ["-fno-offload-lto"]))
        def make(name, *more):
            return lambda: run(["make", "-s", "-C", self.directory, "-f", name, *more])
        def before():
            make("make-ours", "clean")()
            make("make-theirs", "clean")()
        jobs = "-j2"
        return Row(f"make {jobs}: {HOST_FILES} files, {FILES_WITH_KERNELS} with kernels",
                   make("make-ours", jobs), make("make-theirs", jobs), before, longer=3)

    def rows(self):
        write(self.path("large.c"), host_source(120))
        write(self.path("medium.c"), host_source(25))
        for i in range(60):
            write(self.path(f"small{i}.c"), host_source(1, i))
        for name in KERNEL_FILES:
            for way, source in (("ours", "ours"), ("theirs", "target")):
                directory = os.path.join(BENCH, name)
                write(self.path(f"{name}-{way}.c"),
                      f'#include "{directory}/{source}.c"\n')
        write(self.path("kernels.c"), kernel_source(12))
        write(self.path("regions.c"), kernel_source(12, pragmas=True))
        yield self.plain("a file of 2900 lines", ["large.c"])
        yield self.plain("a file of 600 lines", ["medium.c"])
        yield self.plain("60 files of 30 lines", [f"small{i}.c" for i in range(60)])
        yield self.link()
        for name in KERNEL_FILES:
            yield self.kernels(
                f"{name}, 3 targets", f"{name}-ours.c", f"{name}-theirs.c", "-fno-offload-lto")
            yield self.kernels(
                f"{name}, to clang's bitcode", f"{name}-ours.c", f"{name}-theirs.c")
        yield self.kernels("3 kernels in 300 lines, 3 targets", "kernels.c",
                                   "regions.c", "-fno-offload-lto")
        for size, lines in ((2, 90), (12, 330), (40, 1000)):
            yield self.host_edit(
                f"host edit, {lines} lines", size)
        yield self.project()


def reap():
    """Waits for processes that their parents left to us."""
    try:
        while True:
            os.waitpid(-1, 0)
    except ChildProcessError:
        pass


def cpu_time(work):
    """The CPU time of all processes that `work` starts, on one core: two threads of a core that are both busy
    are slower each, which would count against what runs in parallel."""
    def used():
        usage = resource.getrusage(resource.RUSAGE_CHILDREN)
        return usage.ru_utime + usage.ru_stime
    reap()
    cores, start = os.sched_getaffinity(0), used()
    os.sched_setaffinity(0, {min(cores)})
    try:
        work()
        reap()
    finally:
        os.sched_setaffinity(0, cores)
    return used() - start


def wall_time(work):
    start = time.perf_counter()
    work()
    return time.perf_counter() - start


def measure(row, rounds):
    """At least so many rounds; what takes little time varies more, and gets up to twenty times as
    many."""
    number, begin = 0, time.perf_counter()
    while number < rounds or (number < 20 * rounds and time.perf_counter() - begin < SECONDS):
        number += 1
        ways = ["ours", "theirs"] if number % 2 else ["theirs", "ours"]
        for clock, samples in ((wall_time, row.seconds), (cpu_time, row.cpu)):
            for way in ways:
                if row.before:
                    row.before()
                samples[way].append(clock(row.ways[way]))


def table(rows, what="compiling", beside="clang"):
    heads = [what, "rounds", "offloadcc", beside, "ratio", "least", "CPU ratio"]
    lines = []
    for row in rows:
        mine, yours = row.seconds["ours"], row.seconds["theirs"]
        lines.append([row.name, str(len(mine)), report.spread_text(mine), report.spread_text(yours),
                      f"{statistics.median(mine) / statistics.median(yours):.2f}",
                      f"{min(mine) / min(yours):.2f}",
                      f"{statistics.median(row.cpu['ours']) / statistics.median(row.cpu['theirs']):.2f}"])
    return report.markdown(heads, lines)


# ---- What each way of building faster gains -------------------------------------------------------

WAYS = ["fork-server", "large-pages", "early-front-end", "own-back-end", "own-linker", "pieces", "shared-front-end"]


def without(way, work):
    """`work`, where offloadcc does without `way`."""
    def do():
        os.environ["OFFLOADCC_WITHOUT"] = way
        try:
            work()
        finally:
            del os.environ["OFFLOADCC_WITHOUT"]
    return do


def ways_table(rows, rounds):
    """Each row's work with all ways, and without each of them; how many percent longer it takes then."""
    lines = []
    for row in rows:
        print(row.name, file=sys.stderr, flush=True)
        work = {"": row.ways["ours"], **{way: without(way, row.ways["ours"]) for way in WAYS}}
        wall, cpu = ({way: [] for way in work} for _ in range(2))
        for number in range(rounds):
            for way in sorted(work, reverse=number % 2):
                for clock, samples in ((wall_time, wall), (cpu_time, cpu)):
                    if row.before:
                        row.before()
                    samples[way].append(clock(work[way]))
        def change(samples, way):
            return f"{(statistics.median(samples[way]) / statistics.median(samples['']) - 1) * 100:+.0f} %"
        lines.append([row.name] + [f"{change(wall, way)}, {change(cpu, way)}" for way in WAYS])
    return report.markdown(["without it: wall time, CPU time"] + WAYS, lines)


def main():
    built = os.path.join(ROOT, "build", "release", "bin", "offloadcc")
    parser = argparse.ArgumentParser(prog="scripts/bench --compile")
    parser.add_argument("--only", metavar="NAME", default="", help="what has NAME in its name")
    parser.add_argument("--rounds", type=int, default=7, metavar="N", help="(7)")
    parser.add_argument("--docs", action="store_true", help="put the table into docs/")
    parser.add_argument("--offloadcc", metavar="PROGRAM",
                        default=built if os.path.exists(built) else shutil.which("offloadcc"))
    parser.add_argument("--clang", default=shutil.which("clang-22") or "clang", metavar="PROGRAM")
    parser.add_argument("--ways", action="store_true",
                        help="what each way of building faster gains (OFFLOADCC_WITHOUT)")
    options = parser.parse_args()
    if not options.offloadcc:
        sys.exit("scripts/bench: there is no build/release/bin/offloadcc: build first")
    options.offloadcc = os.path.abspath(options.offloadcc)
    ctypes.CDLL(None).prctl(SUBREAPER, 1, 0, 0, 0)
    rows = []
    with tempfile.TemporaryDirectory(prefix="offloadcc-bench-") as directory:
        if options.ways:
            rows = [row for row in Bench(options, directory).rows()
                    if options.only in row.name and ("3 targets" in row.name or "edit" in row.name)]
            print(ways_table(rows, options.rounds))
            return
        for row in Bench(options, directory).rows():
            if options.only not in row.name:
                continue
            print(row.name, file=sys.stderr, flush=True)
            measure(row, max(options.rounds // row.longer, 1))
            rows.append(row)
    text = table(rows)
    print(text)
    if options.docs:
        docs.put(os.path.join(ROOT, "docs", "bench-compile.md"), "scripts/bench --compile --docs", text)


if __name__ == "__main__":
    main()

# Measures what programs of many files take to compile and to link again, beside clang: see scripts/bench and
# docs/many-files.md.
import argparse
import ctypes
import os
import shutil
import subprocess
import sys
import tempfile

import compile as single
import docs
import report

FILES, GROUP = 20, 5
TOOLS = "/usr/local/cuda/bin"  # ptxas and nvlink, where clang looks for them


def header(pragmas):
    """What the files' device code shares."""
    functions = "".join(f"{'' if pragmas else 'offload_device '}double f{i}_{k}(double x);\n"
                        for i in range(FILES) for k in range(3))
    if pragmas:
        return f"#include <math.h>\n#pragma omp declare target\n{functions}#pragma omp end declare target\n"
    return f"#include <math.h>\n#include <offload.h>\n{functions}"


def callees(number, connected):
    """Files whose functions the kernel of a file calls: of its group, or of any."""
    if connected:
        return number * 7 % FILES, number * 3 % FILES
    first = number - number % GROUP
    return first + number * 7 % GROUP, first + number * 3 % GROUP


def source(number, pragmas, connected, device_edit=0, host_edit=0):
    """A file with device functions that call those of the next file of its group, a kernel that calls some of its own
    and of other files, and host code."""
    others = callees(number, connected)
    text = ['#include "all.h"\n', single.host_source(4, number)]
    if pragmas:
        text.append("#pragma omp declare target\n")
    for k in range(3):
        next_one = f"f{number + 1}_{k}(x * {k + 2})" if number % GROUP < GROUP - 1 else "x"
        text.append(f"""
static double own{number}_{k}(double x)
{{
    return x > {k} ? x * {number + device_edit} + fabs(x) : x - {k};
}}

double f{number}_{k}(double x)
{{
    double sum = 0;
    for (int i = 0; i < (int)x; i++)
        sum += own{number}_{k}(x + i) * sum + i;
    return sum + {next_one} / {k + 5};
}}
""")
    if pragmas:
        text.append("#pragma omp end declare target\n")
    body = f"y[i] = f{number}_0(x[i]) + f{others[0]}_1(y[i]) + f{others[1]}_2(i);"
    arguments = "size_t n, const double x[n], double y[n]"
    if pragmas:
        text.append(f"""
static void k{number}({arguments})
{{
#pragma omp target teams distribute parallel for map(to: x[0:n]) map(tofrom: y[0:n])
    for (size_t i = 0; i < n; i++)
        {body}
}}
""")
    else:
        text.append(f"""
static offload_kernel void k{number}({arguments})
{{
    offload_for (i, n)
        {body}
}}
""")
    call = f"k{number}(n, x, y)" if pragmas else f"offload(k{number})(n, x, y)"
    text.append(f"""
void run{number}(size_t n, const double *x, double *y)
{{
    {call};
    printf("{host_edit} %g\\n", y[n - 1]);
}}
""")
    return "".join(text)


def main_source():
    prototypes = "".join(f"void run{i}(size_t n, const double *x, double *y);\n" for i in range(FILES))
    calls = "".join(f"    run{i}(100, x, y);\n" for i in range(FILES))
    return f"#include <stddef.h>\n{prototypes}\nint main(void)\n{{\n    double x[100] = {{1, 2, 3}}, y[100] = {{4}};\n{calls}" \
           "    return 0;\n}\n"


# Debian has none of clang's device libraries. These functions take their place: clang's links would fail without.
CASES = "".join(f"    case {n}: ((void (*)({', '.join(['int *', 'int *'] + ['void *'] * n)}))function)"
                f"({', '.join(['&zero', '&zero'] + [f'arguments[{i}]' for i in range(n)])}); break;\n" for n in range(8))
RUNTIME = """
#pragma omp declare target
static unsigned long unknown(void) { unsigned long value; __asm__ volatile("" : "=r"(value)); return value; }
int __kmpc_target_init(void *kernel, void *dynamic) { return -1; }
void __kmpc_target_deinit(void) {}
int __kmpc_global_thread_num(void *place) { return (int)unknown(); }
void __kmpc_parallel_60(void *place, int thread, int condition, int threads, int bind, void *function, void *wrapper,
                        void **arguments, unsigned long count, int strict)
{
    int zero = 0;
    switch (count) {
""" + CASES + """    }
}
#define STATIC_INIT(name) \\
    void name(void *place, int thread, int kind, int *last, unsigned long *low, unsigned long *high, long *stride, \\
              long step, long chunk) \\
    { *last = 1; *stride = 1; *low += unknown(); *high = *high > *low ? *low : *high; }
STATIC_INIT(__kmpc_distribute_static_init_8u)
STATIC_INIT(__kmpc_for_static_init_8u)
void __kmpc_distribute_static_fini(void *place, int thread) {}
void __kmpc_for_static_fini(void *place, int thread) {}
double __nv_fabs(double x) { return x < 0 ? -x : x; }
#pragma omp end declare target
"""


class Bench:
    def __init__(self, options, directory, connected):
        self.ours, self.clang, self.directory = options.offloadcc, options.clang, directory
        self.connected = connected
        self.edits = 0
        for way in ("ours", "theirs"):
            os.mkdir(self.path(way))
            single.write(self.path(way, "all.h"), header(way == "theirs"))
            single.write(self.path(way, "main.c"), main_source())
            single.write(self.path(way, "runtime.c"), RUNTIME if way == "theirs" else "")
            for i in range(FILES):
                single.write(self.path(way, f"f{i}.c"), source(i, way == "theirs", connected))

    def name(self, row):
        groups = 1 if self.connected else FILES // GROUP
        return f"{FILES} files, {groups} group{'s'[:groups > 1]}: {row}"

    def path(self, *names):
        return os.path.join(self.directory, *names)

    def makefile(self, way, name, compiler, compiling, linking):
        objects = " ".join(["main.o", "runtime.o"] + [f"f{i}.o" for i in range(FILES)])
        single.write(self.path(way, name), f"program: {objects}\n\t{compiler} {linking} {objects} -lm -o $@\n"
                     f"{objects}: all.h\n%.o: %.c\n\t{compiler} -O2 {compiling} -c $< -o $@\n"
                     "clean:\n\trm -f *.o program\n")

    def make(self, way, name, *more):
        single.run(["make", "-s", "-C", self.path(way), "-f", name, *more])

    def link(self, *options):
        objects = ["main.o"] + [f"f{i}.o" for i in range(FILES)]
        return [self.ours, "-O2", single.ARCHS, *options, *objects, "-lm", "-o", "program"]

    def whole(self):
        """Compile and link, without a cache."""
        self.makefile("ours", "cold", self.ours, f"{single.ARCHS} --offload-cache=off",
                      f"-O2 {single.ARCHS} --offload-cache=off")
        theirs = " ".join(single.TARGETS + ["-foffload-lto"])
        self.makefile("theirs", "cold", self.clang, theirs, f"-O2 {theirs}")
        def before():
            self.make("ours", "cold", "clean")
            self.make("theirs", "cold", "clean")
        return single.Row(self.name("3 targets"), lambda: self.make("ours", "cold", "-j2"),
                          lambda: self.make("theirs", "cold", "-j2"), before)

    def host_link(self):
        """The host's link alone, by clang: with an object of the device code."""
        single.run(self.link("--offload-link")[:-1] + ["device.o"], cwd=self.path("ours"))
        lib = os.path.join(os.path.dirname(self.ours), "..", "lib", "offloadcc")
        shown = subprocess.run([self.ours, "--offload-config"], stdout=subprocess.PIPE, text=True).stdout
        llvm = os.path.dirname(next(line.split()[-1] for line in shown.splitlines() if line.startswith("libomptarget")))
        objects = ["main.o"] + [f"f{i}.o" for i in range(FILES)]
        return [self.clang, "-O2", *objects, "device.o", os.path.join(lib, "liboffloadcc_rt.a"), f"-L{llvm}",
                f"-Wl,-rpath,{llvm}", "-Wl,--push-state,--as-needed",
                "-lomptarget", "-lomp", "-Wl,--pop-state", "-lm", "-o", "host-program"]

    def edited(self, name, theirs, **edit):
        """A link by offloadcc after a file was edited, and compiled off the clock."""
        cache = f"--offload-cache={self.path('cache')}"
        compiling = [self.ours, "-O2", single.ARCHS, cache, "-c", "f7.c", "-o", "f7.o"]
        def before():
            self.edits += 1
            single.write(self.path("ours", "f7.c"), source(7, False, self.connected, **{kind: self.edits for kind in edit}))
            single.run(compiling, cwd=self.path("ours"))
        before()
        single.run(self.link(cache), cwd=self.path("ours"))
        return single.Row(self.name(name), lambda: single.run(self.link(cache), cwd=self.path("ours")),
                          lambda: single.run(theirs, cwd=self.path("ours")), before)

    def rows(self):
        yield self.whole()
        self.make("ours", "cold", "-j2")
        host = self.host_link()
        yield self.edited("link after a host edit", host, host_edit=True)
        cold = self.link("--offload-cache=off")
        yield self.edited("link after a device edit, beside a whole link", cold, device_edit=True)


def main():
    built = os.path.join(single.ROOT, "build", "release", "bin", "offloadcc")
    parser = argparse.ArgumentParser(prog="scripts/bench --many-files")
    parser.add_argument("--only", metavar="NAME", default="", help="what has NAME in its name")
    parser.add_argument("--rounds", type=int, default=7, metavar="N", help="(7)")
    parser.add_argument("--docs", action="store_true", help="put the table into docs/")
    parser.add_argument("--keep", metavar="DIR", help="only write the sources, into a new directory")
    parser.add_argument("--offloadcc", metavar="PROGRAM",
                        default=built if os.path.exists(built) else shutil.which("offloadcc"))
    parser.add_argument("--clang", default=shutil.which("clang-22") or "clang", metavar="PROGRAM")
    options = parser.parse_args()
    if not options.offloadcc:
        sys.exit("scripts/bench: there is no build/release/bin/offloadcc: build first")
    options.offloadcc = os.path.abspath(options.offloadcc)
    os.environ["PATH"] += ":" + TOOLS
    ctypes.CDLL(None).prctl(single.SUBREAPER, 1, 0, 0, 0)
    if options.keep:
        os.mkdir(options.keep)
        Bench(options, os.path.abspath(options.keep), False)
        return
    rows = []
    for connected in (False, True):
        with tempfile.TemporaryDirectory(prefix="offloadcc-bench-") as directory:
            for row in Bench(options, directory, connected).rows():
                if options.only not in row.name:
                    continue
                print(row.name, file=sys.stderr, flush=True)
                single.measure(row, options.rounds)
                rows.append(row)
    text = single.table(rows, "building", "beside it")
    print(text)
    if options.docs:
        docs.put(os.path.join(single.ROOT, "docs", "bench-compile.md"), "scripts/bench --many-files --docs", text)


if __name__ == "__main__":
    main()

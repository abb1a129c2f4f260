"""Edits of a source after which kernels are other code, though no kernel's own text changes, and
the front ends could be thought to have nothing to do. Whatever the cache says, the artifacts must be
those of a build without one.

usage: edits.py OFFLOADCC
With HALF_OF_LIST=0 or 1 in the environment, every second edit is made.
"""
import os
import pathlib
import subprocess
import sys

HEAD = '#include <offload.h>\n#include "app.h"\n'
KERNEL = "offload_kernel void k(size_t n, float y[n]) { offload_for (i, n) y[i] = %s; }\n"

# name: (source, text in it or in app.h, what takes its place, more options, app.h, a header that
# -isystem finds)
EDITS = {
    "a callee": (
        "static float f(float x) { return x + 1; }\n" + KERNEL % "f(y[i])", "+ 1", "+ 2"),
    "a callee's callee": (
        "static float g(float x) { return x + 1; }\nstatic float f(float x) { return g(x); }\n"
        + KERNEL % "f(y[i])", "+ 1", "+ 2"),
    "a callee on the device only": (
        "static float f(float x) { return x + 1; }\n"
        "#ifdef __NVPTX__\n#define g f\n#else\nstatic float g(float x) { return x; }\n#endif\n"
        + KERNEL % "g(y[i])", "+ 1", "+ 2"),
    "a callee that only an option names": (
        "static float f(float x) { return x + 1; }\n" + KERNEL % "HOOK(y[i])", "+ 1", "+ 2",
        ["-DHOOK=f"]),
    "a callee that only a header names": (
        "static float f(float x) { return x + 1; }\n" + KERNEL % "HOOK(y[i])", "+ 1", "+ 2", [],
        "#define HOOK(x) f(x)\n"),
    "a callee whose name is pasted": (
        "static float run_f(float x) { return x + 1; }\n" + KERNEL % "RUN(f)(y[i])", "+ 1", "+ 2",
        [], "#define RUN(name) run_##name\n"),
    "a callee whose name a package's header pastes": (
        "static float run_f(float x) { return x + 1; }\n" + KERNEL % "RUN(f)(y[i])", "+ 1", "+ 2",
        [], "#include <package.h>\n", "#define RUN(name) run_##name\n"),
    "the line in a package's macro": (
        "void host(void) {\n}\n" + KERNEL % "HERE", "void host(void) {\n",
        "void host(void) {\n\n", [], "#include <package.h>\n", "#define HERE __LINE__\n"),
    "a callee whose name has a character's number": (
        "static float caf\u00e9(float x) { return x + 1; }\n" + KERNEL % "caf\\u00e9(y[i])", "+ 1",
        "+ 2"),
    "a callee whose name is on two lines": (
        "static float f1(float x) { return x + 1; }\n#define CALL(x) f\\\n1(x)\n" + KERNEL % "CALL(y[i])",
        "+ 1", "+ 2"),
    "a callee whose name is on two lines, with a blank": (
        "static float f1(float x) { return x + 1; }\n#define CALL(x) f\\ \n1(x)\n" + KERNEL % "CALL(y[i])",
        "+ 1", "+ 2"),
    "a callee in a table": (
        "static float f(float x) { return x + 1; }\n"
        "static float (*const table[1])(float) = {f};\n" + KERNEL % "table[n > 5](y[i])",
        "+ 1", "+ 2"),
    "a constant": ("static const float f[2] = {1, 2};\n" + KERNEL % "f[i & 1]", "{1,", "{3,"),
    "a type": ("typedef float element;\n" + KERNEL % "(element)(y[i] * 3)", "float el", "int el"),
    "a macro in a host function": (
        "#define N 1\nvoid host(void) {\n#undef N\n#define N 2\n}\n" + KERNEL % "N", "N 2", "N 3"),
    "a pragma in a host function": (
        "void host(void) {\n#pragma pack(4)\n}\nstruct s { char c; double d; };\n"
        + KERNEL % "sizeof(struct s)", "pack(4)", "pack(8)"),
    "the line of an assertion": (
        "#include <assert.h>\nvoid host(void) {\n}\n" + KERNEL % "({ assert(n); 1; })",
        "void host(void) {\n", "void host(void) {\n\n"),
    "the line in a macro": (
        "void host(void) {\n}\n" + KERNEL % "__LINE__", "void host(void) {\n",
        "void host(void) {\n\n"),
    "lines of debug information": (
        "void host(void) {\n}\n" + KERNEL % "1", "void host(void) {\n", "void host(void) {\n\n",
        ["-g"]),
    "a counter": (
        "int host(void) { return 0; }\n" + KERNEL % "__COUNTER__", "return 0",
        "return __COUNTER__"),
    "a constant block size": (
        KERNEL % "offload_block_size(0)"
        + "void host(float *y) { offload(k, .block_size = {32})(9, y); }\n", "{32}", "{64}"),
    "a header": (KERNEL % "VALUE", "VALUE 1", "VALUE 2", [], "#define VALUE 1\n"),
}


def artifacts(compiler, options, cache, out):
    subprocess.run([compiler, "-O2", "--offload-device-only", "--offload-arch=sm_90,x86-64",
                    f"--offload-cache={cache}", f"--offload-artifacts={out}", "-I.", "-isystem", "packages",
                    "app.c"]
                   + options, check=True, stderr=subprocess.PIPE)
    return {path.name: path.read_bytes() for path in sorted(pathlib.Path(out).glob("*/*"))
            if path.suffix in (".ptx", ".so")}


def check(compiler, directory, source, old, new, options=(), header="", package=""):
    os.makedirs(os.path.join(directory, "packages"))
    os.chdir(directory)
    texts = {"app.c": HEAD + source, "app.h": header}
    pathlib.Path("packages/package.h").write_text(package)
    for name, text in texts.items():
        pathlib.Path(name).write_text(text)
    before = artifacts(compiler, list(options), "cache", "before")
    assert before == artifacts(compiler, list(options), "cache", "again")
    edited = [name for name, text in texts.items() if old in text]
    assert len(edited) == 1, edited
    pathlib.Path(edited[0]).write_text(texts[edited[0]].replace(old, new))
    cached = artifacts(compiler, list(options), "cache", "cached")
    plain = artifacts(compiler, list(options), "off", "plain")
    os.chdir("..")
    return before, cached, plain


failed = False
half = os.environ.get("HALF_OF_LIST")
for number, (name, edit) in enumerate(EDITS.items()):
    if half and number % 2 != int(half):
        continue
    before, cached, plain = check(sys.argv[1], str(number), *edit)
    if cached != plain:
        print(f"{name}: the cache gave other code than a build without it")
        failed = True
    elif cached == before and name not in ("a pragma in a host function", "a counter"):
        print(f"{name}: the edit changes nothing; this tests nothing")
        failed = True
sys.exit(failed)

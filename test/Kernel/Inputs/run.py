"""Compiles a program of this suite once and runs it on the CPU in both ways.

    run.py [--compile-only] [--day=N] OFFLOADCC SOURCE OUTPUT [OPTION...] [-- NAME=VALUE...]...

Compiles SOURCE with the options for a device image that the CPU runs (x86-64). Runs it on that
device and then without any device: each time with every set of environment variables, or once if
there is none. Each run must end with the line PASS and the exit code 0.

--compile-only makes an object and runs nothing.
--day=N: with other options than -O2, a source has its turn every second day, unless it has no turn with -O2.
"""

import os
import subprocess
import sys
import zlib

PLACES = {"device": "MANDATORY", "host": "DISABLED"}
SECONDS = 900


def split(words):
    """The words between each `--` and the next."""
    groups = [[]]
    for word in words:
        if word == "--":
            groups.append([])
        else:
            groups[-1].append(word)
    return groups


def passes(program, offload, variables):
    """Runs the program once; shows its output and says so if it fails."""
    settings = dict(word.split("=", 1) for word in variables)
    # libomptarget leaks what it allocates.
    environment = {**os.environ, "ASAN_OPTIONS": "detect_leaks=0",
                   "UBSAN_OPTIONS": "halt_on_error=1", "OMP_TARGET_OFFLOAD": offload, **settings}
    try:
        done = subprocess.run([program], env=environment, stdout=subprocess.PIPE,
                              stderr=subprocess.STDOUT, text=True, errors="replace",
                              timeout=SECONDS)
    except subprocess.TimeoutExpired:
        print(f"still running after {SECONDS} s", file=sys.stderr)
        return False
    lines = done.stdout.splitlines()
    if done.returncode == 0 and lines and lines[-1] == "PASS":
        return True
    print(f"exit code {done.returncode}:\n{done.stdout}", file=sys.stderr)
    return False


def has_turn(source, options, day):
    """Whether the source is compiled with these options on a day."""
    with open(source, encoding="utf-8") as file:
        lines = [line for line in file if "%run_kernel" in line]
    if "-O2" in options or not any("-O2" in line for line in lines):
        return True
    return (zlib.crc32(" ".join([os.path.basename(source), *options]).encode()) + day) % 2 == 0


def main():
    words = sys.argv[1:]
    compile_only, day = False, None
    while words[0].startswith("-"):
        compile_only |= words[0] == "--compile-only"
        if words[0].startswith("--day="):
            day = int(words[0].split("=")[1])
        words.pop(0)
    offloadcc, source, output, *rest = words
    options, *environments = split(rest)
    if day is not None and not has_turn(source, options, day):
        print("not today")
        return 0
    compile = [offloadcc, *options, "-Wall", "-Wextra", "-Werror", "-Wno-offload-sanitizer-image",
               "--offload-arch=x86-64", source, "-o", output]
    compile += ["-c", "-Wno-unused-command-line-argument"] if compile_only else ["-lm"]
    if subprocess.run(compile).returncode != 0:
        print("failed:", *compile, file=sys.stderr)
        return 1
    if compile_only:
        return 0
    failed = 0
    for place, offload in PLACES.items():
        for variables in environments or [[]]:
            if not passes(output, offload, variables):
                print(f"failed on the {place}:", *variables, output, file=sys.stderr)
                failed = 1
    return failed


if __name__ == "__main__":
    sys.exit(main())

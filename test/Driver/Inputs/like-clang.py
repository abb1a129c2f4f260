"""like-clang.py CLANG OFFLOADCC LIST [--kernel ARCH]: what clang does, offloadcc does.

LIST has a command a line, in the shell's quoting, without the compiler's name; variables of the
environment may stand before it, and "< FILE" behind it. Each runs twice in a directory of its own,
with the files of LIST's directory. The same must come out: exit code, both outputs, the files and
their content, none of them left in TMPDIR.

With --kernel, offloadcc has kernel.c for plain.c, which has no kernels and does the same, under the
name of p.c. Then the same files must be there, the same kind of output, no message where clang has
none, and the program's exit code.

With HALF_OF_LIST=0 or 1 in the environment, every second command is only counted.
"""

import os
import re
import shlex
import shutil
import subprocess
import sys

clang, offloadcc, list_file = sys.argv[1:4]
arch = sys.argv[5] if len(sys.argv) > 4 else None
inputs = os.path.dirname(os.path.abspath(list_file))
half = os.environ.get("HALF_OF_LIST")


def normal(text):
    """Without what may differ: names of temporary files, and who failed to link a kernel."""
    text = re.sub(rb"offloadcc-[0-9A-Za-z]{6}/", b"", text)
    text = re.sub(rb"(?m)^offloadcc: ", b"clang: ", text)
    text = re.sub(rb"-[0-9a-f]{6}(\.\w+)", rb"\1", text)
    return re.sub(rb"\noffloadcc [0-9.]+\n$", b"\n", text)  # of --version


def prepare(name, source):
    shutil.rmtree(name, ignore_errors=True)
    shutil.copytree(inputs, name)
    if source:
        shutil.copy(os.path.join(inputs, source), os.path.join(name, "p.c"))
    os.makedirs(os.path.join(name, "tmp"))


def contents(name, before):
    found = {}
    for root, _, files in os.walk(name):
        for file in files:
            path = os.path.join(root, file)
            relative = os.path.relpath(path, name)
            if relative not in before:
                with open(path, "rb") as stream:
                    found[relative] = stream.read()
    return found


def run(command, source, words, environment, stdin):
    prepare("work", source)
    before = contents("work", ())
    variables = dict(os.environ, TMPDIR=os.path.abspath("work/tmp"), **environment)
    with open(os.path.join("work", stdin) if stdin else os.devnull, "rb") as stream:
        done = subprocess.run(command + words, cwd="work", stdin=stream, env=variables,
                              capture_output=True)
    result = {"exit code": done.returncode, "output": normal(done.stdout),
              "messages": normal(done.stderr), "files": contents("work", before)}
    if arch and os.access("work/p", os.X_OK):
        program = subprocess.run(["./p"], cwd="work", env=variables, capture_output=True)
        result["program"] = program.returncode, program.stderr
    if arch:
        result["output"] = bool(result["output"])
        result["files"] = sorted(result["files"])
    return result


count = different = 0
for line in open(list_file):
    words = shlex.split(line, comments=True)
    if not words:
        continue
    count += 1
    if half and count % 2 != int(half):
        continue
    environment = {}
    while words and re.match(r"[A-Z_]+=", words[0]):
        name, environment[name] = words[0].split("=", 1)[0], words.pop(0).split("=", 1)[1]
    stdin = words.pop() if len(words) > 1 and words[-2] == "<" else None
    words = words[:-1] if stdin else words
    theirs = run([clang], "plain.c" if arch else None, words, environment, stdin)
    ours = run([offloadcc] + ([f"--offload-arch={arch}"] if arch else []),
               "kernel.c" if arch else None, words, environment, stdin)
    for what in theirs:
        if theirs.get(what) != ours.get(what):
            different += 1
            print(f"{line.strip()}: {what}\n  clang: {str(theirs.get(what))[:2000]}\n"
                  f"  ours:  {str(ours.get(what))[:2000]}")
print(f"{count} commands, {different} differences")

#!/usr/bin/env python3
"""Damages a unit's kernel artifacts in many ways; each one has to give a diagnostic, never a crash.

usage: damage.py truncate|overwrite DIR COMMAND...

DIR is an artifact directory that holds one unit. Each round changes one file, runs COMMAND and puts the
file back. COMMAND has to exit with 1, name the file and print an error once."""
import os
import random
import subprocess
import sys

mode, directory, command = sys.argv[1], sys.argv[2], sys.argv[3:]
random.seed(22)
(unit,) = [name for name in os.listdir(directory) if not name.startswith(".")]
rounds = 0


def truncated(data):
    for length in sorted({0, 1, 63, 64, len(data) // 2, len(data) - 1}):
        if length < len(data):
            yield data[:length]


def overwritten(data):
    for _ in range(6):
        length = random.randint(1, max(1, len(data) // 4))
        at = random.randrange(len(data) - length + 1)
        noise = random.randbytes(length)
        if noise != data[at : at + length]:
            yield data[:at] + noise + data[at + length :]
    yield random.randbytes(len(data))
    yield data + b"\0"
    yield b"[" * 100000


def check(path, content):
    global rounds
    rounds += 1
    with open(path, "wb") as file:
        file.write(content)
    result = subprocess.run(command, stdin=subprocess.DEVNULL, capture_output=True, timeout=600)
    text = result.stderr.decode(errors="replace")
    if result.returncode != 1 or text.count("error: ") != 1 or os.path.basename(path) not in text:
        sys.exit(f"round {rounds}, {path}: exit code {result.returncode}, and:\n{text}")


for name in sorted(os.listdir(os.path.join(directory, unit))):
    path = os.path.join(directory, unit, name)
    with open(path, "rb") as file:
        original = file.read()
    for content in truncated(original) if mode == "truncate" else overwritten(original):
        check(path, content)
    with open(path, "wb") as file:
        file.write(original)
print("rounds:", rounds)
sys.exit(subprocess.run(command).returncode)

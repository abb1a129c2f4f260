#!/usr/bin/env python3
"""Runs COMMAND, which makes kernel artifacts, and kills it with all its children at moments of its run.

usage: kill.py DIR COMMAND... -- CHECK...

After each kill CHECK has to succeed: DIR holds what was there before or what was made."""
import os
import signal
import subprocess
import sys
import time

split = len(sys.argv) - sys.argv[::-1].index("--") - 1
directory, command, check = sys.argv[1], sys.argv[2:split], sys.argv[split + 1 :]
start = time.monotonic()
subprocess.run(command, check=True)
whole = time.monotonic() - start
for step in range(12):
    child = subprocess.Popen(command, start_new_session=True, stderr=subprocess.DEVNULL)
    time.sleep(whole * step / 11)
    try:
        os.killpg(child.pid, signal.SIGKILL)
    except ProcessLookupError:
        pass
    child.wait()
    subprocess.run(check, check=True)
visible = [name for name in os.listdir(directory) if not name.startswith(".")]
print("units:", len(visible))

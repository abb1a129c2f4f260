"""Runs a command, sends it a signal once the file `started` is there, and checks that it dies by it."""
import os
import signal
import subprocess
import sys
import time

number = getattr(signal, sys.argv[1])
process = subprocess.Popen(sys.argv[2:], preexec_fn=lambda: signal.signal(number, signal.SIG_DFL))
deadline = time.monotonic() + 600
while not os.path.exists("started"):
    assert time.monotonic() < deadline
    time.sleep(0.05)
process.send_signal(number)
sys.exit(process.wait(600) != -number)

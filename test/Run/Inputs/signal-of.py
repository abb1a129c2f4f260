"""Runs a program, and says by which signal it ended."""
import subprocess
import sys

code = subprocess.run(sys.argv[1:], check=False).returncode
print(f"signal {-code}" if code < 0 else f"exit code {code}", flush=True)

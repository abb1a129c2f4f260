"""Compares the sums of a summary with the copies that libomptarget logged in the same file."""

import re
import sys

logged = {"to": [0, 0], "from": [0, 0]}
summed = {"to": [0, 0], "from": [0, 0]}
for line in open(sys.argv[1], errors="replace"):
    copy = re.search(r"Copying data from (host|device) to (host|device),.* Size=(\d+)", line)
    if copy:
        direction = logged["to" if copy[1] == "host" else "from"]
        direction[0] += int(copy[3])
        direction[1] += 1
    row = re.match(r" *(\d+) +(\d+) +(\d+) +(\d+)  ", line)
    if row:
        for name, at in (("to", 1), ("from", 3)):
            summed[name][0] += int(row[at])
            summed[name][1] += int(row[at + 1])
for name in ("to", "from"):
    print(f"{name} device: {logged[name][0]} bytes in {logged[name][1]} copies, "
          f"summary {summed[name][0]} in {summed[name][1]}")

"""Compares what two programs moved: two logs of LIBOMPTARGET_INFO=-1. Launch by launch, the copies have
to be the same in direction and bytes: those of a launch with those behind it, up to the next, such as an
update's or those at the end of a data region. Their order within a launch is free."""
import re
import sys

COPY = re.compile(r"Copying data from (host to device|device to host),.*\bSize=(\d+)")


def transfers(path):
    launches = [[]]  # what comes before the first is as a launch of its own
    for line in open(path, errors="replace"):
        if "Entering OpenMP kernel" in line:
            launches.append([])
        elif copy := COPY.search(line):
            launches[-1].append((copy[1], int(copy[2])))
    return [sorted(launch) for launch in launches]


ours, theirs = transfers(sys.argv[1]), transfers(sys.argv[2])
if not theirs or not any(theirs):
    sys.exit(f"{sys.argv[2]}: no transfers: not a log of LIBOMPTARGET_INFO=-1?")
for number, (mine, other) in enumerate(zip(ours, theirs)):
    if mine != other:
        sys.exit(f"launch {number} (0: before the first): {sys.argv[1]} copies {mine}, {sys.argv[2]} {other}")
if len(ours) != len(theirs):
    sys.exit(f"{sys.argv[1]} has {len(ours) - 1} launches, {sys.argv[2]} {len(theirs) - 1}")
print(f"{len(ours) - 1} launches, {sum(map(len, ours))} transfers: the same")

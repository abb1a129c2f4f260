"""Prints which arrays a manifest calls unused, for each target alike or with its name:
    kernel: x s.data s[].inner[].data"""
import json
import sys
from glob import glob


def below(owner, members):
    for member in members:
        name = f"{owner}[].{member['path']}"
        yield name
        yield from below(name, member.get("members", []))


def names(kernel):
    params = kernel["params"]
    result = [p["name"] for p in params]
    roots = []
    for p in params:
        members = p.get("members", [])
        if p["kind"] == "aggregate":
            of_struct = [(f"{p['name']}.{m['path']}", m.get("members", [])) for m in members]
            result += [name for name, _ in of_struct]
            roots += of_struct
        else:
            roots.append((p["name"], members))
    for owner, members in roots:
        result += below(owner, members)
    return result


def lines(unit, usage):
    for kernel, of_kernel in zip(unit["kernels"], usage["kernels"]):
        known = names(kernel)
        order = sorted(known[i] for i in of_kernel.get("unused", []))
        yield f"{kernel['name']}: {' '.join(order) or '-'}"


manifest = json.load(open(glob(sys.argv[1] + "/*/manifest.json")[0]))
found = {t["arch"]: list(lines(manifest["unit"], t["usage"])) for t in manifest["targets"]}
first = next(iter(found.values()))
for arch, text in found.items():
    for mine, common in zip(text, first):
        if mine != common or text is first:
            print(mine if text is first else f"{arch}: {mine}")

"""Prints the bounds of a unit.json, a line for each parameter and member that has some:

    x: (p0:int * 4:int):int, 3:unsigned long

What stands after a colon is the type of what stands before it; a conversion is (...):type. `.n` is a
member of the struct that a counted pointer is in.
"""
import json
import sys


def text(node):
    if "op" not in node:
        if "value" in node:
            leaf = str(node["value"])
        elif "param" in node:
            leaf = f"p{node['param']}" + ("." + node["path"] if "path" in node else "")
        else:
            leaf = "." + node["member"]
        return f"{leaf}:{node['type']}"
    op, operands = node["op"], [text(operand) for operand in node["of"]]
    if op == "?:":
        inner = "{} ? {} : {}".format(*operands)
    elif len(operands) == 2:
        inner = f" {op} ".join(operands)
    else:
        inner = ("" if op == "convert" else op) + operands[0]
    return f"({inner}):{node['type']}"


def show(name, holder):
    if holder["bounds"]:
        print(f"{name}:", ", ".join(text(bound["expression"]) for bound in holder["bounds"]))
    for member in holder.get("members", []):
        show(f"{name}.{member['path']}", member)


for kernel in json.load(open(sys.argv[1]))["kernels"]:
    for param in kernel["params"]:
        show(param["name"], param)

"""Prints what a manifest says of the kernels' arrays, for each target alike or with its name:
    fill.y: writes; whole: bytes 4 * n, threads x n"""
import json
import sys
from glob import glob


def factor(params, f):
    return params[f["param"]]["name"] + (f"@{f['offset']}" if params[f["param"]]["kind"] == "aggregate" else "")


def sum_text(params, need):
    products = []
    for p in need["sum"]:
        words = [str(p["times"])] if p["times"] != 1 or not p["of"] else []
        products.append(" * ".join(words + sorted(factor(params, f) for f in p["of"])))
    return " + ".join(sorted(products)) or "0"


def need_text(params, need):
    dimension = " " + "xyz"[need["dimension"]] if "dimension" in need else ""
    return need["need"] + dimension + " " + sum_text(params, need)


def lines(unit, usage):
    for kernel, of_kernel in zip(unit["kernels"], usage["kernels"]):
        params = kernel["params"]
        for param, of_param in zip(params, of_kernel["params"]):
            if not of_param:
                continue
            does = [name for name in ("reads", "writes") if of_param[name]] or ["nothing"]
            text = f"{kernel['name']}.{param['name']}: {', '.join(does)}"
            if "whole" in of_param:
                text += "; whole: " + ", ".join(sorted(need_text(params, n) for n in of_param["whole"]))
            yield text


manifest = json.load(open(glob(sys.argv[1] + "/*/manifest.json")[0]))
found = {t["arch"]: list(lines(manifest["unit"], t["usage"])) for t in manifest["targets"]}
first = next(iter(found.values()))
for arch, text in found.items():
    for mine, common in zip(text, first):
        if mine != common or text is first:
            print(mine if len(set(map(tuple, found.values()))) == 1 else f"{arch}: {mine}")

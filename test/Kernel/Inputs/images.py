"""Compiles programs of this suite for GPUs and checks that what comes out can be loaded.

    images.py OFFLOADCC OUTPUT ARCH,... PROGRAM...

Every program is compiled once, for all architectures of targets that it can run on: a line
`// GPU: nvptx64` in it names those, if not all. What is checked:

- AMD GPUs: the code object has no undefined symbol, and every kernel's descriptor (`name.kd`).
- NVIDIA GPUs: the PTX calls nothing but what a CUDA driver has, and has every kernel; and there is
  a cubin with every kernel, if ptxas is found and knows the architecture.

A line `// GPU-OPTIONS: -W...` in a program adds options.
"""

import json
import os
import re
import shutil
import subprocess
import sys
import tempfile

# What the CUDA driver adds when it loads an image.
DRIVER_FUNCTIONS = {"vprintf", "__assertfail", "malloc", "free"}
TARGETS = {"sm": "nvptx64", "gfx": "amdgcn"}


def target(arch):
    return TARGETS[re.match("[a-z]+", arch).group()]


def output(*command):
    done = subprocess.run(command, stdout=subprocess.PIPE, text=True)
    return done.stdout if done.returncode == 0 else ""


def notes(program, name):
    """The words after `// NAME:` in the program, or None."""
    with open(program, encoding="utf-8") as file:
        found = re.search(rf"^// {name}: *(.*)$", file.read(), re.MULTILINE)
    return found.group(1).split() if found else None


def without_ptxas():
    """The environment, with nothing on PATH that has a ptxas."""
    directories = os.environ["PATH"].split(os.pathsep)
    kept = [path for path in directories if not os.path.exists(os.path.join(path, "ptxas"))]
    return {**os.environ, "PATH": os.pathsep.join(kept)}


def builds(archs):
    """The architectures in groups that one command compiles, each with its environment: a ptxas
    that does not know an architecture would stop the others too."""
    ptxas = shutil.which("ptxas")
    known = output(ptxas, "--help") if ptxas else ""
    images = [arch for arch in archs if target(arch) != "nvptx64" or f"'{arch}'" in known]
    ptx_alone = [arch for arch in archs if arch not in images]
    return [(group, environment)
            for group, environment in ((images, None), (ptx_alone, without_ptxas())) if group]


def check_amdgcn(directory, files, entries):
    image = os.path.join(directory, files["image"]["file"])
    undefined = output("llvm-nm", "--dynamic", "--undefined-only", image).split()
    if undefined:
        yield f"undefined: {' '.join(undefined)}"
    symbols = output("llvm-nm", "--dynamic", "--just-symbol-name", image).split()
    for entry in entries:
        if f"{entry}.kd" not in symbols or entry not in symbols:
            yield f"kernel '{entry}' is missing"


def check_nvptx64(directory, files, entries):
    with open(os.path.join(directory, files["code"]["file"]), encoding="utf-8") as file:
        ptx = file.read()
    # `.extern .func (.param .b32 func_retval0) vprintf` and what comes without a result.
    called = re.findall(r"^\.extern \.func\s+(?:\(.*?\)\s*)?([\w$]+)", ptx, re.MULTILINE)
    for name in sorted(set(called) - DRIVER_FUNCTIONS):
        yield f"undefined: {name}"
    for entry in entries:
        if not re.search(rf"\.entry {re.escape(entry)}\(", ptx):
            yield f"kernel '{entry}' is missing in the PTX"
    if "image" in files:
        image = os.path.join(directory, files["image"]["file"])
        symbols = output("llvm-readelf", "--symbols", "--wide", image).split()
        for entry in entries:
            if entry not in symbols:
                yield f"kernel '{entry}' is missing in the cubin"


CHECKS = {"amdgcn": check_amdgcn, "nvptx64": check_nvptx64}


def check(directory, archs):
    """What is wrong with the images in an artifact directory's sub-directory, as lines."""
    with open(os.path.join(directory, "manifest.json"), encoding="utf-8") as file:
        targets = json.load(file)["targets"]
    if [files["arch"] for files in targets] != archs:
        yield f"images for {len(targets)} of {len(archs)} architectures"
    for files in targets:
        if not files["entries"]:
            yield f"{files['arch']}: no kernels"
        for problem in CHECKS[target(files["arch"])](directory, files, files["entries"]):
            yield f"{files['arch']}: {problem}"


def problems(offloadcc, out, archs, program):
    """What is wrong with a program's images, as lines."""
    wanted = notes(program, "GPU")
    archs = [arch for arch in archs if wanted is None or target(arch) in wanted]
    for group, environment in builds(archs):
        with tempfile.TemporaryDirectory(dir=out) as artifacts:
            command = [offloadcc, "-O2", *(notes(program, "GPU-OPTIONS") or []), "--device-only",
                       "-Wno-offload-no-image", f"--offload-arch={','.join(group)}",
                       f"--offload-artifacts={artifacts}", program]
            done = subprocess.run(command, env=environment, stdout=subprocess.PIPE,
                                  stderr=subprocess.STDOUT, text=True)
            if done.returncode != 0 or done.stdout:
                yield f"{' '.join(command)}\n{done.stdout}"
            if done.returncode == 0:
                (name,) = os.listdir(artifacts)
                yield from check(os.path.join(artifacts, name), group)


def main():
    offloadcc, out, archs, *programs = sys.argv[1:]
    os.makedirs(out, exist_ok=True)
    failed = 0
    for program in programs:
        for problem in problems(offloadcc, out, archs.split(","), program):
            print(f"{os.path.basename(program)}: {problem}", flush=True)
            failed += 1
    print(f"{len(programs)} programs, {failed} problems")
    return failed != 0


if __name__ == "__main__":
    sys.exit(main())

# The lit suites: one behaviour a file, named for it; shared inputs are in Inputs/.
# Run them all with ctest, or some with: lit -sv build/release/test/Driver
import datetime
import os
import platform
import re
import shutil
import subprocess

import lit.formats

if not hasattr(config, "oc_build"):
    lit_config.fatal("run lit on a build tree's test directory, such as build/release/test/Driver")

config.name = "offloadcc"
config.test_format = lit.formats.ShTest(execute_external=False)
config.suffixes = [".c", ".i", ".ll", ".test"]
config.excludes = ["Inputs", "amd", "Unit", "Fuzz", "CMakeLists.txt"]
config.test_source_root = os.path.join(config.oc_source, "test")
config.test_exec_root = os.path.join(config.oc_build, "test")

# LLVM's tools come first: FileCheck, not, split-file, llvm-readelf and the rest by their plain names.
config.environment["PATH"] = os.pathsep.join([config.oc_llvm_bindir, os.environ.get("PATH", "")])
config.environment["LC_ALL"] = "C"
for variable in ("HOME", "TMPDIR", "CUDA_PATH", "CUDA_HOME", "ROCM_PATH", "OMP_NUM_THREADS"):
    if variable in os.environ:
        config.environment[variable] = os.environ[variable]
for variable in list(config.environment):
    if variable.startswith("OFFLOADCC_"):
        del config.environment[variable]
config.environment["OFFLOADCC_CACHE"] = "off"  # tests of the cache name one of their own
# lit --param resident=poison: a missing check shows as a wrong value in any test (docs/resident.md).
if "resident" in lit_config.params:
    config.environment["OFFLOADCC_RESIDENT"] = lit_config.params["resident"]

# What takes long has turns: another part of it runs each day. `lit --param day=N` has the turn of another day, and
# `%if turn-1-of-3 %{ ... %}` is for every third day.
config.oc_day = int(lit_config.params.get("day", datetime.date.today().toordinal()))
for turns in (2, 3):
    config.available_features.add(f"turn-{config.oc_day % turns + 1}-of-{turns}")

# The scripts that go through long lists of commands, of sources and of edits take one half of them.
config.environment["HALF_OF_LIST"] = str(config.oc_day % 2)

if config.oc_sanitize:
    config.available_features.add("sanitized")
    # Nothing in a program that offloadcc made is sanitized. The suites about what programs do are left out;
    # Kernel/sources-compile-under-sanitizers.test compiles their sources, and Kernel only compiles.
    config.excludes += ["Abi", "Examples", "Mapping", "Math", "Projects"]
if config.oc_musl == "ON":
    config.available_features.add("musl")

lib = os.path.join(config.oc_build, "lib", "offloadcc")
config.substitutions += [
    ("%offloadcc", os.path.join(config.oc_build, "bin", "offloadcc")),
    ("%scan", os.path.join(lib, "offloadcc-scan") + " scan"),
    ("%build", config.oc_build),
    ("%clang", config.oc_clang),
    ("%cmake", shutil.which("cmake") or "cmake"),
    ("%examples", os.path.join(config.oc_source, "examples")),
    ("%libdir", lib),
    ("%llvm_libdir", config.oc_llvm_libdir),
    # A program with an AMD GPU that executes its code: %emulated_amd=gfx90a ./program
    ("%emulated_amd", "env LD_LIBRARY_PATH=" + os.path.join(config.oc_build, "emulate", "amd") +
     " OMP_TARGET_OFFLOAD=MANDATORY EMULATE_AMD"),
    ("%run_code", os.path.join(config.oc_build, "test", "Gpu", "amd", "run-code")),
    # A driver without a GPU, in the current directory.
    ("%fake_cuda", config.oc_clang + " -shared -fPIC -Wall -Wextra -Werror %S/Inputs/fake-cuda.c "
     "-Wl,-soname,libcuda.so.1 -o libcuda.so.1 && ln -s libcuda.so.1 libcuda.so"),
    ("%gcc", "/usr/bin/gcc"),
    ("%python", "/usr/bin/python3"),
]

for tool in ("ptxas", "nvcc", "cuobjdump", "cmake", "ninja", "pkg-config", "ccache", "distcc",
             "meson"):
    if shutil.which(tool):
        config.available_features.add(tool)
if shutil.which("clangd-22"):
    config.available_features.add("clangd")
if all(map(shutil.which, ("autoconf", "automake", "libtoolize", "make"))):
    config.available_features.add("autotools")
settings = subprocess.run([os.path.join(config.oc_build, "bin", "offloadcc"), "--offload-config"],
                          stdout=subprocess.PIPE, universal_newlines=True).stdout
for library in ("libdevice", "ocml"):
    if re.search(rf"^{library} +/", settings, re.MULTILINE):
        config.available_features.add(library)
hide_proc = ["unshare", "--map-root-user", "--mount", "mount", "-t", "tmpfs", "none", "/proc"]
if shutil.which("unshare") and subprocess.run(hide_proc, capture_output=True).returncode == 0:
    config.available_features.add("unshare")
if os.path.exists("/dev/kfd"):
    config.available_features.add("kfd")
if platform.machine() == "x86_64":
    config.available_features.add("x86_64")
    with open("/proc/cpuinfo", encoding="utf-8") as file:
        flags = set(file.read().split())
    if {"avx512f", "avx512bw", "avx512cd", "avx512dq", "avx512vl"} <= flags:
        config.available_features.add("avx512")

#!/bin/sh
# code-objects.sh LLVM_BINDIR DIRECTORY: makes what hsa-test loads. The test itself is
#   cc -D_GNU_SOURCE ../*.c *.c -lpthread -o hsa-test && ./hsa-test DIRECTORY
set -e
bin=$1 to=$2 from=$(dirname "$0")/kernels.ll
mkdir -p "$to"

make_one() { # name source options...
    name=$1 source=$2
    shift 2
    "$bin/llc" -mtriple=amdgcn-amd-amdhsa -relocation-model=pic -filetype=obj "$@" "$source" \
        -o "$to/$name.o"
    "$bin/ld.lld" -shared "$to/$name.o" -o "$to/$name.co"
}

sed 's/@number = .*/@number = external addrspace(1) global i32/' "$from" > "$to/undefined.ll"
make_one gfx1100 "$from" -mcpu=gfx1100
make_one gfx90a "$from" -mcpu=gfx90a
make_one gfx90a-xnack "$from" -mcpu=gfx90a -mattr=+xnack
make_one generic "$from" -mcpu=gfx11-generic --amdhsa-code-object-version=6
make_one undefined "$to/undefined.ll" -mcpu=gfx1100

// RUN: rm -rf %t && mkdir -p %t/work %t/out
// RUN: cd %t/work && %scan --source=%s --lang=c --out=%t/out --arch=none -- -isystem %S/../../include -c -o x.o \
// RUN:   -MD -MF x.d -MT x -MP -save-temps -g -O2 -save-temps=obj -v 2>&1 | count 0
// RUN: ls %t/work | count 0
// RUN: FileCheck %s < %t/out/unit.json
#include <offload.h>
offload_kernel void k(void)
{
}

// CHECK: "name": "k"

// -foffload-check: a lane that calls a lane function is in the mask that it passes.
//
// DEFINE: %{compiled} = %offloadcc -Wall -Werror -foffload-check %s
// RUN: %{compiled} -O2 --offload-arch=none -o %t && %t
// RUN: not --crash %t others 2>&1 | FileCheck %s
// RUN: %{compiled} -O0 --offload-arch=none -o %t && %t
// RUN: not --crash %t others 2>&1 | FileCheck %s
// RUN: %{compiled} -O2 --offload-arch=x86-64 -o %t && %t
// RUN: not --crash %t others 2>&1 | FileCheck %s
// RUN: %{compiled} -O2 -foffload-lanes=1 --offload-arch=none -o %t && %t others
// RUN: %offloadcc -O2 --offload-arch=none %s -o %t && %t others
#include <offload.h>
#include <string.h>

offload_kernel void sum(int n, unsigned mask, int x[n])
{
    size_t i = offload_global_id(0);
    x[i] = offload_lane_reduce_add(x[i], (unsigned long)mask);
}
// CHECK: check-lanes-in-their-masks.c:[[@LINE-2]]: sum: block: [0,0,0], thread: [4,0,0] {{.*}}the lane is in the mask that it passes

int main(int argc, char **argv)
{
    int x[32] = {0};
    unsigned mask = argc > 1 && strcmp(argv[1], "others") == 0 ? 0xf : ~0u;
    offload(sum, .blocks = {1}, .block_size = {32})(32, mask, x);
    return 0;
}

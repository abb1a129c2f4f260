// -foffload-check: the last row of an array may be a part of one. Then i + 1 may be outside although i % width + 1 is
// less than width, which is found as elsewhere.
//
// RUN: %offloadcc -O2 -foffload-check --offload-arch=none %s -o %t
// RUN: %t 64
// RUN: not --crash %t 60 2>&1 | FileCheck -check-prefix=SIZES %s
// RUN: not --crash %t 60 ints 2>&1 | FileCheck -check-prefix=INTS %s
// RUN: not --crash %t 64 left 2>&1 | FileCheck -check-prefix=LEFT %s
//
// SIZES: :[[# @LINE + 11]]: sizes: block: [1,0,0], thread: [27,0,0] index 60 is outside of parameter 'x' of kernel 'sizes', which has 60 elements
// INTS: :[[# @LINE + 20]]: ints: block: [1,0,0], thread: [27,0,0] index 60 is outside of parameter 'x' of kernel 'ints', which has 60 elements
// LEFT: left: block: [0,0,0], thread: [1,0,0] index {{-1|18446744073709551615}} is outside of parameter 'x' of kernel 'left', which has 64 elements
#include <offload.h>
#include <stdlib.h>
#include <string.h>

offload_kernel void sizes(size_t width, size_t n, const float x[n], float y[n])
{
    size_t i = offload_global_id(0), column = i % width;
    if (i < n)
        y[i] = column + 1 < width ? x[i + 1] : 0;
}

offload_kernel void ints(int width, int n, const float x[n], float y[n])
{
    int i = (int)offload_global_id(0);
    if (i >= n)
        return;
    int column = i % width;
    y[i] = (column > 0 ? x[i - 1] : 0) +
           (column + 1 < width ? x[i + 1] : 0);
}

// 1 % 8 is 1, so not at least 2, but it is more than 0.
offload_kernel void left(int width, int n, const float x[n], float y[n])
{
    int i = (int)offload_global_id(0);
    if (i < n && i % width > 0)
        y[i] = x[i - 2];
}

int main(int argc, char **argv)
{
    static float x[64], y[64];
    int n = argc > 1 ? atoi(argv[1]) : 64;
    const char *what = argc > 2 ? argv[2] : "";
    if (strcmp(what, "ints") == 0)
        offload(ints, .blocks = {2}, .block_size = {32})(8, n, x, y);
    else if (strcmp(what, "left") == 0)
        offload(left, .blocks = {2}, .block_size = {32})(8, n, x, y);
    else
        offload(sizes, .blocks = {2}, .block_size = {32})(8, (size_t)n, x, y);
}

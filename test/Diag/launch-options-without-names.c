// Options without their names, as CUDA's <<<blocks, threads>>> has them, or without the dot, and with a word that C has only
// since C23, are one error each, which says how they are written.
//
// RUN: not %offloadcc -std=gnu17 --offload-arch=none -c %s -o %t.o 2>&1 | FileCheck --implicit-check-not=error: --implicit-check-not=note: %s
#include <offload.h>

struct size {
    unsigned x, y, z;
};

offload_kernel void k(size_t n, float x[n])
{
    offload_for (i, n)
        x[i] = 1;
}

void launch(size_t n, float *x, struct size blocks)
{
    offload(k, 10)(n, x);
    // CHECK: launch-options-without-names.c:[[#@LINE-1]]:5: error: the options of a launch have names; write .threads = {10}
    offload(k, n / 2)(n, x);
    // CHECK: :[[#@LINE-1]]:5: error: the options of a launch have names; write .threads = {n / 2}
    offload(k, 64, 256)(n, x);
    // CHECK: :[[#@LINE-1]]:5: error: the options of a launch have names; write .blocks = {64}, .block_size = {256}
    offload(k, blocks)(n, x);
    // CHECK: :[[#@LINE-1]]:5: error: the options of a launch have names; write .threads = {blocks}
    offload(k, threads = {n}, .block_size = {64})(n, x);
    // CHECK: :[[#@LINE-1]]:5: error: the options of a launch begin with a dot; write .threads
    offload(k, cooperative = 1)(n, x);
    // CHECK: :[[#@LINE-1]]:5: error: the options of a launch begin with a dot; write .cooperative
    offload(k, .cooperative = true)(n, x);
    // CHECK: :[[#@LINE-1]]:5: error: 'true' is of C23, or of <stdbool.h>; include that, or write .cooperative = 1
}

// goto *label: in kernels and in functions, through tables of labels. GPUs have no such jump.
//
// RUN: %run_kernel -O2
// RUN: %run_kernel -O0 -g
#include <offload.h>

#include "Inputs/check.h"

enum { N = 1000 };

// A machine whose programs are strings: + doubles, - takes one away, . is the end.
static int run(const char *program, int value) {
    static const void *const operations[] = {&&end, &&twice, &&less};
next:
    goto *operations[*program == '+' ? 1 : *program == '-' ? 2 : 0];
twice:
    value *= 2, program++;
    goto next;
less:
    value--, program++;
    goto next;
end:
    return value;
}

offload_kernel void machines(size_t n, int x[n]) {
    size_t i = offload_global_id(0);
    if (i >= n)
        return;
    void *after = i % 2 ? &&odd : &&even;
    x[i] = run(i % 3 ? "+-+." : "--+-.", x[i]);
    goto *after;
odd:
    x[i] += 100000;
    return;
even:
    x[i] = -x[i];
}

int main(void) {
    static int x[N];
    for (int i = 0; i < N; i++)
        x[i] = i;
    offload(machines, .threads = {N})(N, x);
    for (int i = 0; i < N; i++) {
        int value = i % 3 ? (i * 2 - 1) * 2 : (i - 2) * 2 - 1;
        EQUAL(x[i], i % 2 ? value + 100000 : -value);
    }
    return finish();
}

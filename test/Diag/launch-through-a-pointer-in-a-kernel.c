// A launch in a kernel of what only the program's run shows.
// RUN: not %offloadcc -c %s -o %t.o 2>&1 | FileCheck %s
#include <offload.h>
offload_kernel void k(int which, int x[1]) {
    void (*const table[])(int, int *) = {k, k};
    offload(table[which])(0, x);
    // CHECK: :[[#@LINE-1]]:5: error: kernel 'k' launches a kernel, which only the host can do; call it as a function
}

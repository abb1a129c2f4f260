// A message about a launch names the kernel's line, and then the launch's own: also where what is
// wrong is found before anything runs, and after other launches. A plain call has none.
//
// RUN: %offloadcc -O2 --offload-arch=none %s -o %t
// RUN: not --crash %t 0 2>&1 | FileCheck --check-prefix=BOUND %s
// RUN: not --crash %t 1 2>&1 | FileCheck --check-prefix=GRID %s
// RUN: not --crash %t 2 2>&1 | FileCheck --check-prefix=CALL --implicit-check-not=note: %s
// RUN: %offloadcc -O2 --offload-arch=x86-64 %s -o %t.device
// RUN: not --crash %t.device 0 2>&1 | FileCheck --check-prefix=BOUND %s
// RUN: not --crash %t.device 1 2>&1 | FileCheck --check-prefix=GRID %s
#include <offload.h>
#include <stdlib.h>

offload_kernel void k(int n, float x[n])
{
    offload_for (i, (size_t)n)
        x[i] = 1;
}

static int minus_one(float *x)
{
    offload(k)(1, x);
    return -1;
}

int main(int argc, char **argv)
{
    static float x[100];
    offload(k)(100, x);
    switch (atoi(argv[argc - 1])) {
    case 0:
        // BOUND: messages-name-the-launch.c:14: offloadcc: error: kernel 'k': the bound 'n' of parameter 'x' is -1
        // BOUND-NEXT: messages-name-the-launch.c:[[#@LINE+1]]: offloadcc: note: the launch is here
        offload(k)(minus_one(x), x);
        break;
    case 1:
        // GRID: messages-name-the-launch.c:14: offloadcc: error: kernel 'k': a block of 2000 x 1 x 1 threads is too large
        // GRID-NEXT: messages-name-the-launch.c:[[#@LINE+1]]: offloadcc: note: the launch is here
        offload(k, .threads = {4}, .block_size = {1000 * (unsigned)argc})(4, x);
        break;
    case 2:
        // CALL: messages-name-the-launch.c:14: offloadcc: error: kernel 'k': the bound 'n' of parameter 'x' is -1
        k(minus_one(x), x);
    }
}

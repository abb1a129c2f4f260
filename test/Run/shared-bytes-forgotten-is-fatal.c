// A launch without .shared_bytes of a kernel that uses dynamic shared memory stops the program, wherever it would run.
//
// RUN: %offloadcc -O2 -Wno-offload-shared-bytes --offload-arch=none %s -o %t.cpu
// RUN: %offloadcc -O0 -Wno-offload-shared-bytes --offload-arch=x86-64 %s -o %t.image
// RUN: not --crash %t.cpu launch 2>&1 | FileCheck --check-prefix=LAUNCH %s
// RUN: not --crash %t.image launch 2>&1 | FileCheck --check-prefix=LAUNCH %s
// RUN: not --crash %t.cpu pointer 2>&1 | FileCheck --check-prefix=LAUNCH %s
// RUN: not --crash %t.image plain 2>&1 | FileCheck --check-prefix=PLAIN %s
// RUN: not --crash %t.cpu plain 2>&1 | FileCheck --check-prefix=PLAIN %s
// RUN: %t.cpu given | FileCheck --check-prefix=GIVEN %s
// RUN: %t.image given | FileCheck --check-prefix=GIVEN %s
#include <offload.h>
#include <stdio.h>
#include <string.h>

static int *memory(void)
{
    return offload_dynamic_shared();
}

offload_kernel void k(int use, int n, int x[n])
{
    unsigned t = offload_thread_id(0);
    if (use) {
        memory()[t] = x[t];
        offload_barrier();
        x[t] = memory()[(t + 1) % (unsigned)n];
    }
}

int main(int argc, char **argv)
{
    int x[64];
    for (int i = 0; i < 64; i++)
        x[i] = i;
    void (*pointer)(int, int, int *) = k;
    const char *what = argv[argc - 1];
    if (strcmp(what, "launch") == 0)
        offload(k, .blocks = {1}, .block_size = {64})(1, 64, x);
    if (strcmp(what, "pointer") == 0)
        offload(pointer, .blocks = {1}, .block_size = {64})(1, 64, x);
    if (strcmp(what, "plain") == 0)
        k(1, 64, x);
    offload(k, .threads = {0})(1, 64, x);                                          // runs nothing
    offload(k, .blocks = {1}, .block_size = {64}, .shared_bytes = 0)(0, 64, x); // and uses none
    offload(k, .blocks = {1}, .block_size = {64}, .shared_bytes = 256)(1, 64, x);
    printf("%d %d\n", x[0], x[63]);
}
// LAUNCH: :21: offloadcc: error: kernel 'k': it uses dynamic shared memory, but the launch does not say how much; set .shared_bytes in the launch
// LAUNCH: note: the launch is here
// PLAIN: :21: offloadcc: error: kernel 'k': it uses dynamic shared memory, and a plain call has none; launch it by offload(), with .shared_bytes
// GIVEN: 1 0

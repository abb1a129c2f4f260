// Destructors launch kernels with dynamic shared memory, whether there was such a launch before or
// not. A kernel that uses none leaves the program's signals alone.
//
// RUN: %offloadcc -O2 --offload-arch=none %s -o %t
// RUN: %t | FileCheck %s
// RUN: %t first | FileCheck %s
#include <offload.h>
#include <signal.h>
#include <stdio.h>

enum { N = 256 };
static int x[N];

offload_kernel void reverse(int x[N])
{
    int *tile = offload_dynamic_shared();
    size_t i = offload_thread_id(0);
    tile[i] = (int)i;
    offload_barrier();
    x[offload_global_id(0)] = tile[offload_block_size(0) - 1 - i];
}

offload_kernel void clear(int x[N])
{
    x[offload_global_id(0)] = 0;
}

static void launch(void)
{
    offload(reverse, .threads = {N}, .block_size = {64}, .shared_bytes = 64 * sizeof(int))(x);
}

__attribute__((destructor)) static void late(void)
{
    for (int round = 0; round < 1000; round++)
        launch();
    printf("late: %d %d\n", x[0], x[N - 1]);
}
// CHECK: late: 63 0

int main(int argc, char **argv)
{
    struct sigaction action;
    (void)argv;
    offload(clear, .threads = {N})(x);
    sigaction(SIGSEGV, NULL, &action);
    if (action.sa_handler != SIG_DFL)
        return 1;
    if (argc > 1)
        launch();
}

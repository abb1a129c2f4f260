// A thread that waits for a volatile variable in shared memory waits for ever on the CPU: threads of a block run one after
// the other. With OFFLOADCC_CHECK=1 that ends the program, whatever the optimisation.
//
// DEFINE: %{run} = env OFFLOADCC_CHECK=1 OFFLOADCC_CHECK_WAIT=1
// RUN: %offloadcc -O1 -Wno-offload --offload-arch=none %s -o %t.1 && not --crash %{run} %t.1 2>&1 | FileCheck %s
// RUN: %offloadcc -O3 -Wno-offload --offload-arch=none %s -o %t.3 && not --crash %{run} %t.3 2>&1 | FileCheck %s
// RUN: not --crash %{run} %t.3 dynamic 2>&1 | FileCheck %s
// CHECK: error: kernel '{{static|dynamic}}_memory': it seems to wait for ever: for 1 second, block [0,0,0] has only read again what nothing changes
#include <offload.h>

static inline void wait_for(volatile int *flag)
{
    *flag = 0;
    offload_barrier();
    if (offload_thread_id(0) == 0)
        while (!*flag)
            ;
    if (offload_thread_id(0) == 5)
        *flag = 1;
}

offload_kernel void static_memory(int done[1])
{
    offload_shared int flag;
    wait_for(&flag);
    *done = 1;
}

offload_kernel void dynamic_memory(int done[1])
{
    wait_for(offload_dynamic_shared());
    *done = 1;
}

int main(int argc, char **argv)
{
    int done = 0;
    (void)argv;
    if (argc > 1)
        offload(dynamic_memory, .blocks = {1}, .block_size = {64}, .shared_bytes = sizeof(int))(&done);
    else
        offload(static_memory, .blocks = {1}, .block_size = {64})(&done);
}

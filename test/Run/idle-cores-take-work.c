// A core that is done with its own stretch of blocks takes what another has not come to yet: the
// first block waits here until all blocks but its neighbours have run. OMP_SCHEDULE=static keeps
// each core to its stretch.
//
// RUN: %offloadcc -O2 --offload-arch=none %s -o %t.cpu
// RUN: env OMP_NUM_THREADS=2 %t.cpu | FileCheck %s
// RUN: env OMP_NUM_THREADS=2 OMP_SCHEDULE=static %t.cpu few | FileCheck --check-prefix=STATIC %s
// RUN: %offloadcc -O2 --offload-arch=x86-64 %s -o %t.image
// RUN: env OMP_NUM_THREADS=2 %t.image | FileCheck %s
// CHECK: 62 others ran meanwhile
// STATIC: 32 others ran meanwhile
#include <offload.h>
#include <stdio.h>

enum { BLOCKS = 64, NEIGHBOURS = 2 };

offload_kernel void meet(unsigned long turns, unsigned done[1], offload_out unsigned seen[1])
{
    if (offload_block_id(0) > 0) {
        offload_atomic_add(done, 1);
        return;
    }
    while (turns-- && offload_atomic_load(done) < BLOCKS - NEIGHBOURS)
        ;
    seen[0] = offload_atomic_load(done);
}

int main(int argc, char **argv)
{
    unsigned done = 0, seen = 0;
    unsigned long turns = argc > 1 ? 1ul << 28 : 1ul << 33;
    (void)argv;
    offload(meet, .blocks = {BLOCKS}, .block_size = {1})(turns, &done, &seen);
    printf("%u others ran meanwhile\n", seen);
    return 0;
}

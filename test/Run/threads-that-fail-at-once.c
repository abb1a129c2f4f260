// Where threads fail at the same time on the CPU, the first one's message is printed, and no other's.
//
// RUN: %offloadcc -O2 --offload-arch=none %s -o %t
// RUN: %python -c "import os, subprocess; [print(subprocess.run(['%t'], stderr=subprocess.PIPE, env=dict(os.environ, OMP_NUM_THREADS='2')).stderr.decode().count('failed')) for _ in range(100)]" | sort | uniq -c | FileCheck %s
// CHECK: 100 1{{$}}
// CHECK-NOT: {{.}}
#include <assert.h>
#include <offload.h>

enum { BLOCKS = 2 };

offload_kernel void fail(int n, int come[n])
{
    __atomic_fetch_add(&come[0], 1, __ATOMIC_SEQ_CST);
    for (int turn = 0; turn < 1 << 20 && __atomic_load_n(&come[0], __ATOMIC_SEQ_CST) < BLOCKS; turn++)
        ;
    assert(n != 1);
}

int main(void)
{
    int come[1] = {0};
    offload(fail, .blocks = {BLOCKS}, .threads = {1})(1, come);
}

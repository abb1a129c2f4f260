// What threads must do together stays where it was written: it is not joined with its like in
// another branch, not moved into or out of branches, and not copied.
//
// RUN: rm -rf %t && %offloadcc -O3 --device-only --offload-arch=sm_80,gfx90a --offload-artifacts=%t %s
// RUN: FileCheck --check-prefix=PTX %s < %t/convergence.c-*/sm_80.ptx
// RUN: llvm-objdump -d %t/convergence.c-*/gfx90a.hsaco | FileCheck --check-prefix=AMD %s
#include <offload.h>

// Two barriers remain two.
offload_kernel void branches(int n, int x[n])
{
    unsigned i = offload_thread_id(0);
    if (n > 5) {
        x[i] = 1;
        offload_barrier();
    } else {
        x[i + 1] = 2;
        offload_barrier();
    }
    x[i + 2] = x[i + 3];
}
// PTX-LABEL: .entry branches$(
// PTX: bar.sync
// PTX: bra
// PTX: bar.sync
// AMD-LABEL: <branches$>:
// AMD: s_barrier
// AMD: s_barrier

static void meet(void)
{
    offload_barrier();
}

// One barrier of a loop that is not known to run a multiple of any number.
offload_kernel void loop(int n, int rounds, int x[n])
{
    unsigned i = offload_thread_id(0);
    for (int round = 0; round < rounds; round++) {
        x[i] += x[i + 1];
        meet();
    }
}
// PTX-LABEL: .entry loop$(
// PTX: bar.sync
// PTX-NOT: bar.sync
// PTX-LABEL: .entry after$(
// AMD-LABEL: <loop$>:
// AMD: s_barrier
// AMD-NOT: s_barrier
// AMD-LABEL: <after$>:

// All lanes vote, though only some want the result.
offload_kernel void after(int n, unsigned long x[n], const int y[n])
{
    unsigned i = offload_thread_id(0);
    unsigned long votes = offload_lane_ballot(y[i] > 3);
    int other = offload_lane_shuffle_down(y[i], 1);
    if (i % 3 == 0)
        x[i] = x[i] * votes + (unsigned long)other;
}
// PTX: vote.sync.ballot
// PTX: shfl.sync
// PTX: bra
// AMD: v_cmp
// AMD: v_mov_b32_dpp {{.*}} wave_shl:1
// AMD: s_and_saveexec

// `#pragma unroll` over a barrier is followed where all threads of a block that come to the loop
// together make the same turns: it ends by what is the same for them. Elsewhere the loop stays, and
// the user hears of it.
//
// RUN: rm -rf %t && mkdir %t && cd %t
// RUN: %offloadcc -O2 --device-only --offload-arch=sm_80,gfx90a,gfx1100 --offload-artifacts=a -Wno-offload-divergent-barrier %s 2> said
// RUN: FileCheck %s --check-prefix=SAID --implicit-check-not=warning: < said
// RUN: llvm-dis -o - a/*/sm_80.bc | FileCheck %s --implicit-check-not='{{llvm.*barrier|call.*@meet}}'
// RUN: llvm-dis -o - a/*/gfx90a.bc | FileCheck %s --implicit-check-not='{{llvm.*barrier|call.*@meet}}'
// RUN: llvm-dis -o - a/*/gfx1100.bc | FileCheck %s --implicit-check-not='{{llvm.*barrier|call.*@meet}}'
// RUN: %offloadcc -O1 --device-only --offload-arch=sm_80 --offload-artifacts=b -w %s
// RUN: llvm-dis -o - b/*/sm_80.bc | FileCheck %s --check-prefix=O1
// RUN: %offloadcc -O0 --device-only --offload-arch=sm_80 --offload-artifacts=b -w %s
#include <offload.h>

struct grid {
    unsigned rows, columns;
};

#define KERNEL(name, ...)                                                                          \
    offload_kernel void name(size_t n, unsigned m, struct grid g, float y[n], const float x[n])    \
    {                                                                                              \
        unsigned me = offload_thread_id(0), i = (unsigned)offload_global_id(0);                    \
        __VA_ARGS__                                                                                \
    }
#define UNROLL(count) _Pragma(#count)
// Each thread adds up what its neighbours have.
#define TURN()                                                                                     \
    do {                                                                                           \
        y[i] += y[i + 1];                                                                          \
        offload_barrier();                                                                         \
    } while (0)

static void turn(unsigned i, float *y) {
    y[i] += y[i + 1];
    offload_barrier();
}
__attribute__((noinline)) static void meet(void) {
    offload_barrier();
}

// ---- Unrolled: four turns, and one in the loop that makes those that remain ----------------------

// CHECK-LABEL: define {{.*}}@"by_parameter$"
// CHECK-COUNT-5: barrier
// O1-LABEL: define {{.*}}@"by_parameter$"
// O1-COUNT-5: call {{.*}}barrier
KERNEL(by_parameter, UNROLL(unroll 4) for (unsigned c = 0; c < m; c++) TURN();)

// CHECK-LABEL: define {{.*}}@"by_member$"
// CHECK-COUNT-5: barrier
KERNEL(by_member, UNROLL(unroll 4) for (unsigned c = 0; c < g.rows; c++) TURN();)

// CHECK-LABEL: define {{.*}}@"by_geometry$"
// CHECK-COUNT-5: barrier
KERNEL(by_geometry, UNROLL(unroll 4) for (unsigned c = offload_block_id(0); c < offload_block_size(0); c++)
       TURN();)

// CHECK-LABEL: define {{.*}}@"in_function$"
// CHECK-COUNT-5: barrier
KERNEL(in_function, UNROLL(unroll 4) for (unsigned c = 0; c < m; c++) turn(i, y);)

// CHECK-LABEL: define {{.*}}@"in_called_function$"
// CHECK-COUNT-5: call {{.*}}@meet
KERNEL(in_called_function, UNROLL(unroll 4) for (unsigned c = 0; c < m; c++) {
    y[i] += y[i + 1];
    meet();
})

// Threads part before the loop, and in each turn, and meet again.
// CHECK-LABEL: define {{.*}}@"after_branch$"
// CHECK-COUNT-10: barrier
KERNEL(after_branch, if (me % 2) y[i] = 0; UNROLL(unroll 4) for (unsigned c = 0; c < m; c++) {
    TURN();
    if (x[i] > c)
        y[i] = c;
    TURN();
})

// CHECK-LABEL: define {{.*}}@"in_uniform_branch$"
// CHECK-COUNT-5: barrier
KERNEL(in_uniform_branch, if (m > 100) UNROLL(unroll 4) for (unsigned c = 0; c < m; c++) TURN();)

// Some threads do not come to the loop, or not as often. The others make its turns together.
// CHECK-LABEL: define {{.*}}@"after_return$"
// CHECK-COUNT-5: barrier
KERNEL(after_return, if (i >= n) return; UNROLL(unroll 4) for (unsigned c = 0; c < m; c++) TURN();)

// CHECK-LABEL: define {{.*}}@"in_branch$"
// CHECK-COUNT-5: barrier
KERNEL(in_branch, if (me < 32) UNROLL(unroll 4) for (unsigned c = 0; c < m; c++) TURN();)

// CHECK-LABEL: define {{.*}}@"in_another_loop$"
// CHECK-COUNT-5: barrier
KERNEL(in_another_loop, for (unsigned d = 0; d < me; d++) UNROLL(unroll 4) for (unsigned c = 0; c < m; c++) TURN();)

// (2 + 1) * (4 + 1)
// CHECK-LABEL: define {{.*}}@"nested$"
// CHECK-COUNT-15: barrier
KERNEL(nested, UNROLL(unroll 2) for (unsigned d = 0; d < g.columns; d++) UNROLL(unroll 4) for (
                   unsigned c = 0; c < m; c++) TURN();)

// The inner loop is not followed, the outer one is.
// CHECK-LABEL: define {{.*}}@"around_another$"
// CHECK-COUNT-10: barrier
KERNEL(around_another, UNROLL(unroll 4) for (unsigned d = 0; d < m; d++) {
    TURN();
    // SAID: :[[@LINE+2]]:5: warning: loop not unrolled
    UNROLL(unroll 2)
    for (unsigned c = 0; c < me; c++)
        TURN();
})

// Without a number, LLVM chooses one.
// CHECK-LABEL: define {{.*}}@"any_count$"
// CHECK-COUNT-9: barrier
KERNEL(any_count, UNROLL(unroll) for (unsigned c = 0; c < m; c++) TURN();)

// ---- Not unrolled ------------------------------------------------------------------------------

// CHECK-LABEL: define {{.*}}@"without_pragma$"
// CHECK-COUNT-1: barrier
KERNEL(without_pragma, for (unsigned c = 0; c < m; c++) TURN();)

// CHECK-LABEL: define {{.*}}@"by_thread$"
// CHECK-COUNT-1: barrier
// SAID: :[[@LINE+1]]:{{[0-9]+}}: warning: loop not unrolled
KERNEL(by_thread, UNROLL(unroll 4) for (unsigned c = 0; c < me; c++) TURN();)

// Other threads may write to it meanwhile.
// CHECK-LABEL: define {{.*}}@"by_element$"
// CHECK-COUNT-1: barrier
// SAID: :[[@LINE+1]]:{{[0-9]+}}: warning: loop not unrolled
KERNEL(by_element, unsigned rows = (unsigned)y[0]; UNROLL(unroll 4) for (unsigned c = 0; c < rows; c++) TURN();)

// CHECK-LABEL: define {{.*}}@"by_choice$"
// CHECK-COUNT-1: barrier
// SAID: :[[@LINE+1]]:{{[0-9]+}}: warning: loop not unrolled
KERNEL(by_choice, unsigned k = x[i] > 3 ? m : 5; UNROLL(unroll 4) for (unsigned c = 0; c < k; c++) TURN();)

// CHECK-LABEL: define {{.*}}@"by_what_turns_change$"
// CHECK-COUNT-1: barrier
// SAID: :[[@LINE+1]]:{{[0-9]+}}: warning: loop not unrolled
KERNEL(by_what_turns_change, unsigned k = m; UNROLL(unroll 4) for (unsigned c = 0; c < k; c++) {
    if (x[i] > c)
        k--;
    TURN();
})

// How often the first loop ran is each thread's own.
// CHECK-LABEL: define {{.*}}@"by_another_loop$"
// CHECK-COUNT-1: barrier
// SAID: :[[@LINE+3]]:{{[0-9]+}}: warning: loop not unrolled
KERNEL(by_another_loop, unsigned k; for (k = 0; k < m; k++) if (x[i * k] > 3)
       break;
       UNROLL(unroll 4) for (unsigned c = 0; c < k; c++) TURN();)

// CHECK-LABEL: define {{.*}}@"left_by_some$"
// CHECK-COUNT-1: barrier
// SAID: :[[@LINE+1]]:{{[0-9]+}}: warning: loop not unrolled
KERNEL(left_by_some, UNROLL(unroll 4) for (unsigned c = 0; c < m; c++) {
    if (x[i] > c)
        break;
    TURN();
})

// CHECK-LABEL: define {{.*}}@"in_function_with_loop$"
// CHECK: call {{.*}}@loop
__attribute__((noinline)) static void loop(unsigned m, unsigned i, float *y) {
    // SAID: :[[@LINE+1]]:{{[0-9]+}}: warning: loop not unrolled
    UNROLL(unroll 4) for (unsigned c = 0; c < m; c++) TURN();
}
KERNEL(in_function_with_loop, loop(m, i, y);)

// CHECK: define {{.*}}@meet
// CHECK: barrier
// CHECK: define {{.*}}@loop
// CHECK: barrier
// CHECK: declare {{.*}}barrier

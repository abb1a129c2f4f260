// -Woffload-divergent-barrier: barriers in branches and loops, and behind exits, whose condition
// depends on the thread. Every barrier here has one warning.
//
// RUN: rm -rf %t && mkdir %t
// RUN: %scan --source=%s --lang=c --out=%t --arch=none -- -isystem %S/../../include 2>&1 | FileCheck --implicit-check-not=warning: %s
#include <offload.h>

static void fetch(float *tile)
{
    tile[0] = 1;
    offload_barrier();
}
static void deeper(float *tile) { fetch(tile); }
static void innocent(float *tile) { tile[0] = 1; }

offload_kernel void branches(int n, float x[n])
{
    size_t i = offload_global_id(0);
    if (i < (size_t)n)
        offload_barrier();
    // CHECK: divergent-barriers.c:[[#@LINE-1]]:9: warning: call to 'offload_barrier' in 'branches' may not be reached by every thread of the block [-Woffload-divergent-barrier]
    // CHECK: divergent-barriers.c:[[#@LINE-3]]:9: note: the condition depends on the thread; threads that do not take this branch do not reach the barrier: if they return from the kernel, the others go on without their work, else the others may wait forever; move the barrier out of the branch, and leave only the work in it
    if (offload_thread_id(0) != 0)
        x[0] = 2;
    else if (n)
        x[1] = offload_block_reduce_add(x[0]);
    // CHECK: :[[#@LINE-1]]:16: warning: call to 'offload_block_reduce_add' in 'branches' may not be reached
    // CHECK: :[[#@LINE-5]]:9: note:
    if (n && offload_lane_id() == 3u)
        deeper(x);
    // CHECK: :[[#@LINE-1]]:9: warning: call to 'deeper', which has a barrier, in 'branches' may not be reached by every thread of the block [-Woffload-divergent-barrier]
    unsigned t = (unsigned)i & 31;
    t > 3 ? offload_barrier() : innocent(x);
    // CHECK: :[[#@LINE-1]]:13: warning:
    if (t && offload_block_reduce_max(n))
        x[0] = 1;
    // CHECK: :[[#@LINE-2]]:14: warning: call to 'offload_block_reduce_max' in 'branches'
    unsigned late;
    late = 2 * t + 1;
    switch (late) {
    case 0:
        break;
    default:
        offload_barrier();
        // CHECK: :[[#@LINE-1]]:9: warning:
    }
}

offload_kernel void loops(int n, float x[n])
{
    offload_for (i, n) {
        x[i] = 1;
        offload_barrier();
        // CHECK: :[[#@LINE-1]]:9: warning: call to 'offload_barrier' in 'loops'
        // CHECK: :[[#@LINE-4]]:5: note: the loop's condition depends on the thread; threads that have left the loop do not reach the barrier: if they return from the kernel, the others go on without their work, else the others may wait forever; let all threads of a block run the loop the same number of times, and put only the work under a condition
    }
    for (size_t i = offload_global_id(0); i < (size_t)n; i += offload_global_size(0))
        offload_barrier();
    // CHECK: :[[#@LINE-1]]:9: warning:
    // CHECK: :[[#@LINE-3]]:{{.*}}: note:
    int all = n * n;
    for (int i = (int)offload_thread_id(0); i < all; i += (int)offload_block_size(0))
        offload_barrier();
    // CHECK: :[[#@LINE-1]]:9: warning:
    // CHECK: :[[#@LINE-3]]:{{.*}}: note:
    unsigned t = offload_thread_id(1);
    while (t--)
        fetch(x);
    // CHECK: :[[#@LINE-1]]:9: warning: call to 'fetch', which has a barrier, in 'loops'
    int rounds = 0;
    do {
        offload_barrier();
        // CHECK: :[[#@LINE-1]]:9: warning:
        // CHECK: :[[#@LINE+2]]:{{.*}}: note: the loop's condition
        rounds++;
    } while ((unsigned)rounds < offload_thread_id(0));
    // What goes around a loop.
    unsigned last = 0;
    for (int i = 0; i < n; i++) {
        if (last)
            offload_barrier();
        // CHECK: :[[#@LINE-1]]:13: warning:
        last = offload_thread_id(0);
    }
}

offload_kernel void returns(int n, float x[n])
{
    size_t i = offload_global_id(0);
    if (i >= (size_t)n)
        return;
    x[i] = 1;
    offload_barrier();
    // CHECK: :[[#@LINE-1]]:5: warning: call to 'offload_barrier' in 'returns'
    // CHECK: :[[#@LINE-5]]:9: note: the condition depends on the thread; threads that leave here do not reach the barrier: if they return from the kernel, the others go on without their work, else the others may wait forever; let all threads reach the barrier, and put only the work under a condition
}

offload_kernel void breaks(int n, float x[n])
{
    unsigned t = offload_thread_id(0);
    for (int i = 0; i < n; i++) {
        offload_barrier();
        // CHECK: :[[#@LINE-1]]:9: warning: call to 'offload_barrier' in 'breaks'
        if (x[i] > 0 || (unsigned)i == t)
            break;
    }
    for (int i = 0; i < n; i++) {
        if (t == 3)
            continue;
        offload_barrier();
        // CHECK: :[[#@LINE-1]]:9: warning: call to 'offload_barrier' in 'breaks'
    }
    for (;;) {
        if (t > 7)
            break;
        t += 5;
        offload_barrier();
        // CHECK: :[[#@LINE-1]]:9: warning: call to 'offload_barrier' in 'breaks'
    }
    switch (n) {
    case 1:
        if (t)
            break;
        offload_barrier();
        // CHECK: :[[#@LINE-1]]:9: warning: call to 'offload_barrier' in 'breaks'
    }
    if (t)
        goto out;
    offload_barrier();
    // CHECK: :[[#@LINE-1]]:5: warning: call to 'offload_barrier' in 'breaks'
out:
    for (int i = 0; i < n; i++) {
        offload_barrier();
        // CHECK: :[[#@LINE-1]]:9: warning: call to 'offload_barrier' in 'breaks'
        if (t)
            return;
    }
}

// A program's own choices, made when it is compiled: code that is not chosen has no barrier.
enum { WIDE = 0 };
offload_kernel void chosen(int n, float x[n])
{
    int t = (int)offload_thread_id(0);
    if (t < n) {
        if (WIDE)
            offload_barrier();
        else
            x[t] = 1;
        WIDE ? offload_barrier() : (void)0;
        if (!WIDE)
            offload_barrier();
        // CHECK: :[[#@LINE-1]]:13: warning: call to 'offload_barrier' in 'chosen'
        if (WIDE)
            return;
    }
    offload_barrier();
    if (!WIDE && t == 3)
        return;
    offload_barrier();
    // CHECK: :[[#@LINE-1]]:5: warning: call to 'offload_barrier' in 'chosen'
}

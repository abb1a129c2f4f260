// What kernels and the host have printed is shown where a kernel, or the runtime for its sake, ends the program, though stdout
// is no terminal. Another thread that keeps the lock of stdout does not stop the program from ending.
//
// REQUIRES: x86_64
// DEFINE: %{options} =
// DEFINE: %{shows} = sh -c 'not --crash %t $0 2>/dev/null | FileCheck %s'
// DEFINE: %{all} = %{shows} exit && %{shows} abort && %{shows} assert && %{shows} outside && %{shows} barrier && %{shows} bound
// RUN: %offloadcc -Wno-offload -O2 -foffload-check --offload-arch=none %s -o %t && %{all}
// RUN: not --crash timeout 60 %t locked 2>&1 | FileCheck --check-prefix=LOCKED %s
// RUN: %offloadcc -Wno-offload -O2 -foffload-check --offload-arch=x86-64 %s -o %t && %{all}
// RUN: not --crash timeout 60 %t locked 2>&1 | FileCheck --check-prefix=LOCKED %s
// RUN: %offloadcc -Wno-offload -O2 -foffload-check --offload-arch=gfx1100 %s -o %t
// REDEFINE: %{shows} = sh -c 'not --crash %emulated_amd=gfx1100 %t $0 2>/dev/null | FileCheck %s'
// RUN: %{all}
// CHECK: of the host
// CHECK-NEXT: of thread 0
// LOCKED: the kernel called exit(4)
#include <assert.h>
#include <offload.h>
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

enum { EXIT, ABORT, ASSERT, OUTSIDE, BARRIER, BOUND, LOCKED };

offload_kernel void k(int what, int n, int x[n])
{
    int i = (int)offload_global_id(0);
    if (i == 0 && what != LOCKED)
        printf("of thread %d\n", i);
    offload_barrier();
    if (what == EXIT)
        exit(0);
    if (what == LOCKED)
        exit(4);
    if (what == ABORT)
        abort();
    assert(what != ASSERT);
    if (what == OUTSIDE)
        x[i + n] = 1;
    if (what == BARRIER && i == 3)
        offload_barrier();
    else if (what == BARRIER)
        offload_barrier();
}

static pthread_barrier_t locked;

static void *lock(void *unused)
{
    flockfile(stdout);
    pthread_barrier_wait(&locked);
    pause();
    return unused;
}

int main(int count, char **arguments)
{
    static const char *const names[] = {"exit", "abort", "assert", "outside", "barrier", "bound", "locked"};
    int what = 0, x[8] = {0};
    while (count > 1 && strcmp(names[what], arguments[1]) != 0)
        what++;
    if (what == LOCKED) {
        pthread_t thread;
        pthread_barrier_init(&locked, NULL, 2);
        pthread_create(&thread, NULL, lock, NULL);
        pthread_barrier_wait(&locked);
    } else {
        puts("of the host");
    }
    offload(k, .blocks = {1}, .block_size = {8})(what, 8, x);
    if (what == BOUND)
        offload(k, .blocks = {1}, .block_size = {8})(what, -8, x);
}

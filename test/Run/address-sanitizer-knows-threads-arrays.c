// AddressSanitizer knows the bounds of a thread's own variables, in kernels with barriers and
// without, and in functions that wait at barriers.
//
// RUN: %offloadcc -O0 -g -fsanitize=address --offload-arch=none %s -o %t.0
// RUN: %offloadcc -O2 -g -fsanitize=address --offload-arch=none %s -o %t.2
// RUN: %t.0 | FileCheck --check-prefix=RIGHT %s
// RUN: %t.2 | FileCheck --check-prefix=RIGHT %s
// RUN: not %t.0 plain 2>&1 | FileCheck --check-prefix=PLAIN %s
// RUN: not %t.2 plain 2>&1 | FileCheck --check-prefix=PLAIN %s
// RUN: not %t.0 carried 2>&1 | FileCheck --check-prefix=CARRIED %s
// RUN: not %t.2 carried 2>&1 | FileCheck --check-prefix=CARRIED %s
// RUN: not %t.0 member 2>&1 | FileCheck --check-prefix=MEMBER %s
// RUN: not %t.2 member 2>&1 | FileCheck --check-prefix=MEMBER %s
// RUN: not %t.0 waiting 2>&1 | FileCheck --check-prefix=WAITING %s
// RUN: not %t.2 waiting 2>&1 | FileCheck --check-prefix=OPTIMISED %s
#include <offload.h>
#include <stdio.h>
#include <string.h>

enum { N = 64 };
struct pair { long first[2], second; };

static int get(const int *a, int at)
{
    return a[at]; // PLAIN: AddressSanitizer: stack-buffer-overflow
    // PLAIN: arrays.c:[[#@LINE-1]]
    // CARRIED: AddressSanitizer: heap-buffer-overflow
    // CARRIED: arrays.c:[[#@LINE-3]]
}

offload_kernel void plain(int at, int x[N])
{
    int a[4];
    for (int i = 0; i < 4; i++)
        a[i] = x[i] + i;
    x[offload_thread_id(0)] = get(a, at);
}

offload_kernel void carried(int at, int x[N])
{
    int a[4];
    // CARRIED: allocated by
    // CARRIED: arrays.c:[[#@LINE-2]]
    for (int i = 0; i < 4; i++)
        a[i] = i;
    offload_barrier();
    x[offload_thread_id(0)] = get(a, at);
}

offload_kernel void member(int at, int x[N])
{
    struct pair pair = {{1, 2}, 3};
    long *second = &pair.second;
    offload_barrier();
    x[offload_thread_id(0)] = (int)second[at - 3]; // MEMBER: AddressSanitizer: heap-buffer-overflow
    // MEMBER: arrays.c:[[#@LINE-1]]
}

static int wait(int depth, int at)
{
    int a[4] = {4, 5, 6, 7};
    if (depth)
        return wait(depth - 1, at);
    offload_barrier();
    return a[at]; // WAITING: AddressSanitizer: heap-buffer-overflow
    // WAITING: arrays.c:[[#@LINE-1]]
    // OPTIMISED: AddressSanitizer: heap-buffer-overflow
    // OPTIMISED: in wait.fibre
}

offload_kernel void waiting(int at, int x[N])
{
    x[offload_thread_id(0)] = wait(2, at);
}

int main(int argc, char **argv)
{
    int x[N] = {0};
    const char *what = argc > 1 ? argv[1] : "";
    offload(plain, .blocks = {1}, .block_size = {1})(3 + (strcmp(what, "plain") == 0), x);
    printf("%d\n", x[0]);
    offload(carried, .blocks = {2}, .block_size = {N})(3 + (strcmp(what, "carried") == 0), x);
    printf("%d\n", x[N - 1]);
    offload(member, .blocks = {1}, .block_size = {N})(3 + (strcmp(what, "member") == 0), x);
    printf("%d\n", x[N - 1]);
    offload(waiting, .blocks = {1}, .block_size = {N})(3 + (strcmp(what, "waiting") == 0), x);
    printf("%d\n", x[N - 1]);
    // RIGHT: 3
    // RIGHT-NEXT: 3
    // RIGHT-NEXT: 3
    // RIGHT-NEXT: 7
}

// AddressSanitizer knows where shared memory begins and ends: static variables, also in functions
// that are not inlined, and dynamic shared memory of the launch's .shared_bytes.
//
// RUN: %offloadcc -O0 -g -fsanitize=address --offload-arch=none %s -o %t.0
// RUN: %offloadcc -O2 -g -fsanitize=address --offload-arch=none %s -o %t.2
// RUN: %t.0 | FileCheck --check-prefix=RIGHT %s
// RUN: %t.2 | FileCheck --check-prefix=RIGHT %s
// RUN: not %t.0 fixed 2>&1 | FileCheck --check-prefixes=FIXED %s
// RUN: not %t.2 fixed 2>&1 | FileCheck --check-prefixes=FIXED %s
// RUN: not %t.0 unbarred 2>&1 | FileCheck --check-prefixes=UNBARRED %s
// RUN: not %t.2 unbarred 2>&1 | FileCheck --check-prefixes=UNBARRED %s
// RUN: not %t.0 called 2>&1 | FileCheck --check-prefixes=CALLED %s
// RUN: not %t.2 called 2>&1 | FileCheck --check-prefixes=CALLED %s
// RUN: not %t.0 end 2>&1 | FileCheck --check-prefixes=DYNAMIC %s
// RUN: not %t.2 end 2>&1 | FileCheck --check-prefixes=DYNAMIC %s
// RUN: not %t.0 start 2>&1 | FileCheck --check-prefixes=DYNAMIC %s
// RUN: not %t.2 start 2>&1 | FileCheck --check-prefixes=DYNAMIC %s
#include <offload.h>
#include <stdio.h>
#include <string.h>

enum { N = 64 };

offload_kernel void fixed(int by, int x[N])
{
    offload_shared int s[N];
    unsigned t = offload_thread_id(0);
    s[(int)t + by] = x[t]; // FIXED: AddressSanitizer: stack-buffer-overflow
    // FIXED: shared-memory.c:[[#@LINE-1]]
    offload_barrier();
    x[t] = s[N - 1 - t];
    // FIXED: 's' <== Memory access
}

offload_kernel void unbarred(int by, int x[N])
{
    offload_shared int alone[N];
    unsigned t = offload_thread_id(0);
    alone[(int)t + by] = x[t]; // UNBARRED: AddressSanitizer: stack-buffer-overflow
    // UNBARRED: shared-memory.c:[[#@LINE-1]]
    x[t] = alone[t] + 1;
}

// Recursive, and so never inlined.
static int last_of(int depth, int by)
{
    offload_shared int deep[N];
    unsigned t = offload_thread_id(0);
    if (depth)
        return last_of(depth - 1, by) + 1;
    deep[(int)t + by] = 1; // CALLED: AddressSanitizer: stack-buffer-overflow
    // CALLED: shared-memory.c:[[#@LINE-1]]
    return deep[t];
}

offload_kernel void called(int by, int x[N])
{
    x[offload_thread_id(0)] = last_of(3, by);
}

offload_kernel void dynamic(int by, int x[N])
{
    int *s = offload_dynamic_shared();
    unsigned t = offload_thread_id(0);
    s[(int)t + by] = x[t]; // DYNAMIC: AddressSanitizer: heap-buffer-overflow
    // DYNAMIC: shared-memory.c:[[#@LINE-1]]
    offload_barrier();
    x[t] = s[N - 1 - t];
}

int main(int argc, char **argv)
{
    int x[N];
    const char *what = argc > 1 ? argv[1] : "";
    for (int i = 0; i < N; i++)
        x[i] = i;
    offload(fixed, .blocks = {1}, .block_size = {N})(strcmp(what, "fixed") == 0, x);
    offload(unbarred, .blocks = {1}, .block_size = {N})(strcmp(what, "unbarred") == 0, x);
    offload(dynamic, .blocks = {1}, .block_size = {N}, .shared_bytes = sizeof x)(
        (strcmp(what, "end") == 0) - (strcmp(what, "start") == 0), x);
    // RIGHT: 1 64
    printf("%d %d\n", x[0], x[N - 1]);
    offload(called, .blocks = {1}, .block_size = {N})(strcmp(what, "called") == 0, x);
    // RIGHT-NEXT: 4
    printf("%d\n", x[N - 1]);
}

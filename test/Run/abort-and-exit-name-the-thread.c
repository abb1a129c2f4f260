// abort and exit in a kernel end the program with a message that says which thread called them: on the CPU's
// cores and on a device, also in functions that the kernel calls, whatever the status. On the host they do what C says.
//
// REQUIRES: x86_64
// DEFINE: %{options} =
// DEFINE: %{check} = %offloadcc %{options} %s -o %t && not --crash %t abort 2>&1 | FileCheck --check-prefix=ABORT %s && not --crash %t exit 2>&1 | FileCheck --check-prefix=EXIT %s && %t host
// REDEFINE: %{options} = -O2 -g --offload-arch=x86-64
// RUN: %{check}
// REDEFINE: %{options} = -O0 -g --offload-arch=none
// RUN: %{check}
// REDEFINE: %{options} = -O2 --offload-arch=none
// RUN: %{check}
// ABORT: abort-and-exit-name-the-thread.c:[[#@LINE+8]]: check: block: [2,0,0], thread: [13,0,0] the kernel called abort()
// EXIT: abort-and-exit-name-the-thread.c:[[#@LINE+7]]: check: block: [1,0,0], thread: [31,0,0] the kernel called exit(0)
#include <offload.h>
#include <stdlib.h>
#include <string.h>

static void check(int v)
{
    if (v == 77) abort(); else if (v == 1063) exit(0);
}

// clang-format off
offload_kernel void k(int n, int x[n])
{
    int i = (int)offload_global_id(0);
    if (i < n)
        check(x[i]++);
}

int main(int count, char **arguments)
{
    static int x[256];
    int to_exit = count > 1 && strcmp(arguments[1], "exit") == 0;
    if (count > 1 && strcmp(arguments[1], "host") == 0)
        check(1063);
    for (int i = 0; i < 256; i++)
        x[i] = to_exit ? i + 1000 : i;
    offload(k, .blocks = {8}, .block_size = {32})(256, x);
    return 1;
}

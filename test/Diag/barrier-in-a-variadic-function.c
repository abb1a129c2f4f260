// A thread cannot wait in a function with variable arguments: on a CPU these are on a stack that the
// thread leaves meanwhile.
//
// RUN: not %offloadcc -O2 -g --offload-arch=none %s -o %t 2>&1 | FileCheck %s
#include <offload.h>
#include <stdarg.h>

static int sum(int count, ...)
{
    va_list list;
    va_start(list, count);
    int result = 0;
    for (int i = 0; i < count; i++)
        result += va_arg(list, int);
    offload_barrier();
    // CHECK: barrier-in-a-variadic-function.c:[[#@LINE-1]]:5: error: kernel 'k': threads cannot wait at a barrier in 'sum' on the CPU: it takes a variable number of arguments
    va_end(list);
    return result;
}

offload_kernel void k(int n, int x[n])
{
    x[offload_global_id(0)] = sum(2, n, 1);
}

int main(void)
{
    int x[1];
    offload(k, .threads = {1})(1, x);
}

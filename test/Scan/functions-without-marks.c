// With -fgpu-rdc, all external functions are offered to device code of other files, if they can be device code. What they
// need of other files counts only if device code uses them.
// RUN: rm -rf %t && mkdir %t
// RUN: not %scan --source=%s --lang=c --out=%t --arch=none -- -isystem %S/../../include -fgpu-rdc 2>&1 | count 0
// RUN: %python -c "import json; u = json.load(open('%/t/unit.json')); [print(o['name'], 'optional' in o, 'waits' in o, *[u['needs'][n]['name'] for n in o.get('reaches', [])]) for o in u['offers']]; [print('needs', n['name'], 'optional' in n) for n in u['needs']]" | FileCheck --implicit-check-not=host %s
//
// The last of the two options counts; and without it, there is nothing for other files here.
// RUN: not %scan --source=%s --lang=c --out=%t --arch=none -- -isystem %S/../../include -fgpu-rdc -fno-gpu-rdc 2>&1 | FileCheck --check-prefix=NEED %s
// NEED: error: kernel 'k' calls 'certain_need', which is not defined in this file
#include <offload.h>
#include <stdio.h>
#include <stdlib.h>

// CHECK: marked False False
offload_device int marked(int x)
{
    return x;
}
// CHECK-NEXT: plain True False
static int own(int x)
{
    return x + marked(x);
}
int plain(int x)
{
    return own(x);
}
// CHECK-NEXT: waiting True True
int waiting(int x)
{
    offload_barrier();
    return x;
}
// CHECK-NEXT: first True False some_need certain_need other_need
int some_need(int x), other_need(int x), certain_need(int x);
int even(int x);
int first(int x)
{
    return some_need(x) + even(x);
}
// CHECK-NEXT: odd True False other_need certain_need
int odd(int x)
{
    return x ? even(x - 1) : other_need(x);
}
// CHECK-NEXT: even True False certain_need other_need
int even(int x)
{
    return x ? odd(x - 1) : certain_need(x);
}
// CHECK-NEXT: k True True certain_need
offload_kernel void k(int y[1])
{
    y[0] = certain_need(1);
}
// CHECK-NEXT: needs certain_need False
// CHECK-NEXT: needs some_need True
// CHECK-NEXT: needs other_need True

static int host_count;
int host_by_pointer(int x);
int host_counts(int x)
{
    return host_count += x;
}
int host_by_other(int x)
{
    return x ? host_counts(x) : host_by_pointer(x);
}
int host_opens(void)
{
    return fopen("x", "r") != NULL;
}
int host_by_pointer(int x)
{
    int (*volatile f)(int) = host_by_other;
    return f(x);
}
unsigned host_assembly(unsigned x)
{
    __asm__("bswap %0" : "+r"(x));
    return x;
}
double host_wide(double x)
{
    return (double)(x * 3.0L);
}
long double host_result(void);
int host_wide_result(void)
{
    return host_result() > 0;
}
int host_variable_arguments(int n, ...)
{
    __builtin_va_list list;
    __builtin_va_start(list, n);
    int x = __builtin_va_arg(list, int);
    __builtin_va_end(list);
    return x;
}
void host_pause(void)
{
    __builtin_ia32_pause();
}
void host_launches(int y[1])
{
    offload(k, .threads = {1})(y);
}
int host_array(int n)
{
    int array[n];
    array[n - 1] = n;
    return array[n - 1];
}
static inline int host_inline_only(int x)
{
    return x;
}
int main(void)
{
    return host_inline_only(0);
}

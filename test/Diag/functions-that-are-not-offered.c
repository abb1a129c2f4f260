// -fgpu-rdc offers what can be device code. A warning that is off by default says what cannot, and why.
//
// RUN: %offloadcc -fgpu-rdc --offload-arch=none -Woffload-not-offered -c %s -o %t.o 2>&1 | FileCheck %s --implicit-check-not=warning:
// RUN: %offloadcc -fgpu-rdc --offload-arch=none -c %s -o %t.o 2>&1 | count 0
// RUN: %offloadcc --offload-arch=none -Woffload-not-offered -c %s -o %t.o 2>&1 | count 0
// RUN: not %offloadcc -fgpu-rdc --offload-arch=none -Werror=offload-not-offered -c %s -o %t.o 2>&1 | FileCheck --check-prefix=ERROR %s
// ERROR: error: function 'count' cannot be device code
#include <offload.h>
#include <stdio.h>

static int calls;

int offered(int x)
{
    return x;
}

// CHECK: :[[#@LINE+3]]:12: warning: function 'count' cannot be device code: it uses variable 'calls', which lives on the host; pass it as a parameter, mark it offload_global, or make it const [-Woffload-not-offered]
int count(int x)
{
    return calls += x;
}

static int twice(int x)
{
    return count(x) + count(x);
}

// CHECK: :21:12: warning: function 'four_times' cannot be device code: 'count' uses variable 'calls', which lives on the host
// CHECK: :[[#@LINE-4]]:12: note: 'count' is called by 'twice' here
// CHECK: :[[#@LINE+3]]:12: note: 'twice' is called by 'four_times' here
int four_times(int x)
{
    return twice(x) + twice(x);
}

// CHECK: :[[#@LINE+3]]:12: warning: function 'opens' cannot be device code: it calls 'fopen', which runs only on the host
int opens(void)
{
    return fopen("x", "r") != NULL;
}

// CHECK: :[[#@LINE+3]]:5: warning: function 'swaps' cannot be device code: it has assembly
unsigned swaps(unsigned x)
{
    __asm__("bswap %0" : "+r"(x));
    return x;
}

// CHECK: warning: function 'wide' cannot be device code: it uses the type 'long double'
double wide(double x)
{
    return (double)(x * 3.0L);
}

// The launch of a kernel that uses dynamic shared memory, itself or in what it calls, says how much.
//
// RUN: %offloadcc --offload-arch=none -c %s -o %t.o 2>&1 | FileCheck --implicit-check-not=warning: %s
// RUN: %offloadcc --offload-arch=none -Wno-offload-shared-bytes -c %s -o %t.o 2>&1 | count 0
#include <offload.h>

static float *memory(void) { return offload_dynamic_shared(); }
static float *(*const table[])(void) = {memory};
offload_kernel void direct(float x[1]) { *(float *)offload_dynamic_shared() = x[0]; }
offload_kernel void called(float x[1]) { *memory() = x[0]; }
offload_kernel void by_pointer(float x[1]) { *table[0]() = x[0]; }
offload_kernel void by_kernel(float x[1]) { direct(x); }
offload_kernel void none(float x[1]) { x[0] = sizeof(offload_dynamic_shared()); }
offload_kernel void never(float x[1]) { if (0) x = offload_dynamic_shared(); else x[0] = 1; }
offload_kernel void otherwise(float x[1]) { if (sizeof x[0] == 4) x[0] = 1; else *memory() = 2; }
offload_kernel void jump(float x[1]) { if (x[0] > 0) goto in; if (0) { in: *memory() = 2; } }

void launches(float *x)
{
    offload(direct, .threads = {1})(x);
    // CHECK: :[[#@LINE-1]]:5: warning: kernel 'direct' uses dynamic shared memory, but this launch does not say how much, which stops the program; set .shared_bytes in the launch [-Woffload-shared-bytes]
    // CHECK: :9:21: note: 'direct' is defined here
    offload(called)(x);
    // CHECK: :[[#@LINE-1]]:5: warning: kernel 'called' uses
    offload(by_pointer)(x);
    // CHECK: :[[#@LINE-1]]:5: warning: kernel 'by_pointer' uses
    offload(by_kernel)(x);
    // CHECK: :[[#@LINE-1]]:5: warning: kernel 'by_kernel' uses
    direct(x);
    // CHECK: :[[#@LINE-1]]:5: warning: kernel 'direct' uses dynamic shared memory, and a plain call has none, which stops the program; launch it by offload(), with .shared_bytes [-Woffload-shared-bytes]

    offload(direct, .shared_bytes = 4)(x);
    offload(called, .shared_bytes = 0)(x);
    offload(none)(x);
    offload(never)(x);
    offload(otherwise)(x);
    offload(jump)(x);
    // CHECK: :[[#@LINE-1]]:5: warning: kernel 'jump' uses
}

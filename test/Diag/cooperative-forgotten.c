// A launch of a kernel that calls offload_grid_barrier, itself or in what it calls, is cooperative.
//
// RUN: %offloadcc --offload-arch=none -c %s -o %t.o 2>&1 | FileCheck --implicit-check-not=warning: %s
// RUN: %offloadcc --offload-arch=none -Wno-offload-cooperative -c %s -o %t.o 2>&1 | count 0
#include <offload.h>
#include <stdbool.h>

static void meet(void) { offload_grid_barrier(); }
static void (*const table[])(void) = {meet};
offload_kernel void direct(float x[1]) { offload_grid_barrier(); }
offload_kernel void called(float x[1]) { meet(); }
offload_kernel void by_pointer(float x[1]) { table[0](); }
offload_kernel void by_kernel(float x[1]) { direct(x); }
offload_kernel void none(float x[1]) { offload_barrier(); }

void launches(float *x, bool is)
{
    offload(direct, .blocks = {4})(x);
    // CHECK: :[[#@LINE-1]]:5: warning: kernel 'direct' calls offload_grid_barrier(), for which all blocks have to run at the same time; without .cooperative = true, this launch stops the program [-Woffload-cooperative]
    // CHECK: :10:21: note: 'direct' is defined here
    offload(called)(x);
    // CHECK: :[[#@LINE-1]]:5: warning: kernel 'called' calls
    offload(by_pointer, .cooperative = false)(x);
    // CHECK: :[[#@LINE-1]]:5: warning: kernel 'by_pointer' calls
    offload(by_kernel)(x);
    // CHECK: :[[#@LINE-1]]:5: warning: kernel 'by_kernel' calls
    direct(x);
    // CHECK: :[[#@LINE-1]]:5: warning: kernel 'direct' calls offload_grid_barrier(), and a plain call is not a cooperative launch, which stops the program; launch it by offload(), with .cooperative = true [-Woffload-cooperative]

    offload(direct, .cooperative = true)(x);
    offload(called, .blocks = {4}, .cooperative = is)(x);
    offload(none, .threads = {1})(x);
    offload(none, .threads = {1}, .cooperative = true)(x);
}

// What kernels read and write of their arrays, directly and through functions.
// RUN: rm -rf %t && %offloadcc -O2 --device-only --offload-arch=x86-64,sm_90 --offload-artifacts=%t %s
// RUN: %python %S/Inputs/show.py %t | FileCheck %s --check-prefixes=CHECK,O2 --match-full-lines --implicit-check-not=sm_90:
// RUN: %offloadcc -O0 --device-only --offload-arch=x86-64,sm_90 --offload-artifacts=%t %s
// RUN: %python %S/Inputs/show.py %t | FileCheck %s --check-prefixes=CHECK,O0 --match-full-lines --implicit-check-not=sm_90:
#include <offload.h>
#include <stdint.h>
#include <string.h>

#define ID offload_global_id(0)

// O2: unused.x: nothing
// O0: unused.x: reads
// CHECK: unused.y: nothing
offload_kernel void unused(size_t n, const float x[n], float y[n]) {
    (void)x[ID];
    if (y)
        (void)n;
}

// CHECK: only_read.x: reads
offload_kernel void only_read(size_t n, float x[n], int y[1]) {
    if (ID < n && x[ID] > 0)
        offload_atomic_add(y, 1);
}

// CHECK: read_as_bytes.x: reads
// CHECK: read_as_bytes.y: writes
offload_kernel void read_as_bytes(size_t n, float x[n], unsigned char y[4 * n]) {
    memcpy(y + 4 * ID, x + ID, 4);
}

static float sum(const float *from, size_t count) {
    return count ? *from + sum(from + 1, count - 1) : 0;
}
static void clear(float *to, size_t count) {
    if (count) {
        *to = 0;
        clear(to + 1, count - 1);
    }
}
// CHECK: recursive.x: reads
// CHECK: recursive.y: writes
// CHECK: recursive.z: writes
offload_kernel void recursive(size_t n, float x[n], float y[n], float z[1]) {
    clear(y, n);
    if (ID == 1)
        *z = sum(x, n);
}

static __attribute__((noinline)) float *pass(float *x) {
    return x;
}
// CHECK: returned.x: writes
offload_kernel void returned(size_t n, float x[n]) {
    if (ID + 1 < n)
        *pass(x + ID) = 1;
}

// CHECK: printed.x: reads, writes
offload_kernel void printed(size_t n, char x[n]) {
    extern int printf(const char *, ...);
    printf("%s\n", x);
}

static void write_one(int *y) {
    *y = 1;
}
// CHECK: by_function_pointer.y: reads, writes
offload_kernel void by_function_pointer(size_t n, int which, int y[n]) {
    void (*volatile call)(int *) = write_one;
    call(y);
}

// CHECK: behind_a_pointer_of_its_own.y: writes
offload_kernel void behind_a_pointer_of_its_own(size_t n, float y[n]) {
    float *at = y;
    while (at < y + n)
        *at++ = 1;
}

// CHECK: volatile_read.x: reads
offload_kernel void volatile_read(size_t n, volatile float x[n]) {
    (void)x[0];
}

// CHECK: on_a_way_never_taken.x: reads
offload_kernel void on_a_way_never_taken(size_t n, float x[n], int y[1]) {
    if (sizeof(float) == 8)
        x[ID] = 1;
    if (x[ID] > 0)
        offload_atomic_add(y, 1);
}

// CHECK: moved_within.x: reads, writes
offload_kernel void moved_within(size_t n, float x[n]) {
    memmove(x, x + 1, 4 * (n - 1));
}

// CHECK: address_as_a_number.x: reads, writes
// CHECK: address_as_a_number.y: writes; whole: bytes 8
offload_kernel void address_as_a_number(size_t n, float x[n], uintptr_t y[1]) {
    *y = (uintptr_t)x;
}

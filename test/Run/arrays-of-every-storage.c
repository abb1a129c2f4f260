// Arrays may be anywhere: on the stack, static, thread-local, constant, allocated, mapped from
// memory or from files that cannot be written; they may have no elements, and then be null.
//
// RUN: %offloadcc -O2 --offload-arch=none %s -o %t.cpu
// RUN: %t.cpu | FileCheck %s
// RUN: %offloadcc -O2 --offload-arch=x86-64 %s -o %t.image
// RUN: env OMP_TARGET_OFFLOAD=mandatory %t.image | FileCheck %s
#include <offload.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/mman.h>

offload_kernel void increment(size_t n, int y[n], const int by[1])
{
    size_t i = offload_global_id(0);
    if (i < n)
        y[i] += by[0];
}

offload_kernel void nothing(size_t n, int x[n], size_t m, const float y[n][m], int ran[1])
{
    ran[0] += x == NULL || n == 0;
}

static const int three[1] = {3};
static int in_static_storage[100];
static _Thread_local int of_a_thread[100];

static void show(int *array)
{
    offload(increment, .threads = {100})(100, array, three);
    printf("%d %d\n", array[0], array[99]);
}

int main(void)
{
    int on_the_stack[100] = {[99] = 1};
    show(on_the_stack);
    show(in_static_storage);
    show(of_a_thread);
    int *allocated = calloc(100, sizeof(int));
    show(allocated);
    free(allocated);
    int *mapped = mmap(NULL, 4096, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
    show(mapped);
    // What is const need not be writable.
    mprotect(mapped, 4096, PROT_READ);
    offload(increment, .threads = {100})(100, in_static_storage, mapped);
    printf("%d\n", in_static_storage[99]);
    int ran[1] = {0};
    nothing(0, NULL, 5, NULL, ran);
    nothing(0, on_the_stack, 0, (float (*)[0])mapped, ran);
    nothing(0, ran, 1, NULL, ran);
    printf("%d\n", ran[0]);
}
// CHECK: 3 4
// CHECK-COUNT-4: 3 3
// CHECK: 6
// CHECK: 3

// printf, puts and putchar in a kernel: integers, floating point, strings, characters, from one thread and from many.
//
// RUN: %run_kernel -O2
// RUN: %run_kernel -O0
// RUN: %if !sanitized %{ env OMP_TARGET_OFFLOAD=MANDATORY %t | FileCheck %s %}
// RUN: %if !sanitized %{ env OMP_TARGET_OFFLOAD=DISABLED %t | FileCheck %s %}
#include <offload.h>

#include "Inputs/check.h"

offload_kernel void speak(int n, const double x[n]) {
    if (offload_global_id(0) == 3) {
        printf("one thread of %lu, value %.3f, %s %c %d%%\n", offload_global_size(0), x[3], "text",
               'c', -5);
        printf("%5u|%-5d|%05ld|%llx|%g\n", 42u, 7, 123L, 0xabcdefabcdefULL, x[2]);
        printf("no arguments\n");
        puts("a line");
        putchar('0' + (int)x[0]);
        putchar('\n');
    }
}

offload_kernel void chorus(void) {
    printf("thread %u of block %u\n", offload_thread_id(0), offload_block_id(0));
}

int main(void) {
    double x[4] = {1, 2, 3.25, 4.5};
    offload(speak, .blocks = {2}, .block_size = {4})(4, x);
    offload(chorus, .blocks = {2}, .block_size = {2})();
    return finish();
}
// CHECK: one thread of 8, value 4.500, text c -5%
// CHECK-NEXT: {{^   42\|7    \|00123\|abcdefabcdef\|3.25$}}
// CHECK-NEXT: no arguments
// CHECK-NEXT: a line
// CHECK-NEXT: {{^1$}}
// CHECK-DAG: thread 0 of block 0
// CHECK-DAG: thread 1 of block 0
// CHECK-DAG: thread 0 of block 1
// CHECK-DAG: thread 1 of block 1
// CHECK: PASS

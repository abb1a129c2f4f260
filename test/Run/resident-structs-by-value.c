// A struct that is passed by value in memory ends with the function that has it as a parameter. Its place on the stack is
// that of another call's arguments later.
// REQUIRES: x86_64
// RUN: %offloadcc -O2 --offload-arch=x86-64 %s -o %t
// RUN: env OFFLOADCC_RESIDENT=off %t | FileCheck %s
// RUN: env OFFLOADCC_RESIDENT=poison %t | FileCheck %s
// RUN: %t | FileCheck %s
// RUN: %offloadcc -O0 --offload-arch=x86-64 %s -o %t && %t | FileCheck %s
#include <offload.h>
#include <stdio.h>

struct values {
    int at[32];
};

offload_kernel void add(size_t n, int more, int x[n]) {
    offload_for (i, n)
        x[i] += more;
}

__attribute__((noinline)) static int add_one(struct values v) {
    offload(add)(32, 1, v.at);
    return v.at[0];
}

__attribute__((noinline)) static int leave_behind(int more, struct values v, struct values w) {
    offload(add)(32, more, v.at);
    offload(add)(32, more, w.at);
    return 1;
}

__attribute__((noinline)) static int add_many(int a, int b, int c, int d, int e, int f, long g, long h, long i, long j,
                                              long k, long l, long m, long n, long o, long p) {
    puts("many");
    return (int)(a + b + c + d + e + f + g + h + i + j + k + l + m + n + o + p);
}

// CHECK: 2 102
// CHECK-NEXT: many
// CHECK-NEXT: 136
int main(int argc, char **argv) {
    (void)argv;
    struct values a = {{1}}, b = {{101}};
    int first = add_one(a), one = leave_behind(1000, b, a);
    printf("%d %d\n", first, add_one(b));
    one = leave_behind(1000, b, a);
    printf("%d\n", add_many(one, 2, 3, 4, 5, 6, 6 + argc, 7 + argc, 8 + argc, 9 + argc, 10 + argc, 11 + argc, 12 + argc,
                            13 + argc, 14 + argc, 15 + argc));
    return 0;
}

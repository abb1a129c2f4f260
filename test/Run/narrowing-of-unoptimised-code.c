// Code that is not optimised loads what nobody uses: where that is an index, a divisor or what a
// loop runs to, its array goes to the device. At -O0, and with optnone and noinline at -O2.
// REQUIRES: x86_64
// RUN: %offloadcc -w -O0 %s --offload-arch=x86-64 -o %t
// RUN: env MALLOC_PERTURB_=85 OMP_TARGET_OFFLOAD=MANDATORY %t | FileCheck %s
// RUN: %offloadcc -w -O2 %s --offload-arch=x86-64 -o %t
// RUN: env MALLOC_PERTURB_=85 OMP_TARGET_OFFLOAD=MANDATORY %t | FileCheck %s
// RUN: %offloadcc -w -O2 -DOPTNONE %s --offload-arch=x86-64 -o %t
// RUN: env MALLOC_PERTURB_=85 OMP_TARGET_OFFLOAD=MANDATORY %t | FileCheck %s
// RUN: %offloadcc -w -O0 -Xclang -disable-O0-optnone %s --offload-arch=x86-64 -o %t
// RUN: env MALLOC_PERTURB_=85 OMP_TARGET_OFFLOAD=MANDATORY %t | FileCheck %s
#include <offload.h>
#include <stdio.h>
#include <string.h>

#ifdef OPTNONE
#pragma clang optimize off
#endif

enum { N = 1000 };

offload_kernel void index_of(int n, const unsigned p[n], const int x[n], int y[n]) {
    offload_for (i, n) {
        int unused = x[p[i]];
        y[i] = (int)i;
    }
}

offload_kernel void divisor(int n, const int d[n], int y[n]) {
    offload_for (i, n) {
        int unused = 100 / (d[i] - 0x55555555) + 100 / (d[i] - ~0x55555555);
        y[i] = (int)i;
    }
}

static void advance(const int *from, int *to) {
    *to = *from;
}

offload_kernel void bound_of_a_loop(int n, const int m[n], const int x[n], int y[n]) {
    offload_for (i, n) {
        int unused = 0, end;
        advance(&m[i], &end);
        for (int k = 0; k < end; k++)
            unused += x[k];
        y[i] = (int)i;
    }
}

struct link {
    int padding[40], next;
};
offload_kernel void index_in_a_struct(int n, const struct link links[n], const int x[n], int y[n]) {
    offload_for (i, n) {
        struct link link = links[i];
        int unused = x[link.next];
        y[i] = (int)i;
    }
}

__attribute__((pure)) static int at(const int *x, const unsigned *p, size_t i) {
    return x[p[i]];
}
offload_kernel void of_a_pure_function(int n, const unsigned p[n], const int x[n], int y[n]) {
    offload_for (i, n) {
        (void)at(x, p, i);
        y[i] = (int)i;
    }
}

__attribute__((noinline)) static int ignore(int unused, int value) {
    return value;
}
offload_kernel void to_a_function(int n, const int d[n], int y[n]) {
    offload_for (i, n)
        y[i] = ignore(100 / (d[i] - ~0x55555555), (int)i);
}

struct table {
    int n;
    const unsigned *p offload_count(n);
    const int *x offload_count(n);
};
offload_kernel void in_a_struct(struct table t, int y[t.n]) {
    offload_for (i, t.n) {
        int unused = t.x[t.p[i]];
        y[i] = (int)i;
    }
}

int main(void) {
    static unsigned p[N];
    static int x[N], ones[N], y[N];
    static struct link links[N];
    for (int i = 0; i < N; i++)
        ones[i] = 1;
    offload(index_of)(N, p, x, y);
    printf("%d\n", y[N - 1]); // CHECK: 999
    offload(divisor)(N, ones, y);
    offload(bound_of_a_loop)(N, ones, x, y);
    offload(index_in_a_struct)(N, links, x, y);
    offload(of_a_pure_function)(N, p, x, y);
    memset(y, 0, sizeof y);
    offload(to_a_function)(N, ones, y);
    printf("%d\n", y[N - 1]); // CHECK: 999
    memset(y, 0, sizeof y);
    offload(in_a_struct)((struct table){N, p, x}, y);
    printf("%d\n", y[N - 1]); // CHECK: 999
}

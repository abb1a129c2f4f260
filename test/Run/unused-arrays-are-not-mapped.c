// What pointers in structs point to, and no code of the kernel uses, is not mapped, and its count may
// be anything: on every target, at every level of optimisation.
// RUN: %offloadcc -w -O2 %s --offload-arch=none -o %t && %t | FileCheck %s
// RUN: %offloadcc -w -O0 %s --offload-arch=none -o %t && %t | FileCheck %s
// RUN: %if x86_64 %{ %offloadcc -w -O2 %s --offload-arch=x86-64 -o %t %}
// RUN: %if x86_64 %{ env OMP_TARGET_OFFLOAD=MANDATORY %t | FileCheck %s %}
// RUN: %if x86_64 %{ %offloadcc -w -O0 %s --offload-arch=x86-64 -o %t %}
// RUN: %if x86_64 %{ env OMP_TARGET_OFFLOAD=MANDATORY %t | FileCheck %s %}
// RUN: %if x86_64 %{ %offloadcc -w -O1 %s --offload-arch=x86-64,sm_90,gfx90a -o %t %}
// RUN: %if x86_64 %{ %t | FileCheck %s %}
#include <offload.h>
#include <stdio.h>

enum { N = 100 };

struct inner {
    double *used offload_count(n);
    int n;
    double *unused offload_count(m);
    int m;
};
struct outer {
    double *used offload_count(n);
    unsigned long n;
    double *unused offload_count(m);
    unsigned long m;
    struct inner *inner offload_count(inners);
    int inners;
    struct inner *other offload_count(others);
    int others;
};

offload_kernel void by_value(struct outer s, double y[s.n]) {
    offload_for (i, s.n)
        y[i] = 2 * s.used[i] + s.inner->used[0] + !s.unused + !s.other;
}

static double sum(struct outer s, size_t i) {
    struct inner inner = *s.inner;
    return 2 * s.used[i] + inner.used[0];
}
offload_kernel void passed_on(struct outer s, double y[s.n]) {
    struct outer copy = s;
    offload_for (i, s.n)
        y[i] = sum(copy, i);
}

offload_kernel void in_an_array(int n, struct outer s[n], double y[n]) {
    offload_for (i, n)
        y[i] = 2 * s[i].used[0] + s[i].inner[0].used[0] + !s[i].unused;
}

offload_kernel void in_an_array_copied(int n, struct outer s[n], double y[n]) {
    offload_for (i, n) {
        struct outer *at = &s[i], copy = *at;
        y[i] = sum(copy, 0);
        at->m++;
    }
}

offload_kernel void parameter(size_t n, size_t m, const double x[m], double y[n]) {
    offload_for (i, n)
        y[i] = x ? (double)i : -1;
}

int main(void) {
    static double a[N], b[1] = {1}, y[N];
    for (int i = 0; i < N; i++)
        a[i] = i;
    double *nowhere = (double *)16;
    struct inner inner = {b, 1, nowhere, -7};
    struct outer all = {a, N, nowhere, 1UL << 61, &inner, 1, (struct inner *)nowhere, -1};
    static struct outer s[N];
    for (int i = 0; i < N; i++) {
        s[i] = all;
        s[i].used += i;
        s[i].n = 1;
    }
    s[N - 1].unused = NULL;
    offload(by_value)(all, y);
    printf("%g\n", y[7]); // CHECK: 15
    offload(passed_on)(all, y);
    printf("%g\n", y[8]); // CHECK: 17
    offload(in_an_array)(N, s, y);
    printf("%g %g\n", y[9], y[N - 1]); // CHECK: 19 200
    offload(in_an_array_copied)(N, s, y);
    printf("%g\n", y[10]); // CHECK: 21
    // CHECK: 1 1 1 1
    printf("%d %d %d %d\n", s[10].unused == nowhere, s[10].used == &a[10],
           s[10].m == (1UL << 61) + 1, !s[N - 1].unused);
    offload(parameter)(N, 1UL << 55, nowhere, y);
    printf("%g\n", y[11]); // CHECK: 11
}

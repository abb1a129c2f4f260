// One file may have `#pragma omp target` regions, compiled for -fopenmp-targets, and kernels. Both see
// the same data. Regions keep their names where two files have alike ones.
//
// REQUIRES: x86_64
// DEFINE: %{build} = %offloadcc -fopenmp -fopenmp-targets=x86_64-pc-linux-gnu -Wall -Werror
// RUN: cp %s %t.other.c
// RUN: %{build} -O2 --offload-arch=x86-64 -c %s -o %t.1.o
// RUN: %{build} -O2 --offload-arch=x86-64 -DOTHER -c %t.other.c -o %t.2.o
// RUN: %{build} %t.1.o %t.2.o -o %t && %t | FileCheck --check-prefixes=CHECK,DEVICE %s
// RUN: env OMP_TARGET_OFFLOAD=disabled %t | FileCheck --check-prefixes=CHECK,HOST %s
// RUN: %{build} -O0 -g -DALONE --offload-arch=x86-64 %s -o %t && %t | FileCheck --check-prefixes=CHECK,DEVICE %s
// RUN: %{build} -O2 -DALONE --offload-arch=none %s -o %t && %t | FileCheck --check-prefixes=CHECK,DEVICE %s
// RUN: %{build} -O2 -DOTHER --offload-arch=x86-64 -fPIC -shared %t.other.c -o %t.so
// RUN: %{build} -O2 --offload-arch=x86-64 %s %t.so -o %t && %t | FileCheck --check-prefixes=CHECK,DEVICE %s
// RUN: rm -rf %t.dir && mkdir %t.dir && cd %t.dir
// RUN: %{build} -O2 -DALONE --offload-arch=x86-64 -save-temps %s -o saved && ./saved | FileCheck --check-prefixes=CHECK,DEVICE %s
// RUN: %{build} -O2 -DALONE --offload-arch=x86-64 --device-only --offload-artifacts=. %s
// RUN: %{build} -O2 -DALONE --offload-arch=x86-64 --host-only --offload-artifacts=. %s -o staged && ./staged | FileCheck --check-prefixes=CHECK,DEVICE %s
#include <offload.h>
#include <omp.h>
#include <stdio.h>

enum { N = 100 };

#pragma omp begin declare target
__attribute__((unused)) static float plus(float a) { return a + 1; }
#pragma omp end declare target

#ifdef OTHER
enum { OWN = 2 };
#else
enum { OWN = 1 };
#endif

static int region(void)
{
    int own = 0;
#pragma omp target map(tofrom : own)
    own = OWN;
    return own;
}

static offload_kernel void k(int x[1])
{
    x[0] = OWN;
}

#ifdef OTHER
void other(void)
{
    int x[1];
    offload(k, .threads = {1})(x);
    printf("other %d %d\n", region(), x[0]);
}
#else
void other(void);
offload_global int by = 2;

offload_kernel void multiply(size_t n, float x[n])
{
    offload_for (i, n)
        x[i] *= (float)by;
}

offload_kernel void add(size_t n, offload_device_ptr float *x, const offload_device_ptr float *y)
{
    offload_for (i, n)
        x[i] += y[i];
}

int main(void)
{
    static float x[N], y[N];
    int on_device = 0, one[1], device = omp_get_default_device();
    for (int i = 0; i < N; i++) {
        x[i] = (float)i;
        y[i] = 1;
    }
    offload(k, .threads = {1})(one);
    // CHECK: own 1 1
    printf("own %d %d\n", region(), one[0]);
#ifndef ALONE
    other();
#else
    puts("other 2 2");
#endif
    // CHECK: other 2 2
    offload_data(offload_tofrom(x, N)) {
        offload(multiply)(N, x);
#pragma omp target map(tofrom : x, on_device)
        {
            on_device = !omp_is_initial_device();
            for (int i = 0; i < N; i++)
                x[i] = plus(x[i]);
        }
        offload(multiply)(N, x);
    }
    // HOST: on a device: 0
    // DEVICE: on a device: 1
    printf("on a device: %d\n", on_device);
    // CHECK: region 22
    printf("region %g\n", x[5]);
#pragma omp target enter data map(to : x, y)
    offload(add)(N, omp_get_mapped_ptr(x, device), omp_get_mapped_ptr(y, device));
#pragma omp target data use_device_addr(x, y)
    offload(add)(N, x, y);
#pragma omp target exit data map(from : x) map(release : y)
    // CHECK: pointers 24
    printf("pointers %g\n", x[5]);
}
#endif

// A launch is not taken for a call of a function that is none of the program's: with control flow integrity programs run,
// of one file and where another file launches, and the user's own calls are still checked.
//
// DEFINE: %{cfi} = -O2 -flto=thin -fvisibility=hidden -fuse-ld=lld -fsanitize=cfi
// DEFINE: %{kcfi} = -O2 -fsanitize=kcfi
// RUN: %offloadcc --offload-arch=none %{cfi} -DKERNEL -DMAIN %s -o %t && %t
// RUN: %offloadcc --offload-arch=x86-64 %{cfi} -DKERNEL -DMAIN %s -o %t && env OMP_TARGET_OFFLOAD=MANDATORY %t
// RUN: %offloadcc --offload-arch=none -O2 -flto -fvisibility=hidden -fuse-ld=lld -fsanitize=cfi-icall -fsanitize-cfi-icall-generalize-pointers -DKERNEL -DMAIN %s -o %t && %t
// RUN: %offloadcc --offload-arch=none -O0 -flto -fvisibility=hidden -fuse-ld=lld -fsanitize=cfi -fno-sanitize-trap=cfi -DKERNEL -DMAIN %s -o %t && %t 2>&1 | count 0
// RUN: %offloadcc --offload-arch=none %{cfi} -fsanitize-cfi-cross-dso -DKERNEL -DMAIN %s -o %t && %t
// RUN: %offloadcc --offload-arch=none %{cfi} -DMAIN -Qunused-arguments -c %s -o %t.main.o && %offloadcc --offload-arch=none %{cfi} -DKERNEL -Qunused-arguments -c %s -o %t.kernel.o
// RUN: %offloadcc %{cfi} %t.main.o %t.kernel.o -o %t && %t
// RUN: not --crash %t wrong
//
// RUN: %offloadcc --offload-arch=none %{kcfi} -DKERNEL -DMAIN %s -o %t && %t
// RUN: %offloadcc --offload-arch=x86-64 %{kcfi} -DKERNEL -DMAIN %s -o %t && env OMP_TARGET_OFFLOAD=MANDATORY %t
// RUN: %offloadcc --offload-arch=none %{kcfi} -DMAIN -Qunused-arguments -c %s -o %t.main.o && %offloadcc --offload-arch=none %{kcfi} -DKERNEL -Qunused-arguments -c %s -o %t.kernel.o
// RUN: %offloadcc %t.main.o %t.kernel.o -o %t && %t
// RUN: not --crash %t wrong
// RUN: not %offloadcc --offload-arch=none -O0 -fsanitize=kcfi -DKERNEL -DMAIN -c %s -o %t.o 2>&1 | FileCheck %s
// CHECK: [[#@LINE+26]]:{{.*}} error: launches need -O1 or more with -fsanitize=kcfi
#include <offload.h>

#ifdef KERNEL
offload_kernel void scale(size_t n, float by, float x[n])
{
    offload_for (i, n)
        x[i] *= by;
}
offload_kernel void shift(size_t n, int by, float x[n])
{
    offload_for (i, n)
        x[i] += by;
}
#else
offload_kernel void scale(size_t n, float by, float x[n]);
offload_kernel void shift(size_t n, int by, float x[n]);
#endif

#ifdef MAIN
static void other(int *x) { *x = 0; }
void (*volatile chosen)(float *) = (void (*)(float *))other;

int main(int argc, char **argv)
{
    float x[5] = {1, 2, 3, 4, 5}, wrong = 1;
    offload(scale, .threads = {5})(5, 2, x);
    void (*kernel)(size_t, int, float *) = shift;
    offload(kernel)(5, 1, x);
    if (argc > 1)
        chosen(&wrong);
    return x[4] != 11 || !argv[0];
}
#endif

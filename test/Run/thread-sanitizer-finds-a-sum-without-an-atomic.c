// -fsanitize=thread finds an element that each thread of a launch adds to without an atomic, also on one core. With an
// atomic there is no race.
// REQUIRES: x86_64
// RUN: %offloadcc -O1 -g -fsanitize=thread --offload-arch=none %s -o %t
// RUN: export TSAN_OPTIONS=ignore_noninstrumented_modules=1:exitcode=0; export OMP_NUM_THREADS=1; \
// RUN:   %t plain 2>&1 | FileCheck --check-prefix=PLAIN %s; %t atomic 2>&1 | FileCheck --check-prefix=ATOMIC %s
#include <offload.h>
#include <stdio.h>
#include <string.h>

offload_kernel void plain(int n, const int x[n], int sum[1])
{
    int i = (int)offload_global_id(0);
    if (i < n) // PLAIN: WARNING: ThreadSanitizer: data race
        sum[0] += x[i]; // PLAIN: thread-sanitizer-finds-a-sum-without-an-atomic.c:[[@LINE]]
}

offload_kernel void atomic(int n, const int x[n], int sum[1])
{
    int i = (int)offload_global_id(0);
    if (i < n)
        offload_atomic_add(&sum[0], x[i]);
}

int main(int argc, char **argv)
{
    enum { N = 1000 };
    static int x[N], sum[1];
    for (int i = 0; i < N; i++)
        x[i] = 1;
    if (strcmp(argv[argc - 1], "plain") == 0)
        offload(plain, .threads = {N})(N, x, sum);
    else
        offload(atomic, .threads = {N})(N, x, sum);
    printf("sum %d\n", sum[0]); // ATOMIC-NOT: ThreadSanitizer
    return 0; // ATOMIC: sum 1000
}

// For ThreadSanitizer only a barrier orders what threads of a block do: the head of a loop that has
// barriers in it does not.
// REQUIRES: x86_64
// RUN: %offloadcc -O0 -g -fsanitize=thread --offload-arch=none %s -o %t.0
// RUN: %offloadcc -O2 -g -fsanitize=thread --offload-arch=none %s -o %t.2
// RUN: export TSAN_OPTIONS=ignore_noninstrumented_modules=1:exitcode=0; \
// RUN:   %t.0 2>&1 | FileCheck --check-prefix=RIGHT %s; \
// RUN:   %t.2 2>&1 | FileCheck --check-prefix=RIGHT %s; \
// RUN:   %t.0 race 2>&1 | FileCheck %s; \
// RUN:   %t.2 race 2>&1 | FileCheck %s
#include <offload.h>
#include <stdio.h>

enum { N = 16 };

offload_kernel void factor(int races, float m[N * N])
{
    offload_shared float s[N][N];
    unsigned t = offload_thread_id(0);
    for (int i = 0; i < N; i++)
        s[i][t] = m[i * N + t];
    // CHECK: WARNING: ThreadSanitizer: data race
    // CHECK: only.c:{{22|28}}
    if (!races)
        offload_barrier();
    for (int i = 0; i < N - 1; i++) {
        if (t > (unsigned)i)
            s[t][i] /= s[i][i];
        offload_barrier();
    }
    for (int i = 0; i < N; i++)
        m[i * N + t] = s[i][t];
}

int main(int argc, char **argv)
{
    static float m[N * N];
    (void)argv;
    for (int i = 0; i < N * N; i++)
        m[i] = (float)(1 + i / N);
    offload(factor, .blocks = {1}, .block_size = {N})(argc > 1, m);
    // RIGHT-NOT: WARNING
    // RIGHT: ended with 16
    printf("ended with %g\n", m[N * N - 1]);
}

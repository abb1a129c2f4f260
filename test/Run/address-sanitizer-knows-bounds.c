// A kernel that goes beyond the bound of a parameter is found where the array is larger: nothing
// beyond the bound is on a device. OFFLOADCC_CHECK=0 keeps kernels on the arrays themselves.
//
// What devices have is not reported: another parameter's part of the same array, the rest of a data
// region, and what the host does with the rest of the array meanwhile.
//
// RUN: %offloadcc -O1 -g -fsanitize=address --offload-arch=none %s -o %t -pthread
// RUN: %t right | FileCheck --check-prefix=RIGHT %s
// RUN: not %t write 2>&1 | FileCheck --check-prefix=WRITE %s
// RUN: not %t read 2>&1 | FileCheck --check-prefix=READ %s
// RUN: not %t before 2>&1 | FileCheck --check-prefix=WRITE %s
// RUN: not %t member 2>&1 | FileCheck --check-prefix=MEMBER %s
// RUN: env OFFLOADCC_CHECK=0 %t write | FileCheck --check-prefix=UNCHECKED %s
#include <offload.h>
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { N = 32, ALL = 64 };
struct matrix { int n; int *data offload_count(n); };

offload_kernel void write(int n, int by, int x[n])
{
    x[(int)offload_global_id(0) + by] = 1; // WRITE: AddressSanitizer: heap-buffer-overflow
    // WRITE: bounds.c:[[#@LINE-1]]
}

offload_kernel void read(int n, int by, const int x[n], int y[1])
{
    if (offload_global_id(0) == 0)
        y[0] = x[n - 1 + by]; // READ: AddressSanitizer: heap-buffer-overflow
    // READ: bounds.c:[[#@LINE-1]]
}

offload_kernel void member(struct matrix m, int by)
{
    offload_for (i, m.n)
        m.data[(int)i + by] = 2; // MEMBER: AddressSanitizer: heap-buffer-overflow
    // MEMBER: bounds.c:[[#@LINE-1]]
}

offload_kernel void both(int n, const int whole[n], int m, int part[m])
{
    if (offload_global_id(0) < (size_t)m) {
        part[offload_global_id(0)] = 5;
        part[0] += whole[n - 1] + whole[offload_global_id(0)];
    }
}

offload_kernel void count(unsigned n, unsigned counter[n])
{
    offload_atomic_add(&counter[0], 1u);
}

static unsigned counter[4];

static void *launch(void *slot)
{
    for (int i = 0; i < 50; i++) {
        offload(count, .blocks = {4}, .block_size = {8})(1, counter);
        ++*(unsigned *)slot;
    }
    return NULL;
}

int main(int argc, char **argv)
{
    int *x = calloc(ALL, sizeof *x), y[1];
    const char *what = argc > 1 ? argv[1] : "";
    if (strcmp(what, "write") == 0)
        offload(write, .blocks = {1}, .block_size = {N})(N, 8, x);
    else if (strcmp(what, "before") == 0)
        offload(write, .blocks = {1}, .block_size = {N})(N, -1, x + 8);
    else if (strcmp(what, "read") == 0)
        offload(read)(N, 1, x, y);
    else if (strcmp(what, "member") == 0)
        offload(member)((struct matrix){N, x}, 1);
    // UNCHECKED: 1 1
    printf("%d %d\n", x[N], x[N + 7]);
    if (strcmp(what, "right") != 0) {
        free(x);
        return 0;
    }

    // One array for two parameters, one of them a part of it.
    offload(both, .blocks = {1}, .block_size = {1})(ALL, x, N, x + N);
    // RIGHT: both 5 5
    printf("both %d %d\n", x[N], x[N]);
    // A region's array may be taken as far as the region goes.
    offload_data(offload_tofrom(x, ALL))
        offload(write, .blocks = {1}, .block_size = {N})(N, 8, x);
    // RIGHT: region 1
    printf("region %d\n", x[N + 7]);
    // Threads that launch on the same counter, and count next to it.
    pthread_t threads[3];
    for (int i = 0; i < 3; i++)
        pthread_create(&threads[i], NULL, launch, &counter[i + 1]);
    for (int i = 0; i < 3; i++)
        pthread_join(threads[i], NULL);
    // RIGHT: counters 4800 50 50 50
    printf("counters %u %u %u %u\n", counter[0], counter[1], counter[2], counter[3]);
    free(x);
}

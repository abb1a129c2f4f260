// Arrays that stay on the device give way where its memory is needed for something else.
//
// REQUIRES: x86_64
// RUN: %offloadcc -O2 --offload-arch=x86-64 %s -o %t
// RUN: %t | FileCheck %s
//
// CHECK: region 1 2 3
// CHECK: malloc 2 3 there
// CHECK: launch 3 4 7
#include <offload.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/resource.h>
#include <unistd.h>

enum { N = 1 << 24 };

offload_kernel void add(size_t n, char more, char x[n]) {
    offload_for (i, n)
        x[i] += more;
}

struct list {
    size_t n;
    char *items offload_count(n);
};

offload_kernel void add_to_list(const struct list *list offload_count(1), char more) {
    offload_for (i, list->n)
        list->items[i] += more;
}

// What the process may use beside what it uses now is less than an array.
static void limit_memory(void) {
    long pages = 0;
    FILE *file = fopen("/proc/self/statm", "r");
    if (!file || fscanf(file, "%ld", &pages) != 1)
        exit(1);
    fclose(file);
    rlim_t bytes = (rlim_t)pages * (rlim_t)sysconf(_SC_PAGESIZE) + N / 2;
    setrlimit(RLIMIT_AS, &(struct rlimit){bytes, bytes});
}

int main(void) {
    char *x = calloc(N, 1), *y = calloc(N, 1), *z = calloc(N, 1), first = 0;
    struct list list = {N, z};
    offload(add_to_list)(&(struct list){1, &first}, 1); // starts what such launches need
    offload(add)(N, 1, x);
    offload(add)(N, 2, y);
    limit_memory();
    offload_data(offload_tofrom(z, N))
        offload(add)(N, 3, z);
    printf("region %d %d %d\n", x[N - 1], y[N - 1], z[N - 1]);

    offload(add)(N, 1, x);
    offload(add)(N, 1, y);
    void *there = offload_malloc(N);
    printf("malloc %d %d %s\n", x[0], y[0], there ? "there" : "not there");
    offload_free(there);

    offload(add)(N, 1, x);
    offload(add)(N, 1, y);
    offload(add_to_list)(&list, 4);
    printf("launch %d %d %d\n", x[7], y[N / 2], z[N / 2]);
    return 0;
}

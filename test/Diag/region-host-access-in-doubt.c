// Nothing is said of the host's accesses in a data region that are right, or may be.
// RUN: %offloadcc --offload-arch=none -Woffload -c %s -o %t.o 2>&1 | count 0
// RUN: %offloadcc --offload-arch=none -Woffload -Wno-offload-openmp-on-host -fopenmp -c %s -o %t.o 2>&1 | count 0
// RUN: %offloadcc --offload-arch=none -fopenmp -Wno-offload-openmp-on-host -DSHARED -c %s -o %t.o 2>&1 | count 0
#include <offload.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

offload_kernel void inc(int n, double y[n])
{
    int i = offload_global_id(0);
    if (i < n)
        y[i] += 1;
}

offload_kernel void fill(int n, double y[n])
{
    int i = offload_global_id(0);
    if (i < n)
        y[i] = i;
}

offload_kernel void only_reads(int n, double x[n], double y[n])
{
    int i = offload_global_id(0);
    if (i < n)
        y[i] += x[i];
}

offload_kernel void elsewhere(int n, double y[n]);
struct pair { double *data offload_count(n); int n; };
offload_kernel void set(struct pair p[1]) { p->n = 1; }
void sync(void);
void update(double *y);
double global[100], *pointer;
int device_is_host(void);

void updates(int n, double *y, double *alias)
{
    offload_data(offload_tofrom(y, n)) {
        y[0] = 1;
        offload_update_to(&y[0], 1);
        offload(inc, .threads = {n})(n, y);
        offload_update_from(y, 1);
        printf("%g\n", y[0]);
        for (int turn = 0; turn < 10; turn++) {
            y[0] = turn;
            offload_update_to(y, n);
            offload(inc, .threads = {n})(n, y);
            if (turn % 3 == 0)
                offload_update_from(y, n);
            printf("%g\n", y[0]);
        }
        y[0] = 3;
        if (n > 5)
            offload_update_to(y + 0, 1);
    }
    offload_data(offload_tofrom(y, n)) {
        y[0] = 1;
        offload_update_to(alias, 1);
    }
}

void before_the_launch_and_after_the_region(int n, double *y)
{
    y[0] = 1;
    offload_data(offload_tofrom(y, n)) {
        printf("%g\n", y[0]);
        offload(inc, .threads = {n})(n, y);
    }
    y[0] += 1;
}

void the_next_input(int n, double *x, double *y)
{
    for (int i = 0; i < 10; i++)
        offload_data(offload_to(x, n), offload_tofrom(y, n)) {
            offload(only_reads, .threads = {n})(n, x, y);
            x[0] = i; // for the next region
            printf("%g\n", x[0]);
        }
}

void overwritten_by_a_kernel(int n, double *y)
{
    offload_data(offload_from(y, n)) {
        y[0] = 1;
        offload(fill, .threads = {n})(n, y);
    }
    offload_data(offload_from(y, n)) {
        for (int i = 0; i < n; i++)
            y[i] = 0;
        offload(elsewhere, .threads = {n})(n, y);
    }
}

void own_value(int n, double *y, double *x, double *out)
{
    offload_data(offload_to(y, n), offload_to(x, n)) {
        offload(inc, .threads = {n})(n, y);
        y[0] = 3; // nothing uses it
        printf("%g\n", y[0]);
        memset(y, 0, sizeof *y * n);
        printf("%g\n", y[n - 1]);
        printf("%zu %zu\n", sizeof y[0], _Alignof(__typeof__(y[0])));
        __typeof__(y[0]) z = 3;
        offload(only_reads, .threads = {n})(n, x, out);
        printf("%g %g\n", z, x[0]); // is not const, but not written
    }
}

void other_elements(int n, double *y)
{
    static double part[100];
    offload_data(offload_tofrom(y, n), offload_tofrom(part, 50)) {
        offload(inc, .threads = {50})(50, part);
        offload(inc, .threads = {n})(n, y);
        part[50] = part[99];
        y[n] = y[n + 1];
        for (int i = n; i < 2 * n; i++)
            y[i] = y[i];
        offload(inc, .threads = {10})(10, part);
        offload(inc, .threads = {10})(10, part + 40);
        offload_update_from(part, 10);
        printf("%g %g\n", part[10], part[39]);
    }
}

void parts_of_launches(int n)
{
    static double y[100];
    offload_data(offload_to(y, 100)) {
        offload(inc, .threads = {50})(50, y);
        printf("%g\n", y[50]);
        y[60] = 1;
        offload(inc, .threads = {50})(50, y);
        offload(inc, .threads = {50})(50, y + 50);
        offload(inc, .threads = {n})(n, y);
        offload_update_from(y, n);
        printf("%g\n", y[99]);
    }
}

void a_count_that_changes(int n, double *y)
{
    offload_data(offload_tofrom(y, n)) {
        n *= 2;
        y[n - 1] = 1;
        for (int i = 0; i < n; i++)
            y[i] = y[i] + 1;
    }
    offload_data(offload_to(y, n))
        for (int m = n; m > 1; m /= 2) {
            offload(inc, .threads = {m})(m, y);
            printf("%g\n", y[m - 1]);
        }
}

void conditions(int n, double *y, int gpu)
{
    offload_data(offload_to(y, n)) {
        if (gpu)
            offload(inc, .threads = {n})(n, y);
        else
            y[0] += 1;
        if (!gpu)
            printf("%g\n", y[0]);
    }
    offload_data(offload_tofrom(y, n)) {
        offload(inc, .threads = {n})(n, y);
        if (device_is_host())
            y[0] = 1;
        if (0)
            y[0] = 1;
        if (n > 100) {
            y[0] = -1;
            exit(1);
        }
    }
    offload_data(offload_tofrom(y, n)) {
        for (;;) {
            printf("%g\n", y[0]);
            offload(inc, .threads = {n})(n, y);
            break;
        }
    }
    offload_data(offload_tofrom(y, n)) {
        offload(inc, .threads = {n})(n, y);
        switch (gpu) {
        case 1:
            y[0] = 1;
            break;
        default:
            offload_update_from(y, n);
        }
        if (gpu)
            goto out;
        y[0] = 1;
    out:
        offload_update_to(y, n);
    }
}

void calls(int n, double *y)
{
    offload_data(offload_tofrom(global, 100), offload_tofrom(pointer, n), offload_tofrom(y, n)) {
        offload(inc, .threads = {100})(100, global);
        sync();
        global[0] = global[1];
        pointer[0] = 2;
        update(y);
        y[0] = 1;
        sync();
    }
    void (*function)(void) = sync;
    offload_data(offload_tofrom(global, 100)) {
        global[0] = 1;
        function();
    }
}

void pointers(int n, double *y, double *z)
{
    offload_data(offload_tofrom(y, n)) {
        double *inner = y;
        offload(inc, .threads = {n})(n, y);
        offload_update_from(inner, n);
        printf("%g\n", y[0]);
    }
    offload_data(offload_tofrom(y, n)) {
        offload(inc, .threads = {n})(n, y);
        {
            double y[3] = {1};
            y[0] = y[1];
            printf("%g\n", y[0]);
        }
        y = z;
        y[0] = 1;
    }
    double **address = &z;
    offload_data(offload_tofrom(z, n)) {
        *address = y;
        z[0] = 1;
    }
}

void other_mappings(int n, double *y, struct pair *p)
{
    offload_data(offload_alloc(y, n)) {
        offload(inc, .threads = {n})(n, y);
        y[0] = y[1];
        offload(inc, .threads = {n})(n, y);
    }
    offload_data(offload_tofrom(y, n), .device = 0) {
        offload(inc, .threads = {n}, .device = 0)(n, y);
        y[0] = 1;
    }
    offload_data(offload_to(y, n)) {
        offload(inc, .threads = {n}, .device = 1)(n, y);
        printf("%g\n", y[0]);
    }
    offload_data(offload_tofrom(y, n)) {
        offload_data(offload_tofrom(y, n)) {
            offload(inc, .threads = {n})(n, y);
            y[0] = 1;
        }
    }
    offload_data(offload_tofrom(p, 1)) {
        offload(set, .threads = {1})(p);
        p->data = y;
        printf("%p %g\n", (void *)p->data, p->data[0]);
    }
}

void by_hand(int n, double *y)
{
    offload_enter_data(offload_to(y, n));
    offload_data(offload_tofrom(y, n)) {
        offload(inc, .threads = {n})(n, y);
        y[0] = 1;
    }
    offload_exit_data(offload_to(y, n));
}

#ifdef SHARED
#pragma omp requires unified_shared_memory
void one_copy(int n, double *y)
{
    offload_data(offload_tofrom(y, n)) {
        offload(inc, .threads = {n})(n, y);
        y[0] = 1;
    }
}
#elif defined _OPENMP
void openmp(int n, double *y)
{
    offload_data(offload_tofrom(y, n)) {
        offload(inc, .threads = {n})(n, y);
        y[0] = 1;
#pragma omp target update to(y[0 : n])
    }
}
#endif

void each_element(int n, double *x, double *y)
{
    offload_data(offload_to(x, n), offload_tofrom(y, n))
        for (int i = 0; i < n; i++) {
            printf("%g\n", y[i]);
            offload(only_reads, .threads = {1})(n, x, y);
            x[i] = 0;
        }
}

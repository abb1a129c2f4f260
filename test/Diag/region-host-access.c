// In a data region the host and the device have copies of their own. A write of the host that is
// overwritten at the region's end or that a launch does not see, and a read of what a launch wrote,
// lack an update.
// RUN: %offloadcc --offload-arch=none -c %s -o %t.o 2>&1 | FileCheck --match-full-lines --implicit-check-not=warning: %s
// RUN: %offloadcc --offload-arch=x86-64 -c %s -o %t.o 2>&1 | FileCheck --match-full-lines --implicit-check-not=warning: %s
// RUN: %offloadcc --offload-arch=none -Wno-offload-region-host-access -c %s -o %t.o 2>&1 | count 0
// RUN: not %offloadcc --offload-arch=none -Werror=offload-region-host-access -c %s -o %t.o 2>&1 | FileCheck --check-prefix=ERROR %s
// ERROR: error: this write to the host's copy of 'y' does not reach the device
#include <math.h>
#include <offload.h>
#include <stdio.h>

struct state { double time; int steps; struct { double low, high; } range; double *data offload_count(steps); };

offload_kernel void inc(int n, double y[n])
{
    int i = offload_global_id(0);
    if (i < n)
        y[i] += 1;
}

offload_kernel void add(int n, const double x[n], double y[n])
{
    int i = offload_global_id(0);
    if (i < n)
        y[i] += x[i];
}

offload_kernel void advance(struct state s[1])
{
    s->time += 1;
}

offload_kernel void rows(int n, double a[n][4])
{
    int i = offload_global_id(0);
    if (i < n)
        a[i][0] += 1;
}

static double number(int i)
{
    return sqrt(i);
}

void both(void)
{
    static double y[100];
    double seen;
    offload_data(offload_tofrom(y, 100)) {
        offload(inc, .threads = {100})(100, y);
        y[99] = 5;
        seen = y[0];
        offload(inc, .threads = {100})(100, y);
    }
    printf("%g %g\n", y[99], seen);
}
// CHECK: {{.*}}region-host-access.c:[[@LINE-6]]:9: warning: this write to the host's copy of 'y' does not reach the device: the region in line [[@LINE-8]] keeps the array there, and the launch in line [[@LINE-4]] uses it; write offload_update_to(y, ...) after the write [-Woffload-region-host-access]
// CHECK: {{.*}}region-host-access.c:[[@LINE-6]]:16: warning: this reads the host's copy of 'y', which does not have what the launch in line [[@LINE-8]] may have written: the region in line [[@LINE-9]] keeps the array on the device; write offload_update_from(y, ...) before the read [-Woffload-region-host-access]

void lost_at_the_end(int n, double *y)
{
    offload_data(offload_from(y, n)) {
        offload(inc, .threads = {n})(n, y);
        y[0] = 1;
    }
    offload_data(offload_tofrom(y, n)) {
        for (int i = 0; i < n; i++)
            y[i] = number(i);
    }
}
// CHECK: {{.*}}:[[@LINE-7]]:9: warning: this write to the host's copy of 'y' is lost: the end of the region in line [[@LINE-9]] copies the device's elements over it; write offload_update_to(y, ...) after the write [-Woffload-region-host-access]
// CHECK: {{.*}}:[[@LINE-4]]:13: warning: this write to the host's copy of 'y' is lost: the end of the region in line [[@LINE-6]] copies the device's elements over it; write offload_update_to(y, ...) after the write [-Woffload-region-host-access]

void not_seen_by_a_launch(int n, double x[n], double *y)
{
    offload_data(offload_to(x, n), offload_tofrom(y, n)) {
        offload(add, .threads = {n})(n, x, y);
        *x = 2;
        offload_update_to(y, n); // the other
        if (n > 3)
            x[n - 1] += 2;
        offload(add, .threads = {n})(n, x, y);
    }
}
// CHECK: {{.*}}:[[@LINE-7]]:9: warning: this write to the host's copy of 'x' does not reach the device: the region in line [[@LINE-9]] keeps the array there, and the launch in line [[@LINE-3]] uses it; write offload_update_to(x, ...) after the write [-Woffload-region-host-access]

void in_the_next_turn(int n, double *x, double *y, int turns)
{
    offload_data(offload_to(x, n), offload_tofrom(y, n)) {
        for (int turn = 0; turn < turns; turn++) {
            offload(add, .threads = {n})(n, x, y);
            offload_update_from(y, n);
            x[0] = y[0];
        }
        while (y[0] < 100)
            offload(inc, .threads = {n})(n, y);
    }
}
// CHECK: {{.*}}:[[@LINE-6]]:13: warning: this write to the host's copy of 'x' does not reach the device: the region in line [[@LINE-10]] keeps the array there, and the launch in line [[@LINE-8]] uses it; write offload_update_to(x, ...) after the write [-Woffload-region-host-access]
// CHECK: {{.*}}:[[@LINE-5]]:16: warning: this reads the host's copy of 'y', which does not have what the launch in line [[@LINE-4]] may have written: {{.*}}

void progress(int n, double *y)
{
    double sum = 0;
    offload_data(offload_tofrom(y, n)) {
        for (int step = 0; step < 100; step++) {
            offload(inc, .threads = {n})(n, y);
            if (step % 10 == 0)
                printf("%g\n", y[0]);
        }
        for (int i = 0; i < n; ++i)
            sum += y[i];
    }
    printf("%g\n", sum);
}
// CHECK: {{.*}}:[[@LINE-7]]:32: warning: this reads the host's copy of 'y', which does not have what the launch in line [[@LINE-9]] may have written: {{.*}}

void each_launch(void)
{
    double y[10] = {0};
    offload_data(offload_tofrom(y, sizeof y / sizeof *y)) {
        offload(inc, .threads = {10})(10, &y[0]);
        printf("%g\n", y[1]);
        offload(inc, .threads = {10})(10, y);
        printf("%g\n", fabs(*(y + 3)));
    }
}
// CHECK: {{.*}}:[[@LINE-5]]:24: warning: this reads the host's copy of 'y', which does not have what the launch in line [[@LINE-6]] {{.*}}
// CHECK: {{.*}}:[[@LINE-4]]:29: warning: this reads the host's copy of 'y', which does not have what the launch in line [[@LINE-5]] {{.*}}

void objects(void)
{
    struct state s = {0};
    offload_data(offload_tofrom(&s, 1)) {
        offload(advance, .threads = {1})(&s);
        printf("%g\n", s.time);
        s.range.low = 1;
    }
}
// CHECK: {{.*}}:[[@LINE-4]]:26: warning: this reads the host's copy of 's', which does not have what the launch in line [[@LINE-5]] {{.*}}
// CHECK: {{.*}}:[[@LINE-4]]:17: warning: this write to the host's copy of 's' is lost: {{.*}}

void pointed(struct state *s)
{
    offload_data(offload_tofrom(s, 1)) {
        offload(advance, .threads = {1})(s);
        printf("%g\n", s->range.high);
        s->steps++;
    }
}
// CHECK: {{.*}}:[[@LINE-4]]:33: warning: this reads the host's copy of 's', which does not have what the launch in line [[@LINE-5]] {{.*}}
// CHECK: {{.*}}:[[@LINE-4]]:12: warning: this write to the host's copy of 's' is lost: {{.*}}

void matrix(void)
{
    static double a[10][4];
    offload_data(offload_tofrom(a, 10)) {
        offload(rows, .threads = {10})(10, a);
        if (a[9][3] > 1 && a[0][0] > 1) {
            a[8][3] = 1;
            return;
        }
    }
}
// CHECK: {{.*}}:[[@LINE-6]]:13: warning: this reads the host's copy of 'a', which does not have what the launch in line [[@LINE-7]] {{.*}}
// CHECK: {{.*}}:[[@LINE-6]]:13: warning: this write to the host's copy of 'a' is lost: {{.*}}

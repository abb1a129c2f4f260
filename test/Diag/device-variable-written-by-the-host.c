// The host assigns to a device variable, and no update brings that to the device: a kernel there uses the value of the
// initialiser.
//
// RUN: %offloadcc --offload-arch=none -c %s -o %t.o 2>&1 | FileCheck --match-full-lines --implicit-check-not=warning: %s
// RUN: %offloadcc --offload-arch=x86-64 -c %s -o %t.o 2>&1 | FileCheck --match-full-lines --implicit-check-not=warning: %s
// RUN: %offloadcc --offload-arch=none -Wno-offload-variable-write -Werror -c %s -o %t.o 2>&1 | count 0
// RUN: not %offloadcc --offload-arch=none -Werror=offload-variable-write -c %s -o %t.o 2>&1 | FileCheck --check-prefix=ERROR %s
// ERROR: error: this write to device variable 'table' changes only the host's copy
#include <math.h>
#include <offload.h>
#include <stdio.h>
#include <string.h>

enum { N = 256 };
offload_global float table[N];
offload_global int scale = 1;
offload_global unsigned count;
offload_global static struct { double low, high; } limits;
offload_global char name[16];

static float looked_up(size_t i)
{
    return table[i % N];
}

offload_kernel void look_up(int n, float y[n])
{
    offload_for (i, (size_t)n)
        y[i] += looked_up(i);
}

offload_kernel void multiply(int n, float y[n])
{
    offload_for (i, (size_t)n)
        y[i] *= scale;
}

offload_kernel void tally(int n, const float x[n])
{
    offload_for (i, (size_t)n)
        if (x[i] > limits.low && x[i] < limits.high)
            offload_atomic_add(&count, 1u);
}

offload_kernel void greet(void)
{
    printf("%s\n", name);
}

static void fill(void)
{
    for (int i = 0; i < N; i++)
        table[i] = sinf(i);
}
// CHECK: {{.*}}.c:[[@LINE-2]]:9: warning: this write to device variable 'table' changes only the host's copy, but the launch in line [[@LINE+4]] uses the device's; write offload_update_to(table, ...) after the write [-Woffload-variable-write]

static void step(int n, float *y)
{
    offload(look_up)(n, y);
}

void steps(int n, float *y)
{
    fill();
    printf("%d\n", n);
    for (int i = 0; i < 10; i++)
        step(n, y);
}

void powers(int n, float *y, int turns)
{
    for (int i = 0; i < turns; i++) {
        scale *= 2;
        offload(multiply)(n, y);
    }
}
// CHECK: {{.*}}.c:[[@LINE-4]]:9: warning: this write to device variable 'scale' changes only the host's copy, but the launch in line [[@LINE-3]] uses the device's; write offload_update_to(&scale, 1) after the write [-Woffload-variable-write]

void tallies(int n, float *x, int turns)
{
    limits.low = -1;
    for (int i = 0; i < turns; i++) {
        count = 0;
        offload(tally)(n, x);
        offload_update_from(&count, 1);
        printf("%u\n", count);
    }
}
// CHECK: {{.*}}.c:[[@LINE-6]]:9: warning: this write to device variable 'count' changes only the host's copy, but the launch in line [[@LINE-5]] uses the device's; {{.*}}
// CHECK: {{.*}}.c:[[@LINE-9]]:12: warning: this write to device variable 'limits' changes only the host's copy, but the launch in line [[@LINE-6]] uses the device's; {{.*}}

int main(int argc, char **argv)
{
    if (argc > 1) {
        strcpy(name, argv[1]);
        offload(greet, .threads = {1})();
    }
}
// CHECK: {{.*}}.c:[[@LINE-4]]:9: warning: this write to device variable 'name' changes only the host's copy, but the launch in line [[@LINE-3]] uses the device's; write offload_update_to(name, ...) after the write [-Woffload-variable-write]

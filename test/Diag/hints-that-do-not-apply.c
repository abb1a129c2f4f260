// An array that a kernel writes before it reads it may not go to the device at all: nothing is said of it. Plain calls are
// launches, too, and where a region around the loop helps, one around two launches in it is not spoken of.
//
// RUN: %offloadcc --offload-arch=none -fno-offload-resident -Woffload-redundant-copy -Woffload-copy-in-loop -c %s -o %t.o 2>&1 | FileCheck --implicit-check-not=warning: %s
#include <offload.h>

offload_kernel void use(int n, const float y[n], float s[n])
{
    int i = (int)offload_global_id(0);
    if (i < n)
        s[i] += y[i];
}

offload_kernel void fill(int n, float y[n])
{
    int i = (int)offload_global_id(0);
    if (i < n)
        y[i] = (float)(i + sizeof y[0]);
}

offload_kernel void fill_rows(int n, float y[n][2])
{
    for (int i = 0; i < n; i++)
        y[i][0] = y[i][1] = 1;
}

offload_kernel void shift(int n, float y[n])
{
    int i = (int)offload_global_id(0);
    if (i < n)
        y[i] = y[i] + 1;
}

offload_kernel void norm(int n, int k, double a[n], double r[n])
{
    for (int i = 0; i < n; i++)
        r[k] += a[i] * a[i];
}

offload_kernel void divide(int n, int k, double a[n], double r[n])
{
    int i = (int)offload_global_id(0);
    if (i < n)
        a[i] /= r[k];
}

void written(int n, float *y, float *s, float (*rows)[2])
{
    offload(use, .threads = {n})(n, y, s);
    offload(fill, .threads = {n})(n, y);
    fill_rows(n, rows);
    fill_rows(n, rows);
}

void read(int n, float *y, float *s)
{
    offload(use, .threads = {n})(n, y, s);
    offload(shift, .threads = {n})(n, y);
    // CHECK: :[[#@LINE-1]]:39: warning: 'y' is copied to the device again after the launch in line [[#@LINE-2]]; put both launches into a block of offload_data(offload_tofrom(y, n)) to keep it there
}

void loop(int n, double a[n], double r[n])
{
    for (int k = 0; k < n; k++) {
        norm(n, k, a, r);
        // CHECK: :[[#@LINE-1]]:20: warning: 'a' is copied in each iteration of the loop in line [[#@LINE-2]], which uses it only in launches; put the loop into a block of offload_data(offload_tofrom(a, n)) to copy it once
        // CHECK: :[[#@LINE-2]]:23: warning: 'r' is copied in each iteration of the loop
        offload(divide, .threads = {n})(n, k, a, r);
        offload(divide, .threads = {n})(n, k, a, r);
    }
}

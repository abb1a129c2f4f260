// Nothing is said of what the host assigns to device variables where that is right, or where it may be: it is updated,
// perhaps out of sight; no launch follows; the kernel gives the variable another value; it is the initial value.
//
// RUN: %offloadcc --offload-arch=none -Werror -c %s -o %t.o 2>&1 | count 0
#include <offload.h>
#include <stdio.h>
#include <string.h>

offload_global float table[256];
offload_global int updated, through_a_pointer, out_of_sight, after, overwritten, first, chosen, unless_there;
offload_global int written_here = 7, histogram[16];
static int *pointer = &through_a_pointer;
void other_file(void);
int has_device(void);

offload_kernel void uses(int n, float y[n])
{
    offload_for (i, (size_t)n)
        y[i] += table[i % 256] + updated + through_a_pointer + out_of_sight + after + first + chosen + unless_there +
                written_here;
}

offload_kernel void clears(void)
{
    if (offload_global_id(0) == 0)
        overwritten = 0;
    offload_for (i, (size_t)16)
        histogram[i] = 0;
}

offload_kernel void counts(int n, const float x[n])
{
    offload_for (i, (size_t)n) {
        offload_atomic_add(&histogram[(int)x[i] & 15], 1);
        offload_atomic_add(&overwritten, 1);
    }
}

static void fill(float *values)
{
    memset(values, 1, sizeof table);
}

void right(int n, float *y)
{
    fill(table);
    offload_update_to(table, 256);
    updated = 1;
    offload_update_to(&updated, 1);
    *pointer = 2;
    through_a_pointer = 3;
    offload_update_to(pointer, 1);
    offload(uses)(n, y);
    after = 4;
    printf("%g %d\n", y[0], after);
}

void elsewhere(int n, float *y)
{
    out_of_sight = 1;
    other_file();
    offload(uses)(n, y);
}

void by_kernels(int n, float *x, int turns)
{
    for (int turn = 0; turn < turns; turn++) {
        overwritten = 100;
        offload(clears)();
        offload(counts)(n, x);
        offload_update_from(histogram, 16);
        for (int i = 0; i < 16; i++)
            histogram[i] /= n; // clears() follows
    }
}

void initial(int n, float *y)
{
    first = 0;
    written_here = 7;
    offload(uses)(n, y);
}

void one_or_the_other(int n, float *y, int which)
{
    if (which)
        chosen = 1;
    else
        offload(uses)(n, y);
    if (!has_device())
        unless_there = 1;
}

void then(int n, float *y)
{
    offload(uses)(n, y);
}

// What a file that launches has in common with the runtime; it has no kernels.
#include <offload.h>
#include <stdio.h>

struct scale {
    float factor;
    int wide[9];
};

struct row {
    int count;
    int *cells __attribute__((__counted_by__(count)));
};

extern int offset;
offload_kernel void scale(size_t n, struct scale by, const float x[n], float y[n]);
offload_kernel void turn(int rows, int columns, int m[rows * columns]);
offload_kernel void add(int n, const struct row v[n], int sum[n]);
offload_kernel void fill(size_t n, int offload_out y[n]);
int keep(int n, int *y);
int allocate(int n);

int main(void)
{
    float x[100], y[100];
    int m[6] = {1, 2, 3, 4, 5, 6}, cells[3] = {1, 2, 3}, sum[2] = {0}, z[300];
    for (int i = 0; i < 100; i++)
        x[i] = (float)i;
    offset = 7;
    offload_update_to(&offset, 1);
    offload(scale, .threads = {100})(100, (struct scale){2, {[8] = 1}}, x, y);
    printf("scale %g %g\n", y[0], y[99]);
    scale(1, (struct scale){3, {0}}, x + 1, y);
    printf("plain call %g %g\n", y[0], y[1]);
    offload(turn, .blocks = {2}, .block_size = {3}, .shared_bytes = 3 * sizeof(int))(2, 3, m);
    printf("turn %d %d %d %d %d %d\n", m[0], m[1], m[2], m[3], m[4], m[5]);
    struct row rows[2] = {{3, cells}, {1, cells + 2}};
    offload(add)(2, rows, sum);
    printf("add %d %d\n", sum[0], sum[1]);
    offload(fill)(300, z);
    printf("fill %d %d\n", z[1], z[299]);
    printf("keep %d\n", keep(300, z));
    printf("allocate %d\n", allocate(50));
    printf("index %u %u\n", (unsigned)offload_thread_id(0), (unsigned)offload_block_size(0));
    return 0;
}

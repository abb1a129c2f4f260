// -foffload-check shows of each dimension that an index is within it, where it can, and checks what is left.
// What it checks is the index of the whole array: an element beyond a row is one of the next row. So accesses
// are found in whatever dimension they are outside, also where a block has more threads than a shared array.
//
// DEFINE: %{compiled} = %offloadcc -foffload-check %s
// RUN: %{compiled} -O2 --offload-arch=none -o %t && %python %S/Inputs/check-all.py %t %s
// RUN: %t next_row
// RUN: %{compiled} -O3 -ffast-math --offload-arch=none -o %t && %python %S/Inputs/check-all.py %t %s
// RUN: %{compiled} -O0 --offload-arch=none -o %t && %python %S/Inputs/check-all.py %t %s
// RUN: %{compiled} -O2 --offload-arch=x86-64 -o %t && %python %S/Inputs/check-all.py %t %s
#include <offload.h>
#include <string.h>

offload_kernel void multiply(size_t n, const float a[n][n], const float b[n][n], float c[n][n]) {
    size_t column = offload_global_id(0), row = offload_global_id(1);
    if (row >= n || column >= n)
        return;
    for (size_t k = 0; k <= n; k++)
        c[row][column] += a[n - 1][k]; // EXPECT multiply: block: [0,0,0], thread: [0,0,0] index 64 is outside of parameter 'a' of kernel 'multiply', which has 64 elements
    c[row][column] += b[row][column];
}
offload_kernel void torus(size_t height, size_t width, const int in[height][width], int out[height][width]) {
    size_t x = offload_global_id(0), y = offload_global_id(1);
    if (y >= height || x >= width)
        return;
    size_t down = y == height - 1 ? 0 : y + 1, up = y == 0 ? height : y - 1, left = x == 0 ? width - 1 : x - 1;
    if (y == 0 && x == 3)
        out[y][x] = in[up][left]; // EXPECT torus: block: [0,0,0], thread: [3,0,0] index 66 is outside of parameter 'in' of kernel 'torus', which has 64 elements
    else
        out[y][x] = in[down][x];
}
offload_kernel void flat(int n, int m, float x[n * m]) {
    int i = offload_global_id(1), j = offload_global_id(0);
    if (i < n && j <= m)
        x[i * m + j] += 1; // EXPECT flat: block: [0,0,0], thread: [8,7,0] index 64 is outside of parameter 'x' of kernel 'flat', which has 64 elements
}
offload_kernel void tile(size_t n, float x[n]) {
    offload_shared float rows[4][8];
    unsigned int me = offload_thread_id(0), row = offload_thread_id(1);
    rows[row][me] = (float)me; // EXPECT tile: block: [0,0,0], thread: [8,3,0] index 32 is outside of shared variable 'rows' in kernel 'tile', which has 32 elements
    offload_barrier();
    float sum = 0;
    for (unsigned int k = 0; k < 4; k++)
        sum += rows[k][me % 8];
    if (offload_global_id(0) < n)
        x[offload_global_id(0)] = sum;
}
offload_kernel void tile_before(size_t n, float x[n]) {
    offload_shared float row[32];
    unsigned int me = offload_thread_id(0);
    row[me % 32] = 1;
    offload_barrier();
    if (me < n)
        x[me] = row[me - 1]; // EXPECT tile_before: block: [0,0,0], thread: [0,0,0] index
}
// No access outside.
offload_kernel void next_row(size_t n, float x[n][8]) {
    if (offload_global_id(0) == 0)
        x[0][8] = x[1][-1] = 1;
}

int main(int argc, char **argv) {
    const char *name = argv[argc - 1];
    static float x[80], y[80], z[80];
#define IS(kernel) (strcmp(name, #kernel) == 0)
    if (IS(multiply)) offload(multiply, .threads = {8, 8})(8, (void *)x, (void *)y, (void *)z);
    if (IS(torus)) offload(torus, .threads = {8, 8})(8, 8, (void *)x, (void *)y);
    if (IS(flat)) offload(flat, .threads = {9, 8})(8, 8, x);
    if (IS(tile)) offload(tile, .blocks = {1}, .block_size = {9, 4})(8, x);
    if (IS(tile_before)) offload(tile_before, .blocks = {1}, .block_size = {32})(8, x);
    if (IS(next_row)) offload(next_row, .threads = {8})(8, (void *)x);
    return 0;
}

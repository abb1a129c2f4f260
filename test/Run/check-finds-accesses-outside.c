// -foffload-check: an access outside of an array ends the program with a message that names the array, the index, the block, the
// thread and the line, on the CPU and on the simulated device, optimised or not.
//
// DEFINE: %{compiled} = %offloadcc -foffload-check %s
// RUN: %{compiled} -O2 --offload-arch=none -o %t && %python %S/Inputs/check-all.py %t %s
// RUN: %{compiled} -O2 -g --offload-arch=none -o %t && %python %S/Inputs/check-all.py %t %s
// RUN: %{compiled} -O0 --offload-arch=none -o %t && %python %S/Inputs/check-all.py %t %s
// RUN: %{compiled} -O2 --offload-arch=x86-64 -o %t && %python %S/Inputs/check-all.py %t %s
// RUN: env OMP_TARGET_OFFLOAD=DISABLED %python %S/Inputs/check-all.py %t %s
// RUN: env OFFLOADCC_CPU_THREADS=coroutines %offloadcc -foffload-check -O2 --offload-arch=none %s -o %t && %python %S/Inputs/check-all.py %t %s
//
// Without the option there are no checks.
//
// RUN: %offloadcc -O2 --offload-arch=none %s -o %t && %t read_beyond
// RUN: %offloadcc -O2 --offload-arch=none -S %s -o %t.s && not grep outside_fail %t.s
#include <offload.h>
#include <stdlib.h>
#include <string.h>
enum { N = 1000 };
struct part { int id; float mass, position[3]; };
offload_global int table[16];

static float at(const float *grid, int i) { return grid[i]; } // HERE

offload_kernel void read_beyond(int n, const float x[n], float *y offload_count(n)) {
    int i = offload_global_id(0);
    if (i <= n)
        y[i % n] = x[i]; // EXPECT read_beyond: block: [3,0,0], thread: [232,0,0] index 1000 is outside of parameter 'x' of kernel 'read_beyond', which has 1000 elements
}
offload_kernel void write_before(float *y offload_count(n), int n) {
    int i = offload_global_id(0);
    if (i == 5)
        y[i - 6] = 1; // EXPECT write_before: block: [0,0,0], thread: [5,0,0] index -1 is outside of parameter 'y' of kernel 'write_before', which has 1000 elements
}
offload_kernel void rows(int n, float x[n][7]) {
    int i = offload_global_id(0);
    if (i == n)
        x[i][2] = 1; // EXPECT rows: block: [0,0,0], thread: [142,0,0] index 996 is outside of parameter 'x' of kernel 'rows', which has 994 elements
}
offload_kernel void variable_rows(int n, int m, float (*x)[m] offload_count(n)) {
    int i = offload_global_id(0);
    if (i == 3)
        x[n - 1][m] = 1; // EXPECT variable_rows: block: [0,0,0], thread: [3,0,0] index 100 is outside of parameter 'x' of kernel 'variable_rows', which has 100 elements
}
offload_kernel void through_a_function(int n, const float x[n], offload_out float y[1]) {
    if (offload_global_id(0) == 7)
        y[0] = at(x + 990, n); // EXPECT HERE through_a_function: at: block: [0,0,0], thread: [7,0,0] index 1990 is outside of parameter 'x' of kernel 'through_a_function', which has 1000 elements
}
offload_kernel void moving_pointer(int n, const float x[n], float y[n]) {
    const float *from = x;
    float sum = 0;
    for (int i = 0; i <= n; i++)
        sum += *from++; // EXPECT moving_pointer: block: [0,0,0], thread: [0,0,0] index 1000 is outside of parameter 'x' of kernel 'moving_pointer', which has 1000 elements
    y[offload_global_id(0) % n] = sum;
}
offload_kernel void member(int n, struct part parts[n]) {
    int i = offload_global_id(0);
    if (i == 20)
        parts[n].position[1] = 2; // EXPECT member: block: [0,0,0], thread: [20,0,0] index 50 is outside of parameter 'parts' of kernel 'member', which has 50 elements
}
offload_kernel void atomic(int n, int x[n]) {
    if (offload_global_id(0) == 300)
        offload_atomic_add(&x[n + 1], 1); // EXPECT atomic: block: [1,0,0], thread: [44,0,0] index 1001 is outside of parameter 'x' of kernel 'atomic', which has 1000 elements
}
offload_kernel void copies(int n, int to[n], const int from[2 * n]) {
    if (offload_global_id(0) == 0)
        memcpy(to, from, (size_t)n * 2 * sizeof *to); // EXPECT copies: block: [0,0,0], thread: [0,0,0] index 500 is outside of parameter 'to' of kernel 'copies', which has 500 elements
}
offload_kernel void shared(int n, int x[n]) {
    offload_shared int tile[16][17];
    int i = offload_thread_id(0);
    tile[i % 16][i / 16] = i;
    offload_barrier();
    if (offload_global_id(0) < n)
        x[offload_global_id(0)] = tile[15][i == 40 ? 17 : 0]; // EXPECT shared: block: [0,0,0], thread: [40,0,0] index 272 is outside of shared variable 'tile' in kernel 'shared', which has 272 elements
}
offload_kernel void shared_union(int n, int x[n]) {
    offload_shared union { int all[64]; struct part parts[3]; } room;
    int i = offload_thread_id(0);
    int *all = room.all;
    all[i + (i == 63)] = x[i]; // EXPECT shared_union: block: [0,0,0], thread: [63,0,0] index 256 is outside of the bytes of shared variable 'room' in kernel 'shared_union', which has 256 elements
    offload_barrier();
    x[i] = room.all[i ^ 1];
}
offload_kernel void device_variable(int n, int x[n]) {
    int i = offload_global_id(0);
    if (i < 17)
        x[i] = table[i]; // EXPECT device_variable: block: [0,0,0], thread: [16,0,0] index 16 is outside of variable 'table' in kernel 'device_variable', which has 16 elements
}

int main(int argc, char **argv) {
    const char *name = argv[argc - 1];
    static float x[2 * N + 16], y[2 * N];
    static int a[2 * N], b[2 * N];
    static struct part parts[60];
#define IS(kernel) (strcmp(name, #kernel) == 0)
    if (IS(read_beyond)) offload(read_beyond, .threads = {N + 1})(N, x, y);
    if (IS(write_before)) offload(write_before, .threads = {N})(y + 1, N);
    if (IS(rows)) offload(rows, .threads = {150})(142, (float (*)[7])x);
    if (IS(variable_rows)) offload(variable_rows, .threads = {16})(10, 10, (void *)x);
    if (IS(through_a_function)) offload(through_a_function, .threads = {16})(N, x, y);
    if (IS(moving_pointer)) offload(moving_pointer, .threads = {1}, .block_size = {1})(N, x, y);
    if (IS(member)) offload(member, .threads = {32})(50, parts);
    if (IS(atomic)) offload(atomic, .threads = {N})(N, a);
    if (IS(copies)) offload(copies, .threads = {1})(N / 2, a, b);
    if (IS(shared)) offload(shared, .blocks = {1}, .block_size = {256})(N, a);
    if (IS(shared_union)) offload(shared_union, .blocks = {1}, .block_size = {64})(N, a);
    if (IS(device_variable)) offload(device_variable, .threads = {32})(N, a);
    return 0;
}

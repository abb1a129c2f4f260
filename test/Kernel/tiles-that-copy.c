// Shared tiles to which blocks copy an array, with the elements around the block that its threads
// look at: with edges by threads of their own or by turns, and with what lies outside of the array
// left out, zero, or the nearest element. The compiler may see through them, but not where a launch
// writes what it copies, or where a tile holds something else.
//
// RUN: %run_kernel -O3 -Wno-offload-divergent-barrier -- OMP_NUM_THREADS=1 -- OMP_NUM_THREADS=3
// RUN: %run_kernel -O3 -march=x86-64-v3 -Wno-offload-divergent-barrier
// RUN: %run_kernel -O2 -fwrapv -Wno-offload-divergent-barrier
// RUN: %run_kernel -O1 -fsanitize=address,undefined -Wno-offload-divergent-barrier
// GPU-OPTIONS: -Wno-offload-divergent-barrier
#include <offload.h>
#include <stdbool.h>

#include "Inputs/check.h"

enum { T = 8, R = 2, W = T + 2 * R, LINE = 32, SIDE = 45, MAX = SIDE * SIDE * 3 };

static int in[MAX], more[MAX], out[MAX];

static int at(int w, int h, int x, int y) {
    return x >= 0 && x < w && y >= 0 && y < h ? in[y * w + x] : 0;
}

static int near(int v, int n) {
    return v < 0 ? 0 : v >= n ? n - 1 : v;
}

// Threads at the edges of the block copy the edges of the tile, where the array has them.
offload_kernel void edges(int w, int h, const int from[h][w], int to[h][w]) {
    offload_shared int tile[W][W];
    int tx = (int)offload_thread_id(0), ty = (int)offload_thread_id(1);
    int x = (int)offload_global_id(0), y = (int)offload_global_id(1);
    if (x < w && y < h) {
        tile[ty + R][tx + R] = from[y][x];
        if (tx < R && x >= R)
            tile[ty + R][tx] = from[y][x - R];
        if (tx >= T - R && x + R < w)
            tile[ty + R][tx + 2 * R] = from[y][x + R];
        if (ty < R && y >= R)
            tile[ty][tx + R] = from[y - R][x];
        if (ty >= T - R && y + R < h)
            tile[ty + 2 * R][tx + R] = from[y + R][x];
    }
    offload_barrier();
    if (x < R || y < R || x >= w - R || y >= h - R)
        return;
    int sum = tile[ty + R][tx + R];
    for (int k = 1; k <= R; k++)
        sum += k * (tile[ty + R][tx + R - k] + 2 * tile[ty + R][tx + R + k] +
                    3 * tile[ty + R - k][tx + R] + 5 * tile[ty + R + k][tx + R]);
    to[y][x] = sum;
}

static void check_edges(int w, int h) {
    offload(edges, .blocks = {(unsigned)w / T + 2, (unsigned)h / T + 1}, .block_size = {T, T})(
        w, h, (const int (*)[w])in, (int (*)[w])out);
    for (int y = R; y < h - R; y++)
        for (int x = R; x < w - R; x++) {
            int sum = at(w, h, x, y);
            for (int k = 1; k <= R; k++)
                sum += k * (at(w, h, x - k, y) + 2 * at(w, h, x + k, y) +
                            3 * at(w, h, x, y - k) + 5 * at(w, h, x, y + k));
            EQUAL(out[y * w + x], sum);
        }
}

// All threads take turns; zeros lie around the array.
offload_kernel void turns(size_t w, size_t h, const int from[w * h], int to[w * h]) {
    offload_shared int tile[W][W];
    unsigned t = offload_thread_id(1) * T + offload_thread_id(0);
    for (unsigned i = t; i < W * W; i += T * T) {
        long x = (long)(offload_block_id(0) * T + i % W) - R;
        long y = (long)(offload_block_id(1) * T + i / W) - R;
        bool inside = x >= 0 && x < (long)w && y >= 0 && y < (long)h;
        tile[i / W][i % W] = inside ? from[(size_t)y * w + (size_t)x] : 0;
    }
    offload_barrier();
    size_t x = offload_global_id(0), y = offload_global_id(1);
    if (x >= w || y >= h)
        return;
    int sum = 0;
    for (unsigned k = 0; k < 2 * R + 1; k++)
        for (unsigned l = 0; l < 2 * R + 1; l++)
            sum += (int)(k * 7 + l) * tile[offload_thread_id(1) + k][offload_thread_id(0) + l];
    to[y * w + x] = sum;
}

static void check_turns(int w, int h) {
    offload(turns, .blocks = {(unsigned)w / T + 1, (unsigned)h / T + 2}, .block_size = {T, T})(
        (size_t)w, (size_t)h, in, out);
    for (int y = 0; y < h; y++)
        for (int x = 0; x < w; x++) {
            int sum = 0;
            for (int k = -R; k <= R; k++)
                for (int l = -R; l <= R; l++)
                    sum += ((k + R) * 7 + l + R) * at(w, h, x + l, y + k);
            EQUAL(out[y * w + x], sum);
        }
}

// A line in dynamic shared memory, with the nearest elements at its ends; one more array is read
// before the barrier, and used after it.
offload_kernel void line(unsigned n, const int from[n], const int weights[n], int to[n]) {
    int *tile = offload_dynamic_shared();
    int t = (int)offload_thread_id(0), x = (int)offload_global_id(0), last = (int)n - 1;
    int weight = x <= last ? weights[x] : 0;
    tile[t + R] = from[x < last ? x : last];
    if (t < R) {
        tile[t] = from[x - R > 0 ? (x - R < last ? x - R : last) : 0];
        tile[t + LINE + R] = from[x + LINE < last ? x + LINE : last];
    }
    offload_barrier();
    if (x <= last)
        to[x] = weight + tile[t] + 2 * tile[t + 1] + 3 * tile[t + R] + 5 * tile[t + 2 * R];
}

static void check_line(int n) {
    offload(line, .threads = {(size_t)n}, .block_size = {LINE},
            .shared_bytes = (LINE + 2 * R) * sizeof(int))((unsigned)n, in, more, out);
    for (int x = 0; x < n; x++)
        EQUAL(out[x], more[x] + in[near(x - 2, n)] + 2 * in[near(x - 1, n)] + 3 * in[x] +
                          5 * in[near(x + 2, n)]);
}

// Blocks overlap, and only the threads inside of a block compute. The field is a struct's.
struct field {
    int w, h, depth;
};

offload_kernel void overlapping(struct field f, const int from[f.w * f.h * f.depth],
                                const int other[f.w * f.h * f.depth],
                                int to[f.w * f.h * f.depth]) {
    offload_shared int tile[T][T], second[T][T];
    int tx = (int)offload_thread_id(0), ty = (int)offload_thread_id(1);
    int x = (int)offload_block_id(0) * (T - 2) + tx - 1;
    int y = (int)offload_block_id(1) * (T - 2) + ty - 1, z = (int)offload_block_id(2);
    bool inside = x >= 0 && x < f.w && y >= 0 && y < f.h;
    int i = (z * f.h + y) * f.w + x;
    if (inside) {
        tile[ty][tx] = from[i];
        second[ty][tx] = other[i];
    }
    offload_barrier();
    if (!inside || tx == 0 || ty == 0 || tx == T - 1 || ty == T - 1)
        return;
    int left = x > 0 ? tx - 1 : tx, right = x < f.w - 1 ? tx + 1 : tx;
    int up = y > 0 ? ty - 1 : ty, down = y < f.h - 1 ? ty + 1 : ty;
    to[i] = second[ty][tx] + 2 * tile[ty][left] + 3 * tile[ty][right] + 5 * tile[up][tx] +
            7 * tile[down][tx];
}

static void check_overlapping(int w, int h) {
    enum { DEPTH = 3 };
    offload(overlapping, .blocks = {(unsigned)w / (T - 2) + 1, (unsigned)h / (T - 2) + 1, DEPTH},
            .block_size = {T, T})((struct field){w, h, DEPTH}, in, more, out);
    for (int z = 0; z < DEPTH; z++)
        for (int y = 0; y < h; y++)
            for (int x = 0; x < w; x++) {
                const int *of = in + z * h * w;
                EQUAL(out[(z * h + y) * w + x],
                      more[(z * h + y) * w + x] + 2 * of[y * w + near(x - 1, w)] +
                          3 * of[y * w + near(x + 1, w)] + 5 * of[near(y - 1, h) * w + x] +
                          7 * of[near(y + 1, h) * w + x]);
            }
}

// Threads outside of the array return before the barrier.
offload_kernel void guarded(int n, const int from[n], int to[n]) {
    offload_shared int tile[LINE + 2];
    int t = (int)offload_thread_id(0), x = (int)offload_global_id(0);
    if (x >= n)
        return;
    tile[t + 1] = from[x];
    if (t == 0 && x > 0)
        tile[0] = from[x - 1];
    if (t == LINE - 1 && x + 1 < n)
        tile[LINE + 1] = from[x + 1];
    offload_barrier();
    to[x] = x > 0 && x + 1 < n ? tile[t] + 3 * tile[t + 2] : tile[t + 1];
}

static void check_guarded(int n) {
    offload(guarded, .threads = {(size_t)n}, .block_size = {LINE})(n, in, out);
    for (int x = 0; x < n; x++)
        EQUAL(out[x], x > 0 && x + 1 < n ? in[x - 1] + 3 * in[x + 1] : in[x]);
}

// ---- What cannot be seen through ---------------------------------------------------------------

// In one block, the array that is copied may be the one that is written.
offload_kernel void shift(size_t n, offload_device_ptr const int *from, offload_device_ptr int *to) {
    offload_shared int tile[LINE + 1];
    size_t x = offload_global_id(0), t = offload_thread_id(0);
    if (x < n)
        tile[t] = from[x];
    if (t == 0 && x + LINE < n)
        tile[LINE] = from[x + LINE];
    offload_barrier();
    if (x + 1 < n)
        to[x] = 10 * tile[t] + tile[t + 1];
}

static void check_shift(size_t n, size_t by) {
    int *memory = offload_malloc((n + by) * sizeof *memory);
    offload_memcpy(memory, in, (n + by) * sizeof *memory);
    offload(shift, .blocks = {1}, .block_size = {LINE})(n, memory, memory + by);
    offload_memcpy(out, memory, (n + by) * sizeof *memory);
    for (size_t x = 0; x + 1 < n; x++)
        EQUAL(out[x + by], 10 * in[x] + in[x + 1]);
    offload(shift, .blocks = {1}, .block_size = {LINE})(n, memory + by, memory);
    offload_free(memory);
}

// The tile is filled from one array or another, and in part filled again.
offload_kernel void mixed(int n, int second, const int one[n], const int two[n], int to[n]) {
    offload_shared int tile[LINE], again[LINE];
    int t = (int)offload_thread_id(0), x = (int)offload_global_id(0), last = n - 1;
    tile[t] = second ? two[near(x, n)] : one[near(x, n)];
    again[t] = one[near(x, n)];
    offload_barrier();
    if (x > last || x % 5 == 4)
        again[t] = -1;
    offload_barrier();
    if (x <= last)
        to[x] = tile[LINE - 1 - t] + 3 * again[t] + 5 * again[t < LINE - 1 ? t + 1 : t];
}

static void check_mixed(int n, int second) {
    const int *of = second ? more : in;
    offload(mixed, .threads = {(size_t)n}, .block_size = {LINE})(n, second, in, more, out);
    for (int x = 0; x < n; x++) {
        int begin = x / LINE * LINE, next = x - begin < LINE - 1 ? x + 1 : x;
        EQUAL(out[x], of[near(begin + LINE - 1 - x % LINE, n)] + 3 * (x % 5 == 4 ? -1 : in[x]) +
                          5 * (next >= n || next % 5 == 4 ? -1 : in[next]));
    }
}

// An index that an unknown branch decides: it is in a tile all the same.
offload_kernel void chosen(int n, const int from[n], int to[n]) {
    offload_shared int tile[LINE + 2];
    int t = (int)offload_thread_id(0), x = (int)offload_global_id(0), index = t + 1;
    if (x < n)
        tile[t + 1] = from[x];
    if (t == 0 && x > 0)
        tile[0] = from[x - 1];
    if (t == LINE - 1 && x + 1 < n)
        tile[LINE + 1] = from[x + 1];
    offload_barrier();
    if (x >= n)
        return;
    if (x > 0)
        index--;
    int sum = tile[index];
    if (tile[t + 1] % 2 && x + 1 < n)
        sum += 3 * tile[t + 2];
    to[x] = sum;
}

static void check_chosen(int n) {
    offload(chosen, .threads = {(size_t)n}, .block_size = {LINE})(n, in, out);
    for (int x = 0; x < n; x++)
        EQUAL(out[x], in[x > 0 ? x - 1 : x] + (in[x] % 2 && x + 1 < n ? 3 * in[x + 1] : 0));
}

int main(void) {
    static const int sides[] = {1, 2, 5, T, T + 1, 2 * T, 3 * T + 3, SIDE};
    for (int i = 0; i < MAX; i++) {
        in[i] = i * 7 % 101;
        more[i] = i * 5 % 89;
    }
    for (unsigned i = 0; i < sizeof sides / sizeof *sides; i++) {
        for (unsigned j = 0; j < sizeof sides / sizeof *sides; j++) {
            check_edges(sides[i], sides[j]);
            check_turns(sides[i], sides[j]);
            check_overlapping(sides[i], sides[j]);
        }
        check_line(sides[i] * sides[i]);
        check_mixed(sides[i] * sides[i], 0);
        check_mixed(sides[i] * sides[i], 1);
        check_chosen(sides[i] * sides[i]);
        check_guarded(sides[i] * sides[i]);
    }
    for (size_t by = 0; by < 5; by++)
        for (size_t n = 2; n <= LINE; n += 10)
            check_shift(n, by);
    return finish();
}

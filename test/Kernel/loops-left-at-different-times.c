// Threads that leave a loop at different times have each their own results: of the loop's values,
// of the way out that they took, of what they do there, of a loop in a loop that all run alike, of
// two loops one after the other, and of a loop that some of them do not come to; also where a row has
// few threads, and where one thread goes on when all others have left.
//
// RUN: %run_kernel -O3 -- OMP_NUM_THREADS=1 -- OMP_NUM_THREADS=3
// RUN: %run_kernel -O2 -march=x86-64-v3
// RUN: %run_kernel -O1 -fsanitize=address,undefined
#include <offload.h>

#include "Inputs/check.h"

enum { COUNT = 1003 };

// Three ways out, with values of three sizes.
static double ways_of(int i, int limit) {
    unsigned v = (unsigned)i * 2654435761u;
    short turns = 0;
    double sum = i;
    for (int k = 0; k < limit; k++) {
        if (v % 16 == 5)
            return sum + turns;
        v = v / 3 + (unsigned)k;
        if (v > 4000000000u)
            break;
        sum += v & 7 ? 0.5 : -0.25 * k;
        turns++;
        if (v % 64 == 9)
            return -sum;
    }
    return sum * 2 + v % 256;
}

offload_kernel void ways(int n, int limit, offload_out double out[n]) {
    int i = (int)offload_global_id(0);
    if (i < n)
        out[i] = ways_of(i, limit);
}

// A loop in a loop that all threads run alike, which takes what the inner one left.
static int nested_of(int i, int rounds) {
    int value = i, found = 0;
    for (int round = 0; round < rounds; round++) {
        int k = 0;
        while ((value & 31) != round && k < 50) {
            value = (int)((unsigned)value * 5 + 3);
            k++;
        }
        found = found * 3 % 10007 + k;
    }
    return found ^ value;
}

offload_kernel void nested(int n, int rounds, offload_out int out[n]) {
    int i = (int)offload_global_id(0);
    if (i >= n)
        return;
    out[i] = nested_of(i, rounds);
}

// The second loop begins with what the first one ended with; the threads of a row are few.
static float pair_of(int x, int y) {
    float a = (float)x + 1, b = (float)y + 2;
    int turns = 0;
    while (a < 100) {
        a = a * 1.5f + b;
        turns++;
    }
    do {
        b = b * 0.5f - a / 64;
        turns += 100;
    } while (b > -a && turns < 5000);
    return a + b + (float)turns;
}

offload_kernel void pair(int width, int height, offload_out float out[height][width]) {
    int x = (int)offload_global_id(0), y = (int)offload_global_id(1);
    if (x < width && y < height)
        out[y][x] = pair_of(x, y);
}

// Some threads return before the loop, some go past it with values of their own.
static unsigned past_of(int i, int limit) {
    unsigned v = (unsigned)i * 40503u, twice = v * 2, turns = 7;
    if (i % 5 == 3)
        return twice + 1;
    if (i % 7 != 2) {
        unsigned limited = i % 64 == 17 ? 1000 : v % 23;
        for (turns = 0; turns < limited && turns < (unsigned)limit; turns++) {
            if ((v & 1023) == 512)
                return v;
            v = (v ^ twice) * 13 + turns;
        }
        twice += 3;
    } else if (v & 1) {
        v = turns;
        turns = twice;
    }
    return v * 3 + turns + twice;
}

offload_kernel void past(int n, int limit, offload_out unsigned out[n]) {
    int i = (int)offload_global_id(0);
    if (i < n)
        out[i] = past_of(i, limit);
}

static double numbers[COUNT];
static int found[COUNT];
static unsigned results[COUNT];
static float pairs[17][59];

int main(void) {
    offload(ways, .threads = {COUNT})(COUNT, 60, numbers);
    for (int i = 0; i < COUNT; i++)
        CHECK(numbers[i] == ways_of(i, 60), "%d: %g", i, numbers[i]);
    offload(ways, .threads = {COUNT})(COUNT, 0, numbers);
    for (int i = 0; i < COUNT; i++)
        CHECK(numbers[i] == ways_of(i, 0), "%d: %g", i, numbers[i]);
    offload(nested, .threads = {COUNT})(COUNT, 9, found);
    for (int i = 0; i < COUNT; i++)
        CHECK(found[i] == nested_of(i, 9), "%d: %d", i, found[i]);
    offload(past, .threads = {COUNT})(COUNT, 2000, results);
    for (int i = 0; i < COUNT; i++)
        EQUAL(results[i], past_of(i, 2000));
    offload(pair, .threads = {59, 17}, .block_size = {8, 4})(59, 17, pairs);
    for (int y = 0; y < 17; y++)
        for (int x = 0; x < 59; x++)
            CHECK(pairs[y][x] == pair_of(x, y), "%d, %d: %g", x, y, (double)pairs[y][x]);
    return finish();
}

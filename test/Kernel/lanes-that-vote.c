// What vectors cannot do, lanes do one after the other: only those that come to it, after all have
// done what is before it. Atomics of single lanes and of many, whose results decide what follows;
// memory that changes before them; several in one piece of code; and stores to any place.
//
// RUN: %run_kernel -O2
// RUN: %run_kernel -O3 -march=x86-64-v3
// RUN: %run_kernel -O0
// RUN: %run_kernel -O1 -fsanitize=address,undefined
// RUN: env OFFLOADCC_CPU_THREADS=coroutines %offloadcc -O2 --offload-arch=none %s -o %t.fibres && %t.fibres
#include <offload.h>
#include <string.h>

#include "Inputs/check.h"

enum { THREADS = 512, ROOM = 100 };

// Room for all elements that are wanted, which the first of a group's lanes makes.
offload_kernel void filter(int n, const int in[n], int limit, int out[n], int count[1]) {
    int i = (int)offload_global_id(0);
    if (i >= n || in[i] < limit)
        return;
    unsigned long there = offload_lanes_active();
    unsigned lane = offload_lane_id(), leader = (unsigned)__builtin_ctzl(there);
    int start = -1;
    if (lane == leader)
        start = offload_atomic_add(count, __builtin_popcountl(there));
    start = offload_lane_shuffle(start, leader, offload_lane_count(), there);
    out[start + __builtin_popcountl(there & ((1ul << lane) - 1))] = in[i];
}

// As long as there is room. What a lane gets decides whether it stores.
offload_kernel void take(int n, int in[n], int taken[ROOM], int numbers[n], int counts[2]) {
    int i = (int)offload_global_id(0), all = in[i] & 1, number = -2;
    in[i] += 1000;
    if (in[i] % 3 == 0) {
        number = offload_atomic_add(&counts[0], 1);
        if (number < ROOM)
            taken[number] = in[i];
        else
            number = -1;
    }
    numbers[i] = number;
    if (number == -1)
        offload_atomic_max(&counts[1], in[i]);
    all += offload_lane_shuffle_xor(all, 1, 32);
    in[i] += all;
}

// Several, with conditions around them, in one piece of code.
offload_kernel void several(int n, const int in[n], unsigned sums[8], int out[n]) {
    int i = (int)offload_global_id(0), v = in[i];
    unsigned got = 7;
    if (v & 1) {
        got = offload_atomic_or(&sums[1], 1u << (v & 15)) & 0;
        if (v & 2)
            got += offload_atomic_add(&sums[2], (unsigned)v) & 0;
        else
            got += 100;
        offload_atomic_add(&sums[3], 1u);
    } else if (v & 4) {
        got = 50;
    }
    out[i] = (int)got + offload_lane_shuffle_xor(v, 3, 32);
    offload_atomic_add(&sums[4], (unsigned)out[i]);
}

// Places of one's own, anywhere.
offload_kernel void scatter(int n, const int in[n], const int place[n], int out[n]) {
    int i = (int)offload_global_id(0);
    int v = in[i] + offload_lane_shuffle_up(in[i], 1, 32);
    if (place[i] >= 0)
        out[place[i]] = v;
}

static int in[THREADS], x[THREADS], out[THREADS], place[THREADS], numbers[THREADS], taken[ROOM];

static int above(int limit, int n) {
    int count = 0;
    for (int i = 0; i < n; i++)
        count += in[i] >= limit;
    return count;
}

static void try_filter(int n, int limit, size_t size) {
    static int seen[THREADS];
    int count = 0;
    memset(out, 0, sizeof out);
    memset(seen, 0, sizeof seen);
    offload(filter, .threads = {(size_t)n}, .block_size = {size})(n, in, limit, out, &count);
    EQUAL(count, above(limit, n));
    for (int i = 0; i < count; i++) // each number is in one place of `in`
        for (int k = 0; k < n; k++)
            seen[k] += in[k] == out[i];
    for (int k = 0; k < n; k++)
        EQUAL(seen[k], in[k] >= limit);
}

static void try_take(void) {
    int counts[2] = {0, 0}, got = 0, without = 0, most = 0, seen[ROOM] = {0};
    memcpy(x, in, sizeof x);
    offload(take, .threads = {THREADS}, .block_size = {128})(THREADS, x, taken, numbers, counts);
    for (int i = 0; i < THREADS; i++) {
        int now = in[i] + 1000;
        EQUAL(x[i], now + (in[i] & 1) + (in[i ^ 1] & 1));
        EQUAL(numbers[i] != -2, now % 3 == 0);
        if (numbers[i] >= 0) {
            EQUAL(taken[numbers[i]], now);
            EQUAL(seen[numbers[i]]++, 0);
            got++;
        } else if (numbers[i] == -1) {
            without++;
            most = now > most ? now : most;
        }
    }
    EQUAL(got, got + without < ROOM ? got : ROOM);
    EQUAL(counts[0], got + without);
    EQUAL(counts[1], most);
}

static void try_several(void) {
    unsigned sums[8] = {0}, expected[8] = {0};
    offload(several, .threads = {THREADS}, .block_size = {64})(THREADS, in, sums, out);
    for (int i = 0; i < THREADS; i++) {
        int v = in[i], got = v & 1 ? (v & 2 ? 0 : 100) : v & 4 ? 50 : 7;
        EQUAL(out[i], got + in[i ^ 3]);
        if (v & 1) {
            expected[1] |= 1u << (v & 15);
            expected[2] += v & 2 ? (unsigned)v : 0;
            expected[3]++;
        }
        expected[4] += (unsigned)out[i];
    }
    for (int s = 0; s < 8; s++)
        EQUAL(sums[s], expected[s]);
}

static void try_scatter(void) {
    int expected[THREADS];
    for (int i = 0; i < THREADS; i++) {
        place[i] = i % 5 ? i * 37 % THREADS : -1;
        expected[i] = out[i] = -9;
    }
    offload(scatter, .threads = {THREADS}, .block_size = {128})(THREADS, in, place, out);
    for (int i = 0; i < THREADS; i++)
        if (place[i] >= 0)
            expected[place[i]] = in[i] + in[i % 32 ? i - 1 : i];
    for (int i = 0; i < THREADS; i++)
        EQUAL(out[i], expected[i]);
}

int main(void) {
    for (int i = 0; i < THREADS; i++)
        in[i] = i * 7919 % 10007;
    for (int n = 1; n <= THREADS; n += 73)
        for (int limit = -1; limit < 12000; limit += 1500)
            for (size_t size = 32; size <= 256; size *= 2)
                try_filter(n, limit, size);
    try_filter(THREADS, 5000, 100);
    try_take();
    try_several();
    try_scatter();
    return finish();
}

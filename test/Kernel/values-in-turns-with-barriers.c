// A thread's variable keeps its value over the barriers of a loop, and after the loop. The values of a
// variable share memory where only one of them is needed at a time. Here two are needed: threads swap
// two variables, or use an older value after the loop, or only some threads change the variable.
//
// RUN: %run_kernel -O2 -- OMP_NUM_THREADS=1 -- OMP_NUM_THREADS=4
// RUN: %run_kernel -O3 -march=x86-64-v3
// RUN: %run_kernel -O0
// RUN: %run_kernel -O1 -fsanitize=address,undefined
#include <offload.h>
#include <offload_lanes.h>

#include "Inputs/check.h"

enum { SIZE = 128, BLOCKS = 3, N = SIZE * BLOCKS };

// Two variables change places in each turn.
offload_kernel void swap(size_t n, int turns, int out[n]) {
    offload_shared int left[SIZE];
    int t = (int)offload_thread_id(0), a = t, b = 1000 + t;
    left[t] = t;
    for (int i = 0; i < turns; i++) {
        offload_barrier();
        int x = a;
        a = b + left[(t + i) % SIZE];
        b = x;
    }
    out[offload_global_id(0)] = a * 3 + b;
}

static int swapped(int t, int turns) {
    int a = t, b = 1000 + t;
    for (int i = 0; i < turns; i++) {
        int x = a;
        a = b + (t + i) % SIZE;
        b = x;
    }
    return a * 3 + b;
}

// The value of the turn before is needed after the loop, and so is the first one.
offload_kernel void older(size_t n, int turns, int out[n]) {
    offload_shared int left[SIZE];
    int t = (int)offload_thread_id(0), sum = t * 7, first = sum, old = -1;
    left[t] = t;
    for (int i = 0; i < turns; i++) {
        offload_barrier();
        old = sum;
        if (t % 3)
            sum += left[(t + i) % SIZE];
    }
    out[offload_global_id(0)] = sum * 100 + old * 10 + first;
}

static int with_older(int t, int turns) {
    int sum = t * 7, first = sum, old = -1;
    for (int i = 0; i < turns; i++) {
        old = sum;
        if (t % 3)
            sum += (t + i) % SIZE;
    }
    return sum * 100 + old * 10 + first;
}

// Lanes go on with what is left of a sum, and what it was before.
offload_kernel void halves(size_t n, int turns, int out[n]) {
    int *left = offload_dynamic_shared();
    unsigned t = offload_thread_id(0);
    int sum = (int)t + turns, before = sum, most = 0;
    left[t] = sum;
    offload_barrier();
    for (unsigned d = offload_block_size(0) / 2; d >= 32; d >>= 1) {
        if (t < d)
            left[t] = sum = sum + left[t + d];
        most = sum > most ? sum : most;
        offload_barrier();
    }
    if (t < 32)
        sum += offload_lane_shuffle_down(sum, 16, 32);
    out[offload_global_id(0)] = sum * 100 + before + most;
}

static int halved(int t, int turns) {
    int left[SIZE], after[SIZE], most = 0;
    for (int i = 0; i < SIZE; i++)
        left[i] = i + turns;
    for (int d = SIZE / 2; d >= 32; d /= 2) {
        for (int i = 0; i < d; i++)
            left[i] += left[i + d];
        most = left[t] > most ? left[t] : most;
    }
    for (int i = 0; i < SIZE; i++)
        after[i] = left[i];
    for (int i = 0; i < 32; i++)
        after[i] += left[i + 16 < 32 ? i + 16 : i];
    return after[t] * 100 + t + turns + most;
}

// The place of an element that is computed from a loaded value is needed before the turns and after them, when the variable
// has another value.
offload_kernel void derived(size_t n, int turns, int out[n]) {
    offload_shared int left[SIZE], fixed[SIZE];
    int t = (int)offload_thread_id(0);
    left[t] = fixed[t] = t * 5;
    offload_barrier();
    int x = left[(t + 1) % SIZE], place = (x ^ 7) % SIZE, sum = 0;
    offload_barrier();
    sum += fixed[place];
    offload_barrier();
    for (int i = 0; i < turns; i++) {
        left[t] = x;
        offload_barrier();
        x += left[(t + i) % SIZE];
        offload_barrier();
    }
    out[offload_global_id(0)] = x * 10 + sum + fixed[place];
}

static int derived_from(int t, int turns) {
    int left[SIZE], next[SIZE], x = (t + 1) % SIZE * 5;
    for (int i = 0; i < SIZE; i++)
        left[i] = (i + 1) % SIZE * 5;
    for (int i = 0; i < turns; i++) {
        for (int k = 0; k < SIZE; k++)
            next[k] = left[k] + left[(k + i) % SIZE];
        for (int k = 0; k < SIZE; k++)
            left[k] = next[k];
    }
    return left[t] * 10 + (x ^ 7) % SIZE * 5 * 2;
}

int main(void) {
    static int out[N];
    for (int turns = 0; turns < 5; turns++) {
        offload(swap, .blocks = {BLOCKS}, .block_size = {SIZE})(N, turns, out);
        for (int i = 0; i < N; i++)
            EQUAL(out[i], swapped(i % SIZE, turns));
        offload(older, .blocks = {BLOCKS}, .block_size = {SIZE})(N, turns, out);
        for (int i = 0; i < N; i++)
            EQUAL(out[i], with_older(i % SIZE, turns));
        offload(derived, .blocks = {BLOCKS}, .block_size = {SIZE})(N, turns, out);
        for (int i = 0; i < N; i++)
            EQUAL(out[i], derived_from(i % SIZE, turns));
        offload(halves, .blocks = {BLOCKS}, .block_size = {SIZE}, .shared_bytes = SIZE * sizeof(int))(N, turns, out);
        for (int i = 0; i < N; i++)
            EQUAL(out[i], halved(i % SIZE, turns));
    }
    return finish();
}

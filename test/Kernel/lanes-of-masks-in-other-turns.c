// Lanes of a mask wait for each other, also where they come to the call in different turns of a
// loop: each call gets what all lanes of its mask have passed.
//
// RUN: %run_kernel -O0
// RUN: %run_kernel -O1
// RUN: %run_kernel -O2
// RUN: %run_kernel -O3 -march=native
#include <offload.h>

#include "Inputs/check.h"

enum { THREADS = 144, TURNS = 5 }; // the last group is not full

static unsigned long mask_of_lane(unsigned lane) { // even and odd lanes
    return lane & 1 ? 0xaaaaaaaaaaaaaaaaul : 0x5555555555555555ul;
}

// The lane decides in which turn it comes.
offload_kernel void by_lane(long sums[THREADS], unsigned lanes[1]) {
    unsigned lane = offload_lane_id();
    long sum = 0;
    for (int turn = 0; turn < 2; turn++)
        if (turn == (int)(lane & 1))
            sum = offload_lane_reduce_add(lane + 1l, offload_all_lanes);
    sums[offload_global_id(0)] = sum;
    if (offload_global_id(0) == 0)
        lanes[0] = offload_lane_count();
}

// Each lane comes in a turn of its own, and lanes read what others pass.
offload_kernel void one_by_one(int others[THREADS]) {
    int lane = (int)offload_lane_id(), other = -1;
    for (unsigned turn = 0; turn < offload_lane_count(); turn++)
        if (turn == offload_lane_id())
            other = offload_lane_shuffle_xor(lane * 10, 1, offload_lane_count(), offload_all_lanes);
    others[offload_global_id(0)] = other;
}

// Data decides; each mask is for itself.
offload_kernel void by_data(const unsigned char turns[THREADS], unsigned long votes[THREADS]) {
    size_t i = offload_global_id(0);
    unsigned long mask = mask_of_lane(offload_lane_id()), vote = 0;
    for (int turn = 0; turn < TURNS; turn++)
        if (turn == turns[i])
            vote = offload_lane_ballot(offload_lane_id() % 3 == 0, mask);
    votes[i] = vote;
}

// A loop around the call is left and begun in different turns of the outer one.
offload_kernel void in_an_inner_loop(const unsigned char turns[THREADS], long sums[THREADS]) {
    size_t i = offload_global_id(0);
    long sum = 0;
    for (int turn = 0; turn < TURNS; turn++) {
        if (turn == turns[i])
            for (int j = 0; j < 3; j++)
                sum = sum * 1000 + offload_lane_reduce_max((int)offload_lane_id() + j,
                                                           offload_all_lanes);
        sum++;
    }
    sums[i] = sum;
}

__attribute__((noinline)) static long sum_of(long value) {
    return offload_lane_reduce_add(value, offload_all_lanes);
}

// In a function, by lanes that leave the loop after it.
offload_kernel void in_a_function(const unsigned char turns[THREADS], long sums[THREADS]) {
    size_t i = offload_global_id(0);
    long sum = 0;
    for (int turn = 0;; turn++) {
        if (turn < turns[i])
            continue;
        sum += sum_of((long)offload_lane_id());
        break;
    }
    sums[i] = sum;
}

// Two calls, one after the other, in turns of their own. Some lanes have returned.
offload_kernel void two_calls(const unsigned char turns[THREADS], long sums[THREADS]) {
    size_t i = offload_global_id(0);
    unsigned lane = offload_lane_id();
    sums[i] = -1;
    if (lane % 8 == 7)
        return;
    int sum = 0;
    for (int turn = 0; turn < 2 * TURNS; turn++) {
        if (turn == turns[i])
            sum = offload_lane_reduce_add((int)lane, offload_all_lanes);
        if (turn == turns[i] * 2)
            sum += offload_lane_shuffle(sum + (int)lane, 3, offload_lane_count(),
                                        offload_all_lanes);
    }
    sums[i] = sum;
}

// Lanes write in one turn what others read in another one.
offload_kernel void sync(const unsigned char turns[THREADS], int sums[THREADS], int memory[THREADS]) {
    size_t i = offload_global_id(0);
    int first = (int)(i - offload_lane_id()), sum = 0;
    for (int turn = 0; turn < TURNS; turn++)
        if (turn == turns[i]) {
            memory[i] = (int)i + 1;
            offload_lanes_sync(offload_all_lanes);
            for (int j = first; j < THREADS && j < first + (int)offload_lane_count(); j++)
                sum += memory[j];
        }
    sums[i] = sum;
}

// The mask has four lanes; others never come.
offload_kernel void some_never_come(int sums[THREADS]) {
    unsigned lane = offload_lane_id();
    int sum = 0;
    for (int turn = 0; turn < 3; turn++)
        if (turn == (int)(lane % 3) && lane < 4)
            sum = offload_lane_reduce_add(1, 0xful);
    sums[offload_global_id(0)] = sum;
}

int main(void) {
    static long sums[THREADS];
    static int numbers[THREADS], memory[THREADS];
    static unsigned long votes[THREADS];
    unsigned char turns[THREADS];
    unsigned lanes[1] = {0};
    for (int i = 0; i < THREADS; i++)
        turns[i] = (unsigned char)((i * 7 + i / 5) % TURNS);
    offload(by_lane, .blocks = {1}, .threads = {THREADS})(sums, lanes);
    int count = (int)lanes[0];
#define EACH_GROUP                                                                                 \
    for (int first = 0, end; end = first + count < THREADS ? first + count : THREADS,              \
             first < THREADS;                                                                      \
         first = end)
    EACH_GROUP
        for (int i = first; i < end; i++)
            EQUAL(sums[i], (end - first) * (end - first + 1) / 2);
    offload(one_by_one, .blocks = {1}, .threads = {THREADS})(numbers);
    EACH_GROUP
        for (int i = first; i < end; i++)
            EQUAL(numbers[i], ((i - first) ^ 1) * 10);
    offload(by_data, .blocks = {1}, .threads = {THREADS})(turns, votes);
    EACH_GROUP
        for (int i = first; i < end; i++) {
            unsigned long vote = 0;
            for (int j = 0; j < end - first; j++)
                vote |= (unsigned long)(j % 3 == 0 && (j - (i - first)) % 2 == 0) << j;
            EQUAL(votes[i], vote);
        }
    offload(in_an_inner_loop, .blocks = {1}, .threads = {THREADS})(turns, sums);
    EACH_GROUP
        for (int i = first; i < end; i++) {
            long sum = 0, greatest = end - first - 1;
            for (int turn = 0; turn < TURNS; turn++, sum++)
                for (int j = 0; turn == turns[i] && j < 3; j++)
                    sum = sum * 1000 + greatest + j;
            EQUAL(sums[i], sum);
        }
    offload(in_a_function, .blocks = {1}, .threads = {THREADS})(turns, sums);
    EACH_GROUP
        for (int i = first; i < end; i++)
            EQUAL(sums[i], (end - first) * (end - first - 1) / 2);
    offload(two_calls, .blocks = {1}, .threads = {THREADS})(turns, sums);
    EACH_GROUP {
        int sum = 0;
        for (int j = 0; j < end - first; j++)
            sum += j % 8 != 7 ? j : 0;
        for (int i = first; i < end; i++)
            EQUAL(sums[i], (i - first) % 8 == 7 ? -1 : sum + sum + 3);
    }
    offload(sync, .blocks = {1}, .threads = {THREADS})(turns, numbers, memory);
    EACH_GROUP {
        int sum = 0;
        for (int i = first; i < end; i++)
            sum += i + 1;
        for (int i = first; i < end; i++)
            EQUAL(numbers[i], sum);
    }
    offload(some_never_come, .blocks = {1}, .threads = {THREADS})(numbers);
    EACH_GROUP
        for (int i = first; i < end; i++)
            EQUAL(numbers[i], i - first < 4 ? 4 : 0);
    return finish();
}

// On a CPU, the lanes of a group meet as if they ran in step: those that a branch has parted make one
// call where they come together again, and those that leave a loop early, or skip a part of a turn,
// wait for the others. It is the same whether loops or coroutines run the threads.
//
// RUN: %offloadcc -O2 --offload-arch=none %s -o %t && %t
// RUN: %offloadcc -O0 --offload-arch=none %s -o %t && %t
// RUN: %offloadcc -O3 --offload-arch=x86-64 %s -o %t && env OMP_TARGET_OFFLOAD=MANDATORY %t
// RUN: %offloadcc -O2 --offload-arch=none -foffload-lanes=8 %s -o %t && %t
#include <offload.h>
#include <stdio.h>
#include <string.h>

enum { N = 96, CASES = 8 };

static long there(void)
{
    return (long)offload_lane_ballot(1);
}

offload_kernel void meet(int n, long out[n][CASES], int lanes[1])
{
    int i = (int)offload_thread_id(0), lane = (int)offload_lane_id();
    lanes[0] = (int)offload_lane_count();
    if (lane % 3 == 0)
        out[i][0] = there();
    else
        out[i][0] = -there();
    out[i][1] = there();
    // Lanes with more turns meet fewer and fewer others.
    out[i][2] = 0;
    for (int k = 0; k < lane % 4; k++)
        out[i][2] = out[i][2] * 5 + __builtin_popcountl((unsigned long)there());
    out[i][3] = there();
    // In each turn, other lanes skip the call.
    out[i][4] = 0;
    for (int k = 0; k < 4; k++) {
        if ((lane + k) % 4 == 0)
            continue;
        out[i][4] = out[i][4] * 100 + __builtin_popcountl((unsigned long)there());
    }
    // Nested loops, of which the outer one is left early.
    out[i][5] = 0;
    for (int k = 0; k < 3; k++) {
        for (int m = 0; m < (lane + k) % 2 + 1; m++)
            out[i][5] = out[i][5] * 100 + __builtin_popcountl((unsigned long)there());
        if (k == lane % 4)
            break;
    }
    if (lane % 4 == 1)
        return;
    out[i][6] = there();
    out[i][7] = offload_lane_shuffle_down(lane, 1);
}

// How many lanes of a group have one of these numbers, modulo 4.
static int count(int lanes, const char *numbers)
{
    return lanes / 4 * (int)strlen(numbers);
}

static int expect(int thread, int number, long found, long wanted)
{
    if (found != wanted)
        printf("thread %d, case %d: %ld, not %ld\n", thread, number, found, wanted);
    return found != wanted;
}

int main(void)
{
    static long out[N][CASES];
    int lanes, wrong = 0;
    offload(meet, .blocks = {1}, .block_size = {N})(N, out, &lanes);
    long all = 0, thirds = 0, not_1 = 0;
    for (int i = 0; i < lanes; i++) {
        all |= 1L << i;
        thirds |= (long)(i % 3 == 0) << i;
        not_1 |= (long)(i % 4 != 1) << i;
    }
    for (int i = 0; i < N; i++) {
        int lane = i % lanes, kind = lane % 4;
        long turns[] = {0, count(lanes, "123"),
                        count(lanes, "123") * 5 + count(lanes, "23"),
                        (count(lanes, "123") * 5 + count(lanes, "23")) * 5 + count(lanes, "3")};
        wrong += expect(i, 0, out[i][0], lane % 3 == 0 ? thirds : -(all & ~thirds));
        wrong += expect(i, 1, out[i][1], all);
        wrong += expect(i, 2, out[i][2], turns[kind]);
        wrong += expect(i, 3, out[i][3], all);
        long three = count(lanes, "123");
        wrong += expect(i, 4, out[i][4], three * 10000 + three * 100 + three);
        // Turn 0: 0123 then 13; turn 1: 123 then 2; turn 2: 23 then 3. Each is left by one kind.
        long a = count(lanes, "0123"), b = count(lanes, "13"), c = count(lanes, "123");
        long d = count(lanes, "2"), e = count(lanes, "23"), f = count(lanes, "3");
        long nested[] = {a, (a * 100 + b) * 100 + c, ((a * 100 + c) * 100 + d) * 100 + e,
                         (((a * 100 + b) * 100 + c) * 100 + e) * 100 + f};
        wrong += expect(i, 5, out[i][5], nested[kind]);
        wrong += expect(i, 6, out[i][6], kind == 1 ? 0 : not_1);
        int next = lane + 1 < lanes && kind != 0 ? lane + 1 : lane;
        wrong += expect(i, 7, out[i][7], kind == 1 ? 0 : next);
    }
    return wrong != 0;
}

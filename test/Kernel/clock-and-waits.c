// clock in kernels counts CLOCKS_PER_SEC a second and never runs backwards; nanosleep and usleep wait at least as long as they are
// told to. (On the CPU, clock is the processor time of all threads, which a wait does not use.)
//
// RUN: %run_kernel -O2
// RUN: %run_kernel -O0
#define _GNU_SOURCE
#include <offload.h>
#include <time.h>
#include <unistd.h>

#include "Inputs/check.h"

offload_kernel void measure(clock_t times[4], int results[3])
{
    times[0] = clock();
    results[0] = usleep(20);
    times[1] = clock();
    results[1] = nanosleep(&(struct timespec){.tv_nsec = 15000}, NULL);
    times[2] = clock();
    results[2] = nanosleep(&(struct timespec){.tv_nsec = 2000000000}, NULL);
    times[3] = clock();
}

int main(void) {
    clock_t times[4] = {0};
    int results[3] = {1, 1, 1};
    time_t before = time(NULL);
    offload(measure, .threads = {1}, .block_size = {1})(times, results);
    EQUAL(results[0], 0);
    EQUAL(results[1], 0);
    EQUAL(results[2], -1);
    for (int i = 1; i < 4; i++)
        CHECK(times[i] >= times[i - 1], "%ld, then %ld", (long)times[i - 1], (long)times[i]);
    // Seconds, not nanoseconds, and no longer than all of this took.
    CHECK(times[3] - times[0] <= (time(NULL) - before + 2) * 64 * CLOCKS_PER_SEC, "%ld ticks", (long)(times[3] - times[0]));
    return finish();
}

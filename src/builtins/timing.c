// timing.c - <time.h>'s clock and <unistd.h>'s and <time.h>'s waits on GPUs, by the timer that all
// parts of a GPU share.
#include <stdint.h>

#ifdef __NVPTX__
enum { TICKS_PER_MICROSECOND = 1000, NANOSECONDS_PER_TICK = 1 }; // PTX ISA, "%globaltimer"
#define PAUSE()
#else
enum { TICKS_PER_MICROSECOND = 100, NANOSECONDS_PER_TICK = 10 }; // 100 MHz
#define PAUSE() __builtin_amdgcn_s_sleep(1)
#endif

static inline uint64_t now(void) {
    return __builtin_readsteadycounter();
}

// CLOCKS_PER_SEC is a million.
long clock(void) {
    return (long)(now() / TICKS_PER_MICROSECOND);
}

static void wait(uint64_t ticks) {
    for (uint64_t start = now(); now() - start < ticks;)
        PAUSE();
}

int usleep(unsigned int microseconds) {
    wait((uint64_t)microseconds * TICKS_PER_MICROSECOND);
    return 0;
}

unsigned int sleep(unsigned int seconds) {
    wait((uint64_t)seconds * 1000000 * TICKS_PER_MICROSECOND);
    return 0;
}

// glibc's struct timespec.
struct time {
    long seconds, nanoseconds;
};

int nanosleep(const struct time *duration, struct time *rest) {
    if (duration->seconds < 0 || duration->nanoseconds < 0 || duration->nanoseconds > 999999999)
        return -1;
    wait((uint64_t)duration->seconds * 1000000 * TICKS_PER_MICROSECOND +
         (uint64_t)(duration->nanoseconds + NANOSECONDS_PER_TICK - 1) / NANOSECONDS_PER_TICK);
    (void)rest; // only signals interrupt it
    return 0;
}

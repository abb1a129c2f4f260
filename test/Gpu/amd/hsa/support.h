// support.h - settings, messages and the lock of this library.
//
// Environment:
//   EMULATE_AMD       the GPUs, "gfx90a,gfx1201" or "gfx90a:xnack+"; gfx1100, if not set; "": none
//   EMULATE_SEED      when work is done (work.h); 0, if not set: as early as possible, in order
//   EMULATE_COUNTS    a file to which the counts of all kernels are added when the program ends
//   (scripts/emulate);
//                     code object N is written to a file of this name and ".N"
//   EMULATE_LOG       1: a line for each allocation, copy, dispatch and so on
//   EMULATE_UNITS     so many compute units has each GPU, instead of as many as the real one
//   EMULATE_PATIENCE  for so many milliseconds nothing may happen while a thread waits; 10000
#ifndef AMD_HSA_SUPPORT_H
#define AMD_HSA_SUPPORT_H

#include "api.h"

#include <pthread.h>

struct settings {
    char gpus[400];
    uint64_t seed;
    const char *counts; // NULL: nothing is counted
    bool logs;
    uint32_t units;    // 0: as the real GPU
    uint32_t patience; // in milliseconds
};

const struct settings *settings(void);

// Says what the program did wrong, and ends it. May be called with and without the lock.
__attribute__((noreturn, format(printf, 1, 2))) void stop(const char *format, ...);

// A line of the log, if there is one; and one that is always printed.
__attribute__((format(printf, 1, 2))) void note(const char *format, ...);
__attribute__((format(printf, 1, 2))) void warn(const char *format, ...);

// Says why something is refused, in WHY_SIZE bytes; returns the status.
enum { WHY_SIZE = 300 };
__attribute__((format(printf, 3, 4))) hsa_status_t refuse(char *why, hsa_status_t status,
                                                          const char *format, ...);

// The pointer, which is not null; else memory is exhausted.
void *own(void *memory);

// Almost everything here is done with the lock. Functions of the API take it; it is not held while
// a kernel, a callback or a handler runs. `changed` is broadcast after whatever somebody may wait
// for.
extern pthread_mutex_t hsa_lock;
extern pthread_cond_t hsa_changed;

static inline void lock_hsa(void) {
    pthread_mutex_lock(&hsa_lock);
}

static inline void unlock_hsa(void) {
    pthread_mutex_unlock(&hsa_lock);
}

// The time of CLOCK_MONOTONIC in nanoseconds. The condition's timeouts are of this clock.
uint64_t now(void);

// Numbers of the seed's sequence, with the lock: any; whether the one-in-n chance came up (n 0:
// never).
uint64_t random_number(void);
bool one_in(uint32_t n);

// Whether hsa_init was called, and not yet as many times hsa_shut_down.
bool is_initialized(void);

// For the beginning of functions of the API.
#define NEED(condition, status)                                                                    \
    do {                                                                                           \
        if (!(condition))                                                                          \
            return status;                                                                         \
    } while (0)
#define NEED_INIT() NEED(is_initialized(), HSA_STATUS_ERROR_NOT_INITIALIZED)
#define NEED_POINTER(pointer) NEED((pointer) != NULL, HSA_STATUS_ERROR_INVALID_ARGUMENT)

#endif

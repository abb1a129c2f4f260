// work.h - what is to be done, and when it is done.
//
// Copies, packets of queues, handlers and error callbacks are work: each says whether it could be
// done now, and does it. Nothing is done in the background. Work is done by the threads of the
// program while they wait for a signal, or load one, and, depending on the seed, within the call
// that hands it over. The seed (EMULATE_SEED) decides when:
//   0        All that is ready is done when somebody loads a signal or waits.
//   another  It is done one by one, in an order of its own. How often a load, or a call that hands
//            something over, does some of it is the seed's: never (but that polling gets on),
//            rarely or often. Waits return early now and then, which the specification allows.
//
// Handlers and callbacks are the program's functions. They are called by a thread of this library,
// as by the real runtime, because the program's thread may have locked something that they need.
//
// A thread that waits without an end, while nothing is ready, nothing runs and nothing changes for
// EMULATE_PATIENCE, ends the program with a list of what is outstanding; at once if it is the only
// one.
#ifndef AMD_HSA_WORK_H
#define AMD_HSA_WORK_H

#include "support.h"

// The first member of what is to be done, which malloc allocated. It is freed when it is done.
struct work {
    const struct work_kind *kind;
    bool is_running;
    struct work *next;
};

// All functions are called with the lock.
struct work_kind {
    bool calls_program; // `run` calls a function of the program's
    bool is_long;       // it may run kernels
    // Whether it could be done now.
    bool (*is_ready)(struct work *work);
    // Does it, or a part of it; returns whether there may be more. It may release the lock
    // meanwhile.
    bool (*run)(struct work *work);
    // Says what it is and what it waits for, or nothing.
    void (*describe)(const struct work *work, char *text, size_t size);
};

// These need the lock, too, and those after work_remove release it meanwhile.

// Adds work behind all other.
void work_add(struct work *work);

// Tells everybody who waits that something is not what it was.
void work_changed(void);

// Takes work away without doing it, once it does not run; it is not freed.
void work_remove(struct work *work);

// Does what the seed says after work was handed over, without kernels; and when a signal is loaded,
// or a queue's state is asked for.
void work_handed_over(void);
void work_polled(void);

// Waits until is_over(of), for at most `timeout` nanoseconds (UINT64_MAX: without an end), or less
// if the seed says so. `describe` says what is waited for.
void work_wait(bool (*is_over)(void *of), void *of, uint64_t timeout,
               void (*describe)(const void *of, char *text, size_t size));

#endif

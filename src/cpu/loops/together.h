// together.h - lets the threads of a strip stay together in a loop that they leave at different
// times, or that only some of them come to.
//
// In `while (x * x + y * y < 4 && i < n) { ... }` each thread has a number of turns of its own, so
// LLVM cannot run several threads in the lanes of a vector. This module changes the loop such that
// all threads of a strip (strips.h) run it until none of them goes on:
//
//     do {
//         take the loop's values; run its code
//         a thread that leaves the loop here keeps the values with which the turn began, so that it
//         will do the same in the next turn, with the same results
//     } while (enough threads go on);
//     if (any thread goes on)
//         those that do run a copy of the loop, each alone
//     go where the thread left the loop
//
// So nothing has to be masked. It takes a loop without stores and calls: to do a turn again must
// change nothing. A loop in such a loop is one that the threads of a turn run alike, or is changed
// likewise.
//
// Where threads load what a counter of the loop says, all must have the same counter. Then those
// that have left go on with other values than their own, and keep their results (kinds.h,
// OC_LOOP_MASKED). Threads that do not come to a loop are led there (detour.h). They leave in its
// first turn; or, if it loads or has loops in it, run along, provided that some thread does come.
// If those that come run it alike, they do so together only if they are enough, and else run a copy
// of the loop, each alone.
//
// How many threads come or go on are questions (questions.h).
#ifndef OC_TOGETHER_H
#define OC_TOGETHER_H

#include "cpu/loops/nest.h"

// Changes such loops in a region's x loop, whose loops must be complete and connected, until it
// comes to a loop of another kind. Returns whether it changed anything; then questions were asked.
bool oc_together_make(const struct oc_threads *threads, size_t region);

#endif

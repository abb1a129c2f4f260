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
// So nothing has to be masked. The loop must have no stores and calls, since to do a turn again
// must change nothing. A loop inside it must be one that the threads of a turn run alike, or one
// that is changed likewise.
//
// There are three more forms (kinds.h).
//
// OC_LOOP_MASKED: threads load from addresses that depend on a counter of the loop. The counter
// must be the same for all of them, so it goes on for threads that have left. These compute other
// values than their own, and keep their results.
//
// Some threads do not come to the loop. detour.h leads them to it. They leave it in the first turn.
// If the loop has loads or loops in it, they run its code for as long as others do.
//
// OC_LOOP_COMMON: the threads that come to the loop run it alike. If they are many, all threads run
// its code. If they are few, each of them runs a copy alone.
//
// How many threads come to a loop or stay in it are questions (questions.h).
#ifndef OC_TOGETHER_H
#define OC_TOGETHER_H

#include "cpu/loops/nest.h"

// Changes such loops in a region's x loop, whose loops must be complete and connected, until it
// comes to a loop of another kind. Returns whether it changed anything; then questions were asked.
bool oc_together_make(const struct oc_threads *threads, size_t region);

#endif

// together.h - lets the threads of a strip stay together in a loop that they leave at different
// times.
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
// change nothing. How many threads go on are questions (questions.h).
#ifndef OC_TOGETHER_H
#define OC_TOGETHER_H

#include "cpu/loops/alike.h"

// Changes such loops in a region's x loop, whose loops must be complete and connected. Returns
// whether there were any. Loops that all threads run alike do not count. Where there is a loop of a
// third kind, nothing is changed.
bool oc_together_make(const struct oc_threads *threads, size_t region);

#endif

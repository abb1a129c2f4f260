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
//     } while (any thread goes on);
//     go where the turn left the loop
//
// So nothing has to be masked. It takes a loop without stores and calls: to do a turn again must
// change nothing. Whether any thread goes on is a call, which is no longer there when the strip's
// loops are complete: the module's functions for it are for alike.c, uniform.c and connect.c.
#ifndef OC_TOGETHER_H
#define OC_TOGETHER_H

#include "cpu/loops/alike.h"

// Changes such loops in a region's x loop, whose loops must be complete and connected. Returns
// whether there were any. Loops that all threads run alike do not count. Where there is a loop of a
// third kind, nothing is changed.
bool oc_together_make(const struct oc_threads *threads, size_t region);

// In a strip's region that ends with the question whether any thread goes on: replaces the call by
// what the threads so far have answered. Returns the bit that is set, after the region's loop, if
// any thread goes on; NULL if `condition` is not such a call. Its instructions are at the
// builder's position, which is after that loop.
LLVMValueRef oc_together_ask(const struct oc_threads *threads, size_t region,
                             LLVMValueRef condition);

// Where a question was left, because there are no strips, each thread answers for itself.
void oc_together_end(const struct oc_threads *threads);

#endif

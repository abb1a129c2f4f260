// stuck.h - launches on the CPU that wait for ever: with OFFLOADCC_CHECK=1 in the environment, they
// end the program with a message.
//
// A thread of the system interrupts those that run blocks, some 200 times a second, and looks at
// their registers and at the end of their stacks. A loop that computes something has another state
// each time, if only in a counter. A loop that only reads again what nobody writes has a few
// states, which come back. A launch is stuck if for some seconds no thread that runs a block has
// been in a new state: 10, or as many as OFFLOADCC_CHECK_WAIT says.
//
// Nothing is watched in programs that handle SIGURG, which interrupts the threads, or that are
// built with ThreadSanitizer.
#ifndef OC_RUNTIME_STUCK_H
#define OC_RUNTIME_STUCK_H

#include "runtime/launch/guarded.h"

struct __offloadcc_watch;

// Begins to watch a launch of a kernel whose blocks may wait for what others write, where that is
// asked for. `grid` is the grid whose blocks run. Returns NULL if it is not watched.
struct __offloadcc_watch *__offloadcc_watch_launch(const struct __offloadcc_launched *launched,
                                                   const struct __offloadcc_grid *grid,
                                                   const struct __offloadcc_frame *frame);
void __offloadcc_end_watch(struct __offloadcc_watch *watch); // may be NULL

// A thread begins to run a block, and has run it. Nothing happens if `watch` is NULL.
void __offloadcc_watch_block(struct __offloadcc_watch *watch, unsigned long number);
void __offloadcc_end_block(struct __offloadcc_watch *watch);

// A thread that runs a block waits for other blocks at a barrier of the grid, or does no more.
void __offloadcc_watch_waits(bool waits);

#endif

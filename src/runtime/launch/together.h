// together.h - cooperative launches on the CPU: each block has a thread of the system of its own,
// so all run at the same time, and a block can wait for the others.
//
// The thread is the block's until its end. So what a block has in thread-local variables, such as
// shared variables of functions, is the block's also while it waits.
#ifndef OC_RUNTIME_TOGETHER_H
#define OC_RUNTIME_TOGETHER_H

#include "runtime/launch/guarded.h"

// Calls run(argument, 0) to run(argument, count - 1), each in a thread of its own, and returns when
// all have returned. Ends the program with a message if there cannot be so many threads.
void __offloadcc_run_together(const struct __offloadcc_launched *launched, unsigned long count,
                              void (*run)(const void *argument, unsigned long number),
                              const void *argument);

// What a block calls at a barrier of the grid: returns when all blocks have called it. Ends the
// program with a message if some block has ended, or if the launch is not cooperative. Outside of
// kernels it returns at once.
void __offloadcc_wait_for_blocks(void);

// Each thread that runs blocks says so, and of which launch. NULL: it has run them.
void __offloadcc_note_launch(const struct __offloadcc_launched *launched);

// Whether this thread runs blocks.
bool __offloadcc_runs_kernel(void);

// Says which kernel ends the program, after the message of one of its threads.
void __offloadcc_say_ended(void);

#endif

// counts.h - what a program's kernels did: instructions, lanes, transactions, bank conflicts.
//
// Off unless it is asked for (machine.h). Each decoded instruction counts for the kernel that runs;
// at the end of a dispatch the counts are added to the kernel's.
#ifndef AMD_COUNTS_H
#define AMD_COUNTS_H

#include "wave.h"

#include <stdio.h>

// Memory is moved in lines of 64 bytes.
enum { LINE_BYTES = 64 };

// Notes an access of `bytes` by each lane of `exec`. `addresses` are those of the host; accesses to
// private memory are not noted.
void counts_access(const struct wave *w, const struct instruction *in, uint64_t exec,
                   uint8_t *const addresses[MAX_LANES], unsigned bytes);

// Adds what was counted since the last call to the kernel's counts.
void counts_finish(struct machine *machine, const struct dispatch *dispatch, const char *kernel,
                   unsigned lanes, uint64_t groups);

// Writes all kernels' counts as a line of JSON.
void counts_write(const struct machine *machine, FILE *file);

#endif

// watched.h - blocks of threads in programs that AddressSanitizer watches.
#ifndef OC_RUNTIME_WATCHED_H
#define OC_RUNTIME_WATCHED_H

#include <stdbool.h>
#include <stddef.h>

// Returns a block's dynamic shared memory, allocated on the heap with exactly `bytes` bytes, so
// that a sanitizer knows its bounds. NULL if the program is built without such a sanitizer.
void *__offloadcc_watched_memory(size_t bytes);

// Called when this thread starts and stops running blocks. Launches in between are made by kernels.
void __offloadcc_begin_blocks(void);
void __offloadcc_end_blocks(void);
bool __offloadcc_runs_blocks(void);

#endif

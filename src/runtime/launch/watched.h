// watched.h - blocks of threads in programs that AddressSanitizer watches.
#ifndef OC_RUNTIME_WATCHED_H
#define OC_RUNTIME_WATCHED_H

#include <stdbool.h>
#include <stddef.h>

// A block's dynamic shared memory, on the heap and of exactly so many bytes, so that a sanitizer
// knows its bounds. NULL: no sanitizer asks for that.
void *__offloadcc_watched_memory(size_t bytes);

// This thread begins or ends to run blocks. Launches in between are a kernel's own.
void __offloadcc_begin_blocks(void);
void __offloadcc_end_blocks(void);
bool __offloadcc_runs_blocks(void);

#endif

// guarded.h - dynamic shared memory on the CPU: between pages that nothing may access, so that a
// kernel which goes beyond it ends there, and does not overwrite the stack.
#ifndef OC_RUNTIME_GUARDED_H
#define OC_RUNTIME_GUARDED_H

#include <stddef.h>

// This thread's memory of so many bytes, for one block at a time, until the next call; its end,
// rounded up to 64 bytes, is the end of a page. NULL for no bytes.
void *__offloadcc_guarded_memory(size_t bytes);

#endif

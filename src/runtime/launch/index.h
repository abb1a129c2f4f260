// index.h - the place of a thread of a kernel on the CPU, outside of generated loops.
#ifndef OC_RUNTIME_INDEX_H
#define OC_RUNTIME_INDEX_H

#include <stdbool.h>

// Whether this thread is running a kernel on the CPU that may call others.
bool __offloadcc_in_kernel(void);

#endif

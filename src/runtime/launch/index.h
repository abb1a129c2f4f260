// index.h - the indices of a kernel's thread on the CPU, for code outside the generated loops.
#ifndef OC_RUNTIME_INDEX_H
#define OC_RUNTIME_INDEX_H

#include <stdbool.h>

// Whether this thread is running a kernel on the CPU that may call others.
bool __offloadcc_in_kernel(void);

#endif

// poison.h - bytes that stand for what nobody has written.
//
// Each 4 bytes are a NaN as a float, and so is each 8 bytes as a double. Where they are in the
// array, and the process, decide on half of their bits: so what a kernel writes is hardly ever the
// same by chance, and not again in the next run.
#ifndef OC_RUNTIME_POISON_H
#define OC_RUNTIME_POISON_H

#include <stddef.h>

// Fills memory with such bytes.
void __offloadcc_poison(void *memory, size_t bytes);

// How many of the bytes from `from` on, of an array that was filled, still are so. Counts to `end`
// at most, both offsets in bytes.
size_t __offloadcc_poisoned(const void *memory, size_t from, size_t end);

#endif

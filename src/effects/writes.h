// writes.h - which bytes of a parameter's array an instruction writes, as a polynomial.
#ifndef OC_WRITES_H
#define OC_WRITES_H

#include "effects/algebra.h"

// A write of `size` bytes to an array, from byte `shape` + `offset` on.
struct oc_write {
    LLVMValueRef instruction;
    size_t block;         // its number (paths.h)
    struct oc_poly shape; // without a constant term
    int64_t offset, size; // in bytes
};

// Reads an instruction of the thread's function that writes to the array of parameter `param`.
// Returns false if it is not known which bytes it writes.
bool oc_writes_read(struct oc_algebra *algebra, size_t param, LLVMValueRef instruction,
                    struct oc_write *out);

// Returns the number of bytes that a store, memcpy or the like writes, and sets *address to where
// it writes them. 0 if the number is not constant, or too large.
int64_t oc_writes_bytes(const struct oc_algebra *algebra, LLVMValueRef instruction,
                        LLVMValueRef *address);

// The size of a parameter's array in bytes. Invalid unless each bound is a constant or a parameter.
struct oc_poly oc_writes_array_bytes(struct oc_algebra *algebra, size_t param);

#endif

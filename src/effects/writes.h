// writes.h - which bytes of a parameter's array an instruction writes, as a polynomial.
#ifndef OC_WRITES_H
#define OC_WRITES_H

#include "effects/algebra.h"

// A store to an array: bytes from `shape` + `offset` on, where the shape has no number.
struct oc_write {
    LLVMValueRef instruction;
    size_t block;
    struct oc_poly shape;
    int64_t offset, size;
};

// Reads an instruction of the thread's function that writes to a parameter's array. False: what it
// writes cannot be said.
bool oc_writes_read(struct oc_algebra *algebra, size_t param, LLVMValueRef instruction,
                    struct oc_write *out);

// The bytes that an instruction writes from its first operand's address on; 0: not known.
int64_t oc_writes_bytes(const struct oc_algebra *algebra, LLVMValueRef instruction,
                        LLVMValueRef *address);

// A parameter's bytes, where each bound is a number or a parameter. Others: invalid.
struct oc_poly oc_writes_array_bytes(struct oc_algebra *algebra, size_t param);

#endif

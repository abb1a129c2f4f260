// algebra.h - reads the integers in one thread's code as polynomials (polynomial.h).
//
// The unknowns of these polynomials are the kernel's arguments, the thread's ids, the sizes of the
// grid, and the counters of loops (unknowns.h). LLVM's integers wrap, polynomials do not. So a
// value is read only if it provably does not wrap, or if wrapping makes no difference.
#ifndef OC_ALGEBRA_H
#define OC_ALGEBRA_H

#include "effects/unknowns.h"

// effects.c analyses a copy of the code. There, calls of these two functions replace each call of
// __offloadcc_stretch (offload.h), which has two results: the first index of the block's part of an
// offload_for, and the index after the last.
#define OC_ALGEBRA_STRETCH_FIRST "__offloadcc_usage_stretch_first"
#define OC_ALGEBRA_STRETCH_END "__offloadcc_usage_stretch_end"

// Reads an integer value. Returns false if it is not a polynomial in the unknowns, or may wrap.
bool oc_algebra_value(struct oc_algebra *algebra, LLVMValueRef value, struct oc_poly *out);

// Reads a pointer as the address in a parameter of the function plus `bytes`, modulo 2^64. Sets
// *param to the parameter's index. Returns false if the pointer has another form.
bool oc_algebra_address(struct oc_algebra *algebra, LLVMValueRef pointer, unsigned *param,
                        struct oc_poly *bytes);

// Returns the counter for an unknown. A global id or a block id that is not a counter yet becomes
// one. NULL if the unknown is anything else, or if there are too many counters.
struct oc_counter *oc_algebra_counter(struct oc_algebra *algebra, unsigned unknown);

// Whether a loop's counter takes the values that were found for it without wrapping in the integer
// type of its phi. The counter was found with `looking` set, which assumes that nothing wraps; this
// checks it again, with what is known of the active counters.
bool oc_algebra_keeps_course(struct oc_algebra *algebra, struct oc_counter *counter);

#endif

// algebra.h - the integers of one thread's code as polynomials (polynomial.h).
//
// The unknowns are the kernel's arguments, the thread's place in the grid, and the counters of
// loops. LLVM's integers wrap, polynomials do not; so a value is read only where it is sure that it
// does not wrap, or where this makes no difference. unknowns.h has the unknowns, and what is known
// of their values.
#ifndef OC_ALGEBRA_H
#define OC_ALGEBRA_H

#include "effects/unknowns.h"

// The function's name in the copy of the code that effects.c makes, for __offloadcc_stretch of
// offload.h taken apart: the first index of a block's part, and the one after its last.
#define OC_ALGEBRA_STRETCH_FIRST "__offloadcc_usage_stretch_first"
#define OC_ALGEBRA_STRETCH_END "__offloadcc_usage_stretch_end"

// Reads an integer. False: it cannot be said, or it may wrap.
bool oc_algebra_value(struct oc_algebra *algebra, LLVMValueRef value, struct oc_poly *out);

// Reads a pointer as a parameter of the function and an offset from it in bytes, modulo 2^64.
bool oc_algebra_address(struct oc_algebra *algebra, LLVMValueRef pointer, unsigned *param,
                        struct oc_poly *bytes);

// The counter for an unknown. A place in the grid becomes a counter when this is called for it.
// NULL: the unknown is not a counter and cannot become one.
struct oc_counter *oc_algebra_counter(struct oc_algebra *algebra, unsigned unknown);

// Whether a loop's counter goes its course in the integers of its phi: while looking, nothing was
// taken to wrap. All that is known of active counters is used.
bool oc_algebra_keeps_course(struct oc_algebra *algebra, struct oc_counter *counter);

#endif

// widevectors.h - vectors of 512 bits, around faults of LLVM 22.1's code generator for x86.
//
// Where a processor has such vectors and smaller ones are preferred, LLVM takes them apart. It
// crashes at ldexp of them, and of 8 halves, which it also makes of pow, exp2 and scalbn; and at
// products of 64-bit numbers known to have at most 52 bits, as in addresses of far elements, if the
// processor has an instruction for these (AVX-512 IFMA). Where it takes a vector apart whose
// elements are moved together (llvm.experimental.vector.compress), it stores to unaligned addresses
// as if they were aligned. In functions that are allowed such vectors, it does not take them apart.
#ifndef OC_WIDEVECTORS_H
#define OC_WIDEVECTORS_H

#include "ir/ir.h"

// Allows vectors of 512 bits in the module's functions that call one of these functions, and in
// `kernels` on such processors.
void oc_widevectors_allow(struct oc_ir *ir, const struct oc_values *kernels);

#endif

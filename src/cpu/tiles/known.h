// known.h - what is known of an instruction's result: a number, or a polynomial in what the threads
// of a block have in common (atoms.h).
//
// A polynomial stands for the result modulo two to the power of its bits.
#ifndef OC_KNOWN_H
#define OC_KNOWN_H

#include "ir/ir.h"
#include "model/polynomial.h"

enum oc_knowledge {
    OC_UNKNOWN,
    OC_NUMBER,     // an integer, or the address 0
    OC_POLYNOMIAL, // an integer or an address
    OC_LOADED,     // what is in memory at the address `poly`, in the type of the value
    OC_UNDECIDED,  // one bit; oc_conditions_assume can decide it
};

struct oc_known {
    enum oc_knowledge kind;
    int64_t number;             // sign-extended
    uint64_t assumptions;       // bit i: it depends on the thread's assumption i
    const struct oc_poly *poly; // or NULL
};

// The bits of a value, also of an address; 0 for other types than integers.
unsigned oc_known_width(LLVMValueRef value);

// A number of some bits, without a sign.
uint64_t oc_known_unsigned(int64_t number, unsigned width);

struct oc_known oc_known_nothing(void);
struct oc_known oc_known_number(uint64_t bits, unsigned width);
struct oc_known oc_known_polynomial(struct oc_arena *arena, struct oc_poly poly); // or a number

// A polynomial that is the same modulo two to the power of `width`, with small coefficients.
struct oc_poly oc_known_reduced(struct oc_poly poly, unsigned width);

// Whether it is a number or a polynomial; what it is, as polynomial, or an invalid one; and whether
// both are such, and equal.
bool oc_known_is_integer(const struct oc_known *known);
struct oc_poly oc_known_poly(const struct oc_known *known);
bool oc_known_equal(const struct oc_known *left, const struct oc_known *right);

#endif

// atoms.h - what is the same for all threads of a block, as unknowns of polynomials
// (model/polynomial.h): the block's number, and what the body is given.
//
// Polynomials stand for numbers of a thread's code, modulo two to the power of their bits.
#ifndef OC_ATOMS_H
#define OC_ATOMS_H

#include "base/map.h"
#include "ir/ir.h"
#include "model/polynomial.h"

// The numbers of unknowns: three for each of these, one for each dimension, and from OC_ATOM_VALUES
// on those of values.
enum {
    OC_ATOM_BLOCK_ID = 0,
    OC_ATOM_BLOCK_COUNT = 3,
    OC_ATOM_GLOBAL_ID = 6,
    OC_ATOM_THREAD_ID = 9,
    OC_ATOM_VALUES = 12,
};

struct oc_atoms {
    struct oc_ir *ir;
    LLVMValueRef enter;      // the call that the thread's code begins after (body.h)
    struct oc_values values; // of the unknowns from OC_ATOM_VALUES on
    struct oc_map given;     // instructions, and whether they are given (oc_atoms_is_given)
    bool *counted;           // for each of `values`: something was concluded from its size
    size_t counted_capacity;
};

// The unknown of a value; equal computations have the same one.
unsigned oc_atoms_number(struct oc_atoms *atoms, LLVMValueRef value);

// Notes that something is concluded from a polynomial's unknowns not being negative or large.
void oc_atoms_count(struct oc_atoms *atoms, const struct oc_poly *poly);

// The value of an unknown from OC_ATOM_VALUES on.
LLVMValueRef oc_atoms_value(const struct oc_atoms *atoms, unsigned number);

// Whether a value can be computed from the body's parameters, before the thread's code begins.
bool oc_atoms_is_given(struct oc_atoms *atoms, LLVMValueRef value);

// Computes a given value again, in the same function or in one with the same parameters. `made` has
// what was computed there before, as addresses of values.
LLVMValueRef oc_atoms_compute(LLVMBuilderRef builder, LLVMValueRef value, LLVMValueRef function,
                              struct oc_map *made);

// Builds a polynomial as instructions. `type` is an integer type of at least 64 bits; value_of
// returns an unknown in that type.
struct oc_atoms_builder {
    LLVMBuilderRef builder;
    LLVMTypeRef type;
    LLVMValueRef (*value_of)(struct oc_atoms_builder *in, unsigned number);
};
LLVMValueRef oc_atoms_build(struct oc_atoms_builder *in, const struct oc_poly *poly);

#endif

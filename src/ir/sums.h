// sums.h - what an index is computed from: a sum of products.
//
// The terms of i * m + k are i * m and k. They are found through sums, products, differences and
// extensions that do not wrap; what cannot be divided is a factor as it is.
#ifndef OC_SUMS_H
#define OC_SUMS_H

#include "ir/edit.h"

enum { OC_MOST_FACTORS = 4, OC_MOST_TERMS = 12, OC_MOST_SIGNS = 4, OC_DIMENSIONS = 3 };

// coefficient * factors[0] * ...
struct oc_term {
    int64_t coefficient;
    unsigned count;
    LLVMValueRef factors[OC_MOST_FACTORS];
};

struct oc_sum {
    unsigned count;
    struct oc_term terms[OC_MOST_TERMS];
};

// The factors of an array's size: values, and at most one constant.
struct oc_factors {
    unsigned count;
    LLVMValueRef items[OC_DIMENSIONS];
};

// Values are extended from fewer bits.
enum oc_extension { OC_NONE_EXTENSION, OC_SIGNED_EXTENSION, OC_UNSIGNED_EXTENSION };

struct oc_reading {
    struct oc_edit *edit;
    const struct oc_factors *factors; // of the size, which stay whole
    // The variable of a loop that begins with a thread's index becomes two terms: the index, and
    // how far it has come.
    bool splits;
    unsigned count;                    // of signs
    LLVMValueRef signs[OC_MOST_SIGNS]; // what is read is right if none of them is negative
};

// A constant of 64 bits.
LLVMValueRef oc_sums_constant(const struct oc_edit *edit, int64_t value);

bool oc_sums_is_opcode(LLVMValueRef value, LLVMOpcode opcode);

// Whether two values are the same: extended, or with a constant added, of the same.
bool oc_sums_is_same(LLVMValueRef left, LLVMValueRef right);

// How a value is extended; builds the extension of a value to 64 bits.
enum oc_extension oc_sums_extension(LLVMValueRef value);
LLVMValueRef oc_sums_extended(struct oc_edit *edit, LLVMValueRef value,
                              enum oc_extension extension);

// Whether the extension of an operation's result is the operation on the extended operands.
bool oc_sums_keeps(LLVMValueRef operation, enum oc_extension extension);

// Add a term; and the terms of a value, which is extended. They return false if the sum has no room
// for them.
bool oc_sums_add_term(struct oc_sum *sum, struct oc_term term);
bool oc_sums_add(struct oc_sum *sum, const struct oc_sum *other, int64_t factor);
bool oc_sums_add_product(struct oc_sum *sum, const struct oc_sum *left, const struct oc_sum *right);
bool oc_sums_read(struct oc_reading *reading, LLVMValueRef value, enum oc_extension extension,
                  struct oc_sum *sum);

#endif

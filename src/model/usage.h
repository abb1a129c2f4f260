// usage.h - what a kernel's compiled code does with its arrays (effects/effects.h finds it).
//
// A parameter's type says how its array is mapped (unit.h, oc_direction). The code may need less:
// an array that it never writes need not come back, one that it never reads and writes whole need
// not go. What holds for all of a unit's targets narrows the mapping (narrow.h).
//
// What pointers in structs lead to that go by value are arguments of their own, after the
// parameters (kernelargs.h), and looked at likewise, but not for being written whole.
#ifndef OC_USAGE_H
#define OC_USAGE_H

#include "model/polynomial.h"
#include "model/unit.h"

// A kernel's argument as a number: `bytes` bytes of a value, or of an aggregate from `offset` on.
// It counts as one only if it is less than 2^(8 * bytes - 1), so that signed and unsigned are the
// same, and less than 2^OC_ARGUMENT_BITS.
struct oc_argument {
    size_t param;
    uint64_t offset;
    unsigned bytes; // 1, 2, 4 or 8
};
enum { OC_ARGUMENT_BITS = 47 };

struct oc_product {
    int64_t coefficient;
    size_t factor_count;
    struct oc_argument factors[OC_POLY_FACTORS];
};

// Which way a condition goes, as far as is known.
enum oc_truth { OC_UNSURE, OC_TRUE, OC_FALSE };

// What a launch must have for an array to be written whole.
enum oc_need_kind {
    OC_NEED_OTHER,   // never in valid usage
    OC_NEED_BYTES,   // the sum is the number of bytes from the array's beginning that are written
    OC_NEED_THREADS, // the grid has at least as many threads as the sum, in a dimension
    OC_NEED_BLOCKS,  // likewise, blocks
    OC_NEED_VALUE,   // the sum is not negative, and fits in 63 bits
    OC_NEED_KINDS
};
struct oc_need {
    enum oc_need_kind kind;
    unsigned dimension; // of THREADS and BLOCKS
    size_t product_count;
    struct oc_product products[OC_POLY_TERMS]; // their sum is meant
};
enum { OC_MAX_NEEDS = 12 };

struct oc_param_usage {
    bool reads, writes;    // other than its own writes before
    struct oc_need *needs; // where all hold, every byte is written before any is read; none: this
    size_t need_count;     // is not known
};

struct oc_kernel_usage {
    struct oc_param_usage *params; // of all arguments
    bool *unused; // which arrays need not be mapped (unused.h), by maps.h's numbers; NULL: all do
};

struct oc_usage {
    struct oc_kernel_usage *kernels; // as the unit's
};

// Usage as JSON text and back. The reader takes the text for outside data: whatever it is, the
// result is usage of this unit, or a reported error naming `path`, and false.
const char *oc_usage_to_json(struct oc_arena *arena, const struct oc_unit *unit,
                             const struct oc_usage *usage);
bool oc_usage_from_json(struct oc_arena *arena, const char *json, size_t length, const char *path,
                        const struct oc_unit *unit, struct oc_diag *diag, struct oc_usage *out);

#endif

// usage.h - what a kernel's compiled code does with its arrays (effects/effects.h finds it).
//
// A parameter's type says how its array is mapped (unit.h, oc_direction). The code may need less:
// an array that it never writes need not be copied back, and an array that it writes completely
// before it reads any of it need not be copied to the device. Findings that hold for all targets of
// a unit narrow the mapping (narrow.h).
//
// For a struct passed by value, each array that a member points to is an extra kernel argument,
// numbered after the parameters (kernelargs.h). These are analysed like parameters, except that we
// never try to prove them completely written.
#ifndef OC_USAGE_H
#define OC_USAGE_H

#include "model/polynomial.h"
#include "model/unit.h"

// A number in a kernel's arguments: `bytes` bytes of a value, or of an aggregate from byte `offset`
// on. Conditions that use it do not hold unless the number is less than 2^(8 * bytes - 1), so that
// it is the same signed and unsigned, and less than 2^OC_ARGUMENT_BITS.
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

// Whether a condition holds, as far as is known.
enum oc_truth { OC_UNSURE, OC_TRUE, OC_FALSE };

// A condition that a launch must fulfil for an array to be completely written.
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
    unsigned dimension; // of THREADS and BLOCKS: 0, 1 or 2
    size_t product_count;
    struct oc_product products[OC_POLY_TERMS]; // the sum above is the sum of these
};
enum { OC_MAX_NEEDS = 12 };

struct oc_param_usage {
    bool reads, writes;    // reads: of values that it has not written itself
    struct oc_need *needs; // if a launch fulfils all, every byte is written before any is read;
    size_t need_count;     // 0: not known for any launch
};

struct oc_kernel_usage {
    struct oc_param_usage *params; // one for each argument (kernelargs.h)
    bool *unused; // which arrays need not be mapped, by described number (kernelargs.h); NULL: none
};

struct oc_usage {
    struct oc_kernel_usage *kernels; // in the order of the unit's kernels
};

// Usage as JSON text and back. The reader treats the text as outside data: whatever it contains,
// the result is usage of this unit, or a reported error that names `path`, and false.
const char *oc_usage_to_json(struct oc_arena *arena, const struct oc_unit *unit,
                             const struct oc_usage *usage);
bool oc_usage_from_json(struct oc_arena *arena, const char *json, size_t length, const char *path,
                        const struct oc_unit *unit, struct oc_diag *diag, struct oc_usage *out);

#endif

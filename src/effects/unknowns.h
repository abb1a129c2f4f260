// unknowns.h - the unknowns of polynomials that describe one thread's code, and what is known of
// their values: the state that algebra.h reads code into.
//
// A counter is what takes all values from 0 to its range - 1, over all threads, or over the turns
// of a loop of one thread:
//
//     OC_THREADS   offload_global_id(d); the grid must have as many threads
//     OC_BLOCKS    offload_block_id(d); the grid must have as many blocks
//     OC_TURNS     i of for (i = 0; i < n; i++)
//     OC_TURNS_DOWN  i of for (i = n - 1; i >= 0; i--), and of for (i = n; i-- > 0;)
//     OC_STEPS     i of for (i = 3; i < n; i += 2), where they are wanted: the unknown counts turns
//     OC_STRIDE    i of for (i = offload_global_id(d); i < n; i += offload_global_size(d))
//     OC_BLOCK_STRIDE  likewise, with block ids and the number of blocks
//     OC_STRETCH   i of offload_for (i, n) on CPUs: the sum of a loop's counter, which the unknown
//                  is, and offload_thread_id(0)
//
// While counters are active, that is known of them and used to prove comparisons.
#ifndef OC_UNKNOWNS_H
#define OC_UNKNOWNS_H

#include "ir/paths.h"
#include "model/polynomial.h"
#include "model/usage.h"

#include <llvm-c/Target.h>

// No device has larger blocks or more of them: src/runtime/launch/grid.c refuses them.
#define OC_MOST_THREADS 1024.0
#define OC_MOST_BLOCKS 2147483647.0

enum oc_unknown_kind {
    OC_ARGUMENT,
    OC_GLOBAL_ID,
    OC_THREAD_ID,
    OC_BLOCK_ID,
    OC_BLOCK_SIZE,
    OC_BLOCK_COUNT,
    OC_COUNTER,    // of a loop
    OC_STRETCH_END // of the block's part of an offload_for
};

struct oc_unknown {
    enum oc_unknown_kind kind;
    unsigned dimension;          // of places in the grid
    struct oc_argument argument; // OC_ARGUMENT
    LLVMValueRef value;          // OC_COUNTER: the phi; OC_STRETCH_END: the call
    double most;                 // the greatest possible value
};

enum oc_counter_kind {
    OC_THREADS,
    OC_BLOCKS,
    OC_TURNS,
    OC_TURNS_DOWN,
    OC_STEPS,
    OC_STRIDE,
    OC_BLOCK_STRIDE,
    OC_STRETCH
};

struct oc_counter {
    enum oc_counter_kind kind;
    unsigned dimension;
    unsigned unknown;
    struct oc_poly value; // the unknown; OC_STRETCH: and the thread id; OC_STEPS: start and step
    struct oc_poly total; // OC_STRETCH: offload_for's n; OC_TURNS_DOWN: what the range has to be
    int64_t ahead;        // OC_TURNS_DOWN: the phi is the unknown and this
    unsigned end;         // OC_STRETCH: the unknown that the value is less than, too
    size_t header;        // of loops: the block that the phi is in
    const bool *loop;     // its blocks; NULL: a place in the grid
    struct oc_poly range;
    bool active;
};

enum { OC_MAX_COUNTERS = 16, OC_MAX_UNKNOWNS = 64, OC_MAX_SUPPOSED = 6, OC_MAX_FIXED = 8 };

struct oc_algebra {
    struct oc_ir *ir;
    const struct oc_kernel *kernel;
    LLVMValueRef function; // the glue's thread function, with all that it calls inlined
    const struct oc_paths *paths;
    LLVMTargetDataRef layout;
    struct oc_unknown unknowns[OC_MAX_UNKNOWNS];
    size_t unknown_count;
    struct oc_counter counters[OC_MAX_COUNTERS];
    size_t counter_count;
    // Wanted are counters of any start and step, and what the threads that come to an element do
    // (partial.h): there, unknowns have values.
    bool wants_steps;
    struct {
        unsigned unknown;
        struct oc_poly value;
    } fixed[OC_MAX_FIXED];
    size_t fixed_count;
    // For a first look: nothing is taken to wrap, and loops are made counters as they are met.
    bool looking;
    // Dimensions in which only the first thread of the first block is looked at; blocks in which
    // only the first threads are.
    bool first[3], first_in_block[3];
    // While it is not 0: the grid has no more threads than this in a dimension.
    double grid_most[3];
    // What must fit in 63 bits for what was proven: arguments decide.
    struct oc_poly supposed[OC_MAX_SUPPOSED];
    size_t supposed_count;
};

// The number of an unknown, which is new or not. OC_MAX_UNKNOWNS: there are too many.
unsigned oc_unknowns_add(struct oc_algebra *algebra, struct oc_unknown unknown);

// The unknown with this number, or the value that it is fixed to.
struct oc_poly oc_unknowns_value(const struct oc_algebra *algebra, unsigned number);

// The unknown for an argument.
unsigned oc_unknowns_argument(struct oc_algebra *algebra, struct oc_argument argument);

// An argument's value: its unknown, or what that is fixed to.
struct oc_poly oc_unknowns_argument_value(struct oc_algebra *algebra, struct oc_argument argument);

// Whether all unknowns of a value are arguments.
bool oc_unknowns_are_arguments(const struct oc_algebra *algebra, const struct oc_poly *poly);

// The greatest value that the sum of a polynomial's positive terms can have; or, of its negative
// terms, the greatest magnitude.
double oc_unknowns_magnitude(const struct oc_algebra *algebra, const struct oc_poly *poly,
                             bool positive);

// Whether a value is sure to fit in a signed integer of `width` bits. What only arguments decide is
// left to the launch to find out: it is added to `supposed`. While looking, all valid values fit.
bool oc_unknowns_fit(struct oc_algebra *algebra, const struct oc_poly *poly, unsigned width);

// Whether a value is sure not to be negative.
bool oc_unknowns_prove_positive(const struct oc_algebra *algebra, struct oc_poly poly);

#endif

// unknowns.h - the unknowns in the polynomials of one thread's code, and what is known of their
// values. algebra.h keeps its state here.
//
// A counter is a value i that takes all values from 0 to its range - 1, over all threads of the
// grid, or over the iterations of a loop in one thread:
//
//     OC_THREADS   offload_global_id(d); the grid must have as many threads
//     OC_BLOCKS    offload_block_id(d); the grid must have as many blocks
//     OC_TURNS     i of for (i = 0; i < n; i++)
//     OC_TURNS_DOWN  i of for (i = n - 1; i >= 0; i--), and of for (i = n; i-- > 0;)
//     OC_STEPS     i of for (i = 3; i < n; i += 2), if `wants_steps`: the unknown counts iterations
//     OC_STRIDE    i of for (i = offload_global_id(d); i < n; i += offload_global_size(d))
//     OC_BLOCK_STRIDE  likewise, with block ids and the number of blocks
//     OC_STRETCH   i of offload_for (i, n) on CPUs: the sum of a loop's counter, which is the
//                  unknown, and offload_thread_id(0)
//
// A counter is active while the code that is looked at has its value within its range. This is then
// used to decide comparisons.
#ifndef OC_UNKNOWNS_H
#define OC_UNKNOWNS_H

#include "ir/paths.h"
#include "model/polynomial.h"
#include "model/usage.h"

#include <llvm-c/Target.h>

// The most threads in a block, and the most blocks in a grid: src/runtime/launch/grid.c refuses
// larger numbers.
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
    unsigned dimension;          // of ids, sizes and counts: 0, 1 or 2
    struct oc_argument argument; // OC_ARGUMENT: which argument it is
    LLVMValueRef value;          // OC_COUNTER: the loop's phi; OC_STRETCH_END: offload_for's n
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
    unsigned dimension;   // of ids, and of strides: 0, 1 or 2
    unsigned unknown;     // the number of its unknown
    struct oc_poly value; // i: the unknown; OC_STRETCH: plus the thread's id; OC_STEPS: times the
                          // step, plus the start
    struct oc_poly total; // OC_STRETCH: offload_for's n; OC_TURNS_DOWN: the range that the loop's
                          // start implies
    int64_t ahead;        // OC_TURNS_DOWN: the phi's value less the unknown, 0 or 1
    unsigned end;         // OC_STRETCH: the unknown OC_STRETCH_END, which i is less than, too
    size_t header;        // of a loop: the number of the block that has the phi (paths.h)
    const bool *loop;     // a flag for each block: it is in the loop; NULL: there is no loop
    struct oc_poly range; // i is less than this
    bool active;
};

enum { OC_MAX_COUNTERS = 16, OC_MAX_UNKNOWNS = 64, OC_MAX_SUPPOSED = 6, OC_MAX_FIXED = 8 };

// A phi of a loop whose course is being read, and the phi whose course needs this one's value.
struct oc_pending {
    LLVMValueRef phi;
    const struct oc_pending *outer;
};

struct oc_algebra {
    struct oc_ir *ir;
    const struct oc_kernel *kernel;
    LLVMValueRef function;        // the glue's thread function, after inlining
    const struct oc_paths *paths; // of the function
    LLVMTargetDataRef layout;
    struct oc_unknown unknowns[OC_MAX_UNKNOWNS];
    size_t unknown_count;
    struct oc_counter counters[OC_MAX_COUNTERS];
    size_t counter_count;
    const struct oc_pending *pending; // the phis whose courses are being read
    // For partial.h: loops of any constant start and step have counters (OC_STEPS).
    bool wants_steps;
    // Unknowns that are replaced by a value, for example to consider only the threads for which
    // they have that value.
    struct {
        unsigned unknown;
        struct oc_poly value;
    } fixed[OC_MAX_FIXED];
    size_t fixed_count;
    // Set for the first pass over the code: values are assumed not to wrap, and each loop's phi
    // becomes a counter when it is read.
    bool looking;
    // By dimension: only the grid's first thread is considered; only each block's first thread is.
    bool first[3], first_in_block[3];
    // By dimension: the most threads that the grid has; 0: not known.
    double grid_most[3];
    // Polynomials of arguments that must fit in 63 bits for the proof to hold. The launch checks
    // it.
    struct oc_poly supposed[OC_MAX_SUPPOSED];
    size_t supposed_count;
};

// Returns the number of an unknown, which is added if it is new. OC_MAX_UNKNOWNS if there are too
// many.
unsigned oc_unknowns_add(struct oc_algebra *algebra, struct oc_unknown unknown);

// The unknown with this number, or the value that it is fixed to.
struct oc_poly oc_unknowns_value(const struct oc_algebra *algebra, unsigned number);

// Returns the number of the unknown for an argument, as oc_unknowns_add does.
unsigned oc_unknowns_argument(struct oc_algebra *algebra, struct oc_argument argument);

// An argument's value: its unknown, or the value that this is fixed to.
struct oc_poly oc_unknowns_argument_value(struct oc_algebra *algebra, struct oc_argument argument);

// Whether all unknowns of a value are arguments.
bool oc_unknowns_are_arguments(const struct oc_algebra *algebra, const struct oc_poly *poly);

// The greatest value that the sum of a polynomial's positive terms can have; unless `positive`, the
// greatest magnitude of the sum of its negative terms.
double oc_unknowns_magnitude(const struct oc_algebra *algebra, const struct oc_poly *poly,
                             bool positive);

// Whether a value certainly fits in a signed integer of `width` bits. If only arguments decide
// whether it fits in 64 bits, it is added to `supposed`, and counts as fitting. While `looking`,
// every valid polynomial fits.
bool oc_unknowns_fit(struct oc_algebra *algebra, const struct oc_poly *poly, unsigned width);

// Whether a value is certainly not negative.
bool oc_unknowns_prove_positive(const struct oc_algebra *algebra, struct oc_poly poly);

#endif

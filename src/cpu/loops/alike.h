// alike.h - loops that all threads of a row run alike.
//
// In `for (k = 0; k < n; k++) sum += a[row * n + k] * b[k * n + column]` no thread's loop differs
// from another's in control. Such loops can go outside of the loop over threads (strips.h), which
// pays where neighbouring threads then access neighbouring elements.
#ifndef OC_ALIKE_H
#define OC_ALIKE_H

#include "cpu/loops/nest.h"

struct oc_alike {
    struct oc_body body; // of the x loop
    struct oc_uniform uniform;
    struct oc_bits cuts;      // the branches that leave the loops
    struct oc_bits in_loops;  // nodes
    bool bounded;             // some address in one of the loops is kept within bounds
    size_t kept;              // the most bytes that a thread takes from turn to turn of any of them
    size_t instructions;      // of all
    size_t loop_instructions; // of the loops
};

// Looks at the code of an x loop, which is complete. Returns whether it has such loops, no others,
// and strips over them pay. Loops do not count that LLVM will unroll whole.
bool oc_alike_find(const struct oc_threads *threads, const struct oc_loops *loops,
                   struct oc_alike *out);

#endif

// speculate.h - loads that only some threads need, done for all.
//
// In `count == 2 && in[i]` the load has a block of its own, and few processors can load a vector of
// bytes in part. But where in[i - 1] and in[i + 1] were loaded already, in[i] lies between them in
// the same object: to load it does no harm.
#ifndef OC_SPECULATE_H
#define OC_SPECULATE_H

#include "cpu/loops/nest.h"

// Moves such loads of a region before the branch that decides about them. Not for code that
// sanitizers watch.
void oc_speculate_loads(struct oc_threads *threads, size_t region);

#endif

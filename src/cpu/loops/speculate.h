// speculate.h - lets all threads do loads that only some of them need.
//
// In `count == 2 && in[i]` the load is in a block of its own, and few processors can load only some
// elements of a vector of bytes. But if in[i - 1] and in[i + 1] were loaded before, in[i] lies
// between them in the same object, and may be loaded by all threads.
#ifndef OC_SPECULATE_H
#define OC_SPECULATE_H

#include "cpu/loops/nest.h"

// Moves such loads of a region before the branch that they depend on. Not for code that a sanitizer
// instruments.
void oc_speculate_loads(struct oc_threads *threads, size_t region);

#endif

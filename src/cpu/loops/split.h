// split.h - a loop over threads, split where comparisons of the index change their outcome.
//
// Kernels begin with `if (i >= n) return;`. A comparison of x, plus something that does not change
// within the row, with something that does not either, holds for one stretch of the row. So the x
// loop becomes one over the stretch where all such comparisons have the outcome that does the work,
// which is then known, and one over the rest, with a copy of the code. The rest is left out where
// its threads do nothing.
#ifndef OC_SPLIT_H
#define OC_SPLIT_H

#include "cpu/loops/nest.h"

// Splits the x loop of a region whose loops are complete and connected, if that pays.
void oc_split_row(struct oc_threads *threads, size_t region);

#endif

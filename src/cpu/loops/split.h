// split.h - splits a loop over threads where comparisons of the index change their outcome.
//
// Kernels begin with `if (i >= n) return;`. Such a guard (guards.h) holds for one stretch of a row
// of threads. So the x loop becomes two: the main loop over the stretch where all guards hold,
// which is then known in its code, and a loop over the rest of the row, with a copy of the code.
// The second loop is skipped if its threads do nothing.
//
// Where a block has several rows of few threads (nest.h, short_rows), to compute that stretch would
// take longer than the row. There the main loop runs the whole row, if the machine has masks for
// loads and stores; it asks what the code asks. The guards only say where addresses are simple.
#ifndef OC_SPLIT_H
#define OC_SPLIT_H

#include "cpu/loops/nest.h"

// Splits the x loop of a region whose loops are complete and connected, if that pays.
void oc_split_row(struct oc_threads *threads, size_t region);

#endif

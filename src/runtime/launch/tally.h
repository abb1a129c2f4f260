// tally.h - what launches move, for the summary (say/summary.h).
#ifndef OC_RUNTIME_TALLY_H
#define OC_RUNTIME_TALLY_H

#include "runtime/data/entries.h"

// Counts what a launch is going to move.
void __offloadcc_summary_launch(const struct __offloadcc_entries *entries, int device);

#endif

// tally.h - counts the bytes that launches copy, for the summary (say/summary.h).
#ifndef OC_RUNTIME_TALLY_H
#define OC_RUNTIME_TALLY_H

#include "runtime/data/entries.h"

// Counts the copies that a launch with these entries is going to make. Called before the launch.
void __offloadcc_summary_launch(const struct __offloadcc_entries *entries, int device);

#endif

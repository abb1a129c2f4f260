// whole.h - which arrays a launch writes whole.
#ifndef OC_RUNTIME_WHOLE_H
#define OC_RUNTIME_WHOLE_H

#include "runtime/data/entries.h"

// Drops MAP_TO of the arrays that the launch writes whole (glue/preamble.h), if their memory is no
// other array's.
void __offloadcc_drop_copies(const long *whole, struct __offloadcc_entries *entries,
                             const struct __offloadcc_grid *grid);

#endif

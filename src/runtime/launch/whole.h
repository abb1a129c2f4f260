// whole.h - finds the arrays that a launch writes completely.
#ifndef OC_RUNTIME_WHOLE_H
#define OC_RUNTIME_WHOLE_H

#include "runtime/data/entries.h"

// Removes MAP_TO from the arrays that the launch writes completely (glue/preamble.h), if no other
// array of the launch shares their memory.
void __offloadcc_drop_copies(const long *whole, struct __offloadcc_entries *entries,
                             const struct __offloadcc_grid *grid);

#endif

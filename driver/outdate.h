// outdate.h - objects that a killed clang would leave stale.
//
// clang empties the dependency file, writes it, and then puts the new object in the place of the
// old one. Killed in between, it leaves the old object and not its dependencies: make would not
// compile it again when a header changes. An object that is older than any source is compiled
// again.
#ifndef OC_DRIVER_OUTDATE_H
#define OC_DRIVER_OUTDATE_H

#include "driver/command.h"

// Before clang compiles and writes dependencies: gives the outputs that are there a time in 1970.
// A file with other names too (a link, as in copies of build trees) keeps its time.
void oc_outdate_outputs(struct oc_arena *arena, const struct oc_command *command);

#endif

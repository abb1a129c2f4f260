// targetnames.h - the names of OpenMP's `target` regions in the host's module.
//
// clang names a region by the device and inode numbers of the file that has it, the function and
// the line: __omp_offloading_fe00_1234_main_l18. The host's front end reads a copy of the source,
// with the glue at its end (base/overlay.h), whose numbers are others, and those of a temporary
// file may be used again. clang's front end for devices reads the source itself. So the copy's
// numbers become the source's.
#ifndef OC_TARGETNAMES_H
#define OC_TARGETNAMES_H

#include "ir/ir.h"

// Nothing changes where one of the files does not exist, or the module has no regions.
void oc_targetnames_restore(struct oc_ir *ir, const char *copy, const char *source);

#endif

// targetnames.h - the names of OpenMP's `target` regions in the host's module.
//
// clang names a region by the device and inode numbers of the file that has it, the function and
// the line: __omp_offloading_fe00_1234_main_l18. The host's front end reads a temporary copy of the
// source, with the glue at its end (base/overlay.h). The copy has other numbers, and a later file
// may get the same ones. clang's front end for devices reads the source itself. So the copy's
// numbers in the names are replaced by the source's.
#ifndef OC_TARGETNAMES_H
#define OC_TARGETNAMES_H

#include "ir/ir.h"

// `copy` and `source` are paths. Does nothing if one of the files does not exist, or the module has
// no regions.
void oc_targetnames_restore(struct oc_ir *ir, const char *copy, const char *source);

#endif

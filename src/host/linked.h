// linked.h - the object that a link of device code makes: what the host's objects of its units
// refer to (unlinked.h).
#ifndef OC_LINKED_H
#define OC_LINKED_H

#include "artifacts/artifacts.h"
#include "ir/ir.h"
#include "model/merge.h"

// Defines in `ir`, an empty module (oc_ir_begin), for units whose device code was linked as one:
// the kernels' map types, and one description for the runtime, with the images of `loaded` and the
// entries of all kernels and device variables. `merged` is what oc_units_merge made of `members`.
// `loaded->usage` is in the merged unit's order. Returns false after reporting an internal error.
bool oc_linked_define(struct oc_ir *ir, const struct oc_unit *members, size_t count,
                      const struct oc_merged *merged, const struct oc_loaded *loaded);

#endif

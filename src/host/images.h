// images.h - the data in a program that depends on the device code: the images, and the kernels'
// map types and lists of arrays that are written whole (model/narrow.h).
//
// The data is either put into the host's module, or into an object of its own, a piece
// (ir/pieces.h), to which the host's module refers. With a piece, the host's code can be compiled
// at the same time as the device's.
#ifndef OC_IMAGES_H
#define OC_IMAGES_H

#include "artifacts/artifacts.h"
#include "ir/ir.h"
#include "model/unit.h"

// Puts the data into the host's module: removes unneeded copies from the kernels' descriptions
// (descriptions.h), and sets the unit's descriptor to the images of `loaded`. Returns false after
// reporting an internal error.
bool oc_images_embed(struct oc_ir *ir, const struct oc_unit *unit, const struct oc_loaded *loaded);

// Turns all variables in the host's module that oc_images_embed would change into declarations.
// Returns false after reporting an internal error.
bool oc_images_leave_out(struct oc_ir *ir, const struct oc_unit *unit);

// Defines in `ir`, an empty module (oc_ir_begin), the variables that oc_images_leave_out turns into
// declarations, with the data of `loaded`. Returns false after reporting an internal error.
bool oc_images_define(struct oc_ir *ir, const struct oc_unit *unit, const struct oc_loaded *loaded);

// Defines the kernels' map types and lists of arrays that are written whole, as oc_images_define
// does, without their piece's symbols.
void oc_images_define_kernels(struct oc_ir *ir, const struct oc_unit *unit);

#endif

// images.h - what a program has of the device's code: the images, and the kernels' mappings,
// narrowed by what that code does (narrow.h).
//
// Both are data. Either they are put into the host's module, or the host's module only refers to
// them, and they make an object of their own, a piece (pieces.h): then the host's code can be
// compiled while the device's still is.
#ifndef OC_IMAGES_H
#define OC_IMAGES_H

#include "artifacts/artifacts.h"
#include "ir/ir.h"
#include "model/unit.h"

// Narrows the descriptions in the host's module and gives its descriptor the images. Failure, an
// internal error, is reported.
bool oc_images_embed(struct oc_ir *ir, const struct oc_unit *unit, const struct oc_loaded *loaded);

// Makes declarations of all in the host's module that oc_images_embed would change.
bool oc_images_leave_out(struct oc_ir *ir, const struct oc_unit *unit);

// Makes a module of what oc_images_leave_out has left out. `ir` is empty (oc_ir_begin).
bool oc_images_define(struct oc_ir *ir, const struct oc_unit *unit, const struct oc_loaded *loaded);

#endif

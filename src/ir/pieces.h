// pieces.h - the symbols by which the pieces of one object refer to each other.
//
// An object may be joined from pieces that are compiled in parallel: the host's code, the device's
// images (host/images.h), and the kernels' code for the CPU, which is the x86-64 image's object
// (driver/plan_host.c). A piece refers to another piece's function or variable by its name with a
// suffix, which cannot be a name in C. Where the suffix is OC_PIECE_SUFFIX, `ld -r` joins the
// pieces, and `objcopy` makes these symbols local, because other units have the same ones. The
// symbols of an incomplete unit have the unit's id in the suffix (oc_images_suffix): its images are
// made when the program is linked.
#ifndef OC_PIECES_H
#define OC_PIECES_H

#include "ir/ir.h"

#define OC_PIECE_SUFFIX ".piece"

// Gives a function or variable the symbol by which other pieces refer to it.
void oc_piece_export(struct oc_ir *ir, LLVMValueRef value, const char *suffix);

// Replaces the function or variable by a declaration with this symbol; another piece defines it.
// `value` is deleted.
void oc_piece_leave_out(struct oc_ir *ir, LLVMValueRef value, const char *suffix);

#endif

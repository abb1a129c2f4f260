// pieces.h - the symbols by which the pieces of one object refer to each other.
//
// An object may be joined from pieces that are compiled in parallel: the host's code, the device's
// images (host/images.h), and the kernels' code for the CPU, which is the x86-64 image's object
// (driver/plan_host.c). A piece refers to another piece's function or variable by its name with
// ".piece" appended, which cannot be a name in C. After `ld -r` has joined the pieces, `objcopy`
// makes these symbols local, because other units have the same ones.
#ifndef OC_PIECES_H
#define OC_PIECES_H

#include "ir/ir.h"

// Gives a function or variable the symbol by which other pieces refer to it.
void oc_piece_export(struct oc_ir *ir, LLVMValueRef value);

// Replaces the function or variable by a declaration with this symbol; another piece defines it.
// `value` is deleted.
void oc_piece_leave_out(struct oc_ir *ir, LLVMValueRef value);

#endif

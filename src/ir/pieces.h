// pieces.h - an object that is made of pieces, side by side: the host's code, what images.h knows,
// and the kernels' code for the CPU, from the x86-64 image's object (driver/plan_host.c).
//
// A piece refers to what another one defines by a symbol of its own kind, no name of C's: the name,
// and ".piece". When `ld -r` has joined them, `objcopy` makes these symbols local, since other
// units have the same ones.
#ifndef OC_PIECES_H
#define OC_PIECES_H

#include "ir/ir.h"

// Gives a function or variable, which has its name, the symbol by which the pieces know it.
void oc_piece_export(struct oc_ir *ir, LLVMValueRef value);

// Makes it a declaration of what another piece defines. `value` is gone.
void oc_piece_leave_out(struct oc_ir *ir, LLVMValueRef value);

#endif

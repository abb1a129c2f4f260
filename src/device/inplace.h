// inplace.h - GPUs: a struct that is passed to a kernel by value is read where it is.
//
// In C each thread has its own copy of the struct. If an index that is not constant selects its
// elements, the copy cannot be in registers, but is on the thread's stack, in slow memory. If
// everything that is ever written to the copy comes from the same place in the struct on the
// device, which nothing writes to (arguments.h), then the struct itself has the same values.
#ifndef OC_INPLACE_H
#define OC_INPLACE_H

#include "ir/ir.h"
#include "model/unit.h"

// Removes such copies from the kernels' entries, and the code that becomes dead. Call it after
// optimisation, which removes the copies that it can split into registers. Returns false after a
// reported failure.
bool oc_inplace_read(struct oc_ir *ir, const struct oc_unit *unit);

#endif

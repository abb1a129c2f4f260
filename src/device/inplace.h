// inplace.h - GPUs: structs that go to a kernel by value are read where they are.
//
// Each thread has a copy of its own, as C says, on its stack: in slow memory, where it does not fit
// into registers because it is indexed by what is not constant. Where all that is ever written to
// the copy comes from the same place in the struct on the device, which no one writes to
// (arguments.h), reading the struct gives the same values.
#ifndef OC_INPLACE_H
#define OC_INPLACE_H

#include "ir/ir.h"
#include "model/unit.h"

// Removes such copies from the kernels' entries; what was needed for them is then dead code, and
// goes too. After optimisation, which leaves none that it can take apart. False: reported.
bool oc_inplace_read(struct oc_ir *ir, const struct oc_unit *unit);

#endif

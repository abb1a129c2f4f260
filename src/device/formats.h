// formats.h - formats of printf that a GPU's own printf does not know.
//
// CUDA documents C's formats without hh, j, t and z, wide characters, positions and %n;
// libomptarget lacks some of these, too. Where the format is a constant, j, t and z become l, which
// means the same on GPUs; and text with one of the others is written by our snprintf, in the
// kernel, and then printed.
#ifndef OC_FORMATS_H
#define OC_FORMATS_H

#include "ir/ir.h"

// Does that for all calls in the module. Call it before the C library is linked (clibrary.h).
void oc_formats_choose(struct oc_ir *ir);

#endif

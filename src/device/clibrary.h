// clibrary.h - functions of the C library on GPUs.
//
// They are bitcode, compiled of musl's sources and of src/builtins/libc.c when offloadcc is built.
// Code gets those that it calls, and what these call; the file is read only if there are such.
#ifndef OC_CLIBRARY_H
#define OC_CLIBRARY_H

#include "ir/ir.h"

// Makes declarations of those inline functions of the C library's headers that use the host's
// variables, as putchar uses stdout. For all targets.
void oc_clibrary_forget_inlines(struct oc_ir *ir);

// Links of the library in `path` what the module calls and does not define. NULL: the target has a
// C library. Returns false after a reported failure.
bool oc_clibrary_link(struct oc_ir *ir, const char *path);

#endif

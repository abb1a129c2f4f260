// hostcode.h - code that only a host's compiler takes. Private to the scan (see scan.h).
//
// clang reports such code in kernels when it compiles them for a device. A function that is device
// code only because -fgpu-rdc says that all are must not make it do so.
#ifndef OC_HOSTCODE_H
#define OC_HOSTCODE_H

#include "scan/ast/ast.h"

// What the cursor is of this kind: "has assembly", "uses the type 'long double'", "calls
// '__builtin_ia32_pause'"; else NULL. Its children count for themselves.
const char *oc_hostcode_what(struct oc_ast *ast, CXCursor cursor);

// What the user wrote, where the C library's macros make other names of it.
const char *oc_hostcode_written(const char *name);

// What to use instead of a function of the host's; NULL: nothing does the same.
const char *oc_hostcode_instead(const char *name);

#endif

// clangerrors.h - clang's errors in words of offload.h, for a source that does not parse. Private
// to the scan (see scan.h).
//
// Two kinds of errors say little to who reads them: those about what macros of offload.h expand to,
// and those about CUDA's language, which newcomers write before they know ours.
#ifndef OC_CLANGERRORS_H
#define OC_CLANGERRORS_H

#include "scan/ast/ast.h"

// Looks at clang's errors. If macros of offload.h explain all of them, reports one error for each
// wrong use instead, and returns true. Else returns false: clang's own messages are to be shown.
// Then prints, as notes that follow those, what explains some of them, and, once, our names of
// what CUDA's language has.
bool oc_clangerrors_explain(struct oc_ast *ast);

#endif

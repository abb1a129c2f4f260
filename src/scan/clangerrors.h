// clangerrors.h - clang's errors in words of offload.h, for a source that does not parse. Private
// to the scan (see scan.h).
//
// Errors about what macros of offload.h expand to say little to who reads them.
#ifndef OC_CLANGERRORS_H
#define OC_CLANGERRORS_H

#include "scan/ast/ast.h"

// Looks at clang's errors. If macros of offload.h explain all of them, reports one error for each
// wrong use instead, and returns true. Else returns false: clang's own messages are to be shown.
// Then prints, as notes that follow those, what explains some of them, and what stands for CUDA's
// words (cudawords.h).
bool oc_clangerrors_explain(struct oc_ast *ast);

#endif

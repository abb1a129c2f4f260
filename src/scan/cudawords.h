// cudawords.h - what stands for CUDA's words. Private to the scan (see scan.h).
//
// Newcomers write CUDA's language before they know ours.
#ifndef OC_CUDAWORDS_H
#define OC_CUDAWORDS_H

#include "scan/ast/ast.h"

// Prints one note at the first of clang's errors about words of CUDA's. It has our names for all of
// these words.
void oc_cudawords_explain(struct oc_ast *ast);

#endif

// truth.h - which way conditions go, as far as algebra.h knows the integers that they compare.
#ifndef OC_TRUTH_H
#define OC_TRUTH_H

#include "effects/algebra.h"
#include "model/usage.h"

// Which way a condition goes at the end of a block that was entered from another, if that is sure.
// `before` NULL: it is not known where from.
enum oc_truth oc_truth_of(struct oc_algebra *algebra, LLVMBasicBlockRef before,
                          LLVMBasicBlockRef block, LLVMValueRef condition);

#endif

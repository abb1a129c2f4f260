// truth.h - whether a condition in the code holds, as far as algebra.h can read the integers that
// it compares.
#ifndef OC_TRUTH_H
#define OC_TRUTH_H

#include "effects/algebra.h"
#include "model/usage.h"

// Whether `condition` holds at the end of `block`. `before` is the block that `block` was entered
// from, which determines the values of its phis; NULL if that is not known. OC_UNSURE if neither
// result is certain.
enum oc_truth oc_truth_of(struct oc_algebra *algebra, LLVMBasicBlockRef before,
                          LLVMBasicBlockRef block, LLVMValueRef condition);

#endif

// evaluate.h - the bytes of an array in a launch whose arguments are constants, for reports and
// warnings. In the program the runtime computes them, with the same meaning (__offloadcc_checked).
#ifndef OC_EVALUATE_H
#define OC_EVALUATE_H

#include "model/unit.h"

// The bytes of an array of elements of `size` bytes. False where a bound has no value: an argument
// that it uses is not a constant, or a member of a struct; or the runtime would stop there (it is
// negative, overflows, divides by zero, shifts too far). False also where the bytes exceed an
// int64_t. Without a launch (NULL) no argument is known.
bool oc_evaluate_bytes(uint64_t size, const struct oc_bound *bounds, size_t count,
                       const struct oc_launch *launch, int64_t *bytes);

#endif

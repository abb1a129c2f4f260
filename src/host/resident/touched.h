// touched.h - the memory that an instruction of the host's code accesses.
#ifndef OC_TOUCHED_H
#define OC_TOUCHED_H

#include "host/resident/flow.h"

// `bytes` is a number, or where that is 0, the product of two values, of which the second may be
// NULL. Of OC_TOUCH_STRING and OC_TOUCH_FREE it is unused.
struct oc_touched {
    enum oc_touch_kind kind;
    LLVMValueRef pointer;
    unsigned long long bytes;
    LLVMValueRef size, more;
};

enum { OC_MOST_ACCESSES = 16 };

// Finds what an instruction of kind OC_EVENT_ACCESS or OC_EVENT_SEEN accesses itself; of the
// second, that is its arguments that are structs by value. Returns the number, or
// OC_MOST_ACCESSES + 1 if there are more than that.
unsigned oc_touched_by(const struct oc_flow *flow, LLVMValueRef instruction,
                       struct oc_touched *out);

#endif

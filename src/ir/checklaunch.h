// checklaunch.h - for which launches a kernel's checks can be left out.
//
// If k is a parameter, the index of x[k] is inside in a whole launch, or outside in all of it. So a
// kernel has two bodies: one without such checks, and one with all checks, for launches in which a
// check may fail. A function with parameters of the body function (glue.h) says which body runs:
//
//     bool unusual(slots, grid, size x, size y, size z);
#ifndef OC_CHECKLAUNCH_H
#define OC_CHECKLAUNCH_H

#include "ir/edit.h"

struct oc_checklaunch {
    struct oc_edit *edit;
    LLVMValueRef body;     // a body function
    LLVMValueRef function; // which says whether a launch is unusual
    LLVMValueRef unusual;  // so far
    size_t count;          // of conditions that were added
    struct oc_values seen; // values of the body, and each one's copy after it
};

// Makes the function. A launch is unusual if it has 2^31 or more threads in a dimension.
struct oc_checklaunch oc_checklaunch_begin(struct oc_edit *edit, LLVMValueRef body);

// Makes launches unusual for which one of the conditions, values of the body, holds. Returns false,
// and adds nothing, if they are not the same for all threads of each launch.
bool oc_checklaunch_add(struct oc_checklaunch *launch, LLVMValueRef const *conditions,
                        unsigned count);

// For checkblocks.h: makes such a function with more parameters: two numbers of blocks, of 64 bits,
// and a dimension, of 32 bits. Nothing is unusual so far. It is not inlined. Its name is that of
// the body's copy, too, if that takes the body's name.
struct oc_checklaunch oc_checklaunch_of_blocks(struct oc_edit *edit, LLVMValueRef body);
const char *oc_checklaunch_of_blocks_name(struct oc_arena *arena, LLVMValueRef body);

// Build in that function: a value of the body, NULL if it is not the same for all threads of a
// launch; and the number of blocks, and the size of one, in a dimension, of 32 bits.
LLVMValueRef oc_checklaunch_copy(struct oc_checklaunch *launch, LLVMValueRef value);
LLVMValueRef oc_checklaunch_count(struct oc_checklaunch *launch, unsigned axis);
LLVMValueRef oc_checklaunch_size(struct oc_checklaunch *launch, unsigned axis);

void oc_checklaunch_end(struct oc_checklaunch *launch);

// Has each call of the body in `blocks` (glue.h) choose between the body, and `whole` for unusual
// launches.
void oc_checklaunch_install(struct oc_edit *edit, LLVMValueRef unusual, LLVMValueRef blocks,
                            LLVMValueRef body, LLVMValueRef whole);

#endif

// checkblocks.h - for which blocks a kernel's checks can be left out.
//
// In x[i + 1], i is between two numbers for the threads of one block. If the greatest i + 1 is less
// than the count, no thread of the block is outside. So a kernel's body needs no such check, and
// blocks in which one may fail, as those at the ends of arrays, run the body with all checks. That
// is asked of many blocks at once, from one on and up to another:
//
//     bool unusual(slots, grid, size x, size y, size z, from, until, fastest);
//
// The last parameter is the dimension in which blocks are counted fastest, which is chosen later
// (src/cpu/analysis/order.h).
#ifndef OC_CHECKBLOCKS_H
#define OC_CHECKBLOCKS_H

#include "ir/checkaccesses.h"
#include "ir/checklaunch.h"

enum { OC_CHECKBLOCKS_FROM = 5, OC_CHECKBLOCKS_FASTEST = 7 }; // parameters of that function

struct oc_checkblocks {
    struct oc_checklaunch launch;   // the function, which has more parameters
    LLVMValueRef first[3], last[3]; // ids of the blocks, of 64 bits; NULL: not needed so far
    struct oc_values of_loops;      // phis where loops begin
    bool is_odd;                    // the body is large, or has loops that begin in several places
    size_t count;                   // of accesses
};

struct oc_checkblocks oc_checkblocks_begin(struct oc_edit *edit, LLVMValueRef body);

// Makes blocks unusual in which an index may not be less than the count at this access. Both are
// values of the body, of 64 bits. Returns false, and adds nothing, if that cannot be said of a
// block before it runs.
bool oc_checkblocks_add(struct oc_checkblocks *blocks, const struct oc_access *access,
                        LLVMValueRef index, LLVMValueRef count);

// The same, but only in launches for which one of the conditions holds (checklaunch.h).
bool oc_checkblocks_add_in(struct oc_checkblocks *blocks, const struct oc_access *access,
                           LLVMValueRef index, LLVMValueRef count, LLVMValueRef const *conditions,
                           unsigned condition_count);

void oc_checkblocks_end(struct oc_checkblocks *blocks);

// Has each call of the body in `caller` (glue.h) run the blocks that are usual, and `whole` the
// others, in their order.
void oc_checkblocks_install(struct oc_checkblocks *blocks, LLVMValueRef caller, LLVMValueRef whole);

// The function, if there is one for the blocks of a body, else NULL. It is called with 0 for the
// dimension until that is set, after which it may be inlined.
LLVMValueRef oc_checkblocks_function(struct oc_ir *ir, LLVMValueRef body);
void oc_checkblocks_set_fastest(struct oc_ir *ir, LLVMValueRef function, unsigned dimension);

#endif

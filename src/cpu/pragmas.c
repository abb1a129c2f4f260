#include "cpu/pragmas.h"

#include "ir/paths.h"
#include "ir/waits.h"

static bool waits(LLVMBasicBlockRef block) {
    OC_EACH_INSTRUCTION (instruction, block) {
        if (oc_waits_for_block(instruction) || oc_waits_for_lanes(instruction))
            return true;
    }
    return false;
}

// Whether threads wait in a loop that a block goes back to the beginning of.
static bool waits_in_loop(const struct oc_paths *paths, size_t latch) {
    for (size_t s = 0; s < paths->next_count[latch]; s++) {
        const bool *members = oc_paths_loop(paths, paths->next[latch][s]);
        for (size_t b = 0; members && members[latch] && b < paths->count; b++)
            if (members[b] && waits(paths->blocks[b]))
                return true;
    }
    return false;
}

void oc_pragmas_forget(struct oc_ir *ir, LLVMValueRef function) {
    static const char name[] = "llvm.loop";
    unsigned kind = LLVMGetMDKindIDInContext(ir->context, name, sizeof name - 1);
    struct oc_paths paths;
    oc_paths_read(ir->arena, function, &paths);
    for (size_t b = 0; b < paths.count; b++) {
        LLVMValueRef branch = LLVMGetBasicBlockTerminator(paths.blocks[b]);
        if (LLVMGetMetadata(branch, kind) && waits_in_loop(&paths, b))
            LLVMSetMetadata(branch, kind, NULL);
    }
}

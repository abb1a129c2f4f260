#include "cpu/loops/idlelanes.h"

#include "cpu/loops/build.h"
#include "cpu/loops/marks.h"

const struct oc_guard *oc_idlelanes_guard(const struct oc_guards *guards) {
    const struct oc_guard *only = NULL;
    for (size_t i = 0; i < guards->count; i++) {
        const struct oc_guard *guard = &guards->items[i];
        if (!oc_guards_compare(guard) || guard->ends)
            continue;
        bool is_exact =
            guard->kind == OC_GUARD_ROW || (guard->kind == OC_GUARD_ORDERED && guard->never_wraps);
        if (only || !is_exact)
            return NULL;
        only = guard;
    }
    return oc_nest_is_of_lanes(guards->threads, guards->loops) ? only : NULL;
}

void oc_idlelanes_make(const struct oc_guards *guards, const struct oc_guard *only,
                       struct oc_copy *idle) {
    oc_copy_threads(guards->threads, guards->region, idle);
    oc_marks_like(guards->threads, guards->loops->latch, idle->latch);
    oc_copy_replace(idle, only->instruction, oc_build_bit(guards->threads, !only->wanted));
}

void oc_idlelanes_add(const struct oc_guards *guards, const struct oc_guard *only,
                      LLVMValueRef none, struct oc_copy *rest) {
    struct oc_threads *threads = guards->threads;
    LLVMBasicBlockRef ask = oc_build_block(threads, "rest.any"),
                      work = oc_build_block(threads, "rest.some");
    LLVMSetSuccessor(LLVMGetBasicBlockTerminator(rest->from), 0, ask);
    oc_build_at_end(threads, ask);
    LLVMBuildCondBr(threads->builder, none, ask, work);
    oc_build_at_end(threads, work);
    LLVMBuildBr(threads->builder, work);
    struct oc_copy idle = {
        .from = ask, .exit = rest->exit, .start = rest->start, .count = rest->count};
    oc_idlelanes_make(guards, only, &idle);
    rest->from = work;
}

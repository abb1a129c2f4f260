#include "cpu/checkedbody.h"

#include "cpu/assertions.h"
#include "cpu/lanefunctions.h"
#include "cpu/sharedplaces.h"
#include "cpu/simplify.h"
#include "ir/checkpointers.h"
#include "ir/checks.h"
#include "ir/ids.h"
#include "ir/mathcalls.h"

static void finish(struct oc_ir *ir, LLVMValueRef body) {
    oc_sharedplaces_size_dynamic(ir, body, true);
    oc_assertions_place(ir, body);
}

bool oc_checkedbody_place(struct oc_ir *ir, const struct oc_kernel *kernel, LLVMValueRef body,
                          LLVMValueRef blocks, const struct oc_values *shared, bool plain,
                          LLVMValueRef *whole) {
    *whole = NULL;
    if (!plain) {
        oc_mathcalls_forget_errno(ir, body);
        if (!oc_ir_run_on_function(ir, body, "sroa,early-cse,simplifycfg", NULL))
            return false;
        oc_ids_find(ir, body, NULL);
        oc_checkpointers_index(ir, body);
    }
    if (blocks)
        *whole = oc_checks_place_apart(ir, kernel, body, blocks, shared);
    else
        oc_checks_place(ir, kernel, body, shared, true);
    finish(ir, body);
    if (*whole)
        finish(ir, *whole);
    return true;
}

bool oc_checkedbody_simplify(struct oc_ir *ir, const struct oc_kernel *kernel, LLVMValueRef whole,
                             struct oc_values *shared) {
    oc_ir_remove_attribute(whole, "alwaysinline");
    oc_ir_add_attribute(ir, whole, "noinline");
    oc_ir_add_attribute(ir, whole, "cold");
    if (!oc_simplify_begin(ir, kernel, whole))
        return false;
    if (oc_lanefunctions_are_in(ir, whole)) {
        oc_lanefunctions_expand(ir, whole, shared);
        if (!oc_simplify_begin(ir, kernel, whole))
            return false;
    }
    return oc_simplify_end(ir, whole);
}

#include "cpu/longgroups.h"

#include <string.h>

// From so many loops on, the time that it saves is more than it takes.
enum { MANY = 48 };

// Loops of more than one block stay loops, whose blocks the optimiser simplifies alone. There the
// passes would only run once more.
static bool is_long(struct oc_ir *ir, LLVMValueRef function) {
    static const char suffix[] = ".groups";
    size_t length, small = 0, loops = 0;
    const char *name = LLVMGetValueName2(function, &length);
    if (length < sizeof suffix || strcmp(name + length - (sizeof suffix - 1), suffix) != 0)
        return false;
    OC_EACH_BLOCK (block, function) {
        LLVMValueRef end = LLVMGetBasicBlockTerminator(block);
        if (!end || !LLVMGetMetadata(end, oc_ir_loop_kind(ir)))
            continue;
        loops++;
        for (unsigned i = 0; i < LLVMGetNumSuccessors(end); i++)
            small += LLVMGetSuccessor(end, i) == block;
    }
    return small >= MANY && small * 4 >= loops * 3;
}

bool oc_longgroups_are_in(struct oc_ir *ir) {
    OC_EACH_FUNCTION (function, ir->module)
        if (is_long(ir, function))
            return true;
    return false;
}

bool oc_longgroups_straighten(struct oc_ir *ir, LLVMTargetMachineRef machine) {
    static const char passes[] = "loop-vectorize,simplifycfg,loop-unroll<O2>,sroa,simplifycfg";
    OC_EACH_FUNCTION (function, ir->module)
        if (is_long(ir, function) && !oc_ir_run_on_function(ir, function, passes, machine))
            return false;
    return true;
}

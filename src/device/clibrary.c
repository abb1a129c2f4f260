#include "device/clibrary.h"

#include "base/text.h"
#include "device/math/mathreduce.h"
#include "ir/library.h"
#include "model/libcalls.h"

static bool is_wanted(LLVMValueRef function) {
    const struct oc_libcall *call = oc_libcall_find(oc_ir_name(function));
    return call && call->class == OC_LIBCALL_C && LLVMGetFirstUse(function) &&
           LLVMIsDeclaration(function);
}

bool oc_clibrary_link(struct oc_ir *ir, const char *path) {
    struct oc_args names = {.arena = ir->arena};
    if (!path)
        return true;
    OC_EACH_FUNCTION (function, ir->module) {
        if (is_wanted(function))
            oc_args_add(&names, oc_ir_name(function));
    }
    if (!names.count)
        return true;
    LLVMModuleRef library = oc_ir_read(ir, path, "C library of devices", true);
    if (!library)
        return false;
    oc_mathreduce_select(library, (const char *const *)names.items, names.count);
    return oc_library_link(ir, library);
}

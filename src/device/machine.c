#include "device/machine.h"

#include "base/text.h"
#include "ir/wideatomics.h"

#include <llvm-c/Support.h>

void oc_machine_set_options(struct oc_ir *ir, const struct oc_code_generator *generator) {
    struct oc_args options = {.arena = ir->arena};
    oc_args_add(&options, "offloadcc");
    // The front end marks the module as OpenMP's, and LLVM has passes for such: they believe that
    // threads meet only in OpenMP's own barriers, and so carry values past ours that other threads
    // change.
    oc_args_add(&options, "-openmp-opt-disable");
    for (const char *const *option = generator ? generator->options : NULL; option && *option;
         option++)
        oc_args_add(&options, *option);
    LLVMParseCommandLineOptions((int)options.count, (const char *const *)options.items, NULL);
}

char oc_machine_level(const struct oc_device_request *request) {
    return request->target->is_gpu && request->level == '2' ? '3' : request->level;
}

static LLVMCodeGenOptLevel backend_level(const struct oc_device_request *request) {
    switch (oc_machine_level(request)) {
    case '0':
        return LLVMCodeGenLevelNone;
    case '1':
        return LLVMCodeGenLevelLess;
    case '3':
        return LLVMCodeGenLevelAggressive;
    default:
        return LLVMCodeGenLevelDefault;
    }
}

static const char *add_feature(struct oc_ir *ir, const char *features, const char *feature) {
    return oc_arena_printf(ir->arena, "%s%s%s", features, *features ? "," : "", feature);
}

LLVMTargetMachineRef oc_machine_make(struct oc_ir *ir, const struct oc_device_request *request) {
    LLVMTargetRef target;
    char *message = NULL;
    if (LLVMGetTargetFromTriple(request->target->triple, &target, &message)) {
        oc_error(ir->diag, "this LLVM cannot compile for '%s': %s", request->target->triple,
                 message);
        LLVMDisposeMessage(message);
        return NULL;
    }
    const char *cpu, *features;
    oc_target_processor(ir->arena, request->arch, &cpu, &features);
    if (request->feature)
        features = add_feature(ir, features, request->feature);
    const struct oc_atomics *atomics = oc_lowering_of(request->target)->atomics;
    const char *wide =
        atomics && atomics->wide_feature ? atomics->wide_feature(request->arch) : NULL;
    if (wide && oc_wideatomics_exist(ir))
        features = add_feature(ir, features, wide);
    LLVMTargetMachineOptionsRef options = LLVMCreateTargetMachineOptions();
    LLVMTargetMachineOptionsSetCPU(options, cpu);
    LLVMTargetMachineOptionsSetFeatures(options, features);
    LLVMTargetMachineOptionsSetRelocMode(options, LLVMRelocPIC);
    LLVMTargetMachineOptionsSetCodeGenOptLevel(options, backend_level(request));
    LLVMTargetMachineRef machine =
        LLVMCreateTargetMachineWithOptions(target, request->target->triple, options);
    LLVMDisposeTargetMachineOptions(options);
    if (!machine)
        oc_error(ir->diag, "this LLVM cannot compile for '%s'", request->arch);
    return machine;
}

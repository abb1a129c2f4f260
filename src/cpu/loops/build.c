#include "cpu/loops/build.h"

LLVMBasicBlockRef oc_build_block(const struct oc_threads *threads, const char *name) {
    return LLVMAppendBasicBlockInContext(threads->ir->context, threads->body->function, name);
}

LLVMBuilderRef oc_build_at_end(const struct oc_threads *threads, LLVMBasicBlockRef block) {
    LLVMValueRef terminator = LLVMGetBasicBlockTerminator(block);
    if (terminator)
        LLVMPositionBuilderBefore(threads->builder, terminator);
    else
        LLVMPositionBuilderAtEnd(threads->builder, block);
    return threads->builder;
}

LLVMValueRef oc_build_number(const struct oc_threads *threads, unsigned long value) {
    return LLVMConstInt(threads->i64, value, false);
}

LLVMValueRef oc_build_bit(const struct oc_threads *threads, bool value) {
    return LLVMConstInt(LLVMInt1TypeInContext(threads->ir->context), value, false);
}

LLVMValueRef oc_build_less(const struct oc_threads *threads, LLVMValueRef left,
                           LLVMValueRef right) {
    return LLVMBuildICmp(threads->builder, LLVMIntULT, left, right, "");
}

LLVMValueRef oc_build_least(const struct oc_threads *threads, LLVMValueRef left,
                            LLVMValueRef right) {
    return oc_build_either(threads, oc_build_less(threads, left, right), left, right);
}

LLVMValueRef oc_build_plus(const struct oc_threads *threads, LLVMValueRef left,
                           LLVMValueRef right) {
    return LLVMBuildAdd(threads->builder, left, right, "");
}

LLVMValueRef oc_build_minus(const struct oc_threads *threads, LLVMValueRef left,
                            LLVMValueRef right) {
    return LLVMBuildSub(threads->builder, left, right, "");
}

LLVMValueRef oc_build_either(const struct oc_threads *threads, LLVMValueRef condition,
                             LLVMValueRef yes, LLVMValueRef no) {
    return LLVMBuildSelect(threads->builder, condition, yes, no, "");
}

LLVMValueRef oc_build_wide(const struct oc_threads *threads, LLVMValueRef value) {
    return LLVMBuildZExt(threads->builder, value, threads->i64, "");
}

#include "cpu/loops/slots.h"

#include "cpu/loops/build.h"
#include "ir/metadata.h"

LLVMValueRef oc_slots_variable(const struct oc_threads *threads, LLVMTypeRef type) {
    LLVMBasicBlockRef entry = LLVMGetEntryBasicBlock(threads->body->function);
    LLVMPositionBuilderBefore(threads->builder, LLVMGetFirstInstruction(entry));
    return LLVMBuildAlloca(threads->builder, type, "");
}

// Few enough for registers, if LLVM unrolls the loops over them.
static LLVMValueRef short_array(const struct oc_threads *threads, size_t bytes, unsigned length) {
    LLVMValueRef array = oc_slots_variable(threads, LLVMArrayType2(threads->i8, bytes * length));
    LLVMSetAlignment(array, OC_SLOT_ALIGNMENT);
    return array;
}

LLVMValueRef oc_slots_array(struct oc_threads *threads, size_t bytes) {
    if (threads->strip || threads->lanes)
        return short_array(threads, bytes, threads->strip ? threads->strip : threads->lanes);
    LLVMBuilderRef builder = oc_build_at_end(threads, threads->body->preceding);
    LLVMTypeRef i64 = threads->i64;
    LLVMValueRef count =
        LLVMBuildMul(builder, LLVMBuildMul(builder, threads->sizes[0], threads->sizes[1], ""),
                     threads->sizes[2], "");
    LLVMValueRef before =
        LLVMBuildMul(builder, count, LLVMConstInt(i64, threads->frame.bytes_per_thread, false), "");
    LLVMValueRef start =
        LLVMBuildAdd(builder, before,
                     LLVMConstInt(i64, threads->frame.bytes + OC_SLOT_ALIGNMENT - 1, false), "");
    LLVMValueRef aligned = LLVMBuildAnd(
        builder, start, LLVMConstInt(i64, -(unsigned long)OC_SLOT_ALIGNMENT, false), "");
    LLVMValueRef array =
        LLVMBuildInBoundsGEP2(builder, threads->i8, threads->memory, &aligned, 1, "");
    threads->frame.bytes += OC_SLOT_ALIGNMENT;
    threads->frame.bytes_per_thread += bytes;
    return array;
}

// One bit does not make an array that loops can vectorise over.
static bool is_bit(LLVMTypeRef type) {
    return LLVMGetTypeKind(type) == LLVMIntegerTypeKind && LLVMGetIntTypeWidth(type) == 1;
}

static LLVMTypeRef stored_type(const struct oc_threads *threads, LLVMTypeRef type) {
    return is_bit(type) ? threads->i8 : type;
}

// A place in the records of the threads, which are arrays of whole cache lines.
static LLVMValueRef place_in_records(struct oc_threads *threads, size_t bytes) {
    if (!threads->records || threads->record_bytes + bytes > OC_SLOT_ALIGNMENT) {
        threads->records = oc_slots_array(threads, OC_SLOT_ALIGNMENT);
        threads->record_bytes = 0;
    }
    oc_build_at_end(threads, threads->body->preceding);
    LLVMValueRef at = oc_build_number(threads, (threads->record_bytes + bytes - 1) & -bytes);
    threads->record_bytes = LLVMConstIntGetZExtValue(at) + bytes;
    return LLVMBuildInBoundsGEP2(threads->builder, threads->i8, threads->records, &at, 1, "");
}

static bool is_in_record(const struct oc_threads *threads, LLVMTypeRef type) {
    enum { MAX_BYTES = 16 };
    LLVMTargetDataRef layout = LLVMGetModuleDataLayout(threads->ir->module);
    size_t bytes = LLVMABISizeOfType(layout, type);
    return threads->keeps_records && bytes <= MAX_BYTES && !(bytes & (bytes - 1));
}

void oc_slots_mark(LLVMValueRef array) {
    if (LLVMIsAAllocaInst(array))
        oc_metadata_mark(array, OC_SLOT_METADATA);
}

LLVMValueRef oc_slots_array_of(struct oc_threads *threads, LLVMTypeRef type) {
    LLVMTargetDataRef layout = LLVMGetModuleDataLayout(threads->ir->module);
    size_t bytes = LLVMABISizeOfType(layout, stored_type(threads, type));
    if (is_in_record(threads, type))
        return place_in_records(threads, bytes);
    LLVMValueRef array = oc_slots_array(threads, bytes);
    oc_slots_mark(array);
    return array;
}

static LLVMValueRef element(const struct oc_threads *threads, size_t region, LLVMValueRef array,
                            LLVMTypeRef type) {
    LLVMValueRef thread = threads->loops[region].thread;
    if (is_in_record(threads, type)) {
        threads->loops[region].uses_records = true;
        LLVMTypeRef record = LLVMArrayType2(threads->i8, OC_SLOT_ALIGNMENT);
        return LLVMBuildInBoundsGEP2(threads->builder, record, array, &thread, 1, "");
    }
    return LLVMBuildInBoundsGEP2(threads->builder, type, array, &thread, 1, "");
}

void oc_slots_store(const struct oc_threads *threads, size_t region, LLVMValueRef array,
                    LLVMValueRef value) {
    LLVMTypeRef type = stored_type(threads, LLVMTypeOf(value));
    LLVMValueRef address = element(threads, region, array, type);
    if (is_bit(LLVMTypeOf(value)))
        value = LLVMBuildZExt(threads->builder, value, type, "");
    LLVMBuildStore(threads->builder, value, address);
}

LLVMValueRef oc_slots_load(const struct oc_threads *threads, size_t region, LLVMValueRef array,
                           LLVMTypeRef type) {
    LLVMBuilderRef builder = oc_build_at_end(threads, threads->loops[region].inner);
    LLVMTypeRef stored = stored_type(threads, type);
    LLVMValueRef value =
        LLVMBuildLoad2(builder, stored, element(threads, region, array, stored), "");
    return is_bit(type) ? LLVMBuildTrunc(builder, value, type, "") : value;
}

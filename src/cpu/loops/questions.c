#include "cpu/loops/questions.h"

#include "cpu/loops/build.h"
#include "cpu/loops/slots.h"
#include "ir/features.h"

static LLVMValueRef question(const struct oc_threads *threads, const char *name) {
    LLVMTypeRef bit = LLVMInt1TypeInContext(threads->ir->context);
    LLVMValueRef function = LLVMGetNamedFunction(threads->ir->module, name);
    return function
               ? function
               : LLVMAddFunction(threads->ir->module, name, LLVMFunctionType(bit, &bit, 1, false));
}

LLVMValueRef oc_questions_build(const struct oc_threads *threads, const char *name,
                                LLVMValueRef answer) {
    LLVMValueRef function = question(threads, name);
    return LLVMBuildCall2(threads->builder, LLVMGlobalGetValueType(function), function, &answer, 1,
                          "");
}

// The variable that counts the threads that answer yes in a region.
static LLVMValueRef answers_of(const struct oc_threads *threads, size_t region) {
    struct oc_loops *loops = &threads->loops[region];
    if (!loops->answers)
        loops->answers = oc_slots_variable(threads, threads->i32);
    return loops->answers;
}

// Adds each thread's answer.
static void count_answers(const struct oc_threads *threads, size_t region, LLVMValueRef call) {
    LLVMBuilderRef builder = threads->builder;
    LLVMTypeRef type = threads->i32;
    LLVMValueRef answers = answers_of(threads, region);
    LLVMBuildStore(oc_build_at_end(threads, threads->loops[region].first), LLVMConstNull(type),
                   answers);
    LLVMPositionBuilderBefore(builder, call);
    LLVMValueRef answer = LLVMBuildZExt(builder, LLVMGetOperand(call, 0), type, "");
    LLVMValueRef before = LLVMBuildLoad2(builder, type, answers, "");
    LLVMBuildStore(builder, LLVMBuildAdd(builder, before, answer, ""), answers);
}

// The region before a region that only asks whether any thread goes on.
static size_t region_before(const struct oc_threads *threads, size_t region) {
    const struct oc_node *node = &threads->body->nodes[threads->regions->items[region].head];
    return (size_t)threads->regions->of_node[node->before[0]];
}

// The n for which the code of a loop takes as long for one in 2^n threads, one after the other, as
// for all threads in vectors. Measured: to keep threads together takes time, too.
static unsigned share_of_many(const struct oc_threads *threads) {
    LLVMValueRef function = threads->body->function;
    return oc_features_has(function, "avx512f") ? 3 : 2;
}

// The most threads for which the answer to a question is no.
static LLVMValueRef most_for_no(const struct oc_threads *threads, LLVMValueRef condition) {
    enum { FEW = 3 }; // one in 2^FEW threads goes on alone
    bool many = oc_uniform_asks(condition, OC_UNIFORM_MANY);
    if (!many && !oc_uniform_asks(condition, OC_UNIFORM_ENOUGH))
        return LLVMConstInt(threads->i32, 0, false);
    LLVMBuilderRef builder = threads->builder;
    LLVMValueRef share = oc_build_number(threads, many ? share_of_many(threads) : FEW);
    LLVMValueRef part = LLVMBuildLShr(builder, threads->strip_length, share, "");
    return LLVMBuildTrunc(builder, part, threads->i32, "");
}

LLVMValueRef oc_questions_answer(const struct oc_threads *threads, size_t region,
                                 LLVMValueRef condition) {
    if (!oc_uniform_is_answer(condition))
        return NULL;
    bool any = oc_uniform_asks(condition, OC_UNIFORM_ANY);
    LLVMBuilderRef builder = oc_build_at_end(threads, threads->loops[region].last);
    LLVMValueRef most = most_for_no(threads, condition);
    if (!any)
        count_answers(threads, region, condition);
    LLVMReplaceAllUsesWith(condition, LLVMGetPoison(LLVMTypeOf(condition)));
    LLVMInstructionEraseFromParent(condition);
    oc_build_at_end(threads, threads->loops[region].last);
    LLVMValueRef answers = answers_of(threads, any ? region_before(threads, region) : region);
    return LLVMBuildICmp(builder, LLVMIntUGT, LLVMBuildLoad2(builder, threads->i32, answers, ""),
                         most, "");
}

void oc_questions_end(const struct oc_threads *threads) {
    static const char *const names[] = {OC_UNIFORM_SOME, OC_UNIFORM_MANY, OC_UNIFORM_ENOUGH,
                                        OC_UNIFORM_ANY};
    struct oc_values calls = {.arena = threads->ir->arena};
    for (size_t n = 0; n < sizeof names / sizeof *names; n++) {
        LLVMValueRef function = question(threads, names[n]);
        calls.count = 0;
        for (LLVMUseRef use = LLVMGetFirstUse(function); use; use = LLVMGetNextUse(use))
            oc_values_add(&calls, LLVMGetUser(use));
        for (size_t i = 0; i < calls.count; i++) {
            LLVMReplaceAllUsesWith(calls.items[i], LLVMGetOperand(calls.items[i], 0));
            LLVMInstructionEraseFromParent(calls.items[i]);
        }
        LLVMDeleteFunction(function);
    }
}

#include "cpu/callees.h"

#include "base/names.h"
#include "base/text.h"
#include "ir/ids.h"
#include "ir/llvm_shim.h"
#include "ir/stops.h"
#include "ir/waits.h"

#include <string.h>

struct oc_callees oc_callees_begin(struct oc_ir *ir, const struct oc_unit *unit,
                                   const struct oc_cpu_kernel *kernels) {
    struct oc_waits waits;
    oc_waits_find(ir, &waits);
    return (struct oc_callees){
        .ir = ir,
        .unit = unit,
        .kernels = kernels,
        .sharing = {.arena = ir->arena},
        .asking = {.arena = ir->arena},
        .pointed = waits.pointed,
    };
}

LLVMValueRef oc_callees_launched(const struct oc_callees *callees, LLVMValueRef function) {
    for (size_t i = 0; i < callees->unit->kernel_count; i++)
        if (function && function == callees->kernels[i].launcher)
            return callees->kernels[i].body;
    return NULL;
}

bool oc_callees_is_of_block(LLVMValueRef function) {
    const char *name = oc_ir_name(function);
    return oc_ids_is_index(name) || strcmp(name, OC_NAME_DYNAMIC_SHARED) == 0 ||
           oc_waits_begins(function);
}

bool oc_callees_asks(struct oc_callees *callees, LLVMValueRef function) {
    size_t known;
    if (oc_map_get(&callees->asking, function, &known))
        return known;
    struct oc_values reachable = {.arena = callees->ir->arena};
    oc_values_add(&reachable, function);
    oc_ir_collect_reachable(function, &reachable);
    bool found = false;
    for (size_t i = 0; i < reachable.count && !found; i++)
        found = oc_callees_is_of_block(reachable.items[i]) ||
                oc_stops_is_name(oc_ir_name(reachable.items[i])) ||
                oc_map_get(&callees->sharing, reachable.items[i], NULL) ||
                oc_callees_launched(callees, reachable.items[i]);
    oc_map_set(&callees->asking, function, found);
    return found;
}

bool oc_callees_reach(const struct oc_callees *callees, LLVMValueRef function, const char *name) {
    struct oc_values reachable = {.arena = callees->ir->arena};
    oc_ir_collect_reachable(function, &reachable);
    for (size_t i = 0; i < reachable.count; i++)
        if (strcmp(oc_ir_name(reachable.items[i]), name) == 0)
            return true;
    return false;
}

// ---- Waiting -----------------------------------------------------------------------------------

// Whether a function calls through pointers, by itself or in what it calls. `type`: of the
// function that is called, or NULL for any.
static bool reaches_pointer_call(const struct oc_callees *callees, LLVMValueRef function,
                                 LLVMTypeRef type) {
    struct oc_values reachable = {.arena = callees->ir->arena};
    oc_values_add(&reachable, function);
    oc_ir_collect_reachable(function, &reachable);
    for (size_t i = 0; i < reachable.count; i++) {
        struct oc_values calls = {.arena = callees->ir->arena};
        if (strcmp(oc_ir_name(reachable.items[i]), OC_NAME_GRID_WAIT) == 0)
            continue; // it calls the runtime
        oc_ir_collect_calls(reachable.items[i], &calls);
        for (size_t c = 0; c < calls.count; c++)
            if (oc_ir_is_pointer_call(calls.items[c]) &&
                (!type || LLVMGetCalledFunctionType(calls.items[c]) == type))
                return true;
    }
    return false;
}

// Whether a function has calls through pointers that may point to a function that waits.
static bool reaches_pointed(const struct oc_callees *callees, LLVMValueRef function) {
    for (size_t i = 0; i < callees->pointed.count; i++)
        if (reaches_pointer_call(callees, function,
                                 LLVMGlobalGetValueType(callees->pointed.items[i])))
            return true;
    return false;
}

bool oc_callees_wait(const struct oc_callees *callees, LLVMValueRef function) {
    struct oc_values reachable = {.arena = callees->ir->arena};
    oc_ir_collect_reachable(function, &reachable);
    for (size_t i = 0; i < reachable.count; i++)
        if (oc_waits_begins(reachable.items[i]))
            return true;
    return reaches_pointed(callees, function);
}

// ---- What is not inlined -----------------------------------------------------------------------

// A function of another file may ask for anything. What waits in it is compiled when the program is
// linked.
static bool is_needed(const struct oc_unit *unit, LLVMValueRef function) {
    for (size_t i = 0; i < unit->need_count; i++)
        if (strcmp(unit->needs[i].name, oc_ir_name(function)) == 0)
            return true;
    return false;
}

// Whether an instruction learns what another thread has written. Where nothing uses what an atomic
// operation returns, nothing waits for it.
static bool sees_others(LLVMValueRef instruction) {
    if (LLVMIsALoadInst(instruction))
        return LLVMGetVolatile(instruction) ||
               LLVMGetOrdering(instruction) != LLVMAtomicOrderingNotAtomic;
    return (LLVMIsAAtomicRMWInst(instruction) || LLVMIsAAtomicCmpXchgInst(instruction)) &&
           LLVMGetFirstUse(instruction);
}

static bool polls(LLVMValueRef function) {
    struct oc_loop_info *loops = NULL;
    bool found = false;
    OC_EACH_BLOCK (block, function)
        OC_EACH_INSTRUCTION (instruction, block) {
            if (found || !sees_others(instruction))
                continue;
            loops = loops ? loops : oc_loops_read(function);
            found = oc_loops_around(loops, block) != NULL;
        }
    oc_loops_dispose(loops);
    return found;
}

struct oc_rest oc_callees_rest(struct oc_callees *callees, LLVMValueRef body) {
    // A function that is called through a pointer may ask for anything.
    bool calls_pointers = reaches_pointer_call(callees, body, NULL);
    struct oc_rest rest = {calls_pointers, reaches_pointed(callees, body),
                           calls_pointers || polls(body)};
    struct oc_values reachable = {.arena = callees->ir->arena};
    oc_ir_collect_reachable(body, &reachable);
    for (size_t i = 0; i < reachable.count; i++) {
        LLVMValueRef function = reachable.items[i];
        bool is_elsewhere = is_needed(callees->unit, function);
        rest.asks |= is_elsewhere;
        rest.polls = rest.polls || is_elsewhere || polls(function);
        if (LLVMIsDeclaration(function) || oc_starts_with(oc_ir_name(function), OC_NAME_PREFIX))
            continue;
        rest.asks = rest.asks || oc_callees_asks(callees, function);
        rest.waits = rest.waits || oc_callees_wait(callees, function);
    }
    return rest;
}

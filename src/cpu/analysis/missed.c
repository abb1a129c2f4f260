#include "cpu/analysis/missed.h"

#include "base/names.h"
#include "base/text.h"
#include "cpu/analysis/turns.h"
#include "ir/sourceplace.h"

#include <regex.h>
#include <string.h>

bool oc_missed_is_asked(const struct oc_args *options) {
    static const char kind[] = "pass-missed=";
    bool asked = false;
    for (size_t i = 0; i < options->count && !asked; i++) {
        regex_t regex;
        const char *option = options->items[i];
        if (!oc_starts_with(option, kind) ||
            regcomp(&regex, option + strlen(kind), REG_EXTENDED | REG_NOSUB))
            continue;
        asked = regexec(&regex, "offload", 0, NULL, 0) == 0;
        regfree(&regex);
    }
    return asked;
}

void oc_missed_begin(struct oc_missed *missed, const struct oc_kernel *kernel) {
    missed->kernel = kernel;
    missed->listens = missed->remarks || missed->findings;
}

static bool is_new(struct oc_missed *missed, const char *text) {
    for (size_t i = 0; i < missed->said.count; i++)
        if (strcmp(missed->said.items[i], text) == 0)
            return false;
    oc_args_add(&missed->said, text);
    return true;
}

void oc_missed_say(struct oc_missed *missed, LLVMValueRef instruction, const char *why) {
    if (!missed->listens)
        return;
    struct oc_arena *arena = missed->ir->arena;
    struct oc_place place = missed->kernel->place, own = {0};
    if (instruction && LLVMIsAInstruction(instruction))
        own = oc_sourceplace_of(arena, oc_sourceplace_of_user(missed->ir, instruction));
    if (own.file)
        place = own;
    const char *text = oc_arena_printf(arena, "%s:%u:%u: %s", place.file ? place.file : "",
                                       place.line, place.column, why);
    if (missed->findings)
        oc_findings_add(missed->findings, missed->kernel->name, place, why);
    if (missed->remarks && is_new(missed, text))
        oc_report(missed->ir->diag, OC_REMARK, place, "pass-missed=offload",
                  "threads of kernel '%s' %s one after the other on a CPU: %s",
                  missed->kernel->name, instruction ? "do this" : "run", why);
}

// Functions of LLVM's that processors have no instructions for.
static bool is_from_library(LLVMValueRef call) {
    static const char *const names[] = {
        "llvm.sin.",  "llvm.cos.",  "llvm.tan.",   "llvm.asin.", "llvm.acos.", "llvm.atan.",
        "llvm.sinh.", "llvm.cosh.", "llvm.tanh.",  "llvm.exp.",  "llvm.exp2.", "llvm.exp10.",
        "llvm.log.",  "llvm.log2.", "llvm.log10.", "llvm.pow.",  "llvm.atan2."};
    for (size_t i = 0; i < sizeof names / sizeof *names; i++)
        if (oc_starts_with(oc_ir_callee_name(call), names[i]))
            return true;
    return false;
}

// "llvm.sin.f32" is sinf.
static const char *name_in_c(struct oc_arena *arena, LLVMValueRef call) {
    const char *name = oc_ir_callee_name(call) + strlen("llvm.");
    const char *type = strchr(name, '.');
    return oc_arena_printf(arena, "%.*s%s", (int)(type - name), name,
                           strcmp(type, ".f32") == 0 ? "f" : "");
}

static const char *why_of_call(const struct oc_missed *missed, LLVMValueRef call) {
    struct oc_arena *arena = missed->ir->arena;
    LLVMValueRef callee = oc_ir_callee(call);
    if (!callee)
        return LLVMIsAInlineAsm(LLVMGetCalledValue(call)) ? "assembly is for one thread"
                                                          : "a call through a pointer is for one "
                                                            "thread";
    bool ends_program =
        LLVMIsAUnreachableInst(LLVMGetBasicBlockTerminator(LLVMGetInstructionParent(call)));
    if (ends_program || oc_starts_with(oc_ir_name(callee), OC_NAME_OF_GROUP))
        return NULL;
    if (LLVMGetIntrinsicID(callee) == 0)
        return oc_arena_printf(arena, "the call of '%s' is for one thread", oc_ir_name(callee));
    return is_from_library(call) && !missed->veclib
               ? oc_arena_printf(
                     arena,
                     "the call of '%s' is for one thread; with -fveclib=libmvec there is "
                     "one for several",
                     name_in_c(arena, call))
               : NULL;
}

// What stands in the way in an instruction; NULL: nothing.
static const char *why_of(const struct oc_missed *missed, LLVMValueRef instruction) {
    switch (LLVMGetInstructionOpcode(instruction)) {
    case LLVMLoad:
    case LLVMStore:
        if (LLVMGetVolatile(instruction))
            return "an access to volatile memory is for one thread";
        return LLVMGetOrdering(instruction) == LLVMAtomicOrderingNotAtomic
                   ? NULL
                   : "an atomic access is for one thread";
    case LLVMAtomicRMW:
    case LLVMAtomicCmpXchg:
    case LLVMFence:
        return "an atomic operation is for one thread";
    case LLVMCall:
    case LLVMInvoke:
    case LLVMCallBr:
        return why_of_call(missed, instruction);
    case LLVMSwitch:
    case LLVMIndirectBr:
        return LLVMIsASwitchInst(instruction) ? NULL : "a computed goto is for one thread";
    default:
        return NULL;
    }
}

// ---- Code that runs -----------------------------------------------------------------------------

// What a condition is known to be where comparisons of the index are decided: 0 or 1; -1: it is not
// known.
static int known(LLVMValueRef condition, int depth) {
    if (LLVMIsAConstantInt(condition))
        return (int)LLVMConstIntGetZExtValue(condition);
    if (!depth || !LLVMIsAInstruction(condition))
        return -1;
    LLVMValueRef first = LLVMGetOperand(condition, 0);
    switch (LLVMGetInstructionOpcode(condition)) {
    case LLVMSelect: {
        int which = known(first, depth - 1);
        return which < 0 ? -1 : known(LLVMGetOperand(condition, which ? 1 : 2), depth - 1);
    }
    case LLVMAnd:
    case LLVMOr: {
        int left = known(first, depth - 1), right = known(LLVMGetOperand(condition, 1), depth - 1);
        int decides = LLVMGetInstructionOpcode(condition) == LLVMOr;
        if (left == decides || right == decides)
            return decides;
        return left < 0 || right < 0 ? -1 : !decides;
    }
    case LLVMXor: {
        int left = known(first, depth - 1), right = known(LLVMGetOperand(condition, 1), depth - 1);
        return left < 0 || right < 0 ? -1 : left != right;
    }
    default:
        return -1;
    }
}

// The nodes that a thread of the main loop can come to.
static struct oc_bits find_running(const struct oc_body *body) {
    enum { DEPTH = 8 };
    struct oc_bits running = oc_bits_make(body->ir->arena, body->count);
    oc_bits_set(running, 0);
    // In reverse post-order, an edge to an earlier node ends a loop. That node was reached before.
    for (size_t i = 0; i < body->count; i++) {
        LLVMValueRef branch = LLVMGetBasicBlockTerminator(body->nodes[i].block);
        bool splits = i != body->exit && LLVMIsABranchInst(branch) && LLVMIsConditional(branch);
        int way = splits ? known(LLVMGetCondition(branch), DEPTH) : -1;
        for (unsigned s = 0; oc_bits_test(running, i) && s < body->nodes[i].next_count; s++) {
            LLVMBasicBlockRef to = body->nodes[body->nodes[i].next[s]].block;
            if (way < 0 || LLVMGetSuccessor(branch, way ? 0 : 1) == to)
                oc_bits_set(running, body->nodes[i].next[s]);
        }
    }
    return running;
}

// Whether a loop begins at a node that each thread runs by itself.
static bool begins_loop(const struct oc_body *body, struct oc_bits running, unsigned head) {
    for (unsigned b = 0; b < body->nodes[head].before_count; b++) {
        unsigned latch = body->nodes[head].before[b];
        if (latch >= head && oc_bits_test(running, latch) &&
            !oc_turns_are_few(body, oc_body_loop(body, latch, head)))
            return true;
    }
    return false;
}

void oc_missed_look(struct oc_missed *missed, const struct oc_body *body) {
    if (!missed->listens)
        return;
    struct oc_bits running = find_running(body);
    for (size_t i = 0; i < body->count; i++) {
        if (i == body->exit || !oc_bits_test(running, i))
            continue;
        if (begins_loop(body, running, (unsigned)i)) {
            oc_missed_say(missed, LLVMGetBasicBlockTerminator(body->nodes[i].block),
                          "each runs this loop with turns of its own, or on elements that are not "
                          "beside its neighbours'");
            return;
        }
        OC_EACH_INSTRUCTION (instruction, body->nodes[i].block) {
            const char *why = why_of(missed, instruction);
            if (!why)
                continue;
            oc_missed_say(missed, instruction, why);
            return;
        }
    }
}

#include "cpu/advance.h"

#include "cpu/analysis/turns.h"
#include "ir/edit.h"

// A phi in the head of a loop that grows by the sum of `steps` in each turn. Each step is the same
// for all threads.
struct advance {
    LLVMValueRef phi;
    LLVMValueRef start, next;        // what enters the phi from before the loop, and from its end
    LLVMBasicBlockRef before, latch; // the blocks where these come from
    bool in_bounds;                  // a pointer never leaves its array
    bool exact;                      // a number never wraps
    LLVMValueRef steps[4];           // from the last addition to the first
    unsigned long sizes[4];          // a step counts elements of so many bytes; 1: it is a number
    unsigned count;
};

enum { MAX_STEPS = sizeof((struct advance *)0)->steps / sizeof(LLVMValueRef) };

static bool is_pointer(LLVMValueRef value) {
    return LLVMGetTypeKind(LLVMTypeOf(value)) == LLVMPointerTypeKind;
}

static bool is_number(LLVMValueRef value) {
    LLVMTypeRef type = LLVMTypeOf(value);
    return LLVMGetTypeKind(type) == LLVMIntegerTypeKind &&
           (LLVMGetIntTypeWidth(type) == 32 || LLVMGetIntTypeWidth(type) == 64);
}

static bool is_in(const struct oc_body *body, struct oc_bits loop, LLVMValueRef value) {
    long node = LLVMIsAInstruction(value) ? oc_body_node_of(body, value) : OC_NO_NODE;
    return node != OC_NO_NODE && oc_bits_test(loop, (size_t)node);
}

// Whether a number is the same for all threads, also where only some of them compute it.
static bool is_common(const struct oc_uniform *uniform, LLVMValueRef value, int depth) {
    if (oc_uniform_is(uniform, value))
        return true;
    if (!depth || !LLVMIsAInstruction(value) || !oc_ir_is_index_arithmetic(value))
        return false;
    for (int i = 0; i < LLVMGetNumOperands(value); i++)
        if (!is_common(uniform, LLVMGetOperand(value, (unsigned)i), depth - 1))
            return false;
    return true;
}

// Moves arithmetic out of a loop, where it would be computed from the same values in each turn.
// Returns whether the value is now from before the loop.
static bool move_out(const struct oc_body *body, struct oc_bits loop, LLVMBasicBlockRef before,
                     LLVMValueRef value, int depth) {
    if (!is_in(body, loop, value))
        return true;
    if (!depth || !oc_ir_is_index_arithmetic(value))
        return false;
    for (int i = 0; i < LLVMGetNumOperands(value); i++)
        if (!move_out(body, loop, before, LLVMGetOperand(value, (unsigned)i), depth - 1))
            return false;
    LLVMBuilderRef builder = LLVMCreateBuilderInContext(body->ir->context);
    LLVMPositionBuilderBefore(builder, LLVMGetBasicBlockTerminator(before));
    LLVMInstructionRemoveFromParent(value);
    LLVMInsertIntoBuilder(builder, value);
    LLVMDisposeBuilder(builder);
    return true;
}

// Reads one addition. Returns what is added to, or NULL.
static LLVMValueRef read_addition(struct advance *advance, LLVMValueRef value,
                                  LLVMTargetDataRef layout) {
    if (!LLVMIsAInstruction(value) || advance->count == MAX_STEPS || LLVMGetNumOperands(value) != 2)
        return NULL;
    advance->sizes[advance->count] = 1;
    advance->steps[advance->count] = LLVMGetOperand(value, 1);
    switch (LLVMGetInstructionOpcode(value)) {
    case LLVMAdd:
        advance->exact &= LLVMGetNSW(value);
        break;
    case LLVMGetElementPtr:
        advance->in_bounds &= LLVMIsInBounds(value);
        advance->sizes[advance->count] =
            LLVMABISizeOfType(layout, LLVMGetGEPSourceElementType(value));
        break;
    default:
        return NULL;
    }
    advance->count++;
    return LLVMGetOperand(value, 0);
}

static bool read_steps(const struct oc_body *body, const struct oc_uniform *uniform,
                       struct oc_bits loop, struct advance *advance) {
    enum { DEPTH = 4 };
    LLVMTargetDataRef layout = LLVMGetModuleDataLayout(body->ir->module);
    LLVMValueRef value = advance->next;
    while (value && value != advance->phi) {
        value = read_addition(advance, value, layout);
        LLVMValueRef step = value ? advance->steps[advance->count - 1] : NULL;
        if (value && (!is_number(step) || !is_common(uniform, step, DEPTH) ||
                      !move_out(body, loop, advance->before, step, DEPTH)))
            return false;
    }
    return value && advance->count;
}

// Whether a loop is left where the phi has reached something: threads leave it at different times.
static bool counts_turns(const struct oc_body *body, struct oc_bits loop,
                         const struct advance *advance) {
    for (size_t n = 0; n < body->count; n++) {
        LLVMValueRef branch = LLVMGetBasicBlockTerminator(body->nodes[n].block);
        if (!oc_bits_test(loop, n) || !oc_turns_way_out(body, loop, n) ||
            !LLVMIsABranchInst(branch))
            continue;
        LLVMValueRef condition = LLVMGetCondition(branch);
        for (unsigned i = 0; LLVMIsAICmpInst(condition) && i < 2; i++)
            if (LLVMGetOperand(condition, i) == advance->phi ||
                LLVMGetOperand(condition, i) == advance->next)
                return true;
    }
    return false;
}

static bool read_advance(const struct oc_body *body, const struct oc_uniform *uniform, size_t head,
                         LLVMValueRef phi, struct advance *out) {
    *out = (struct advance){.phi = phi, .in_bounds = true, .exact = true};
    if (LLVMCountIncoming(phi) != 2 || !(is_pointer(phi) || is_number(phi)))
        return false;
    for (unsigned i = 0; i < 2; i++) {
        LLVMBasicBlockRef block = LLVMGetIncomingBlock(phi, i);
        long node = oc_body_node(body, block);
        bool is_latch = node != OC_NO_NODE && (size_t)node >= head;
        *(is_latch ? &out->latch : &out->before) = block;
        *(is_latch ? &out->next : &out->start) = LLVMGetIncomingValue(phi, i);
    }
    if (!out->latch || !out->before || oc_uniform_is(uniform, out->start))
        return false;
    struct oc_bits loop =
        oc_body_loop(body, (unsigned)oc_body_node(body, out->latch), (unsigned)head);
    return !counts_turns(body, loop, out) && read_steps(body, uniform, loop, out);
}

// One turn's distance, in bytes for a pointer.
static LLVMValueRef build_step(LLVMBuilderRef builder, const struct advance *advance,
                               LLVMTypeRef type) {
    LLVMValueRef sum = LLVMConstNull(type);
    for (unsigned i = 0; i < advance->count; i++) {
        LLVMValueRef step = LLVMBuildIntCast2(builder, advance->steps[i], type, true, "");
        LLVMValueRef size = LLVMConstInt(type, advance->sizes[i], false);
        sum = LLVMBuildAdd(builder, sum, LLVMBuildMul(builder, step, size, ""), "");
    }
    return sum;
}

// Where a pointer is now, or what a number is now, at a distance from where it began.
static LLVMValueRef build_now(LLVMBuilderRef builder, const struct advance *advance,
                              LLVMValueRef distance) {
    LLVMTypeRef type = LLVMTypeOf(distance);
    LLVMTypeRef i8 = LLVMInt8TypeInContext(LLVMGetTypeContext(type));
    if (!is_pointer(advance->phi)) {
        LLVMValueRef start = LLVMBuildIntCast2(builder, advance->start, type, true, "");
        return LLVMBuildAdd(builder, start, distance, "");
    }
    return advance->in_bounds ? LLVMBuildInBoundsGEP2(builder, i8, advance->start, &distance, 1, "")
                              : LLVMBuildGEP2(builder, i8, advance->start, &distance, 1, "");
}

// Replaces the phi by `now`. If the phi has 32 bits and `now` has 64, the phi's extensions become
// `now`, and its other uses get the lower half of `now`.
static void replace_phi(LLVMBuilderRef builder, const struct advance *advance, LLVMValueRef now) {
    LLVMValueRef phi = advance->phi, narrow = now;
    if (LLVMTypeOf(phi) != LLVMTypeOf(now)) {
        narrow = LLVMBuildTrunc(builder, now, LLVMTypeOf(phi), "");
        LLVMSetNSW(narrow, true);
    }
    for (LLVMUseRef use = LLVMGetFirstUse(phi), next; use; use = next) {
        LLVMValueRef user = LLVMGetUser(use);
        next = LLVMGetNextUse(use);
        if (narrow != now && LLVMTypeOf(user) == LLVMTypeOf(now) &&
            (LLVMIsASExtInst(user) || (LLVMIsAZExtInst(user) && LLVMGetNNeg(user))))
            LLVMReplaceAllUsesWith(user, now);
    }
    LLVMReplaceAllUsesWith(phi, narrow);
    LLVMInstructionEraseFromParent(phi);
}

static void rewrite(struct oc_ir *ir, const struct advance *advance) {
    LLVMBuilderRef builder = LLVMCreateBuilderInContext(ir->context);
    bool is_wide = is_pointer(advance->phi) || advance->exact;
    LLVMTypeRef type = is_wide ? LLVMInt64TypeInContext(ir->context) : LLVMTypeOf(advance->phi);
    LLVMBasicBlockRef head = LLVMGetInstructionParent(advance->phi);
    LLVMPositionBuilderBefore(builder, LLVMGetBasicBlockTerminator(advance->before));
    LLVMValueRef step = build_step(builder, advance, type);
    LLVMPositionBuilderBefore(builder, advance->phi);
    LLVMValueRef distance = LLVMBuildPhi(builder, type, ""), none = LLVMConstNull(type);
    LLVMPositionBuilderBefore(builder, LLVMGetBasicBlockTerminator(advance->latch));
    LLVMValueRef next = LLVMBuildAdd(builder, distance, step, "");
    LLVMAddIncoming(distance, &none, (LLVMBasicBlockRef *)&advance->before, 1);
    LLVMAddIncoming(distance, &next, (LLVMBasicBlockRef *)&advance->latch, 1);
    LLVMPositionBuilderBefore(builder, oc_edit_after_phis(head));
    replace_phi(builder, advance, build_now(builder, advance, distance));
    LLVMDisposeBuilder(builder);
}

bool oc_advance_alike(const struct oc_body *body, const struct oc_uniform *uniform) {
    bool any = false;
    for (size_t n = 0; n < body->count; n++) {
        LLVMValueRef next, phi = LLVMGetFirstInstruction(body->nodes[n].block);
        for (; phi && LLVMIsAPHINode(phi); phi = next) {
            struct advance advance;
            next = LLVMGetNextInstruction(phi);
            if (!read_advance(body, uniform, n, phi, &advance))
                continue;
            rewrite(body->ir, &advance);
            any = true;
        }
    }
    return any;
}

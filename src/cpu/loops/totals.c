#include "cpu/loops/totals.h"

#include "base/text.h"
#include "cpu/loops/build.h"
#include "cpu/loops/onlylane.h"
#include "ir/edit.h"

#include <llvm-c/DebugInfo.h>
#include <string.h>

enum {
    MOST_TOTALS = 8, // of a region
    DEPTH = 6,       // operations of an address, one after the other
};

// An atomic operation, and what it does to which memory.
struct total {
    LLVMValueRef atomic, address;
    LLVMValueRef asks; // with the condition of a select: whether it does anything; NULL: it does
    bool if_not;       // the condition must not hold
};

struct joining {
    struct oc_threads *threads;
    size_t region;
    struct oc_loops *loops;
    struct oc_edit edit;
    struct total found[MOST_TOTALS];
    size_t count;
};

static bool is_in(const struct joining *at, size_t node) {
    return at->threads->regions->of_node[node] == (long)at->region;
}

// ---- Atomic operations -------------------------------------------------------------------------

// The operand with which an operation leaves memory as it is. Returns NULL for operations that are
// not joined.
static LLVMValueRef neutral_of(LLVMAtomicRMWBinOp operation, LLVMTypeRef type) {
    bool is_float = operation == LLVMAtomicRMWBinOpFAdd;
    LLVMTypeKind kind = LLVMGetTypeKind(type);
    if (is_float)
        return kind == LLVMFloatTypeKind || kind == LLVMDoubleTypeKind ? LLVMConstReal(type, -0.0)
                                                                       : NULL;
    if (kind != LLVMIntegerTypeKind || LLVMGetIntTypeWidth(type) > 64)
        return NULL;
    unsigned long sign = 1ul << (LLVMGetIntTypeWidth(type) - 1);
    switch (operation) {
    case LLVMAtomicRMWBinOpAdd:
    case LLVMAtomicRMWBinOpSub:
    case LLVMAtomicRMWBinOpOr:
    case LLVMAtomicRMWBinOpXor:
    case LLVMAtomicRMWBinOpUMax:
        return LLVMConstNull(type);
    case LLVMAtomicRMWBinOpAnd:
    case LLVMAtomicRMWBinOpUMin:
        return LLVMConstAllOnes(type);
    case LLVMAtomicRMWBinOpMax:
        return LLVMConstInt(type, sign, false);
    case LLVMAtomicRMWBinOpMin:
        return LLVMConstInt(type, sign - 1, false);
    default:
        return NULL;
    }
}

static const char *extreme_of(LLVMAtomicRMWBinOp operation) {
    switch (operation) {
    case LLVMAtomicRMWBinOpMax:
        return "llvm.smax";
    case LLVMAtomicRMWBinOpMin:
        return "llvm.smin";
    case LLVMAtomicRMWBinOpUMax:
        return "llvm.umax";
    default:
        return "llvm.umin";
    }
}

static LLVMValueRef combine(struct oc_edit *edit, LLVMAtomicRMWBinOp operation, LLVMValueRef total,
                            LLVMValueRef value) {
    switch (operation) {
    case LLVMAtomicRMWBinOpAdd:
    case LLVMAtomicRMWBinOpSub: // the total is subtracted
        return LLVMBuildAdd(edit->builder, total, value, "");
    case LLVMAtomicRMWBinOpOr:
        return LLVMBuildOr(edit->builder, total, value, "");
    case LLVMAtomicRMWBinOpXor:
        return LLVMBuildXor(edit->builder, total, value, "");
    case LLVMAtomicRMWBinOpAnd:
        return LLVMBuildAnd(edit->builder, total, value, "");
    case LLVMAtomicRMWBinOpFAdd: {
        LLVMValueRef sum = LLVMBuildFAdd(edit->builder, total, value, "");
        if (LLVMCanValueUseFastMathFlags(sum))
            LLVMSetFastMathFlags(sum, LLVMFastMathAllowReassoc);
        return sum;
    }
    default: {
        LLVMValueRef operands[] = {total, value};
        return oc_edit_intrinsic(edit, extreme_of(operation), LLVMTypeOf(total), operands, 2);
    }
    }
}

static bool is_candidate(LLVMValueRef instruction) {
    return LLVMIsAAtomicRMWInst(instruction) && !LLVMGetFirstUse(instruction) &&
           !LLVMGetVolatile(instruction) &&
           LLVMGetOrdering(instruction) == LLVMAtomicOrderingMonotonic &&
           neutral_of(LLVMGetAtomicRMWBinOp(instruction),
                      LLVMTypeOf(LLVMGetOperand(instruction, 1)));
}

// ---- Other accesses ----------------------------------------------------------------------------

static bool is_silent_intrinsic(LLVMValueRef call) {
    static const char *const names[] = {"llvm.lifetime.", "llvm.assume", "llvm.dbg.",
                                        "llvm.experimental.noalias."};
    const char *name = oc_ir_callee_name(call);
    for (size_t i = 0; i < sizeof names / sizeof *names; i++)
        if (oc_starts_with(name, names[i]))
            return true;
    return false;
}

// Whether an instruction copies or fills variables on the stack, such as the arrays of a group's
// lanes.
static bool copies_variables(LLVMValueRef instruction) {
    const char *name = oc_ir_callee_name(instruction);
    bool copies = oc_starts_with(name, "llvm.memcpy.") || oc_starts_with(name, "llvm.memmove.");
    if (!copies && !oc_starts_with(name, "llvm.memset."))
        return false;
    for (unsigned i = 0; i < 1u + copies; i++)
        if (!LLVMIsAAllocaInst(oc_ir_base(LLVMGetOperand(instruction, i))))
            return false;
    return LLVMIsNull(LLVMGetOperand(instruction, 3)); // not volatile
}

// Whether an instruction waits for nothing, and nobody waits for it.
static bool is_quiet(LLVMValueRef instruction) {
    switch (LLVMGetInstructionOpcode(instruction)) {
    case LLVMAtomicRMW:
        return !LLVMGetFirstUse(instruction) && !LLVMGetVolatile(instruction) &&
               LLVMGetOrdering(instruction) == LLVMAtomicOrderingMonotonic;
    case LLVMLoad:
    case LLVMStore:
        return !LLVMGetVolatile(instruction) &&
               LLVMGetOrdering(instruction) == LLVMAtomicOrderingNotAtomic;
    case LLVMCall:
        return oc_ir_is_pure(instruction) || is_silent_intrinsic(instruction) ||
               oc_ir_extreme(instruction).is || copies_variables(instruction);
    default:
        return !oc_ir_has_effect(instruction);
    }
}

static bool is_quiet_region(const struct joining *at) {
    const struct oc_body *body = at->threads->body;
    for (size_t n = 0; n < body->count; n++)
        if (is_in(at, n))
            OC_EACH_INSTRUCTION (instruction, body->nodes[n].block)
                if (!is_quiet(instruction))
                    return false;
    return true;
}

// Whether C says that an access is to an object of another type than this one. An access through
// char may be to an object of any type.
static bool has_other_type(LLVMContextRef context, LLVMValueRef access, LLVMTypeRef type) {
    static const char name[] = "tbaa", any[] = "omnipotent char";
    LLVMTypeRef accessed =
        LLVMTypeOf(LLVMIsAStoreInst(access) ? LLVMGetOperand(access, 0) : access);
    LLVMValueRef tag =
        LLVMGetMetadata(access, LLVMGetMDKindIDInContext(context, name, sizeof name - 1));
    if (!tag || LLVMGetMDNodeNumOperands(tag) < 3)
        return false;
    LLVMValueRef operands[4], names[8];
    if (LLVMGetMDNodeNumOperands(tag) > 4)
        return false;
    LLVMGetMDNodeOperands(tag, operands);
    if (!LLVMIsAMDNode(operands[1]) || LLVMGetMDNodeNumOperands(operands[1]) < 1 ||
        LLVMGetMDNodeNumOperands(operands[1]) > 8)
        return false;
    LLVMGetMDNodeOperands(operands[1], names);
    unsigned length;
    const char *text = names[0] ? LLVMGetMDString(names[0], &length) : NULL;
    LLVMTypeKind kind = LLVMGetTypeKind(accessed);
    return text && strcmp(text, any) != 0 &&
           (kind == LLVMIntegerTypeKind || kind == LLVMFloatTypeKind ||
            kind == LLVMDoubleTypeKind) &&
           accessed != type;
}

// Whether an access may be to the memory of an atomic operation.
static bool may_be_same(const struct joining *at, LLVMValueRef access, const struct total *total) {
    LLVMValueRef base = oc_ir_base(LLVMGetOperand(access, LLVMIsAStoreInst(access) ? 1 : 0));
    LLVMValueRef memory = oc_ir_base(total->address);
    if (LLVMIsAAllocaInst(base) && !LLVMIsAAllocaInst(memory))
        return false;
    return base == memory || !has_other_type(at->threads->ir->context, access,
                                             LLVMTypeOf(LLVMGetOperand(total->atomic, 1)));
}

// Whether none of the instructions from this one to the end of its block are such accesses.
static bool is_untouched(const struct joining *at, LLVMValueRef from, const struct total *total) {
    bool is_variable = LLVMIsAAllocaInst(oc_ir_base(total->address));
    for (LLVMValueRef next = from; next; next = LLVMGetNextInstruction(next)) {
        if ((LLVMIsALoadInst(next) || LLVMIsAStoreInst(next)) && may_be_same(at, next, total))
            return false;
        if (is_variable && copies_variables(next))
            return false;
    }
    return true;
}

// Whether a thread accesses the memory after the operation, in the region.
static bool is_accessed_after(const struct joining *at, const struct total *total) {
    const struct oc_body *body = at->threads->body;
    struct oc_bits seen = oc_bits_make(at->threads->ir->arena, body->count);
    size_t *todo = OC_NEW_ARRAY(at->threads->ir->arena, body->count + 1, size_t), count = 0;
    todo[count++] = (size_t)oc_body_node_of(body, total->atomic);
    if (!is_untouched(at, LLVMGetNextInstruction(total->atomic), total))
        return true;
    while (count) {
        const struct oc_node *node = &body->nodes[todo[--count]];
        for (unsigned s = 0; s < node->next_count; s++) {
            size_t next = node->next[s];
            if (!is_in(at, next) || !oc_bits_set(seen, next))
                continue;
            if (!is_untouched(at, LLVMGetFirstInstruction(body->nodes[next].block), total))
                return true;
            todo[count++] = next;
        }
    }
    return false;
}

// ---- Addresses ---------------------------------------------------------------------------------

static bool is_address_computation(LLVMValueRef instruction) {
    return LLVMIsAGetElementPtrInst(instruction) || oc_ir_is_index_arithmetic(instruction);
}

// Whether a value is computed once for the grid, or for each block.
static bool is_of_block(const struct oc_threads *threads, LLVMValueRef value) {
    LLVMBasicBlockRef block = LLVMGetInstructionParent(value);
    for (unsigned d = 0; d < 3; d++)
        if (value == threads->sizes[d] || value == threads->counts[d] ||
            value == threads->block_ids[d] || value == threads->bases[d])
            return true;
    return block == threads->body->preceding ||
           block == LLVMGetEntryBasicBlock(threads->body->function);
}

// Whether a value is the same for all threads of the region, and can be computed before its loops.
static bool is_common(const struct joining *at, LLVMValueRef value, int depth) {
    if (!LLVMIsAInstruction(value))
        return !LLVMIsABasicBlock(value);
    if (!oc_nest_has(at->threads, at->region, LLVMGetInstructionParent(value)))
        return is_of_block(at->threads, value);
    if (!depth || !is_address_computation(value))
        return false;
    for (int i = 0; i < LLVMGetNumOperands(value); i++)
        if (!is_common(at, LLVMGetOperand(value, (unsigned)i), depth - 1))
            return false;
    return true;
}

// Computes such a value at the builder's position.
static LLVMValueRef compute(const struct joining *at, LLVMValueRef value) {
    if (!LLVMIsAInstruction(value) ||
        !oc_nest_has(at->threads, at->region, LLVMGetInstructionParent(value)))
        return value;
    LLVMValueRef copy = LLVMInstructionClone(value);
    for (int i = 0; i < LLVMGetNumOperands(value); i++) {
        LLVMValueRef operand = compute(at, LLVMGetOperand(value, (unsigned)i));
        LLVMSetOperand(copy, (unsigned)i, operand);
    }
    LLVMInsertIntoBuilder(at->edit.builder, copy);
    return copy;
}

// ---- Totals ------------------------------------------------------------------------------------

// Whether nothing reads a variable, and it is known where it is.
static bool is_never_read(LLVMValueRef variable) {
    if (!LLVMIsAAllocaInst(variable))
        return false;
    for (LLVMUseRef use = LLVMGetFirstUse(variable); use; use = LLVMGetNextUse(use)) {
        LLVMValueRef user = LLVMGetUser(use);
        bool stores = LLVMIsAStoreInst(user) && LLVMGetOperand(user, 0) != variable;
        if (!stores && !LLVMIsASelectInst(user) && !is_silent_intrinsic(user))
            return false;
    }
    return true;
}

// What an operation does. Between the lanes of a group, it may be one that the code of the group
// does once, with their total: in memory, or if that changes nothing, in a variable (finish).
static struct total read_total(LLVMValueRef atomic) {
    struct total total = {.atomic = atomic, .address = LLVMGetOperand(atomic, 0)};
    if (!LLVMIsASelectInst(total.address))
        return total;
    LLVMValueRef yes = LLVMGetOperand(total.address, 1), no = LLVMGetOperand(total.address, 2);
    if (is_never_read(no) || is_never_read(yes)) {
        total.asks = LLVMGetOperand(total.address, 0);
        total.if_not = !is_never_read(no);
        total.address = total.if_not ? no : yes;
    }
    return total;
}

static void find(struct joining *at) {
    const struct oc_body *body = at->threads->body;
    struct oc_values candidates = {.arena = at->threads->ir->arena};
    for (size_t n = 0; n < body->count; n++)
        if (is_in(at, n))
            OC_EACH_INSTRUCTION (instruction, body->nodes[n].block)
                if (is_candidate(instruction) && candidates.count < MOST_TOTALS)
                    oc_values_add(&candidates, instruction);
    if (!candidates.count || !is_quiet_region(at))
        return;
    for (size_t i = 0; i < candidates.count; i++) {
        struct total total = read_total(candidates.items[i]);
        if (is_common(at, total.address, DEPTH) && !is_accessed_after(at, &total))
            at->found[at->count++] = total;
    }
}

static LLVMValueRef make_variable(struct joining *at, LLVMTypeRef type) {
    LLVMBasicBlockRef entry = LLVMGetEntryBasicBlock(at->threads->body->function);
    LLVMPositionBuilderBefore(at->edit.builder, LLVMGetFirstInstruction(entry));
    LLVMSetCurrentDebugLocation2(at->edit.builder, NULL);
    return LLVMBuildAlloca(at->edit.builder, type, "total");
}

// Does the operation once, with the total. A total that changes nothing may mean that no thread
// came to the operation. Then the address need not be that of memory, and a variable takes its
// place.
static void finish(struct joining *at, LLVMValueRef atomic, LLVMValueRef address,
                   LLVMValueRef total) {
    LLVMBuilderRef builder = at->edit.builder;
    LLVMAtomicRMWBinOp operation = LLVMGetAtomicRMWBinOp(atomic);
    LLVMTypeRef type = LLVMTypeOf(LLVMGetOperand(atomic, 1));
    LLVMValueRef neutral = neutral_of(operation, type), nothing = make_variable(at, type);
    LLVMPositionBuilderBefore(builder, LLVMGetBasicBlockTerminator(at->loops->last));
    LLVMSetCurrentDebugLocation2(builder, LLVMInstructionGetDebugLoc(atomic));
    LLVMValueRef value = LLVMBuildLoad2(builder, type, total, ""), number = value, none = neutral;
    if (operation == LLVMAtomicRMWBinOpFAdd) {
        LLVMTypeRef bits = LLVMGetTypeKind(type) == LLVMFloatTypeKind ? at->edit.i32 : at->edit.i64;
        number = LLVMBuildBitCast(builder, value, bits, "");
        none = LLVMConstBitCast(neutral, bits);
    }
    LLVMValueRef changes = LLVMBuildICmp(builder, LLVMIntNE, number, none, "");
    LLVMBuildStore(builder, neutral, nothing);
    address = LLVMBuildSelect(builder, changes, address, nothing, "");
    LLVMValueRef whole =
        LLVMBuildAtomicRMW(builder, operation, address, value, LLVMAtomicOrderingMonotonic,
                           LLVMIsAtomicSingleThread(atomic));
    LLVMSetAlignment(whole, LLVMGetAlignment(atomic));
}

static void join(struct joining *at, const struct total *found) {
    LLVMBuilderRef builder = at->edit.builder;
    LLVMValueRef atomic = found->atomic;
    LLVMAtomicRMWBinOp operation = LLVMGetAtomicRMWBinOp(atomic);
    LLVMValueRef value = LLVMGetOperand(atomic, 1);
    LLVMTypeRef type = LLVMTypeOf(value);
    LLVMValueRef total = make_variable(at, type), neutral = neutral_of(operation, type);
    LLVMPositionBuilderBefore(builder, LLVMGetBasicBlockTerminator(at->loops->first));
    LLVMBuildStore(builder, neutral, total);
    LLVMValueRef address = compute(at, found->address);
    oc_edit_before(&at->edit, atomic);
    if (found->asks)
        value = found->if_not ? LLVMBuildSelect(builder, found->asks, neutral, value, "")
                              : LLVMBuildSelect(builder, found->asks, value, neutral, "");
    LLVMValueRef before = LLVMBuildLoad2(builder, type, total, "");
    LLVMBuildStore(builder, combine(&at->edit, operation, before, value), total);
    finish(at, atomic, address, total);
    LLVMInstructionEraseFromParent(atomic);
}

void oc_totals_join(struct oc_threads *threads, size_t region) {
    struct joining at = {.threads = threads, .region = region, .loops = &threads->loops[region]};
    if (!at.loops->loops || oc_onlylane_is(threads, region) ||
        oc_ir_has_attribute(threads->body->function, "optnone"))
        return;
    find(&at);
    if (!at.count)
        return;
    at.edit = oc_edit_begin(threads->ir);
    for (size_t i = 0; i < at.count; i++)
        join(&at, &at.found[i]);
    oc_edit_end(&at.edit);
}

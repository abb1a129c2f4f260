#include "cpu/readorder.h"

#include "base/names.h"
#include "ir/edit.h"
#include "ir/llvm_shim.h"
#include "ir/paths.h"

#include <string.h>

enum { MOST_LOADS = 8, NEAR = 512, FAR = 8192 }; // bytes

struct reading {
    struct oc_ir *ir;
    LLVMValueRef barrier; // some barrier of the kernel
    struct oc_loop_info *loops;
    struct oc_paths paths;
    size_t end; // the block in which threads leave the kernel
    LLVMValueRef loads[MOST_LOADS];
    unsigned count;
};

// ---- Places of arrays --------------------------------------------------------------------------

// A place of an array: base[index + constant], or base[index + constant + the block's size].
struct place {
    LLVMValueRef base, index;
    LLVMTypeRef type; // of an element
    long constant, sizes;
};

static bool is_block_size(LLVMValueRef value) {
    return strcmp(oc_ir_callee_name(oc_ir_without_casts(value)), OC_NAME_BLOCK_SIZE) == 0;
}

static void add_index(struct place *place, LLVMValueRef index) {
    for (;;) {
        index = oc_ir_without_casts(index);
        place->index = index;
        if (!LLVMIsAInstruction(index) || LLVMGetInstructionOpcode(index) != LLVMAdd)
            return;
        LLVMValueRef left = LLVMGetOperand(index, 0), right = LLVMGetOperand(index, 1);
        if (LLVMIsAConstantInt(right)) {
            place->constant += LLVMConstIntGetSExtValue(right);
            index = left;
        } else if (is_block_size(right)) {
            place->sizes++;
            index = left;
        } else if (is_block_size(left)) {
            place->sizes++;
            index = right;
        } else {
            return;
        }
    }
}

// Whether an address is a place of an array that is not the block's own.
static bool is_place(const struct reading *at, LLVMValueRef address, struct place *out) {
    *out = (struct place){.type = NULL};
    long bytes = 0;
    LLVMTargetDataRef layout = LLVMGetModuleDataLayout(at->ir->module);
    while (LLVMIsAGetElementPtrInst(address) && LLVMGetNumOperands(address) == 2) {
        LLVMValueRef index = LLVMGetOperand(address, 1);
        LLVMTypeRef type = LLVMGetGEPSourceElementType(address);
        address = LLVMGetOperand(address, 0);
        if (LLVMIsAConstantInt(index)) {
            bytes += LLVMConstIntGetSExtValue(index) * (long)LLVMABISizeOfType(layout, type);
            continue;
        }
        out->base = address;
        out->type = type;
        add_index(out, index);
        bytes += out->constant * (long)LLVMABISizeOfType(layout, type);
        break;
    }
    out->constant = bytes;
    return out->type && (LLVMIsAArgument(out->base) || LLVMIsALoadInst(out->base));
}

// Whether two places are so far apart that they are in different lines of the cache, and so near
// that they are in one page.
static bool are_near(const struct reading *at, LLVMValueRef load, LLVMValueRef other) {
    struct place one, two;
    if (!is_place(at, LLVMGetOperand(load, 0), &one) ||
        !is_place(at, LLVMGetOperand(other, 0), &two) || one.base != two.base ||
        one.index != two.index || one.type != two.type)
        return false;
    long bytes = two.constant - one.constant, sizes = two.sizes - one.sizes;
    bytes = bytes < 0 ? -bytes : bytes;
    return sizes ? (sizes == 1 || sizes == -1) && !bytes : bytes >= NEAR && bytes <= FAR;
}

// ---- What is done with them --------------------------------------------------------------------

// Whether a value is computed from another one.
static bool comes_from(LLVMValueRef value, LLVMValueRef source, int depth) {
    if (value == source)
        return true;
    if (!depth || !LLVMIsAInstruction(value) || LLVMIsALoadInst(value))
        return false;
    if (LLVMIsAPHINode(value)) {
        for (unsigned i = 0; i < LLVMCountIncoming(value); i++)
            if (comes_from(LLVMGetIncomingValue(value, i), source, depth - 1))
                return true;
        return false;
    }
    for (int i = 0; i < LLVMGetNumOperands(value); i++)
        if (comes_from(LLVMGetOperand(value, (unsigned)i), source, depth - 1))
            return true;
    return false;
}

// Whether a thread adds up, or joins in another way, what it loads from two places.
static bool are_joined(LLVMValueRef load, LLVMValueRef other) {
    enum { DEPTH = 4 };
    for (LLVMUseRef use = LLVMGetFirstUse(other); use; use = LLVMGetNextUse(use)) {
        LLVMValueRef user = LLVMGetUser(use);
        if (!LLVMIsAPHINode(user) && comes_from(user, load, DEPTH))
            return true;
    }
    return false;
}

// ---- The barrier -------------------------------------------------------------------------------

// Whether all threads come to an instruction, once.
static bool is_met(const struct reading *at, LLVMValueRef instruction) {
    LLVMBasicBlockRef block = LLVMGetInstructionParent(instruction);
    size_t number = oc_paths_number(&at->paths, block);
    if (oc_loops_around(at->loops, block))
        return false;
    if (!number || number == at->end)
        return true;
    bool *avoid = OC_NEW_ARRAY(at->ir->arena, at->paths.count, bool);
    avoid[number] = true;
    return !oc_paths_search(&at->paths, 0, avoid, NULL, NULL)[at->end];
}

// Where a barrier can be after one load and before another: before the instruction that is
// returned. NULL: nowhere.
static LLVMValueRef find_between(const struct reading *at, LLVMValueRef load, LLVMValueRef other) {
    LLVMBasicBlockRef own = LLVMGetInstructionParent(load);
    const bool *after =
        oc_paths_search(&at->paths, oc_paths_number(&at->paths, own), NULL, NULL, NULL);
    if (own == LLVMGetInstructionParent(other))
        return oc_loops_dominate(at->loops, load, other) && is_met(at, other) ? other : NULL;
    for (size_t b = 0; b < at->paths.count; b++) {
        LLVMValueRef end = LLVMGetBasicBlockTerminator(at->paths.blocks[b]);
        if (after[b] && at->paths.blocks[b] != LLVMGetInstructionParent(other) &&
            oc_loops_dominate(at->loops, end, other) && is_met(at, end))
            return end;
    }
    LLVMValueRef end = LLVMGetBasicBlockTerminator(own);
    return oc_loops_dominate(at->loops, end, other) && is_met(at, end) ? end : NULL;
}

static void collect_loads(struct reading *at) {
    for (size_t b = 0; b < at->paths.count; b++)
        OC_EACH_INSTRUCTION (load, at->paths.blocks[b]) {
            struct place place;
            if (at->count < MOST_LOADS && LLVMIsALoadInst(load) && !LLVMGetVolatile(load) &&
                LLVMGetOrdering(load) == LLVMAtomicOrderingNotAtomic &&
                !oc_loops_around(at->loops, at->paths.blocks[b]) &&
                is_place(at, LLVMGetOperand(load, 0), &place))
                at->loads[at->count++] = load;
        }
}

void oc_readorder_part(struct oc_ir *ir, LLVMValueRef body) {
    LLVMValueRef leave = oc_ir_find_call(body, OC_NAME_LEAVE_GRID);
    struct reading at = {.ir = ir, .barrier = oc_ir_find_call(body, OC_NAME_BARRIER)};
    if (!at.barrier || !leave)
        return;
    struct oc_values places = {.arena = ir->arena};
    oc_paths_read(ir->arena, body, &at.paths);
    at.end = oc_paths_number(&at.paths, LLVMGetInstructionParent(leave));
    at.loops = oc_loops_read(body);
    collect_loads(&at);
    for (unsigned i = 0; i < at.count; i++)
        for (unsigned k = 0; k < at.count; k++) {
            LLVMValueRef load = at.loads[i], other = at.loads[k], place;
            if (load != other && are_near(&at, load, other) && are_joined(load, other) &&
                (place = find_between(&at, load, other)) && !oc_values_contain(&places, place))
                oc_values_add(&places, place);
        }
    oc_loops_dispose(at.loops);
    LLVMBuilderRef builder = LLVMCreateBuilderInContext(ir->context);
    for (size_t i = 0; i < places.count; i++) {
        LLVMValueRef barrier = LLVMInstructionClone(at.barrier);
        LLVMPositionBuilderBefore(builder, places.items[i]);
        LLVMInsertIntoBuilder(builder, barrier);
    }
    LLVMDisposeBuilder(builder);
}

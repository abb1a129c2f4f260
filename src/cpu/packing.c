#include "cpu/packing.h"

#include "base/names.h"
#include "base/text.h"
#include "cpu/lanefunctions.h"
#include "cpu/lanesalike.h"
#include "cpu/lanevectors.h"
#include "cpu/leaders.h"
#include "cpu/peers.h"
#include "ir/copies.h"
#include "ir/features.h"
#include "ir/ids.h"
#include "ir/llvm_shim.h"
#include "ir/sums.h"
#include "ir/waits.h"

#include <stdlib.h>
#include <string.h>

// Where the number says what is known.
enum {
    FIRST_SHIFT = OC_LANES_KIND_SHIFT,
    MASK_SHIFT = FIRST_SHIFT + 2,
    ALIKE = 3,
    LOADS = 1 << (MASK_SHIFT + 2)
};

unsigned oc_packing_how(unsigned lanes, const struct oc_known *known) {
    return lanes | (known->loads ? LOADS : 0) | (unsigned)known->first << FIRST_SHIFT |
           (unsigned)known->mask << MASK_SHIFT;
}

struct oc_known oc_packing_known(unsigned how) {
    return (struct oc_known){how & LOADS, (enum oc_alike)(how >> FIRST_SHIFT & ALIKE),
                             (enum oc_alike)(how >> MASK_SHIFT & ALIKE)};
}

// ---- Addresses ---------------------------------------------------------------------------------

// Where code is, as long as there are no new blocks.
struct places {
    struct oc_loop_info *loops;
    struct oc_paths paths;
};

// A search for the count in an address.
struct search {
    struct oc_edit *edit;
    LLVMValueRef mask; // of the count that was found, of any width
};

static bool is_count(LLVMValueRef value) {
    return oc_starts_with(oc_ir_callee_name(value), "llvm.ctpop.");
}

// The mask of which a value counts the lanes before this one; NULL: it does not.
static LLVMValueRef counted_mask(LLVMValueRef value) {
    value = oc_ir_without_casts(value);
    if (!is_count(value))
        return NULL;
    LLVMValueRef both = LLVMGetOperand(value, 0);
    if (!oc_sums_is_opcode(both, LLVMAnd))
        return NULL;
    for (unsigned i = 0; i < 2; i++)
        if (oc_peers_is_mask_before(LLVMGetOperand(both, i)))
            return LLVMGetOperand(both, 1 - i);
    return NULL;
}

// Builds an index without the count that is added in it, cast to a type. `by` is that cast: sext,
// zext, or a bit cast to the index's own type. Returns NULL, and builds nothing, if no count is
// added, or if a sum might wrap before it is cast.
static LLVMValueRef without_count(struct search *search, LLVMValueRef index, LLVMOpcode by,
                                  LLVMTypeRef type) {
    if ((search->mask = counted_mask(index)))
        return LLVMConstNull(type);
    if (by == LLVMBitCast &&
        (oc_sums_is_opcode(index, LLVMSExt) || oc_sums_is_opcode(index, LLVMZExt)))
        return without_count(search, LLVMGetOperand(index, 0), LLVMGetInstructionOpcode(index),
                             type);
    if (!oc_sums_is_opcode(index, LLVMAdd) || (by == LLVMSExt && !LLVMGetNSW(index)) ||
        (by == LLVMZExt && !LLVMGetNUW(index)))
        return NULL;
    for (unsigned i = 0; i < 2; i++) {
        LLVMValueRef rest = without_count(search, LLVMGetOperand(index, i), by, type);
        if (rest)
            return LLVMBuildAdd(
                search->edit->builder, rest,
                LLVMBuildCast(search->edit->builder, by, LLVMGetOperand(index, 1 - i), type, ""),
                "");
    }
    return NULL;
}

// Builds the address of a value of `bytes` without the count in its index. NULL: it has none.
static LLVMValueRef first_address(struct search *search, LLVMValueRef address, unsigned bytes) {
    if (!oc_sums_is_opcode(address, LLVMGetElementPtr) || LLVMGetNumIndices(address) != 1)
        return NULL;
    LLVMBuilderRef builder = search->edit->builder;
    LLVMTypeRef element = LLVMGetGEPSourceElementType(address);
    LLVMValueRef base = LLVMGetOperand(address, 0), index = LLVMGetOperand(address, 1), first;
    if ((first = first_address(search, base, bytes)))
        return LLVMBuildGEP2(builder, element, first, &index, 1, "");
    if (LLVMABISizeOfType(LLVMGetModuleDataLayout(search->edit->ir->module), element) != bytes ||
        !(index = without_count(search, index, LLVMBitCast, LLVMTypeOf(index))))
        return NULL;
    return LLVMBuildGEP2(builder, element, base, &index, 1, "");
}

// ---- Stores ------------------------------------------------------------------------------------

// The integer type of a value's bits; NULL if its type is another one.
static LLVMTypeRef bits_of(struct oc_ir *ir, LLVMValueRef value) {
    LLVMTypeRef type = LLVMTypeOf(value);
    switch (LLVMGetTypeKind(type)) {
    case LLVMHalfTypeKind:
    case LLVMBFloatTypeKind:
        return LLVMIntTypeInContext(ir->context, 16);
    case LLVMFloatTypeKind:
        return LLVMIntTypeInContext(ir->context, 32);
    case LLVMDoubleTypeKind:
        return LLVMIntTypeInContext(ir->context, 64);
    case LLVMIntegerTypeKind: {
        unsigned bits = LLVMGetIntTypeWidth(type);
        return bits == 8 || bits == 16 || bits == 32 || bits == 64 ? type : NULL;
    }
    default:
        return NULL;
    }
}

// Finds the block after `if (c) { ...; store }`. A lane that does not store comes there, too.
// Returns NULL if the code has another form, or if code after the store may depend on it.
static LLVMBasicBlockRef find_after(LLVMValueRef store) {
    LLVMBasicBlockRef block = LLVMGetInstructionParent(store);
    LLVMValueRef end = LLVMGetBasicBlockTerminator(block);
    LLVMBasicBlockRef before = oc_ir_only_predecessor(block);
    for (LLVMValueRef next = store; (next = LLVMGetNextInstruction(next)) != end;)
        if (LLVMIsALoadInst(next) || !oc_ir_only_computes(next))
            return NULL;
    if (!before || LLVMGetNumSuccessors(end) != 1)
        return NULL;
    LLVMBasicBlockRef after = LLVMGetSuccessor(end, 0);
    LLVMValueRef branch = LLVMGetBasicBlockTerminator(before);
    if (!LLVMIsABranchInst(branch) || LLVMGetNumSuccessors(branch) != 2 ||
        (LLVMGetSuccessor(branch, 0) != after && LLVMGetSuccessor(branch, 1) != after))
        return NULL;
    unsigned ways = 0;
    for (LLVMUseRef use = LLVMGetFirstUse(LLVMBasicBlockAsValue(after)); use;
         use = LLVMGetNextUse(use))
        ways++;
    return ways == 2 ? after : NULL;
}

// Moves what a value is computed from, and itself, to the end of another block, as far as it may be
// computed there. Returns whether it was moved.
static bool hoist(struct oc_edit *edit, LLVMValueRef value, LLVMBasicBlockRef block,
                  LLVMBasicBlockRef to) {
    if (!LLVMIsAInstruction(value) || LLVMGetInstructionParent(value) != block)
        return true;
    if (!is_count(value) && !oc_sums_is_opcode(value, LLVMGetElementPtr) &&
        !oc_ir_is_index_arithmetic(value))
        return false;
    bool moves = true;
    for (int i = 0; i < LLVMGetNumOperands(value); i++)
        moves &= hoist(edit, LLVMGetOperand(value, (unsigned)i), block, to);
    if (!moves)
        return false;
    LLVMInstructionRemoveFromParent(value);
    LLVMPositionBuilderBefore(edit->builder, LLVMGetBasicBlockTerminator(to));
    LLVMInsertIntoBuilder(edit->builder, value);
    return true;
}

// A value at the beginning of the block after; `otherwise` for lanes that do not store.
static LLVMValueRef join(struct oc_edit *edit, LLVMBasicBlockRef after, LLVMBasicBlockRef block,
                         LLVMValueRef value, LLVMValueRef otherwise) {
    LLVMBasicBlockRef blocks[] = {block, oc_ir_only_predecessor(block)};
    LLVMValueRef values[] = {value, otherwise};
    LLVMPositionBuilderBefore(edit->builder, LLVMGetFirstInstruction(after));
    LLVMValueRef phi = LLVMBuildPhi(edit->builder, LLVMTypeOf(value), "");
    LLVMAddIncoming(phi, values, blocks, 2);
    return phi;
}

// The same for a value that is computed before the branch, if that can be: all lanes have it then.
static LLVMValueRef lead_out(struct oc_edit *edit, LLVMBasicBlockRef after, LLVMBasicBlockRef block,
                             LLVMValueRef value, enum oc_alike *alike) {
    if (hoist(edit, value, block, oc_ir_only_predecessor(block)))
        return value;
    if (*alike == OC_ALIKE_ALL)
        *alike = OC_ALIKE_STORING;
    return join(edit, after, block, value, LLVMGetPoison(LLVMTypeOf(value)));
}

static bool has_effects_before(LLVMValueRef store) {
    for (LLVMValueRef before = store; (before = LLVMGetPreviousInstruction(before));)
        if (!oc_ir_only_computes(before))
            return true;
    return false;
}

// Has the first of the lanes that store compute `first`, which is the same for all of them, for all
// lanes, before the branch that parts them. Its loads cannot be done if no lane stores.
static LLVMValueRef ask_leader(struct oc_edit *edit, LLVMBasicBlockRef block, LLVMValueRef first,
                               LLVMValueRef ballot, unsigned lanes) {
    LLVMBuilderRef builder = edit->builder;
    LLVMBasicBlockRef rest = oc_ir_only_predecessor(block);
    LLVMValueRef branch = LLVMGetBasicBlockTerminator(rest);
    LLVMBasicBlockRef leads = oc_edit_block_before(edit, rest);
    oc_edit_split_before(edit, branch);
    LLVMBasicBlockRef before = LLVMGetInsertBlock(builder);
    LLVMValueRef arguments[] = {ballot, LLVMConstNull(edit->i1)};
    LLVMValueRef leader = LLVMBuildTrunc(
        builder, oc_edit_intrinsic(edit, "llvm.cttz", edit->i64, arguments, 2), edit->i32, "");
    LLVMValueRef lane = oc_ids_call(edit->ir, builder, OC_NAME_THREAD_ID, LLVMConstNull(edit->i32));
    LLVMBuildCondBr(builder, LLVMBuildICmp(builder, LLVMIntEQ, lane, leader, ""), leads, rest);
    oc_edit_at_end(edit, leads, branch);
    first = oc_copy_value(edit->builder, first, block);
    LLVMValueRef values[] = {LLVMBuildPtrToInt(builder, first, edit->i64, ""),
                             LLVMGetPoison(edit->i64)};
    LLVMBasicBlockRef blocks[] = {leads, before};
    LLVMBuildBr(builder, rest);
    oc_edit_before(edit, branch);
    LLVMValueRef passed = LLVMBuildPhi(builder, edit->i64, "");
    LLVMAddIncoming(passed, values, blocks, 2);
    LLVMValueRef how =
        LLVMConstInt(edit->i32, lanes | (unsigned)OC_SHUFFLE_SAME << OC_LANES_KIND_SHIFT, false);
    LLVMValueRef call = oc_edit_call(edit, OC_NAME_GROUP_EXCHANGE "64", edit->i64,
                                     (LLVMValueRef[]){passed, leader, how}, 3);
    oc_ir_add_attribute(edit->ir, LLVMGetCalledValue(call), "convergent");
    return LLVMBuildIntToPtr(builder, call, edit->pointer, "");
}

// The ballot that a mask is made of, maybe with fewer lanes; NULL: it is not made of one.
static LLVMValueRef ballot_of(LLVMValueRef mask) {
    mask = oc_ir_without_casts(mask);
    for (unsigned i = 0; oc_sums_is_opcode(mask, LLVMAnd) && i < 2; i++) {
        LLVMValueRef part = oc_ir_without_casts(LLVMGetOperand(mask, i));
        if (strcmp(oc_ir_callee_name(part), OC_NAME_GROUP_BALLOT) == 0)
            return part;
    }
    return strcmp(oc_ir_callee_name(mask), OC_NAME_GROUP_BALLOT) == 0 ? mask : NULL;
}

// Whether the lanes that have voted by a ballot come together to a store, or to the branch before
// it. Only there is the call of a store met by lanes that meet another lane function anyway.
static bool come_together(const struct oc_paths *paths, LLVMValueRef ballot,
                          LLVMBasicBlockRef block, LLVMBasicBlockRef after) {
    return oc_leaders_stay_together(paths, LLVMGetInstructionParent(ballot),
                                    after ? oc_ir_only_predecessor(block) : block);
}

// Whether a mask is a ballot of the lanes that store. `after`: as find_after returns it.
static bool is_of_those(LLVMValueRef mask, LLVMBasicBlockRef block, LLVMBasicBlockRef after) {
    LLVMValueRef ballot = ballot_of(mask), predicate = LLVMGetOperand(ballot, 0);
    if (oc_ir_without_casts(mask) != ballot)
        return false;
    return after ? oc_lanefunctions_votes_for(
                       ballot, LLVMGetBasicBlockTerminator(oc_ir_only_predecessor(block)), block)
                 : LLVMIsAConstantInt(predicate) && !LLVMIsNull(predicate);
}

// Whether a value is loaded before a store, with nothing between that might change it.
static bool is_loaded_for(LLVMValueRef store, LLVMValueRef value) {
    LLVMBasicBlockRef block = LLVMGetInstructionParent(store);
    if (!LLVMIsALoadInst(value) || LLVMGetInstructionParent(value) != block ||
        oc_ir_has_effect(value) || LLVMGetAlignment(value) < LLVMGetAlignment(store) ||
        oc_features_has(LLVMGetBasicBlockParent(block), "avx"))
        return false;
    for (LLVMValueRef next = value; (next = LLVMGetNextInstruction(next)) != store;)
        if (!oc_ir_only_computes(next))
            return false;
    return true;
}

// A store of lanes one after the other.
struct found {
    LLVMValueRef store;
    LLVMBasicBlockRef block, after; // of the store; as find_after returns it
    LLVMTypeRef type;
    struct oc_known known;
    LLVMValueRef value, first, mask; // as a call passes them
    LLVMValueRef ballot;             // what the mask is made of
};

static bool read_store(struct oc_edit *edit, const struct places *places, LLVMValueRef store,
                       struct found *out) {
    struct search search = {edit, NULL};
    LLVMValueRef value = LLVMGetOperand(store, 0);
    *out = (struct found){.store = store, .block = LLVMGetInstructionParent(store)};
    out->type = bits_of(edit->ir, value);
    unsigned bytes = out->type ? LLVMGetIntTypeWidth(out->type) / 8 : 0;
    if (!bytes || LLVMGetVolatile(store) || LLVMGetAlignment(store) < bytes ||
        LLVMGetOrdering(store) != LLVMAtomicOrderingNotAtomic)
        return false;
    oc_edit_before(edit, store);
    out->first = first_address(&search, LLVMGetOperand(store, 1), bytes);
    out->ballot = out->first ? ballot_of(search.mask) : NULL;
    out->after = find_after(store);
    if (!out->ballot || !come_together(&places->paths, out->ballot, out->block, out->after))
        return false;
    out->known.loads = is_loaded_for(store, value);
    out->value = out->known.loads ? LLVMGetOperand(value, 0)
                                  : LLVMBuildBitCast(edit->builder, value, out->type, "");
    out->mask = LLVMBuildZExtOrBitCast(edit->builder, search.mask, edit->i64, "");
    if (oc_lanesalike_is(places->loops, out->block, out->first))
        out->known.first = OC_ALIKE_ALL;
    if (is_of_those(search.mask, out->block, out->after))
        out->known.mask = OC_ALIKE_KNOWN;
    else if (oc_lanesalike_is(places->loops, out->block, out->mask))
        out->known.mask = OC_ALIKE_ALL;
    return true;
}

// Leads what a call passes to the block after. Returns whether there are new blocks.
static bool lead_all(struct oc_edit *edit, struct found *found, unsigned lanes) {
    LLVMBasicBlockRef block = found->block, after = found->after;
    enum oc_alike any = OC_ALIKE_NOT;
    found->value = found->known.loads
                       ? lead_out(edit, after, block, found->value, &any)
                       : join(edit, after, block, found->value, LLVMGetPoison(found->type));
    if (found->known.mask != OC_ALIKE_KNOWN)
        found->mask = lead_out(edit, after, block, found->mask, &found->known.mask);
    bool asks = found->known.first == OC_ALIKE_ALL && found->known.mask == OC_ALIKE_KNOWN &&
                !has_effects_before(found->store) &&
                !hoist(edit, found->first, block, oc_ir_only_predecessor(block));
    found->first = asks ? ask_leader(edit, block, found->first, found->ballot, lanes)
                        : lead_out(edit, after, block, found->first, &found->known.first);
    return asks;
}

// Builds the call in place of a store, if that is one of lanes one after the other. Returns whether
// there are new blocks.
static bool replace(struct oc_edit *edit, const struct places *places, LLVMValueRef store,
                    unsigned lanes) {
    struct found found;
    if (!read_store(edit, places, store, &found))
        return false;
    LLVMValueRef place = store, keep = LLVMConstInt(edit->i1, 1, false);
    bool has_new = found.after && lead_all(edit, &found, lanes);
    if (found.after) {
        keep = join(edit, found.after, found.block, keep, LLVMConstNull(edit->i1));
        place = oc_edit_after_phis(found.after);
    }
    oc_edit_before(edit, place);
    LLVMValueRef mask = found.known.mask == OC_ALIKE_KNOWN
                            ? LLVMConstNull(edit->i64)
                            : LLVMBuildFreeze(edit->builder, found.mask, "");
    LLVMValueRef arguments[] = {
        found.value, LLVMBuildFreeze(edit->builder, found.first, ""), mask, keep,
        LLVMConstInt(edit->i32, oc_packing_how(lanes, &found.known), false)};
    const char *name =
        oc_arena_printf(edit->ir->arena, OC_NAME_GROUP_PACK "%s%u",
                        found.known.loads ? "from_" : "", LLVMGetIntTypeWidth(found.type));
    LLVMValueRef call =
        oc_edit_call(edit, name, LLVMVoidTypeInContext(edit->ir->context), arguments, 5);
    oc_ir_add_attribute(edit->ir, LLVMGetCalledValue(call), "convergent");
    LLVMInstructionEraseFromParent(store);
    return has_new;
}

static struct places read_places(struct oc_ir *ir, LLVMValueRef function) {
    struct places places = {.loops = oc_loops_read(function)};
    oc_paths_read(ir->arena, function, &places.paths);
    return places;
}

void oc_packing_find(struct oc_ir *ir, LLVMValueRef function, unsigned lanes) {
    struct oc_edit edit = oc_edit_begin(ir);
    struct oc_values stores = {.arena = ir->arena};
    oc_edit_collect(&edit, function, LLVMStore, &stores);
    struct places places = read_places(ir, function);
    for (size_t i = 0; i < stores.count; i++)
        if (replace(&edit, &places, stores.items[i], lanes)) {
            oc_loops_dispose(places.loops);
            places = read_places(ir, function);
        }
    oc_loops_dispose(places.loops);
    oc_edit_end(&edit);
}

struct oc_packing oc_packing_read(LLVMValueRef call) {
    LLVMValueRef how = LLVMGetOperand(call, 4);
    unsigned bits = (unsigned)strtoul(strrchr(oc_ir_callee_name(call), '_') + 1, NULL, 10);
    return (struct oc_packing){
        .type = LLVMIntTypeInContext(LLVMGetTypeContext(LLVMTypeOf(how)), bits),
        .value = LLVMGetOperand(call, 0),
        .first = LLVMGetOperand(call, 1),
        .mask = LLVMGetOperand(call, 2),
        .keep = LLVMGetOperand(call, 3),
        .known = oc_packing_known((unsigned)LLVMConstIntGetZExtValue(how)),
    };
}

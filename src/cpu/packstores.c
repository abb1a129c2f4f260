#include "cpu/packstores.h"

#include "base/names.h"
#include "cpu/lanevectors.h"
#include "ir/features.h"

// The number of elements of so many bits in a vector register whose elements the processor can move
// together; 0: it cannot.
static unsigned in_register(LLVMValueRef function, unsigned bits) {
    return oc_features_has(function, bits < 32 ? "avx512vbmi2" : "avx512f") ? 512 / bits : 0;
}

// Whether the lanes that store have this element in an array.
static LLVMValueRef agree(struct oc_edit *edit, const struct oc_packed *packed,
                          LLVMValueRef elements, LLVMValueRef one) {
    LLVMValueRef all = oc_lanevectors_load(edit, edit->i64, packed->lanes, elements);
    LLVMSetAlignment(all, packed->alignment);
    LLVMValueRef same = oc_lanevectors_match(edit, all, one);
    LLVMValueRef differ =
        LLVMBuildAnd(edit->builder, packed->storing, LLVMBuildNot(edit->builder, same, ""), "");
    return LLVMBuildIsNull(edit->builder, differ, "");
}

static LLVMValueRef element(struct oc_edit *edit, LLVMTypeRef type, LLVMValueRef array,
                            LLVMValueRef lane) {
    LLVMValueRef address = LLVMBuildInBoundsGEP2(edit->builder, type, array, &lane, 1, "");
    return LLVMBuildLoad2(edit->builder, type, address, "");
}

// What a lane passed of what may be alike.
static LLVMValueRef passed(struct oc_edit *edit, LLVMTypeRef type, LLVMValueRef array,
                           enum oc_alike alike, LLVMValueRef lane) {
    return element(edit, type, array,
                   alike == OC_ALIKE_ALL ? LLVMConstNull(LLVMTypeOf(lane)) : lane);
}

static LLVMValueRef count_bits(struct oc_edit *edit, LLVMValueRef mask) {
    return oc_edit_intrinsic(edit, "llvm.ctpop", LLVMTypeOf(mask), &mask, 1);
}

static LLVMValueRef lowest_bit(struct oc_edit *edit, LLVMValueRef mask) {
    LLVMValueRef arguments[] = {mask, LLVMConstNull(edit->i1)};
    return oc_edit_intrinsic(edit, "llvm.cttz", edit->i64, arguments, 2);
}

// Builds the mask of as many of a vector's elements, from the first on.
static LLVMValueRef first_elements(struct oc_edit *edit, LLVMValueRef count, LLVMTypeRef bits,
                                   LLVMTypeRef mask) {
    LLVMValueRef all = LLVMConstAllOnes(edit->i64);
    LLVMValueRef fewer = LLVMBuildICmp(edit->builder, LLVMIntULT, count,
                                       LLVMConstInt(edit->i64, OC_LANES_MOST, false), "");
    LLVMValueRef rest =
        LLVMBuildSelect(edit->builder, fewer, LLVMBuildShl(edit->builder, all, count, ""),
                        LLVMConstNull(edit->i64), "");
    LLVMValueRef these =
        LLVMBuildTrunc(edit->builder, LLVMBuildNot(edit->builder, rest, ""), bits, "");
    return LLVMBuildBitCast(edit->builder, these, mask, "");
}

static void store_masked(struct oc_edit *edit, LLVMValueRef vector, LLVMValueRef address,
                         LLVMValueRef mask, unsigned alignment) {
    static const char name[] = "llvm.masked.store";
    LLVMTypeRef types[] = {LLVMTypeOf(vector), edit->pointer};
    unsigned id = LLVMLookupIntrinsicID(name, sizeof name - 1);
    LLVMValueRef function = LLVMGetIntrinsicDeclaration(edit->ir->module, id, types, 2);
    LLVMValueRef arguments[] = {vector, address, mask};
    LLVMValueRef call =
        LLVMBuildCall2(edit->builder, LLVMGlobalGetValueType(function), function, arguments, 3, "");
    LLVMSetInstrParamAlignment(call, 2, alignment);
}

// Moves the values of the lanes that store together in registers of `count` elements each, and
// stores them from `first` on.
static void store_vectors(struct oc_edit *edit, const struct oc_packed *packed, LLVMValueRef first,
                          unsigned count) {
    LLVMBuilderRef builder = edit->builder;
    LLVMTypeRef vector = LLVMVectorType(packed->type, count),
                mask = LLVMVectorType(edit->i1, count),
                bits = LLVMIntTypeInContext(edit->ir->context, count);
    for (unsigned part = 0; part < packed->lanes; part += count) {
        LLVMValueRef at = LLVMConstInt(edit->i64, part, false);
        LLVMValueRef from =
            LLVMBuildInBoundsGEP2(builder, packed->type, packed->values, &at, 1, "");
        LLVMValueRef values = LLVMBuildLoad2(builder, vector, from, "");
        unsigned bytes = count * LLVMGetIntTypeWidth(packed->type) / 8;
        LLVMSetAlignment(values, bytes < packed->alignment ? bytes : packed->alignment);
        LLVMValueRef these =
            LLVMBuildTrunc(builder, LLVMBuildLShr(builder, packed->storing, at, ""), bits, "");
        LLVMValueRef arguments[] = {values, LLVMBuildBitCast(builder, these, mask, ""),
                                    LLVMGetPoison(vector)};
        LLVMValueRef together =
            oc_edit_intrinsic(edit, "llvm.experimental.vector.compress", vector, arguments, 3);
        LLVMValueRef number = LLVMBuildZExt(builder, count_bits(edit, these), edit->i64, "");
        store_masked(edit, together, first, first_elements(edit, number, bits, mask),
                     LLVMGetIntTypeWidth(packed->type) / 8);
        first = LLVMBuildGEP2(builder, packed->type, first, &number, 1, "");
    }
}

// A zero that lanes load that store nothing.
static LLVMValueRef find_nothing(struct oc_edit *edit) {
    LLVMValueRef nothing = LLVMGetNamedGlobal(edit->ir->module, OC_NAME_NOTHING);
    if (nothing)
        return nothing;
    nothing = LLVMAddGlobal(edit->ir->module, edit->i64, OC_NAME_NOTHING);
    LLVMSetInitializer(nothing, LLVMConstNull(edit->i64));
    LLVMSetLinkage(nothing, LLVMPrivateLinkage);
    LLVMSetGlobalConstant(nothing, true);
    return nothing;
}

// The value of a lane, or any if that does not store. `stores`: whether it does; NULL: it does.
static LLVMValueRef value_of(struct oc_edit *edit, const struct oc_packed *packed,
                             LLVMValueRef lane, LLVMValueRef stores) {
    if (!packed->known.loads)
        return element(edit, packed->type, packed->values, lane);
    LLVMValueRef from = element(edit, edit->pointer, packed->values, lane);
    if (stores)
        from = LLVMBuildSelect(edit->builder, LLVMBuildTrunc(edit->builder, stores, edit->i1, ""),
                               from, find_nothing(edit), "");
    LLVMValueRef value = LLVMBuildLoad2(edit->builder, packed->type, from, "");
    LLVMSetAlignment(value, LLVMGetIntTypeWidth(packed->type) / 8);
    return value;
}

// Moves the values of the lanes that store together in a copy, of which so many are stored from
// `first` on. No lane is asked by a branch whether it stores.
static void store_copy(struct oc_edit *edit, const struct oc_packed *packed, LLVMValueRef first) {
    LLVMBuilderRef builder = edit->builder;
    LLVMBasicBlockRef block = LLVMGetInsertBlock(builder);
    unsigned bytes = LLVMGetIntTypeWidth(packed->type) / 8;
    LLVMValueRef entry =
        LLVMGetFirstInstruction(LLVMGetEntryBasicBlock(LLVMGetBasicBlockParent(block)));
    LLVMPositionBuilderBefore(builder, entry);
    LLVMValueRef copy = LLVMBuildAlloca(builder, LLVMArrayType2(packed->type, packed->lanes), "");
    LLVMPositionBuilderAtEnd(builder, block);
    LLVMValueRef place = LLVMConstNull(edit->i64), one = LLVMConstInt(edit->i64, 1, false);
    for (unsigned lane = 0; lane < packed->lanes; lane++) {
        LLVMValueRef number = LLVMConstInt(edit->i64, lane, false);
        LLVMValueRef stores =
            LLVMBuildAnd(builder, LLVMBuildLShr(builder, packed->storing, number, ""), one, "");
        LLVMValueRef value = value_of(edit, packed, number, stores);
        LLVMBuildStore(builder, LLVMBuildFreeze(builder, value, ""),
                       LLVMBuildInBoundsGEP2(builder, packed->type, copy, &place, 1, ""));
        place = LLVMBuildAdd(builder, place, stores, "");
    }
    LLVMValueRef size = LLVMBuildMul(builder, place, LLVMConstInt(edit->i64, bytes, false), "");
    LLVMBuildMemCpy(builder, first, bytes, copy, bytes, size);
}

// Builds a loop in `block` in which each lane that stores does so on its own.
static void store_each(struct oc_edit *edit, const struct oc_packed *packed,
                       LLVMBasicBlockRef block, LLVMBasicBlockRef before, LLVMBasicBlockRef after) {
    LLVMBuilderRef builder = edit->builder;
    LLVMValueRef one = LLVMConstInt(edit->i64, 1, false);
    LLVMValueRef left = LLVMBuildPhi(builder, edit->i64, "");
    LLVMValueRef lane = lowest_bit(edit, left);
    LLVMValueRef lanes_before =
        LLVMBuildNot(builder, LLVMBuildShl(builder, LLVMConstAllOnes(edit->i64), lane, ""), "");
    LLVMValueRef mask = packed->storing;
    if (packed->known.mask != OC_ALIKE_KNOWN)
        mask = passed(edit, edit->i64, packed->masks, packed->known.mask, lane);
    LLVMValueRef place = count_bits(edit, LLVMBuildAnd(builder, mask, lanes_before, ""));
    LLVMValueRef address = LLVMBuildGEP2(
        builder, packed->type,
        passed(edit, edit->pointer, packed->firsts, packed->known.first, lane), &place, 1, "");
    LLVMSetAlignment(LLVMBuildStore(builder, value_of(edit, packed, lane, NULL), address),
                     LLVMGetIntTypeWidth(packed->type) / 8);
    LLVMValueRef next = LLVMBuildAnd(builder, left, LLVMBuildSub(builder, left, one, ""), "");
    LLVMBuildCondBr(builder, LLVMBuildIsNull(builder, next, ""), after, block);
    LLVMValueRef values[] = {packed->storing, next};
    LLVMBasicBlockRef blocks[] = {before, block};
    LLVMAddIncoming(left, values, blocks, 2);
}

// Builds the question whether the lanes that store are those in the mask, and `first` is the same
// for them; NULL if that is known.
static LLVMValueRef ask(struct oc_edit *edit, const struct oc_packed *packed, LLVMValueRef leader,
                        LLVMValueRef first) {
    LLVMValueRef same = LLVMConstInt(edit->i1, 1, false);
    if (packed->known.mask != OC_ALIKE_KNOWN) {
        LLVMValueRef mask = passed(edit, edit->i64, packed->masks, packed->known.mask, leader);
        same = LLVMBuildICmp(edit->builder, LLVMIntEQ, mask, packed->storing, "");
    }
    if (packed->known.mask == OC_ALIKE_NOT)
        same = LLVMBuildAnd(edit->builder, same,
                            agree(edit, packed, packed->masks, packed->storing), "");
    if (packed->known.first == OC_ALIKE_NOT)
        same = LLVMBuildAnd(edit->builder, same, agree(edit, packed, packed->firsts, first), "");
    if (LLVMIsAConstant(same))
        return NULL;
    // Where none stores, elements are of lanes that store nothing.
    return LLVMBuildOr(edit->builder, LLVMBuildIsNull(edit->builder, packed->storing, ""), same,
                       "");
}

// Builds the stores of the lanes' values one after the other from `first` on, and goes on to
// `after`.
static void store_packed(struct oc_edit *edit, const struct oc_packed *packed, LLVMValueRef first,
                         unsigned count, LLVMBasicBlockRef after) {
    if (count) {
        store_vectors(edit, packed, first, count);
    } else {
        LLVMBasicBlockRef copy = oc_edit_block_before(edit, after);
        LLVMBuildCondBr(edit->builder, LLVMBuildIsNull(edit->builder, packed->storing, ""), after,
                        copy);
        LLVMPositionBuilderAtEnd(edit->builder, copy);
        store_copy(edit, packed, first);
    }
    LLVMBuildBr(edit->builder, after);
}

void oc_packstores_build(struct oc_edit *edit, const struct oc_packed *packed,
                         LLVMValueRef instruction) {
    LLVMBuilderRef builder = edit->builder;
    LLVMBasicBlockRef after = LLVMGetInstructionParent(instruction), each = NULL;
    unsigned bits = LLVMGetIntTypeWidth(packed->type);
    unsigned count = in_register(LLVMGetBasicBlockParent(after), bits);
    count = count < packed->lanes ? count : packed->lanes;
    LLVMValueRef most = LLVMConstInt(edit->i64, packed->lanes - 1, false);
    LLVMValueRef leader = LLVMBuildAnd(builder, lowest_bit(edit, packed->storing), most, "");
    LLVMValueRef first = passed(edit, edit->i64, packed->firsts, packed->known.first, leader);
    LLVMValueRef to = LLVMBuildIntToPtr(builder, first, edit->pointer, "");
    LLVMValueRef fits = ask(edit, packed, leader, first);
    oc_edit_split_before(edit, instruction);
    LLVMBasicBlockRef before = LLVMGetInsertBlock(builder);
    if (fits) {
        LLVMBasicBlockRef together = oc_edit_block_before(edit, after);
        each = oc_edit_block_before(edit, after);
        LLVMBuildCondBr(builder, fits, together, each);
        oc_edit_at_end(edit, together, instruction);
    }
    store_packed(edit, packed, to, count, after);
    if (each) {
        oc_edit_at_end(edit, each, instruction);
        store_each(edit, packed, each, before, after);
    }
    oc_edit_before(edit, instruction);
}

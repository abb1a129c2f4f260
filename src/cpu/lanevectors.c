#include "cpu/lanevectors.h"

#include <string.h>

// The operations of a reduction and its kinds of types (offload_lanes.h).
enum operation { ADD, MIN, MAX, AND, OR, XOR };
enum kind { SIGNED, UNSIGNED, NUMBER };

LLVMValueRef oc_lanevectors_load(struct oc_edit *edit, LLVMTypeRef element, unsigned count,
                                 LLVMValueRef address) {
    LLVMValueRef vector =
        LLVMBuildLoad2(edit->builder, LLVMVectorType(element, count), address, "");
    LLVMSetAlignment(vector, LLVMGetIntTypeWidth(element) / 8);
    return vector;
}

// A mask from a vector of i1.
static LLVMValueRef mask_of(struct oc_edit *edit, LLVMValueRef bits) {
    unsigned count = LLVMGetVectorSize(LLVMTypeOf(bits));
    LLVMTypeRef type = LLVMIntTypeInContext(edit->ir->context, count);
    LLVMValueRef mask = LLVMBuildBitCast(edit->builder, bits, type, "");
    return LLVMBuildZExtOrBitCast(edit->builder, mask, edit->i64, "");
}

LLVMValueRef oc_lanevectors_votes(struct oc_edit *edit, LLVMValueRef bytes) {
    LLVMValueRef zero = LLVMConstNull(LLVMTypeOf(bytes));
    return mask_of(edit, LLVMBuildICmp(edit->builder, LLVMIntNE, bytes, zero, ""));
}

// A vector whose elements all have the value.
static LLVMValueRef repeat(struct oc_edit *edit, LLVMValueRef value, unsigned count) {
    LLVMTypeRef type = LLVMVectorType(LLVMTypeOf(value), count);
    LLVMValueRef first = LLVMBuildInsertElement(edit->builder, LLVMGetPoison(type), value,
                                                LLVMConstNull(edit->i32), "");
    return LLVMBuildShuffleVector(edit->builder, first, LLVMGetPoison(type),
                                  LLVMConstNull(LLVMVectorType(edit->i32, count)), "");
}

LLVMValueRef oc_lanevectors_match(struct oc_edit *edit, LLVMValueRef vector, LLVMValueRef value) {
    LLVMValueRef wanted = repeat(edit, value, LLVMGetVectorSize(LLVMTypeOf(vector)));
    return mask_of(edit, LLVMBuildICmp(edit->builder, LLVMIntEQ, vector, wanted, ""));
}

// ---- Reductions --------------------------------------------------------------------------------

// The value that changes no other one.
static LLVMValueRef neutral(LLVMTypeRef type, enum operation operation, enum kind kind) {
    if (kind == NUMBER)
        return LLVMConstReal(type, operation == ADD ? -0.0 : __builtin_nan(""));
    unsigned bits = LLVMGetIntTypeWidth(type);
    uint64_t all = ~0ull >> (64 - bits), top = 1ull << (bits - 1);
    if (operation == MIN)
        return LLVMConstInt(type, kind == SIGNED ? all ^ top : all, false);
    if (operation == MAX)
        return LLVMConstInt(type, kind == SIGNED ? top : 0, false);
    return LLVMConstInt(type, operation == AND ? all : 0, false);
}

static LLVMValueRef combine(struct oc_edit *edit, LLVMValueRef left, LLVMValueRef right,
                            enum operation operation, enum kind kind) {
    static const char *const names[][3] = {
        [MIN] = {[SIGNED] = "llvm.smin", [UNSIGNED] = "llvm.umin", [NUMBER] = "llvm.minnum"},
        [MAX] = {[SIGNED] = "llvm.smax", [UNSIGNED] = "llvm.umax", [NUMBER] = "llvm.maxnum"}};
    switch (operation) {
    case ADD:
        return kind == NUMBER ? LLVMBuildFAdd(edit->builder, left, right, "")
                              : LLVMBuildAdd(edit->builder, left, right, "");
    case AND:
        return LLVMBuildAnd(edit->builder, left, right, "");
    case OR:
        return LLVMBuildOr(edit->builder, left, right, "");
    case XOR:
        return LLVMBuildXor(edit->builder, left, right, "");
    default:
        return oc_edit_intrinsic(edit, names[operation][kind], LLVMTypeOf(left),
                                 (LLVMValueRef[]){left, right}, 2);
    }
}

// `count` elements of a vector from the element `first` on.
static LLVMValueRef part_of(struct oc_edit *edit, LLVMValueRef vector, unsigned first,
                            unsigned count) {
    LLVMValueRef numbers[OC_LANES_MOST];
    for (unsigned i = 0; i < count; i++)
        numbers[i] = LLVMConstInt(edit->i32, first + i, false);
    return LLVMBuildShuffleVector(edit->builder, vector, LLVMGetPoison(LLVMTypeOf(vector)),
                                  LLVMConstVector(numbers, count), "");
}

LLVMValueRef oc_lanevectors_mask(struct oc_edit *edit, LLVMValueRef mask) {
    LLVMBuilderRef at = edit->builder;
    LLVMValueRef all = LLVMConstAllOnes(edit->i64);
    if (LLVMIsAConstantInt(mask))
        return LLVMIsNull(mask) ? all : mask;
    return LLVMBuildSelect(at, LLVMBuildIsNull(at, mask, ""), all, mask, "");
}

LLVMValueRef oc_lanevectors_reduce(struct oc_edit *edit, LLVMValueRef vector, LLVMValueRef lanes,
                                   unsigned how) {
    LLVMBuilderRef at = edit->builder;
    enum operation operation = (enum operation)(how >> (OC_LANES_KIND_SHIFT + 2));
    enum kind kind = (enum kind)(how >> OC_LANES_KIND_SHIFT & 3);
    LLVMTypeRef whole = LLVMTypeOf(vector), element = LLVMGetElementType(whole);
    unsigned count = LLVMGetVectorSize(whole);
    LLVMTypeRef type = element;
    if (kind == NUMBER)
        type = LLVMGetIntTypeWidth(element) == 32 ? LLVMFloatTypeInContext(edit->ir->context)
                                                  : LLVMDoubleTypeInContext(edit->ir->context);
    vector = LLVMBuildBitCast(at, vector, LLVMVectorType(type, count), "");
    LLVMValueRef bits =
        LLVMBuildTruncOrBitCast(at, lanes, LLVMIntTypeInContext(edit->ir->context, count), "");
    bits = LLVMBuildBitCast(at, bits,
                            LLVMVectorType(LLVMInt1TypeInContext(edit->ir->context), count), "");
    LLVMValueRef none = repeat(edit, neutral(type, operation, kind), count);
    vector = LLVMBuildSelect(at, bits, vector, none, "");
    for (unsigned half = count / 2; half > 0; half /= 2)
        vector = combine(edit, part_of(edit, vector, 0, half), part_of(edit, vector, half, half),
                         operation, kind);
    LLVMValueRef result = LLVMBuildExtractElement(at, vector, LLVMConstNull(edit->i32), "");
    return LLVMBuildBitCast(at, result, element, "");
}

// ---- Shuffles ----------------------------------------------------------------------------------

static uint64_t source_of(enum oc_shuffle kind, uint64_t lane, uint64_t by, uint64_t count) {
    uint64_t other = kind == OC_SHUFFLE_UP     ? (by <= lane ? lane - by : count)
                     : kind == OC_SHUFFLE_DOWN ? (by < count ? lane + by : count)
                     : kind == OC_SHUFFLE_XOR  ? lane ^ by
                                               : by;
    return other < count ? other : lane;
}

LLVMValueRef oc_lanevectors_move(struct oc_edit *edit, LLVMValueRef vector, enum oc_shuffle kind,
                                 uint64_t by) {
    LLVMValueRef numbers[OC_LANES_MOST];
    unsigned count = LLVMGetVectorSize(LLVMTypeOf(vector));
    for (unsigned lane = 0; lane < count; lane++)
        numbers[lane] = LLVMConstInt(edit->i32, source_of(kind, lane, by, count), false);
    return LLVMBuildShuffleVector(edit->builder, vector, LLVMGetPoison(LLVMTypeOf(vector)),
                                  LLVMConstVector(numbers, count), "");
}

// Takes the elements that `numbers` says from `part`, which begins with the element `first`, and
// the others from `others`.
static LLVMValueRef take(struct oc_edit *edit, LLVMValueRef others, LLVMValueRef part,
                         unsigned first, const uint64_t *numbers, unsigned count) {
    LLVMValueRef indices[OC_LANES_MOST];
    for (unsigned i = 0; i < count; i++) {
        bool is_here = numbers[i] >= first && numbers[i] < first + count;
        indices[i] = LLVMConstInt(edit->i32, is_here ? count + numbers[i] - first : i, false);
    }
    return LLVMBuildShuffleVector(edit->builder, others, part, LLVMConstVector(indices, count), "");
}

void oc_lanevectors_move_parts(struct oc_edit *edit, LLVMValueRef *parts, unsigned part_count,
                               enum oc_shuffle kind, uint64_t by) {
    LLVMValueRef moved[OC_LANES_MOST];
    LLVMTypeRef type = LLVMTypeOf(parts[0]);
    unsigned count = LLVMGetVectorSize(type);
    for (unsigned p = 0; p < part_count; p++) {
        uint64_t numbers[OC_LANES_MOST], needed = 0; // a bit for each part
        for (unsigned i = 0; i < count; i++) {
            numbers[i] = source_of(kind, p * count + i, by, (uint64_t)part_count * count);
            needed |= 1ull << numbers[i] / count;
        }
        moved[p] = LLVMGetPoison(type);
        for (unsigned from = 0; from < part_count; from++)
            if (needed >> from & 1)
                moved[p] = take(edit, moved[p], parts[from], from * count, numbers, count);
    }
    memcpy(parts, moved, part_count * sizeof *parts);
}

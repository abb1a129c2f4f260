#include "device/moves.h"

#include "base/text.h"
#include "ir/edit.h"

#include <string.h>

enum {
    WIDEST = 32,       // bytes of an access; LLVM takes those apart that a processor does not have
    VECTOR = 16,       // bytes from which on an access is of a vector
    NARROWEST = 4,     // below this, LLVM's own code is as good
    GROUP = 64,        // bytes that are loaded before the first of them is stored
    MOST_INLINE = 256, // bytes without a loop
};

// A copy, or where there is no source, a fill with `byte`.
struct move {
    struct oc_edit *edit;
    LLVMValueRef call, to, from, byte, length;
    unsigned width; // of its accesses
    bool may_overlap;
};

static unsigned alignment_at(LLVMValueRef call, unsigned argument) {
    unsigned kind = LLVMGetEnumAttributeKindForName("align", strlen("align"));
    LLVMAttributeRef attribute = LLVMGetCallSiteEnumAttribute(call, argument + 1, kind);
    return attribute ? (unsigned)LLVMGetEnumAttributeValue(attribute) : 1;
}

static bool read_move(struct oc_edit *edit, LLVMValueRef call, struct move *out) {
    const char *name = oc_ir_callee_name(call);
    bool is_copy = oc_starts_with(name, "llvm.memcpy.p"),
         is_fill = oc_starts_with(name, "llvm.memset.p");
    *out = (struct move){
        .edit = edit, .call = call, .may_overlap = oc_starts_with(name, "llvm.memmove.p")};
    if (!is_copy && !is_fill && !out->may_overlap)
        return false;
    unsigned to = alignment_at(call, 0), from = is_fill ? to : alignment_at(call, 1);
    out->width = to < from ? to : from;
    out->width = out->width < WIDEST ? out->width : WIDEST;
    out->to = LLVMGetOperand(call, 0);
    out->from = is_fill ? NULL : LLVMGetOperand(call, 1);
    out->byte = is_fill ? LLVMGetOperand(call, 1) : NULL;
    out->length = LLVMGetOperand(call, 2);
    return out->width >= NARROWEST && LLVMIsConstant(LLVMGetOperand(call, 3)) &&
           LLVMConstIntGetZExtValue(LLVMGetOperand(call, 3)) == 0;
}

// ---- Accesses ----------------------------------------------------------------------------------

static LLVMTypeRef type_of_width(struct oc_edit *edit, unsigned width) {
    return width >= VECTOR ? LLVMVectorType(edit->i32, width / 4)
                           : LLVMIntTypeInContext(edit->ir->context, width * 8);
}

static LLVMValueRef address(struct move *move, LLVMValueRef base, LLVMValueRef offset,
                            uint64_t constant) {
    LLVMBuilderRef builder = move->edit->builder;
    LLVMValueRef more = LLVMConstInt(move->edit->i64, constant, false);
    base = offset ? LLVMBuildInBoundsGEP2(builder, move->edit->i8, base, &offset, 1, "") : base;
    return constant ? LLVMBuildInBoundsGEP2(builder, move->edit->i8, base, &more, 1, "") : base;
}

// The byte, as often as an access has room for.
static LLVMValueRef filling(struct move *move, unsigned width) {
    struct oc_edit *edit = move->edit;
    unsigned part = width < 8 ? width : 4;
    LLVMTypeRef type = width == 8 ? edit->i64 : LLVMIntTypeInContext(edit->ir->context, part * 8);
    uint64_t ones = width == 8 ? 0x0101010101010101 : 0x01010101u >> (32 - part * 8);
    LLVMValueRef value =
        LLVMBuildMul(edit->builder, LLVMBuildZExtOrBitCast(edit->builder, move->byte, type, ""),
                     LLVMConstInt(type, ones, false), "");
    if (width < VECTOR)
        return value;
    LLVMValueRef all = LLVMGetPoison(type_of_width(edit, width));
    for (unsigned i = 0; i < width / 4; i++)
        all = LLVMBuildInsertElement(edit->builder, all, value, LLVMConstInt(edit->i32, i, false),
                                     "");
    return all;
}

// The widest access that has room in `left` bytes, of the move's width at most.
static unsigned next_width(const struct move *move, uint64_t left) {
    unsigned width = move->width;
    while (width > left)
        width /= 2;
    return width;
}

// Moves `count` bytes from an offset on, all of them loaded before the first is stored.
static void move_group(struct move *move, LLVMValueRef offset, uint64_t constant, uint64_t count) {
    LLVMBuilderRef builder = move->edit->builder;
    LLVMValueRef values[GROUP] = {NULL};
    size_t accesses = 0;
    for (uint64_t at = 0; at < count; accesses++) {
        unsigned width = next_width(move, count - at);
        if (move->from) {
            values[accesses] = LLVMBuildLoad2(builder, type_of_width(move->edit, width),
                                              address(move, move->from, offset, constant + at), "");
            LLVMSetAlignment(values[accesses], width);
        } else {
            values[accesses] = filling(move, width);
        }
        at += width;
    }
    accesses = 0;
    for (uint64_t at = 0; at < count; accesses++) {
        unsigned width = next_width(move, count - at);
        LLVMValueRef store = LLVMBuildStore(builder, values[accesses],
                                            address(move, move->to, offset, constant + at));
        LLVMSetAlignment(store, width);
        at += width;
    }
}

static void move_inline(struct move *move, uint64_t start, uint64_t end) {
    for (uint64_t at = start; at < end; at += GROUP)
        move_group(move, NULL, at, end - at < GROUP ? end - at : GROUP);
}

// ---- Loops -------------------------------------------------------------------------------------

// Moves `step` bytes in each turn of a loop up to `end`, a multiple of that, in front of the call.
static void move_in_loop(struct move *move, LLVMValueRef end, unsigned step) {
    struct oc_edit *edit = move->edit;
    LLVMBasicBlockRef rest = LLVMGetInstructionParent(move->call);
    oc_edit_split_before(edit, move->call);
    LLVMBasicBlockRef before = LLVMGetInsertBlock(edit->builder);
    LLVMBasicBlockRef loop = oc_edit_block_before(edit, rest);
    LLVMValueRef zero = LLVMConstNull(edit->i64);
    LLVMBuildCondBr(edit->builder, LLVMBuildICmp(edit->builder, LLVMIntNE, end, zero, ""), loop,
                    rest);
    oc_edit_at_end(edit, loop, move->call);
    LLVMValueRef at = LLVMBuildPhi(edit->builder, edit->i64, "");
    move_group(move, at, 0, step);
    LLVMValueRef next =
        LLVMBuildNUWAdd(edit->builder, at, LLVMConstInt(edit->i64, step, false), "");
    LLVMBuildCondBr(edit->builder, LLVMBuildICmp(edit->builder, LLVMIntULT, next, end, ""), loop,
                    rest);
    LLVMAddIncoming(at, &zero, &before, 1);
    LLVMAddIncoming(at, &next, &loop, 1);
    oc_edit_before(edit, move->call);
}

// What does not fill an access is left to LLVM.
static void move_unknown(struct move *move) {
    struct oc_edit *edit = move->edit;
    LLVMBuilderRef builder = edit->builder;
    oc_edit_before(edit, move->call);
    LLVMValueRef length = LLVMBuildZExtOrBitCast(builder, move->length, edit->i64, "");
    LLVMValueRef width = LLVMConstInt(edit->i64, move->width, false);
    LLVMValueRef end = LLVMBuildAnd(builder, length, LLVMConstNeg(width), "");
    LLVMValueRef left = LLVMBuildURem(builder, length, width, "");
    move_in_loop(move, end, move->width);
    LLVMValueRef to = address(move, move->to, end, 0);
    if (move->from)
        LLVMBuildMemCpy(builder, to, move->width, address(move, move->from, end, 0), move->width,
                        left);
    else
        LLVMBuildMemSet(builder, to, move->byte, left, move->width);
    oc_edit_remove_call(edit, move->call);
}

static void move_known(struct move *move, uint64_t length) {
    uint64_t in_loop = length <= MOST_INLINE ? 0 : length / GROUP * GROUP;
    oc_edit_before(move->edit, move->call);
    if (in_loop)
        move_in_loop(move, LLVMConstInt(move->edit->i64, in_loop, false), GROUP);
    move_inline(move, in_loop, length);
    oc_edit_remove_call(move->edit, move->call);
}

// Whether anything may be left of a copy whose length is not constant.
static bool widen_move(struct oc_edit *edit, LLVMValueRef call) {
    struct move move;
    if (!read_move(edit, call, &move))
        return false;
    bool is_known = LLVMIsAConstantInt(move.length) != NULL;
    uint64_t length = is_known ? LLVMConstIntGetZExtValue(move.length) : 0;
    if (is_known && (!move.may_overlap || length <= GROUP))
        move_known(&move, length);
    else if (!is_known && !move.may_overlap)
        move_unknown(&move);
    return !is_known;
}

static void collect_moves(LLVMValueRef function, struct oc_values *out) {
    struct oc_values calls = {.arena = out->arena};
    oc_ir_collect_calls(function, &calls);
    out->count = 0;
    for (size_t i = 0; i < calls.count; i++)
        if (oc_starts_with(oc_ir_callee_name(calls.items[i]), "llvm.mem"))
            oc_values_add(out, calls.items[i]);
}

bool oc_moves_widen(struct oc_ir *ir, LLVMTargetMachineRef machine, const char *variables_pass) {
    static const char combine[] = "instcombine<no-verify-fixpoint>,simplifycfg";
    struct oc_edit edit = oc_edit_begin(ir);
    struct oc_values calls = {.arena = ir->arena};
    bool done = !variables_pass || oc_ir_run(ir, ir->module, variables_pass, machine);
    OC_EACH_FUNCTION (function, ir->module) {
        bool leaves = false;
        collect_moves(function, &calls);
        if (!done || !calls.count)
            continue;
        // How shared variables are aligned shows where addresses say that they are theirs.
        done = oc_ir_run_on_function(
            ir, function, "infer-address-spaces,instcombine<no-verify-fixpoint>", machine);
        collect_moves(function, &calls);
        for (size_t i = 0; i < calls.count; i++)
            leaves |= widen_move(&edit, calls.items[i]);
        // Often nothing is left, which shows in the length's factors.
        if (leaves && done)
            done = oc_ir_run_on_function(ir, function, combine, machine);
    }
    oc_edit_end(&edit);
    return done;
}

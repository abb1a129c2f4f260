#include "device/carried.h"

#include "base/text.h"
#include "ir/edit.h"
#include "ir/metadata.h"
#include "ir/spots.h"

#include <llvm-c/Target.h>
#include <string.h>

enum {
    LARGEST = 256, // bytes of a variable that is to be in registers
    WIDEST = 8,    // bytes of a number
};

// A variable on the stack, and how it is copied.
struct piece {
    struct oc_edit *edit;
    LLVMTargetDataRef layout;
    LLVMValueRef alloca;
    struct oc_values *moves; // copies of and to the variable, and fills of it
    unsigned unit;           // a number of bytes of which all offsets and lengths are multiples
};

// ---- What is copied ----------------------------------------------------------------------------

static bool is_fill(LLVMValueRef call) {
    return oc_starts_with(oc_ir_callee_name(call), "llvm.memset.p");
}

static bool is_move(LLVMValueRef call) {
    const char *name = oc_ir_callee_name(call);
    return oc_starts_with(name, "llvm.memcpy.p") || oc_starts_with(name, "llvm.memmove.p") ||
           (is_fill(call) && LLVMIsAConstantInt(LLVMGetOperand(call, 1)));
}

static void limit_unit(struct piece *piece, uint64_t multiple) {
    while (multiple % piece->unit)
        piece->unit /= 2;
}

static uint64_t alignment_at(LLVMValueRef call, unsigned argument) {
    unsigned kind = LLVMGetEnumAttributeKindForName("align", strlen("align"));
    LLVMAttributeRef attribute = LLVMGetCallSiteEnumAttribute(call, argument + 1, kind);
    return attribute ? LLVMGetEnumAttributeValue(attribute) : 1;
}

static bool read_move(struct piece *piece, LLVMValueRef call) {
    if (!is_move(call))
        return false;
    LLVMValueRef length = LLVMGetOperand(call, 2), is_volatile = LLVMGetOperand(call, 3);
    if (!LLVMIsAConstantInt(length) || !LLVMIsAConstantInt(is_volatile) ||
        LLVMConstIntGetZExtValue(is_volatile) || LLVMConstIntGetZExtValue(length) > LARGEST)
        return false;
    limit_unit(piece, LLVMConstIntGetZExtValue(length));
    for (unsigned i = 0; i < (is_fill(call) ? 1 : 2); i++) {
        struct oc_spot spot = oc_spot_of(piece->layout, LLVMGetOperand(call, i));
        // The variable itself can be aligned as one likes.
        limit_unit(piece, spot.base == piece->alloca ? spot.offset : alignment_at(call, i));
    }
    if (!oc_values_contain(piece->moves, call))
        oc_values_add(piece->moves, call);
    return true;
}

static bool is_plain_access(LLVMValueRef user, LLVMValueRef pointer) {
    if (LLVMIsAStoreInst(user) && LLVMGetOperand(user, 0) == pointer)
        return false;
    return (LLVMIsALoadInst(user) || LLVMIsAStoreInst(user)) && !LLVMGetVolatile(user) &&
           !LLVMIsAtomic(user);
}

// Whether all uses of a pointer into the variable can be split at constant offsets.
static bool can_split(struct piece *piece, LLVMValueRef pointer) {
    for (LLVMUseRef use = LLVMGetFirstUse(pointer); use; use = LLVMGetNextUse(use)) {
        LLVMValueRef user = LLVMGetUser(use);
        bool points_there = LLVMIsAGetElementPtrInst(user) || LLVMIsAAddrSpaceCastInst(user);
        if (points_there
                ? oc_spot_of(piece->layout, user).base != piece->alloca || !can_split(piece, user)
                : !is_plain_access(user, pointer) && !read_move(piece, user) &&
                      !oc_starts_with(oc_ir_callee_name(user), "llvm.lifetime."))
            return false;
    }
    return true;
}

// ---- Loads and stores --------------------------------------------------------------------------

static LLVMValueRef address(struct oc_edit *edit, LLVMValueRef pointer, uint64_t offset) {
    LLVMValueRef more = LLVMConstInt(edit->i64, offset, false);
    return offset ? LLVMBuildInBoundsGEP2(edit->builder, edit->i8, pointer, &more, 1, "") : pointer;
}

// What a copy does not alias (from `restrict`), its parts do not alias.
static const char *const about_parts[] = {"alias.scope", "noalias", "llvm.access.group", NULL};

// All is loaded before the first is stored: then the loads can be joined, and memory that overlaps
// is copied right.
static void move_by_units(struct piece *piece, LLVMValueRef call) {
    struct oc_edit *edit = piece->edit;
    LLVMTypeRef type = LLVMIntTypeInContext(edit->ir->context, piece->unit * 8);
    uint64_t length = LLVMConstIntGetZExtValue(LLVMGetOperand(call, 2));
    LLVMValueRef values[LARGEST];
    oc_edit_before(edit, call);
    for (uint64_t at = 0; at < length; at += piece->unit) {
        LLVMValueRef *value = &values[at / piece->unit];
        if (is_fill(call)) {
            uint64_t byte = LLVMConstIntGetZExtValue(LLVMGetOperand(call, 1)) & 0xFF;
            *value = LLVMConstInt(type, byte * 0x0101010101010101, false);
            continue;
        }
        *value =
            LLVMBuildLoad2(edit->builder, type, address(edit, LLVMGetOperand(call, 1), at), "");
        LLVMSetAlignment(*value, piece->unit);
        oc_metadata_copy(call, *value, about_parts);
    }
    for (uint64_t at = 0; at < length; at += piece->unit) {
        LLVMValueRef store = LLVMBuildStore(edit->builder, values[at / piece->unit],
                                            address(edit, LLVMGetOperand(call, 0), at));
        LLVMSetAlignment(store, piece->unit);
        oc_metadata_copy(call, store, about_parts);
    }
    LLVMInstructionEraseFromParent(call);
}

static bool carry(struct oc_edit *edit, LLVMTargetDataRef layout, LLVMValueRef alloca) {
    struct oc_values moves = {.arena = edit->ir->arena};
    struct piece piece = {
        .edit = edit, .layout = layout, .alloca = alloca, .moves = &moves, .unit = WIDEST};
    if (!LLVMIsAConstantInt(LLVMGetOperand(alloca, 0)) ||
        LLVMABISizeOfType(layout, LLVMGetAllocatedType(alloca)) > LARGEST ||
        !can_split(&piece, alloca) || !moves.count)
        return false;
    if (LLVMGetAlignment(alloca) < piece.unit)
        LLVMSetAlignment(alloca, piece.unit);
    for (size_t i = 0; i < moves.count; i++)
        move_by_units(&piece, moves.items[i]);
    return true;
}

bool oc_carried_to_registers(struct oc_ir *ir, LLVMTargetMachineRef machine) {
    struct oc_edit edit = oc_edit_begin(ir);
    LLVMTargetDataRef layout = LLVMGetModuleDataLayout(ir->module);
    bool done = true;
    OC_EACH_FUNCTION (function, ir->module) {
        struct oc_values allocas = {.arena = ir->arena};
        bool carries = false;
        if (!LLVMIsDeclaration(function))
            oc_edit_collect(&edit, function, LLVMAlloca, &allocas);
        for (size_t i = 0; i < allocas.count; i++)
            carries |= carry(&edit, layout, allocas.items[i]);
        if (carries && done)
            done = oc_ir_run_on_function(
                ir, function, "sroa,early-cse,instcombine<no-verify-fixpoint>,simplifycfg",
                machine);
    }
    oc_edit_end(&edit);
    return done;
}

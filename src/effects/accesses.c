#include "effects/accesses.h"

#include "base/names.h"
#include "base/text.h"
#include "ir/checks.h"
#include "ir/unoptimised.h"

#include <string.h>

enum { MAX_COPIES = 4 }; // one from another

struct walk {
    struct oc_accesses *accesses;
    struct oc_values addresses; // seen, or to be seen
};

static void note_access(struct oc_values *list, LLVMValueRef instruction) {
    if (!oc_values_contain(list, instruction))
        oc_values_add(list, instruction);
}

static void note_address(struct walk *walk, LLVMValueRef value) {
    if (!oc_values_contain(&walk->addresses, value))
        oc_values_add(&walk->addresses, value);
}

static bool is_harmless(const char *name) {
    return oc_starts_with(name, "llvm.lifetime.") || oc_starts_with(name, "llvm.dbg.") ||
           oc_starts_with(name, "llvm.assume") || strcmp(name, OC_UNOPTIMISED_VALUE) == 0 ||
           strcmp(name, OC_CHECKS_BOUNDED) == 0;
}

static bool is_forgotten(LLVMValueRef address, unsigned depth);

static bool is_only_written(LLVMValueRef address, unsigned depth) {
    for (LLVMUseRef use = LLVMGetFirstUse(address); use; use = LLVMGetNextUse(use)) {
        LLVMValueRef user = LLVMGetUser(use);
        bool is_step = (LLVMIsAGetElementPtrInst(user) || LLVMIsAAddrSpaceCastInst(user)) &&
                       is_only_written(user, depth);
        bool is_end = oc_starts_with(oc_ir_callee_name(user), "llvm.lifetime.");
        bool is_written = LLVMIsAStoreInst(user) && LLVMGetOperand(user, 0) != address;
        bool is_copied =
            LLVMIsAMemIntrinsic(user) &&
            (LLVMGetOperand(user, 1) != address || is_forgotten(LLVMGetOperand(user, 0), depth));
        if (!is_step && !is_end && !is_written && !is_copied)
            return false;
    }
    return true;
}

// Whether all that is ever done with what is copied to an address is to write over it, or to copy
// it on to such a place: a part of a local struct that nobody uses.
static bool is_forgotten(LLVMValueRef address, unsigned depth) {
    while (LLVMIsAGetElementPtrInst(address) || LLVMIsAAddrSpaceCastInst(address))
        address = LLVMGetOperand(address, 0);
    return depth && LLVMIsAAllocaInst(address) && is_only_written(address, depth - 1);
}

// Whether a function of the C library writes to what its first argument points to. _FORTIFY_SOURCE
// makes __strcpy_chk of strcpy, and so on.
static bool writes_first(const char *name) {
    static const char *const names[] = {
        "explicit_bzero", "memccpy", "memset_explicit", "mempcpy",   "qsort",   "qsort_r",
        "snprintf",       "sprintf", "stpcpy",          "stpncpy",   "strcat",  "strcpy",
        "strncat",        "strncpy", "strtok_r",        "vsnprintf", "vsprintf"};
    const size_t before = strlen("__"), after = strlen("_chk");
    size_t length = strlen(name);
    if (length > before + after && oc_starts_with(name, "__") &&
        strcmp(name + length - after, "_chk") == 0) {
        name += before;
        length -= before + after;
    }
    for (size_t i = 0; i < sizeof names / sizeof *names; i++)
        if (strlen(names[i]) == length && strncmp(name, names[i], length) == 0)
            return true;
    return false;
}

static void visit_call(struct walk *walk, LLVMValueRef call, LLVMValueRef address) {
    LLVMValueRef callee = oc_ir_callee(call);
    unsigned count = (unsigned)LLVMGetNumArgOperands(call);
    if (LLVMIsAMemIntrinsic(call)) {
        if (LLVMGetOperand(call, 0) == address)
            note_access(&walk->accesses->writes, call);
        if (LLVMGetOperand(call, 1) == address &&
            !is_forgotten(LLVMGetOperand(call, 0), MAX_COPIES))
            note_access(&walk->accesses->reads, call);
        return;
    }
    if (callee && LLVMIsDeclaration(callee) && is_harmless(oc_ir_name(callee)))
        return;
    if (strcmp(oc_ir_callee_name(call), OC_UNOPTIMISED_READ) == 0) {
        note_access(&walk->accesses->reads, call);
        return;
    }
    if (!callee || LLVMIsDeclaration(callee) || LLVMCountParams(callee) != count ||
        LLVMGetCalledValue(call) == address) {
        walk->accesses->unknown = true;
        if (count && LLVMGetOperand(call, 0) == address && writes_first(oc_ir_callee_name(call)))
            note_access(&walk->accesses->writes, call);
        return;
    }
    for (unsigned i = 0; i < count; i++)
        if (LLVMGetOperand(call, i) == address)
            note_address(walk, LLVMGetParam(callee, i));
}

// What an instruction, or a constant expression, does with an address of the array.
static void visit_use(struct walk *walk, LLVMValueRef user, LLVMValueRef address) {
    bool is_code = LLVMIsAInstruction(user) != NULL;
    switch (is_code                     ? LLVMGetInstructionOpcode(user)
            : LLVMIsAConstantExpr(user) ? LLVMGetConstOpcode(user)
                                        : LLVMRet) {
    case LLVMLoad:
        note_access(&walk->accesses->reads, user);
        break;
    case LLVMStore:
        if (LLVMGetOperand(user, 0) == address)
            walk->accesses->unknown = true; // it is kept
        if (LLVMGetOperand(user, 1) != address)
            break;
        if (LLVMGetTypeKind(LLVMTypeOf(LLVMGetOperand(user, 0))) == LLVMPointerTypeKind)
            note_access(&walk->accesses->pointers, user);
        note_access(&walk->accesses->writes, user);
        break;
    case LLVMGetElementPtr:
    case LLVMAddrSpaceCast:
    case LLVMPHI:
    case LLVMSelect:
    case LLVMFreeze:
    case LLVMInsertValue: // a struct that is passed as one value
    case LLVMExtractValue:
        note_address(walk, user);
        break;
    case LLVMICmp:
        walk->accesses->compared |=
            !LLVMIsNull(LLVMGetOperand(user, 0)) && !LLVMIsNull(LLVMGetOperand(user, 1));
        break;
    case LLVMAtomicRMW:
    case LLVMAtomicCmpXchg:
        if (LLVMGetOperand(user, 0) != address) {
            walk->accesses->unknown = true; // it is kept
            break;
        }
        note_access(&walk->accesses->reads, user);
        note_access(&walk->accesses->writes, user);
        break;
    case LLVMCall:
        visit_call(walk, user, address);
        break;
    default:
        walk->accesses->unknown = true;
    }
}

void oc_accesses_collect(struct oc_ir *ir, const struct oc_values *pointers,
                         struct oc_accesses *out) {
    struct walk walk = {.accesses = out, .addresses = {.arena = ir->arena}};
    *out = (struct oc_accesses){.reads = {.arena = ir->arena},
                                .writes = {.arena = ir->arena},
                                .pointers = {.arena = ir->arena}};
    for (size_t i = 0; i < pointers->count; i++)
        note_address(&walk, pointers->items[i]);
    for (size_t i = 0; i < walk.addresses.count; i++)
        for (LLVMUseRef use = LLVMGetFirstUse(walk.addresses.items[i]); use;
             use = LLVMGetNextUse(use))
            visit_use(&walk, LLVMGetUser(use), walk.addresses.items[i]);
}

void oc_accesses_of(struct oc_ir *ir, LLVMValueRef pointer, struct oc_accesses *out) {
    struct oc_values pointers = {.arena = ir->arena};
    oc_values_add(&pointers, pointer);
    oc_accesses_collect(ir, &pointers, out);
}

bool oc_accesses_are_none(const struct oc_accesses *accesses) {
    return !accesses->unknown && !accesses->compared && !accesses->reads.count &&
           !accesses->writes.count;
}

#include "ir/annotations.h"

#include "base/names.h"
#include "base/text.h"

#include <string.h>

// An entry: what is marked, the mark, the file, the line, arguments. A call is given the same.
enum { VALUE, MARK, FILE_NAME, LINE, ARGUMENTS };

LLVMValueRef oc_annotations_without_casts(LLVMValueRef constant) {
    while (LLVMIsAConstantExpr(constant) && LLVMGetConstOpcode(constant) == LLVMAddrSpaceCast)
        constant = LLVMGetOperand(constant, 0);
    return constant;
}

// The C string that a constant points to, or NULL.
static const char *string_at(LLVMValueRef pointer) {
    LLVMValueRef variable = LLVMIsAGlobalVariable(oc_annotations_without_casts(pointer));
    LLVMValueRef string = variable ? LLVMGetInitializer(variable) : NULL;
    size_t length;
    return string && LLVMIsConstantString(string) ? LLVMGetAsString(string, &length) : NULL;
}

LLVMValueRef oc_annotations_next(struct oc_ir *ir, const char *mark, unsigned *index,
                                 LLVMValueRef *variable) {
    LLVMValueRef annotations = LLVMGetNamedGlobal(ir->module, "llvm.global.annotations");
    LLVMValueRef entries = annotations ? LLVMGetInitializer(annotations) : NULL;
    if (!entries || !LLVMIsAConstantArray(entries))
        return NULL;
    while ((int)*index < LLVMGetNumOperands(entries)) {
        LLVMValueRef entry = LLVMGetOperand(entries, (*index)++);
        const char *text = string_at(LLVMGetOperand(entry, MARK));
        *variable =
            LLVMIsAGlobalVariable(oc_annotations_without_casts(LLVMGetOperand(entry, VALUE)));
        if (*variable && text && (!mark || strcmp(text, mark) == 0))
            return entry;
    }
    return NULL;
}

const char *oc_annotations_mark(LLVMValueRef entry) {
    return string_at(LLVMGetOperand(entry, MARK));
}

struct oc_place oc_annotations_place(struct oc_ir *ir, LLVMValueRef entry) {
    const char *file = string_at(LLVMGetOperand(entry, FILE_NAME));
    unsigned line = (unsigned)LLVMConstIntGetZExtValue(LLVMGetOperand(entry, LINE));
    return (struct oc_place){file ? oc_arena_printf(ir->arena, "%s", file) : NULL, line, 0};
}

static bool is_in_use(LLVMValueRef constant);

// Whether code, or a variable that is not the list of entries, uses a value. Constants that nothing
// uses are left by what LLVM has changed.
static bool is_used_by(LLVMValueRef user) {
    if (LLVMIsAGlobalValue(user))
        return strcmp(oc_ir_name(user), "llvm.global.annotations") != 0;
    return !LLVMIsAConstant(user) || is_in_use(user);
}

static bool is_in_use(LLVMValueRef constant) {
    LLVMUseRef use = LLVMGetFirstUse(constant);
    while (use && !is_used_by(LLVMGetUser(use)))
        use = LLVMGetNextUse(use);
    return use != NULL;
}

bool oc_annotations_address_is_taken(LLVMValueRef function) {
    for (LLVMUseRef use = LLVMGetFirstUse(function); use; use = LLVMGetNextUse(use)) {
        LLVMValueRef user = LLVMGetUser(use);
        if (!oc_ir_only_calls(user, function) && is_used_by(user))
            return true;
    }
    return false;
}

static LLVMValueRef add_metadata(struct oc_ir *ir, LLVMValueRef value, LLVMLinkage linkage,
                                 const char *name) {
    LLVMValueRef variable = LLVMAddGlobal(ir->module, LLVMTypeOf(value), name);
    LLVMSetInitializer(variable, value);
    LLVMSetLinkage(variable, linkage);
    LLVMSetSection(variable, "llvm.metadata");
    return variable;
}

static LLVMValueRef add_string(struct oc_ir *ir, const char *text) {
    LLVMValueRef value = LLVMConstStringInContext2(ir->context, text, strlen(text), false);
    LLVMValueRef variable = add_metadata(ir, value, LLVMPrivateLinkage, "");
    LLVMSetGlobalConstant(variable, true);
    return variable;
}

LLVMValueRef oc_annotations_entry(struct oc_ir *ir, LLVMValueRef variable, const char *mark,
                                  struct oc_place place) {
    LLVMValueRef fields[] = {
        [VALUE] = variable,
        [MARK] = add_string(ir, mark),
        [FILE_NAME] = add_string(ir, place.file ? place.file : ""),
        [LINE] = LLVMConstInt(LLVMInt32TypeInContext(ir->context), place.line, false),
        [ARGUMENTS] = LLVMConstNull(LLVMPointerTypeInContext(ir->context, 0)),
    };
    return LLVMConstStructInContext(ir->context, fields, sizeof fields / sizeof *fields, false);
}

void oc_annotations_add(struct oc_ir *ir, const struct oc_values *entries) {
    LLVMValueRef list =
        LLVMConstArray2(LLVMTypeOf(entries->items[0]), entries->items, entries->count);
    add_metadata(ir, list, LLVMAppendingLinkage, "llvm.global.annotations");
}

void oc_annotations_of_values(struct oc_ir *ir, const char *mark, struct oc_values *out) {
    OC_EACH_FUNCTION (function, ir->module) {
        if (!oc_starts_with(oc_ir_name(function), "llvm.annotation."))
            continue;
        for (LLVMUseRef use = LLVMGetFirstUse(function); use; use = LLVMGetNextUse(use)) {
            const char *text = string_at(LLVMGetOperand(LLVMGetUser(use), MARK));
            if (text && strcmp(text, mark) == 0)
                oc_values_add(out, LLVMGetUser(use));
        }
    }
}

static void drop_calls(struct oc_ir *ir, LLVMValueRef intrinsic) {
    struct oc_values calls = {.arena = ir->arena};
    for (LLVMUseRef use = LLVMGetFirstUse(intrinsic); use; use = LLVMGetNextUse(use)) {
        LLVMValueRef call = LLVMGetUser(use);
        const char *text = string_at(LLVMGetOperand(call, MARK));
        if (text && oc_starts_with(text, OC_ANNOTATION_PREFIX))
            oc_values_add(&calls, call);
    }
    for (size_t i = 0; i < calls.count; i++) {
        if (LLVMGetTypeKind(LLVMTypeOf(calls.items[i])) == LLVMPointerTypeKind)
            LLVMReplaceAllUsesWith(calls.items[i], LLVMGetOperand(calls.items[i], VALUE));
        LLVMInstructionEraseFromParent(calls.items[i]);
    }
}

void oc_annotations_drop_in_code(struct oc_ir *ir) {
    OC_EACH_FUNCTION (function, ir->module) {
        if (oc_starts_with(oc_ir_name(function), "llvm.var.annotation") ||
            oc_starts_with(oc_ir_name(function), "llvm.ptr.annotation"))
            drop_calls(ir, function);
    }
}

void oc_annotations_drop_of_globals(struct oc_ir *ir) {
    LLVMValueRef annotations = LLVMGetNamedGlobal(ir->module, "llvm.global.annotations");
    if (annotations)
        LLVMDeleteGlobal(annotations);
}

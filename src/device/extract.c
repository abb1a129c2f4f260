#include "device/extract.h"

#include "base/text.h"
#include "device/gridentry.h"
#include "glue/names.h"
#include "ir/annotations.h"
#include "ir/mathcalls.h"

#include <string.h>

// What is the host's alone: constructors, what is kept though nothing refers to it, assembly
// outside of functions.
static void drop_roots(struct oc_ir *ir) {
    static const char *const names[] = {"llvm.global_ctors", "llvm.global_dtors", "llvm.used",
                                        "llvm.compiler.used"};
    for (size_t i = 0; i < sizeof names / sizeof *names; i++) {
        LLVMValueRef variable = LLVMGetNamedGlobal(ir->module, names[i]);
        if (variable)
            LLVMDeleteGlobal(variable);
    }
    LLVMSetModuleInlineAsm2(ir->module, "", 0);
}

static void make_internal(LLVMValueRef value) {
    LLVMSetVisibility(value, LLVMDefaultVisibility);
    LLVMSetLinkage(value, LLVMInternalLinkage);
}

static bool is_offered(const struct oc_unit *unit, LLVMValueRef value) {
    for (size_t i = 0; i < unit->offer_count; i++)
        if (strcmp(unit->offers[i].name, oc_ir_name(value)) == 0)
            return true;
    return false;
}

// All but what other files may use. Adds the names of functions that were external to `out`.
static void hide_all(struct oc_ir *ir, const struct oc_unit *unit, struct oc_args *out) {
    OC_EACH_FUNCTION (function, ir->module) {
        if (LLVMIsDeclaration(function) || is_offered(unit, function))
            continue;
        if (LLVMGetLinkage(function) == LLVMExternalLinkage)
            oc_args_add(out, oc_arena_strdup(ir->arena, oc_ir_name(function)));
        make_internal(function);
    }
    for (LLVMValueRef variable = LLVMGetFirstGlobal(ir->module); variable;
         variable = LLVMGetNextGlobal(variable))
        if (!LLVMIsDeclaration(variable) && !oc_starts_with(oc_ir_name(variable), "llvm.") &&
            !is_offered(unit, variable))
            make_internal(variable);
    for (LLVMValueRef alias = LLVMGetFirstGlobalAlias(ir->module); alias;
         alias = LLVMGetNextGlobalAlias(alias))
        make_internal(alias);
    for (LLVMValueRef ifunc = LLVMGetFirstGlobalIFunc(ir->module); ifunc;
         ifunc = LLVMGetNextGlobalIFunc(ifunc))
        make_internal(ifunc);
}

// The link knows by this which functions have symbols of the host's (join.h).
static void show_again(struct oc_ir *ir, const struct oc_args *names) {
    for (size_t i = 0; i < names->count; i++) {
        LLVMValueRef function = LLVMGetNamedFunction(ir->module, names->items[i]);
        if (function)
            LLVMSetLinkage(function, LLVMExternalLinkage);
    }
}

// As the glue has it for a device's front end.
static void add_marker(struct oc_ir *ir) {
    LLVMTypeRef type = LLVMInt64TypeInContext(ir->context);
    LLVMValueRef words[] = {LLVMConstInt(type, 1, false), LLVMConstInt(type, 0, false)};
    LLVMSetInitializer(LLVMAddGlobal(ir->module, LLVMArrayType2(type, 2), OC_GLUE_MARKER),
                       LLVMConstArray2(type, words, 2));
}

// What is seen from outside: all that these refer to stays.
static bool add_roots(struct oc_ir *ir, const struct oc_unit *unit) {
    add_marker(ir);
    for (size_t i = 0; i < unit->kernel_count; i++) {
        if (oc_gridentry_add(ir, &unit->kernels[i]))
            continue;
        oc_report(ir->diag, OC_ERROR, unit->kernels[i].place, NULL,
                  "kernel '%s' has no code in the host's module", unit->kernels[i].name);
        return false;
    }
    for (size_t i = 0; i < unit->global_count; i++) {
        LLVMValueRef variable = LLVMGetNamedGlobal(ir->module, unit->globals[i].name);
        if (variable && LLVMGetLinkage(variable) == LLVMInternalLinkage)
            LLVMSetLinkage(variable, LLVMExternalLinkage);
    }
    return true;
}

// ---- Marks -------------------------------------------------------------------------------------

// What @llvm.global.annotations says of a variable.
struct mark {
    const char *variable, *text;
    struct oc_place place;
};

struct marks {
    struct mark *items;
    size_t count;
};

// The list itself would keep what it names.
static struct marks take_marks(struct oc_ir *ir) {
    struct marks marks = {0};
    unsigned index = 0;
    LLVMValueRef variable, entry;
    while (oc_annotations_next(ir, NULL, &index, &variable))
        marks.count++;
    marks.items = OC_NEW_ARRAY(ir->arena, marks.count, struct mark);
    index = 0;
    for (size_t i = 0; (entry = oc_annotations_next(ir, NULL, &index, &variable)); i++)
        marks.items[i] = (struct mark){
            .variable = oc_arena_strdup(ir->arena, oc_ir_name(variable)),
            .text = oc_arena_strdup(ir->arena, oc_annotations_mark(entry)),
            .place = oc_annotations_place(ir, entry),
        };
    oc_annotations_drop_of_globals(ir);
    return marks;
}

// Those of variables that are left.
static void put_marks(struct oc_ir *ir, const struct marks *marks) {
    struct oc_values entries = {.arena = ir->arena};
    for (size_t i = 0; i < marks->count; i++) {
        LLVMValueRef variable = LLVMGetNamedGlobal(ir->module, marks->items[i].variable);
        if (variable)
            oc_values_add(&entries, oc_annotations_entry(ir, variable, marks->items[i].text,
                                                         marks->items[i].place));
    }
    if (entries.count)
        oc_annotations_add(ir, &entries);
}

// ---- The same code as of a device's front end ---------------------------------------------------

// An image is a shared object: thread-local variables are not where those of an executable are.
static void forget_executable(struct oc_ir *ir) {
    enum { BEHAVIOUR, KEY, VALUE, FIELDS };
    static const char flags[] = "llvm.module.flags", key[] = "PIE Level";
    unsigned count = LLVMGetNamedMetadataNumOperands(ir->module, flags);
    LLVMValueRef *nodes = OC_NEW_ARRAY(ir->arena, count, LLVMValueRef);
    LLVMGetNamedMetadataOperands(ir->module, flags, nodes);
    LLVMMetadataRef none =
        LLVMValueAsMetadata(LLVMConstInt(LLVMInt32TypeInContext(ir->context), 0, false));
    for (unsigned i = 0; i < count; i++) {
        LLVMValueRef fields[FIELDS];
        unsigned length;
        LLVMGetMDNodeOperands(nodes[i], fields);
        const char *name = LLVMGetMDString(fields[KEY], &length);
        if (name && length == sizeof key - 1 && memcmp(name, key, length) == 0)
            LLVMReplaceMDNodeOperandWith(nodes[i], VALUE, none);
    }
}

// No errno, no tables for unwinding, and no marks of what is not to be profiled (host.c).
static void adapt(struct oc_ir *ir) {
    OC_EACH_FUNCTION (function, ir->module) {
        if (LLVMIsDeclaration(function))
            continue;
        oc_ir_remove_attribute(function, "uwtable");
        oc_ir_remove_attribute(function, "noprofile");
        oc_mathcalls_forget_errno(ir, function);
    }
}

// Names of strings count on through the host's code.
static void forget_names(struct oc_ir *ir) {
    for (LLVMValueRef variable = LLVMGetFirstGlobal(ir->module); variable;
         variable = LLVMGetNextGlobal(variable))
        if (LLVMGetUnnamedAddress(variable) == LLVMGlobalUnnamedAddr &&
            oc_starts_with(oc_ir_name(variable), ".str"))
            LLVMSetValueName2(variable, "", 0);
}

bool oc_extract_kernels(struct oc_ir *ir, const struct oc_unit *unit) {
    struct marks marks = take_marks(ir);
    struct oc_args external = {.arena = ir->arena};
    drop_roots(ir);
    hide_all(ir, unit, &external);
    if (!add_roots(ir, unit) || !oc_ir_run(ir, ir->module, "globaldce", NULL))
        return false;
    if (oc_unit_is_incomplete(unit))
        show_again(ir, &external);
    put_marks(ir, &marks);
    forget_names(ir);
    forget_executable(ir);
    adapt(ir);
    return true;
}

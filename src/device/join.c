#include "device/join.h"

#include "base/names.h"
#include "base/text.h"
#include "glue/names.h"
#include "ir/llvm_shim.h"
#include "ir/waits.h"

#include <llvm-c/Linker.h>
#include <string.h>

// What is found by name: prefixes of a kernel's functions and variables.
static const char *const prefixes[] = {OC_GLUE_ENTRY, OC_GLUE_THREAD, OC_GLUE_BLOCKS,
                                       OC_GLUE_BODY,  OC_GLUE_FIBRE,  OC_GLUE_FRAME};
enum { PREFIXES = sizeof prefixes / sizeof *prefixes };

// While modules are linked, what is found by name has this before its new name, and is external:
// else the linker would leave out what nothing refers to.
#define JOINED "__offloadcc_joined_"

static LLVMValueRef find(LLVMModuleRef module, const char *name) {
    LLVMValueRef function = LLVMGetNamedFunction(module, name);
    return function ? function : LLVMGetNamedGlobal(module, name);
}

static bool is_offered(const struct oc_unit *member, const char *name) {
    for (size_t i = 0; i < member->offer_count; i++)
        if (strcmp(member->offers[i].name, name) == 0)
            return true;
    return false;
}

static void make_own(LLVMValueRef value) {
    LLVMSetVisibility(value, LLVMDefaultVisibility);
    LLVMSetLinkage(value, LLVMInternalLinkage);
}

// What others cannot use is the member's own.
static void hide(LLVMModuleRef module, const struct oc_unit *member) {
    OC_EACH_FUNCTION (function, module) {
        const char *name = oc_ir_name(function);
        if (!LLVMIsDeclaration(function) && !is_offered(member, name) &&
            !oc_starts_with(name, JOINED))
            make_own(function);
    }
    for (LLVMValueRef variable = LLVMGetFirstGlobal(module); variable;
         variable = LLVMGetNextGlobal(variable)) {
        const char *name = oc_ir_name(variable);
        if (!LLVMIsDeclaration(variable) && !is_offered(member, name) &&
            LLVMGetLinkage(variable) != LLVMAppendingLinkage && !oc_starts_with(name, "llvm.") &&
            !oc_starts_with(name, JOINED) && strcmp(name, OC_GLUE_MARKER) != 0)
            make_own(variable);
    }
}

// Of several definitions that are not weak, the first one counts (-z muldefs).
static void yield_to_first(LLVMModuleRef joined, LLVMModuleRef module,
                           const struct oc_unit *member) {
    for (size_t i = 0; i < member->offer_count; i++) {
        const char *name = member->offers[i].name;
        LLVMValueRef first = find(joined, name), other = find(module, name);
        if (first && other && !LLVMIsDeclaration(first) && !LLVMIsDeclaration(other) &&
            LLVMGetLinkage(first) == LLVMExternalLinkage)
            LLVMSetLinkage(other, LLVMWeakAnyLinkage);
    }
}

// Keeps calls of what other members offer from being inlined.
static void keep_calls(LLVMModuleRef module, const struct oc_unit *member) {
    static const char never[] = "noinline";
    unsigned kind = LLVMGetEnumAttributeKindForName(never, sizeof never - 1);
    LLVMAttributeRef attribute = LLVMCreateEnumAttribute(LLVMGetModuleContext(module), kind, 0);
    for (size_t i = 0; i < member->need_count; i++) {
        LLVMValueRef function = LLVMGetNamedFunction(module, member->needs[i].name);
        for (LLVMUseRef use = function ? LLVMGetFirstUse(function) : NULL; use;
             use = LLVMGetNextUse(use))
            if (oc_ir_is_call(LLVMGetUser(use)))
                LLVMAddCallSiteAttribute(LLVMGetUser(use), LLVMAttributeFunctionIndex, attribute);
    }
}

// One marker is enough for an image.
static void drop_marker(LLVMModuleRef module) {
    LLVMValueRef marker = LLVMGetNamedGlobal(module, OC_GLUE_MARKER);
    if (!marker)
        return;
    LLVMSetInitializer(marker, NULL);
    LLVMSetLinkage(marker, LLVMExternalLinkage);
}

// By which the host's objects know the functions (oc_join_with_host).
static void note_symbols(struct oc_arena *arena, LLVMModuleRef module,
                         const struct oc_unit *member) {
    const char *suffix = oc_glue_suffix(arena, member);
    OC_EACH_FUNCTION (function, module) {
        const char *name = oc_ir_name(function);
        if (LLVMIsDeclaration(function) || oc_starts_with(name, OC_NAME_PREFIX))
            continue;
        bool is_static = LLVMGetLinkage(function) == LLVMInternalLinkage;
        const char *symbol = oc_arena_printf(arena, "%s%s", name, is_static ? suffix : "");
        LLVMAddAttributeAtIndex(function, LLVMAttributeFunctionIndex,
                                LLVMCreateStringAttribute(LLVMGetModuleContext(module),
                                                          OC_WAITS_ADDRESS,
                                                          (unsigned)strlen(OC_WAITS_ADDRESS),
                                                          symbol, (unsigned)strlen(symbol)));
    }
}

// ---- Names -------------------------------------------------------------------------------------

// The names of a kernel's or variable's parts: in its member, and joined.
struct naming {
    const char *from, *to;
};

struct names {
    struct naming *items;
    size_t count;
};

static void add_name(struct oc_arena *arena, struct names *names, const char *prefix,
                     const struct oc_origin *origin, const char *name) {
    names->items[names->count++] =
        (struct naming){oc_arena_printf(arena, "%s%s", prefix, origin->name),
                        oc_arena_printf(arena, "%s%s", prefix, name)};
}

// Of what is found by name. What a member offers keeps its name.
static struct names names_of(struct oc_arena *arena, const struct oc_unit *member, size_t number,
                             const struct oc_merged *merged) {
    const struct oc_unit *unit = &merged->unit;
    size_t most = unit->kernel_count * (PREFIXES + 1) + unit->global_count;
    struct names names = {OC_NEW_ARRAY(arena, most, struct naming), 0};
    for (size_t i = 0; i < unit->kernel_count; i++) {
        const struct oc_origin *origin = &merged->kernels[i];
        if (origin->member != number)
            continue;
        for (int p = 0; p < PREFIXES; p++)
            add_name(arena, &names, prefixes[p], origin, unit->kernels[i].name);
        if (!is_offered(member, origin->name))
            add_name(arena, &names, "", origin, unit->kernels[i].name);
    }
    for (size_t i = 0; i < unit->global_count; i++)
        if (merged->globals[i].member == number && !is_offered(member, merged->globals[i].name))
            add_name(arena, &names, "", &merged->globals[i], unit->globals[i].name);
    return names;
}

static void set_names(struct oc_arena *arena, LLVMModuleRef module, const struct names *names) {
    for (size_t i = 0; i < names->count; i++) {
        LLVMValueRef value = find(module, names->items[i].from);
        const char *joined = oc_arena_printf(arena, JOINED "%s", names->items[i].to);
        if (!value)
            continue;
        LLVMSetValueName2(value, joined, strlen(joined));
        LLVMSetLinkage(value, LLVMExternalLinkage);
        LLVMSetVisibility(value, LLVMDefaultVisibility);
    }
}

// What has one of the names by chance, such as a static function of another member, gets another.
static void restore_names(struct oc_arena *arena, LLVMModuleRef module, const struct names *names) {
    for (size_t i = 0; i < names->count; i++) {
        const char *name = names->items[i].to;
        LLVMValueRef value = find(module, oc_arena_printf(arena, JOINED "%s", name));
        LLVMValueRef other = find(module, name);
        const char *another = oc_arena_printf(arena, "%s.own", name);
        if (!value)
            continue;
        if (other)
            LLVMSetValueName2(other, another, strlen(another));
        LLVMSetValueName2(value, name, strlen(name));
    }
}

// Of a kernel whose definition another member's has replaced, as that of a weak one: the member has
// entries of its own, which run what has replaced it.
static void copy_replaced_kernels(LLVMModuleRef module, const struct oc_merged *merged) {
    for (size_t i = 0; i < merged->unit.kernel_count; i++) {
        const char *name = merged->unit.kernels[i].name;
        LLVMValueRef other = LLVMGetNamedFunction(module, merged->kernels[i].name);
        LLVMValueRef copy = other && !find(module, name) ? oc_copy_function(other) : NULL;
        if (copy)
            LLVMSetValueName2(copy, name, strlen(name));
    }
}

static void make_null(LLVMValueRef value) {
    if (LLVMIsDeclaration(value) && LLVMGetLinkage(value) == LLVMExternalWeakLinkage)
        LLVMReplaceAllUsesWith(value, LLVMConstNull(LLVMTypeOf(value)));
}

// The address of what has a weak declaration, and is not offered by any member.
static void make_missing_null(LLVMModuleRef module) {
    OC_EACH_FUNCTION (function, module) {
        make_null(function);
    }
    for (LLVMValueRef variable = LLVMGetFirstGlobal(module); variable;
         variable = LLVMGetNextGlobal(variable))
        make_null(variable);
}

bool oc_join_modules(struct oc_ir *ir, struct oc_arena *arena, struct oc_diag *diag,
                     const struct oc_unit *members, const char *const *paths, size_t count,
                     bool apart, const struct oc_merged *merged) {
    struct names *names = OC_NEW_ARRAY(arena, count, struct names);
    for (size_t i = 0; i < count; i++) {
        LLVMModuleRef module = NULL;
        if (i == 0 ? oc_ir_open(ir, arena, diag, paths[i]) : ir->module != NULL)
            module = i == 0 ? ir->module : oc_ir_read(ir, paths[i], "bitcode", false);
        if (!module)
            return false;
        names[i] = names_of(arena, &members[i], i, merged);
        note_symbols(arena, module, &members[i]);
        set_names(arena, module, &names[i]);
        hide(module, &members[i]);
        if (apart)
            keep_calls(module, &members[i]);
        if (i == 0)
            continue;
        drop_marker(module);
        yield_to_first(ir->module, module, &members[i]);
        if (LLVMLinkModules2(ir->module, module)) {
            oc_error(diag, "internal error: the device code of '%s' cannot be linked",
                     members[i].source);
            return false;
        }
    }
    make_missing_null(ir->module);
    for (size_t i = 0; i < count; i++)
        restore_names(arena, ir->module, &names[i]);
    copy_replaced_kernels(ir->module, merged);
    return true;
}

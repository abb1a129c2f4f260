#include "host/linked.h"

#include "glue/names.h"
#include "glue/preamble.h"
#include "host/images.h"
#include "ir/pieces.h"

#include <stddef.h>
#include <string.h>

struct linked {
    struct oc_ir *ir;
    const struct oc_unit *members;
    size_t count;
    const struct oc_merged *merged;
    LLVMTypeRef byte, i16, i32, i64, pointer;
};

static const char *suffix_of(const struct linked *linked, size_t member) {
    return oc_glue_suffix(linked->ir->arena, &linked->members[member]);
}

static LLVMValueRef number(LLVMTypeRef type, unsigned long long value) {
    return LLVMConstInt(type, value, false);
}

// A variable of a host's object.
static LLVMValueRef declare(const struct linked *linked, const char *name, const char *suffix) {
    LLVMModuleRef module = linked->ir->module;
    const char *symbol = oc_arena_printf(linked->ir->arena, "%s%s", name, suffix);
    LLVMValueRef known = LLVMGetNamedGlobal(module, symbol);
    LLVMValueRef variable = known ? known : LLVMAddGlobal(module, linked->byte, symbol);
    if (*suffix)
        LLVMSetVisibility(variable, LLVMHiddenVisibility);
    return variable;
}

static LLVMValueRef define_text(const struct linked *linked, const char *text) {
    LLVMValueRef value = LLVMConstStringInContext2(linked->ir->context, text, strlen(text), false);
    LLVMValueRef variable = LLVMAddGlobal(linked->ir->module, LLVMTypeOf(value), "");
    LLVMSetInitializer(variable, value);
    LLVMSetGlobalConstant(variable, true);
    LLVMSetLinkage(variable, LLVMPrivateLinkage);
    return variable;
}

// ---- Entries -----------------------------------------------------------------------------------

// struct __offloadcc_entry.
static LLVMValueRef entry(const struct linked *linked, LLVMValueRef address, const char *symbol,
                          uint64_t size) {
    LLVMValueRef fields[] = {number(linked->i64, 0),
                             number(linked->i16, 1),
                             number(linked->i16, 1),
                             number(linked->i32, 0),
                             address,
                             define_text(linked, symbol),
                             number(linked->i64, size),
                             number(linked->i64, 0),
                             LLVMConstNull(linked->pointer)};
    return LLVMConstStructInContext(linked->ir->context, fields, sizeof fields / sizeof *fields,
                                    false);
}

static LLVMValueRef define_entries(const struct linked *linked, LLVMValueRef marker,
                                   size_t *count) {
    const struct oc_unit *unit = &linked->merged->unit;
    struct oc_arena *arena = linked->ir->arena;
    struct oc_values entries = {.arena = arena};
    for (size_t i = 0; i < unit->kernel_count; i++) {
        const struct oc_origin *origin = &linked->merged->kernels[i];
        const char *self = oc_arena_printf(arena, OC_GLUE_SELF "%s", origin->name);
        oc_values_add(&entries,
                      entry(linked, declare(linked, self, suffix_of(linked, origin->member)),
                            oc_glue_entry(arena, unit->kernels[i].name), 0));
    }
    for (size_t i = 0; i < unit->global_count; i++) {
        const struct oc_origin *origin = &linked->merged->globals[i];
        const char *suffix = unit->globals[i].is_static ? suffix_of(linked, origin->member) : "";
        oc_values_add(&entries,
                      entry(linked, declare(linked, origin->name, suffix),
                            oc_glue_entry(arena, unit->globals[i].name), unit->globals[i].size));
    }
    oc_values_add(&entries, entry(linked, marker, OC_GLUE_MARKER,
                                  sizeof((struct __offloadcc_unit *)0)->__offloadcc_marker));
    LLVMValueRef value =
        LLVMConstArray2(LLVMTypeOf(entries.items[0]), entries.items, entries.count);
    LLVMValueRef variable = LLVMAddGlobal(linked->ir->module, LLVMTypeOf(value), OC_GLUE_ENTRIES);
    LLVMSetInitializer(variable, value);
    LLVMSetGlobalConstant(variable, true);
    LLVMSetLinkage(variable, LLVMInternalLinkage);
    *count = entries.count;
    return variable;
}

// ---- The unit ----------------------------------------------------------------------------------

_Static_assert(sizeof(struct __offloadcc_unit) == 96 &&
                   offsetof(struct __offloadcc_unit, __offloadcc_marker) == 56,
               "define_unit");

// struct __offloadcc_unit, as src/glue/glue.c writes it.
static LLVMValueRef define_unit(const struct linked *linked, LLVMValueRef descriptor) {
    static const unsigned short sizes[] = {
        sizeof(struct __offloadcc_descriptor), sizeof(struct __offloadcc_image),
        sizeof(struct __offloadcc_entry),      sizeof(struct __offloadcc_kernel),
        sizeof(struct __offloadcc_parameter),  sizeof(struct __offloadcc_frame),
        sizeof(struct __offloadcc_grid),       sizeof(struct __offloadcc_place)};
    enum { SIZES = sizeof sizes / sizeof *sizes };
    LLVMValueRef numbers[SIZES], zero = number(linked->i64, 0), zeros[] = {zero, zero};
    for (size_t i = 0; i < SIZES; i++)
        numbers[i] = number(linked->i16, sizes[i]);
    LLVMValueRef fields[] = {number(linked->i32, __offloadcc_abi),
                             number(linked->i32, sizeof(struct __offloadcc_unit)),
                             define_text(linked, linked->merged->unit.source),
                             LLVMConstArray2(linked->i16, numbers, SIZES),
                             descriptor,
                             zero,
                             zero,
                             LLVMConstArray2(linked->i64, zeros, 2),
                             LLVMConstNull(linked->pointer),
                             number(linked->i32, 0),
                             number(linked->i32, 0),
                             LLVMConstNull(linked->pointer)};
    LLVMValueRef value = LLVMConstStructInContext(linked->ir->context, fields,
                                                  sizeof fields / sizeof *fields, false);
    LLVMValueRef unit = LLVMAddGlobal(linked->ir->module, LLVMTypeOf(value), OC_GLUE_UNIT);
    LLVMSetInitializer(unit, value);
    LLVMSetAlignment(unit, sizeof(void *));
    LLVMSetLinkage(unit, LLVMInternalLinkage);
    return unit;
}

// struct __offloadcc_descriptor, whose images oc_images_embed adds. Its entries name the unit,
// which names it.
static void set_descriptor(const struct linked *linked, LLVMValueRef descriptor,
                           LLVMValueRef unit) {
    LLVMValueRef at = number(linked->i64, offsetof(struct __offloadcc_unit, __offloadcc_marker));
    size_t count;
    LLVMValueRef entries =
        define_entries(linked, LLVMConstGEP2(linked->byte, unit, &at, 1), &count);
    LLVMValueRef size = number(linked->i64, count * sizeof(struct __offloadcc_entry));
    LLVMValueRef fields[] = {number(linked->i32, 0), number(linked->i32, 0),
                             LLVMConstNull(linked->pointer), entries,
                             LLVMConstGEP2(linked->byte, entries, &size, 1)};
    LLVMSetInitializer(descriptor, LLVMConstStructInContext(linked->ir->context, fields,
                                                            sizeof fields / sizeof *fields, false));
}

static LLVMValueRef declare_descriptor(const struct linked *linked) {
    LLVMTypeRef members[] = {linked->i32, linked->i32, linked->pointer, linked->pointer,
                             linked->pointer};
    LLVMTypeRef type = LLVMStructTypeInContext(linked->ir->context, members,
                                               sizeof members / sizeof *members, false);
    LLVMValueRef descriptor = LLVMAddGlobal(linked->ir->module, type, OC_GLUE_DESCRIPTOR);
    LLVMSetAlignment(descriptor, sizeof(void *));
    LLVMSetLinkage(descriptor, LLVMInternalLinkage);
    return descriptor;
}

// ---- Symbols -----------------------------------------------------------------------------------

// Each member's objects know the unit, and the variables of its kernels, by a symbol with their own
// suffix.
static void export_all(const struct linked *linked, LLVMValueRef unit) {
    static const char *const prefixes[] = {OC_GLUE_TYPES, OC_GLUE_WHOLE};
    struct oc_ir *ir = linked->ir;
    for (size_t i = 0; i < linked->merged->unit.kernel_count; i++)
        for (size_t p = 0; p < sizeof prefixes / sizeof *prefixes; p++) {
            const struct oc_origin *origin = &linked->merged->kernels[i];
            const char *name = linked->merged->unit.kernels[i].name;
            LLVMValueRef variable = LLVMGetNamedGlobal(
                ir->module, oc_arena_printf(ir->arena, "%s%s", prefixes[p], name));
            const char *symbol = oc_arena_printf(ir->arena, "%s%s%s", prefixes[p], origin->name,
                                                 suffix_of(linked, origin->member));
            LLVMSetValueName2(variable, symbol, strlen(symbol));
            LLVMSetLinkage(variable, LLVMExternalLinkage);
            LLVMSetVisibility(variable, LLVMHiddenVisibility);
        }
    for (size_t i = 0; i < linked->count; i++) {
        const char *symbol = oc_arena_printf(ir->arena, OC_GLUE_UNIT "%s", suffix_of(linked, i));
        LLVMValueRef alias =
            LLVMAddAlias2(ir->module, LLVMGlobalGetValueType(unit), 0, unit, symbol);
        LLVMSetVisibility(alias, LLVMHiddenVisibility);
    }
}

bool oc_linked_define(struct oc_ir *ir, const struct oc_unit *members, size_t count,
                      const struct oc_merged *merged, const struct oc_loaded *loaded) {
    LLVMContextRef context = ir->context;
    struct linked linked = {.ir = ir,
                            .members = members,
                            .count = count,
                            .merged = merged,
                            .byte = LLVMInt8TypeInContext(context),
                            .i16 = LLVMInt16TypeInContext(context),
                            .i32 = LLVMInt32TypeInContext(context),
                            .i64 = LLVMInt64TypeInContext(context),
                            .pointer = LLVMPointerTypeInContext(context, 0)};
    oc_images_define_kernels(ir, &merged->unit);
    LLVMValueRef descriptor = declare_descriptor(&linked);
    LLVMValueRef unit = define_unit(&linked, descriptor);
    set_descriptor(&linked, descriptor, unit);
    if (!oc_images_embed(ir, &merged->unit, loaded))
        return false;
    export_all(&linked, unit);
    return oc_ir_verify(ir);
}

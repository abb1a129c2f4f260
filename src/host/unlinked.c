#include "host/unlinked.h"

#include "base/names.h"
#include "base/text.h"
#include "glue/names.h"
#include "ir/annotations.h"
#include "ir/llvm_shim.h"
#include "ir/pieces.h"
#include "link/containers.h"
#include "link/inputs.h"
#include "model/hash.h"
#include "targets/target.h"

#include <string.h>

// ---- What the link makes ------------------------------------------------------------------------

static LLVMValueRef find_glue(struct oc_ir *ir, const char *prefix, const char *name) {
    const char *whole = oc_arena_printf(ir->arena, "%s%s", prefix, name);
    LLVMValueRef variable = LLVMGetNamedGlobal(ir->module, whole);
    if (!variable)
        oc_error(ir->diag, "internal error: the host's module has no '%s'", whole);
    return variable;
}

static bool leave_to_link(struct oc_ir *ir, const struct oc_unit *unit) {
    const char *suffix = oc_glue_suffix(ir->arena, unit);
    for (size_t i = 0; i < unit->kernel_count; i++) {
        const char *name = unit->kernels[i].name;
        LLVMValueRef types = find_glue(ir, OC_GLUE_TYPES, name);
        LLVMValueRef whole = find_glue(ir, OC_GLUE_WHOLE, name);
        LLVMValueRef self = find_glue(ir, OC_GLUE_SELF, name);
        if (!types || !whole || !self)
            return false;
        oc_piece_leave_out(ir, types, suffix);
        oc_piece_leave_out(ir, whole, suffix);
        oc_piece_export(ir, self, suffix);
    }
    LLVMValueRef own = find_glue(ir, OC_GLUE_UNIT, ""),
                 entries = find_glue(ir, OC_GLUE_ENTRIES, "");
    LLVMValueRef descriptor = find_glue(ir, OC_GLUE_DESCRIPTOR, "");
    if (!own || !entries || !descriptor)
        return false;
    LLVMSetInitializer(entries, LLVMConstNull(LLVMGlobalGetValueType(entries))); // it names `own`
    oc_piece_leave_out(ir, own, suffix);
    LLVMDeleteGlobal(descriptor);
    LLVMDeleteGlobal(entries);
    return true;
}

// ---- What the link takes ------------------------------------------------------------------------

static LLVMValueRef add_section(struct oc_ir *ir, struct oc_bytes bytes) {
    LLVMValueRef value = LLVMConstStringInContext2(ir->context, bytes.data, bytes.length, true);
    LLVMValueRef data = LLVMAddGlobal(ir->module, LLVMTypeOf(value), "__offloadcc_device_code");
    unsigned exclude = LLVMGetMDKindIDInContext(ir->context, "exclude", strlen("exclude"));
    LLVMSetInitializer(data, value);
    LLVMSetGlobalConstant(data, true);
    LLVMSetLinkage(data, LLVMPrivateLinkage);
    LLVMSetSection(data, OC_DEVICE_SECTION);
    LLVMSetAlignment(data, OC_CONTAINERS_ALIGNMENT);
    LLVMGlobalSetMetadata(data, exclude, LLVMMDNodeInContext2(ir->context, NULL, 0));
    oc_exempt_from_sanitizers(data); // the section is dropped, so nothing may refer to it
    return data;
}

// Refers to what device code needs. Host code may not: LLVM may have found that a call cannot be
// reached. An archive's member that defines it is to take part in the link all the same.
static void refer_to_needs(struct oc_ir *ir, const struct oc_unit *unit) {
    for (size_t i = 0; i < unit->need_count; i++) {
        const char *name = unit->needs[i].name;
        LLVMValueRef value = unit->needs[i].is_variable ? LLVMGetNamedGlobal(ir->module, name)
                                                        : LLVMGetNamedFunction(ir->module, name);
        bool is_weak = value && LLVMGetLinkage(value) == LLVMExternalWeakLinkage;
        const char *line =
            oc_arena_printf(ir->arena, "\t%s \"%s\"\n", is_weak ? ".weak" : ".globl", name);
        LLVMAppendModuleInlineAsm(ir->module, line, strlen(line));
    }
}

bool oc_unlinked_embed(struct oc_ir *ir, const struct oc_unit *unit,
                       const struct oc_unlinked_code *codes, size_t count) {
    enum { PAIRS = 5 };
    const char *json = oc_unit_to_json(ir->arena, unit);
    struct oc_entry_pair(*pairs)[PAIRS] = oc_arena_array(ir->arena, count + 1, sizeof *pairs);
    struct oc_entry *entries = OC_NEW_ARRAY(ir->arena, count + 1, struct oc_entry);
    const char *code = oc_unit_code_json(ir->arena, unit);
    pairs[0][0] = (struct oc_entry_pair){"format", OC_DEVICE_FORMAT_UNIT};
    pairs[0][1] = (struct oc_entry_pair){"hash", oc_hash_hex(ir->arena, code, strlen(code))};
    entries[0] = (struct oc_entry){
        .kind = OC_ENTRY_OTHER, .pairs = pairs[0], .pair_count = 2, .image = {json, strlen(json)}};
    for (size_t i = 0; i < count; i++) {
        struct oc_entry_pair *own = pairs[i + 1];
        own[0] = (struct oc_entry_pair){"triple", oc_target_of_arch(codes[i].arch)->triple};
        own[1] = (struct oc_entry_pair){"arch", codes[i].arch};
        own[2] = (struct oc_entry_pair){"format", OC_DEVICE_FORMAT_BITCODE};
        own[3] = (struct oc_entry_pair){"options", codes[i].options};
        own[4] = (struct oc_entry_pair){"hash", codes[i].hash};
        entries[i + 1] =
            (struct oc_entry){.kind = OC_ENTRY_BITCODE,
                              .pairs = own,
                              .pair_count = PAIRS,
                              .image = {codes[i].bitcode.data, codes[i].bitcode.length}};
    }
    if (!leave_to_link(ir, unit))
        return false;
    refer_to_needs(ir, unit);
    oc_ir_keep(ir, add_section(ir, oc_containers_write(ir->arena, entries, count + 1)));
    return true;
}

// ---- Symbols -----------------------------------------------------------------------------------

static void weaken(struct oc_ir *ir, const char *prefix, const char *name, const char *suffix) {
    const char *whole = oc_arena_printf(ir->arena, "%s%s", prefix, name);
    LLVMValueRef function = LLVMGetNamedFunction(ir->module, whole);
    LLVMValueRef value = function ? function : LLVMGetNamedGlobal(ir->module, whole);
    if (!value)
        return;
    oc_piece_export(ir, value, suffix);
    LLVMSetLinkage(value, LLVMWeakAnyLinkage);
}

static void collect(LLVMValueRef function, struct oc_values *out) {
    if (function && !oc_values_contain(out, function))
        oc_values_add(out, function);
    if (function)
        oc_ir_collect_reachable(function, out);
}

void oc_unlinked_find_addresses(struct oc_ir *ir, const struct oc_unit *unit,
                                const struct oc_cpu_kernel *kernels, struct oc_values *out) {
    struct oc_values reached = {.arena = ir->arena};
    for (size_t i = 0; i < unit->kernel_count; i++)
        collect(kernels[i].body, &reached);
    for (size_t i = 0; i < unit->offer_count; i++)
        collect(LLVMGetNamedFunction(ir->module, unit->offers[i].name), &reached);
    for (size_t i = 0; i < unit->global_count; i++)
        oc_ir_collect_from_variable(LLVMGetNamedGlobal(ir->module, unit->globals[i].name),
                                    &reached);
    for (size_t i = 0; i < reached.count; i++)
        if (LLVMGetLinkage(reached.items[i]) == LLVMInternalLinkage &&
            !oc_starts_with(oc_ir_name(reached.items[i]), OC_NAME_PREFIX) &&
            oc_annotations_address_is_taken(reached.items[i]))
            oc_values_add(out, reached.items[i]);
}

void oc_unlinked_export(struct oc_ir *ir, const struct oc_unit *unit,
                        const struct oc_values *functions) {
    const char *suffix = oc_glue_suffix(ir->arena, unit);
    for (size_t i = 0; i < functions->count; i++)
        oc_piece_export(ir, functions->items[i], suffix);
    for (size_t i = 0; i < unit->global_count; i++) {
        LLVMValueRef variable = LLVMGetNamedGlobal(ir->module, unit->globals[i].name);
        if (variable && unit->globals[i].is_static)
            oc_piece_export(ir, variable, suffix);
    }
    for (size_t i = 0; i < unit->kernel_count; i++) {
        weaken(ir, OC_GLUE_BLOCKS, unit->kernels[i].name, suffix);
        weaken(ir, OC_GLUE_FRAME, unit->kernels[i].name, suffix);
    }
}

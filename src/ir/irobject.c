#include "ir/irobject.h"

#include "base/text.h"
#include "ir/ir.h"

#include <string.h>

static bool is_local(LLVMValueRef value) {
    LLVMLinkage linkage = LLVMGetLinkage(value);
    return linkage == LLVMInternalLinkage || linkage == LLVMPrivateLinkage ||
           linkage == LLVMAppendingLinkage;
}

struct capacities {
    size_t sections, undefined, weak;
};

static void add_symbol(struct oc_arena *arena, LLVMValueRef value, struct oc_bitcode_object *out,
                       struct capacities *capacities) {
    LLVMLinkage linkage = LLVMGetLinkage(value);
    const char *name = oc_ir_name(value);
    bool is_weak = linkage == LLVMWeakAnyLinkage || linkage == LLVMWeakODRLinkage ||
                   linkage == LLVMExternalWeakLinkage;
    bool is_undefined = LLVMIsDeclaration(value) && !is_weak;
    if (is_local(value) || oc_starts_with(name, "llvm.") || (!is_weak && !is_undefined))
        return;
    const char ***list = is_weak ? &out->weak : &out->undefined;
    size_t *count = is_weak ? &out->weak_count : &out->undefined_count;
    *list = oc_arena_grow(arena, *list, *count,
                          is_weak ? &capacities->weak : &capacities->undefined, sizeof **list);
    (*list)[(*count)++] = oc_arena_strdup(arena, name);
}

static void add_section(struct oc_arena *arena, LLVMValueRef variable, const char *section,
                        struct oc_bitcode_object *out, struct capacities *capacities) {
    const char *own = LLVMGetSection(variable);
    LLVMValueRef value = LLVMGetInitializer(variable);
    size_t length;
    if (!own || strcmp(own, section) != 0 || !value || !LLVMIsAConstantDataArray(value) ||
        !LLVMIsConstantString(value))
        return;
    const char *data = LLVMGetAsString(value, &length);
    out->sections = oc_arena_grow(arena, out->sections, out->section_count, &capacities->sections,
                                  sizeof *out->sections);
    out->sections[out->section_count++] =
        (struct oc_slice){oc_arena_strndup(arena, data, length), length};
}

static void read_module(struct oc_arena *arena, LLVMModuleRef module, const char *section,
                        struct oc_bitcode_object *out) {
    struct capacities capacities = {0};
    OC_EACH_FUNCTION (function, module) {
        add_symbol(arena, function, out, &capacities);
    }
    for (LLVMValueRef variable = LLVMGetFirstGlobal(module); variable;
         variable = LLVMGetNextGlobal(variable)) {
        add_symbol(arena, variable, out, &capacities);
        add_section(arena, variable, section, out, &capacities);
    }
}

bool oc_irobject_read(struct oc_arena *arena, struct oc_slice file, const char *section,
                      struct oc_bitcode_object *out) {
    static const char raw[] = "BC\xC0\xDE", wrapped[] = "\xDE\xC0\x17\x0B";
    enum { MAGIC = 4 };
    struct oc_ir ir;
    *out = (struct oc_bitcode_object){0};
    if (file.length < MAGIC ||
        (memcmp(file.data, raw, MAGIC) != 0 && memcmp(file.data, wrapped, MAGIC) != 0))
        return false;
    bool read = oc_ir_open_bytes(&ir, arena, file, true);
    if (read)
        read_module(arena, ir.module, section, out);
    oc_ir_release(&ir);
    return read;
}

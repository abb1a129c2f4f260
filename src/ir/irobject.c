#include "ir/irobject.h"

#include "base/text.h"
#include "ir/ir.h"

#include <llvm-c/BitReader.h>
#include <string.h>

static void handle_nothing(LLVMDiagnosticInfoRef info, void *data) {
    (void)info, (void)data;
}

static bool is_local(LLVMValueRef value) {
    LLVMLinkage linkage = LLVMGetLinkage(value);
    return linkage == LLVMInternalLinkage || linkage == LLVMPrivateLinkage ||
           linkage == LLVMAppendingLinkage;
}

static void add_symbol(struct oc_arena *arena, LLVMValueRef value, struct oc_object *out,
                       size_t *capacity) {
    LLVMLinkage linkage = LLVMGetLinkage(value);
    const char *name = oc_ir_name(value);
    if (is_local(value) || oc_starts_with(name, "llvm."))
        return;
    out->symbols =
        oc_arena_grow(arena, out->symbols, out->symbol_count, capacity, sizeof *out->symbols);
    out->symbols[out->symbol_count++] = (struct oc_object_symbol){
        .name = oc_arena_strdup(arena, name),
        .is_defined = !LLVMIsDeclaration(value),
        .is_weak = linkage == LLVMExternalWeakLinkage || linkage == LLVMWeakAnyLinkage ||
                   linkage == LLVMWeakODRLinkage,
    };
}

static void add_section(struct oc_arena *arena, LLVMValueRef variable, const char *section,
                        struct oc_object *out, size_t *capacity) {
    const char *own = LLVMGetSection(variable);
    LLVMValueRef value = LLVMGetInitializer(variable);
    size_t length;
    if (!own || strcmp(own, section) != 0 || !value || !LLVMIsAConstantDataArray(value) ||
        !LLVMIsConstantString(value))
        return;
    const char *data = LLVMGetAsString(value, &length);
    out->sections =
        oc_arena_grow(arena, out->sections, out->section_count, capacity, sizeof *out->sections);
    out->sections[out->section_count++] =
        (struct oc_bytes){oc_arena_strndup(arena, data, length), length};
}

static void read_module(struct oc_arena *arena, LLVMModuleRef module, const char *section,
                        struct oc_object *out) {
    size_t symbols = 0, sections = 0;
    OC_EACH_FUNCTION (function, module) {
        add_symbol(arena, function, out, &symbols);
    }
    for (LLVMValueRef variable = LLVMGetFirstGlobal(module); variable;
         variable = LLVMGetNextGlobal(variable)) {
        add_symbol(arena, variable, out, &symbols);
        add_section(arena, variable, section, out, &sections);
    }
    for (LLVMValueRef alias = LLVMGetFirstGlobalAlias(module); alias;
         alias = LLVMGetNextGlobalAlias(alias))
        add_symbol(arena, alias, out, &symbols);
}

bool oc_irobject_read(struct oc_arena *arena, struct oc_bytes file, const char *section,
                      struct oc_object *out) {
    static const char raw[] = "BC\xC0\xDE", wrapped[] = "\xDE\xC0\x17\x0B";
    enum { MAGIC = 4 };
    LLVMModuleRef module = NULL;
    *out = (struct oc_object){0};
    if (file.length < MAGIC ||
        (memcmp(file.data, raw, MAGIC) != 0 && memcmp(file.data, wrapped, MAGIC) != 0))
        return false;
    LLVMContextRef context = LLVMContextCreate();
    LLVMContextSetDiagnosticHandler(context, handle_nothing, NULL);
    LLVMMemoryBufferRef buffer =
        LLVMCreateMemoryBufferWithMemoryRangeCopy(file.data, file.length, "");
    // The module takes the buffer, also where this fails.
    bool read = !LLVMGetBitcodeModuleInContext2(context, buffer, &module);
    if (read) {
        read_module(arena, module, section, out);
        LLVMDisposeModule(module);
    }
    LLVMContextDispose(context);
    return read;
}

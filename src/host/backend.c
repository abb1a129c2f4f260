#include "host/backend.h"

#include "base/file.h"
#include "ir/ir.h"

#include <llvm-c/BitReader.h>
#include <llvm-c/Error.h>
#include <llvm-c/ErrorHandling.h>
#include <llvm-c/Target.h>
#include <llvm-c/Transforms/PassBuilder.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

// ---- What LLVM says ----------------------------------------------------------------------------

// Remarks are for those who ask for them, and those have clang's back end.
static void note_message(LLVMDiagnosticInfoRef info, void *data) {
    bool *silent = data;
    if (LLVMGetDiagInfoSeverity(info) != LLVMDSRemark)
        *silent = false;
}

// LLVM ends the process on what a back end cannot do; clang will do so too, and explain it.
static void leave_to_clang(const char *reason) {
    (void)reason;
    _Exit(EXIT_SUCCESS);
}

// ---- What is known to be harmless --------------------------------------------------------------

static bool has_known_flags(LLVMModuleRef module) {
    static const char *const known[] = {"wchar_size", "PIC Level", "PIE Level",
                                        "uwtable",    "openmp",    "Debug Info Version"};
    size_t count, found = 0;
    LLVMModuleFlagEntry *flags = LLVMCopyModuleFlagsMetadata(module, &count);
    for (size_t i = 0; i < count; i++) {
        size_t length;
        const char *name = LLVMModuleFlagEntriesGetKey(flags, (unsigned)i, &length);
        for (size_t k = 0; k < sizeof known / sizeof *known; k++)
            found += strlen(known[k]) == length && memcmp(known[k], name, length) == 0;
    }
    LLVMDisposeModuleFlagsMetadata(flags);
    return found == count;
}

// clang lowers llvm.allow.ubsan.check and its like with a pass of their own.
static bool has_known_functions(LLVMModuleRef module) {
    OC_EACH_FUNCTION (function, module) {
        if (oc_starts_with(oc_ir_name(function), "llvm.allow."))
            return false;
    }
    return true;
}

// Assembly that only refers to symbols, as oc_unlinked_embed adds it.
static bool has_known_assembly(LLVMModuleRef module) {
    size_t length;
    const char *line = LLVMGetModuleInlineAsm(module, &length), *end = line + length;
    while (line < end) {
        const char *next = memchr(line, '\n', (size_t)(end - line));
        if (!oc_starts_with(line, "\t.globl \"") && !oc_starts_with(line, "\t.weak \""))
            return false;
        line = next ? next + 1 : end;
    }
    return true;
}

static bool is_harmless(LLVMModuleRef module) {
    return has_known_assembly(module) && has_known_flags(module) && has_known_functions(module) &&
           !LLVMGetNamedMetadata(module, "llvm.dbg.cu", strlen("llvm.dbg.cu"));
}

// ---- Constructors ------------------------------------------------------------------------------

enum { PRIORITY, FUNCTION, DATA, FIELDS, DEFAULT_PRIORITY = 65535 };

static unsigned long long priority(LLVMValueRef entry) {
    return LLVMConstIntGetZExtValue(LLVMGetOperand(entry, PRIORITY));
}

// In the order in which LLVM writes them. False: something is unusual.
static bool sorted(LLVMValueRef list, struct oc_values *out) {
    for (int i = 0; i < LLVMGetNumOperands(list); i++) {
        LLVMValueRef entry = LLVMGetOperand(list, (unsigned)i);
        if (!LLVMIsAConstantStruct(entry) || LLVMGetNumOperands(entry) != FIELDS ||
            !LLVMIsNull(LLVMGetOperand(entry, DATA)) || LLVMIsNull(LLVMGetOperand(entry, FUNCTION)))
            return false;
        oc_values_add(out, entry);
        for (size_t at = out->count - 1; at && priority(out->items[at - 1]) > priority(entry);
             at--) {
            out->items[at] = out->items[at - 1];
            out->items[at - 1] = entry;
        }
    }
    return true;
}

static void place_entry(struct oc_arena *arena, LLVMModuleRef module, LLVMValueRef entry,
                        const char *section) {
    LLVMValueRef function = LLVMGetOperand(entry, FUNCTION);
    LLVMValueRef pointer = LLVMAddGlobal(module, LLVMTypeOf(function), "");
    LLVMSetInitializer(pointer, function);
    LLVMSetLinkage(pointer, LLVMPrivateLinkage);
    LLVMSetAlignment(pointer, sizeof(void *));
    if (priority(entry) != DEFAULT_PRIORITY)
        section = oc_arena_printf(arena, "%s.%llu", section, priority(entry));
    LLVMSetSection(pointer, section);
}

// The C API makes machines that call constructors from .ctors. A pointer in a section of this name
// is what clang's machine writes for one.
static bool place_all(struct oc_arena *arena, LLVMModuleRef module, const char *list,
                      const char *section) {
    LLVMValueRef global = LLVMGetNamedGlobal(module, list);
    struct oc_values entries = {.arena = arena};
    if (!global)
        return true;
    LLVMValueRef value = LLVMGetInitializer(global);
    if (!value || !LLVMIsAConstantArray(value) || !sorted(value, &entries))
        return false;
    for (size_t i = 0; i < entries.count; i++)
        place_entry(arena, module, entries.items[i], section);
    LLVMDeleteGlobal(global);
    return true;
}

// ---- The object --------------------------------------------------------------------------------

static const char *joined(struct oc_arena *arena, const struct oc_args *features) {
    struct oc_text text = {.arena = arena};
    oc_text_add(&text, "");
    for (size_t i = 0; i < features->count; i++)
        oc_text_printf(&text, "%s%s", i ? "," : "", features->items[i]);
    return text.data;
}

static LLVMTargetRef find_target(const char *triple) {
    LLVMInitializeX86TargetInfo();
    LLVMInitializeX86Target();
    LLVMInitializeX86TargetMC();
    LLVMInitializeX86AsmPrinter();
    LLVMInitializeX86AsmParser();
    LLVMTargetRef target;
    return LLVMGetTargetFromTriple(triple, &target, NULL) ? NULL : target;
}

LLVMTargetMachineRef oc_backend_machine(const char *triple) {
    LLVMTargetRef target = find_target(triple);
    return target ? LLVMCreateTargetMachine(target, triple, "", "", LLVMCodeGenLevelDefault,
                                            LLVMRelocDefault, LLVMCodeModelDefault)
                  : NULL;
}

static LLVMTargetMachineRef make_machine(struct oc_arena *arena, const char *triple,
                                         const struct oc_backend_request *request) {
    LLVMTargetRef target = find_target(triple);
    if (!target)
        return NULL;
    LLVMTargetMachineOptionsRef options = LLVMCreateTargetMachineOptions();
    LLVMTargetMachineOptionsSetCPU(options, request->cpu);
    LLVMTargetMachineOptionsSetFeatures(options, joined(arena, &request->features));
    LLVMTargetMachineOptionsSetRelocMode(
        options, strcmp(request->relocation, "pic") == 0 ? LLVMRelocPIC : LLVMRelocStatic);
    LLVMTargetMachineOptionsSetCodeGenOptLevel(
        options, *request->level == '3' ? LLVMCodeGenLevelAggressive : LLVMCodeGenLevelDefault);
    LLVMTargetMachineRef machine = LLVMCreateTargetMachineWithOptions(target, triple, options);
    LLVMDisposeTargetMachineOptions(options);
    return machine;
}

// What clang sets of PipelineTuningOptions at these levels; the rest are LLVM's own values there
// too.
static bool optimize_host_module(struct oc_arena *arena, LLVMModuleRef module,
                                 LLVMTargetMachineRef machine, const char *level) {
    LLVMPassBuilderOptionsRef options = LLVMCreatePassBuilderOptions();
    LLVMPassBuilderOptionsSetLoopUnrolling(options, true);
    LLVMPassBuilderOptionsSetLoopInterleaving(options, true);
    LLVMPassBuilderOptionsSetLoopVectorization(options, true);
    LLVMPassBuilderOptionsSetSLPVectorization(options, true);
    LLVMPassBuilderOptionsSetMergeFunctions(options, false);
    LLVMPassBuilderOptionsSetCallGraphProfile(options, true);
    LLVMErrorRef error =
        LLVMRunPasses(module, oc_arena_printf(arena, "default<O%s>", level), machine, options);
    LLVMDisposePassBuilderOptions(options);
    LLVMConsumeError(error);
    return !error;
}

static LLVMMemoryBufferRef compile_module(struct oc_arena *arena, LLVMModuleRef module,
                                          LLVMTargetMachineRef machine, const char *level) {
    LLVMMemoryBufferRef object = NULL;
    char *message = NULL;
    LLVMTargetDataRef layout = LLVMCreateTargetDataLayout(machine);
    LLVMSetModuleDataLayout(module, layout);
    LLVMDisposeTargetData(layout);
    if (!is_harmless(module) || !optimize_host_module(arena, module, machine, level) ||
        !place_all(arena, module, "llvm.global_ctors", ".init_array") ||
        !place_all(arena, module, "llvm.global_dtors", ".fini_array") ||
        LLVMTargetMachineEmitToMemoryBuffer(machine, module, LLVMObjectFile, &message, &object))
        object = NULL;
    LLVMDisposeMessage(message);
    return object;
}

static void write_object(struct oc_arena *arena, LLVMModuleRef module, const bool *silent,
                         const struct oc_backend_request *request) {
    LLVMTargetMachineRef machine = make_machine(arena, LLVMGetTarget(module), request);
    if (!machine)
        return;
    LLVMMemoryBufferRef object = compile_module(arena, module, machine, request->level);
    if (object && *silent)
        oc_file_write(request->out_object, LLVMGetBufferStart(object), LLVMGetBufferSize(object));
    if (object)
        LLVMDisposeMemoryBuffer(object);
    LLVMDisposeTargetMachine(machine);
}

void oc_backend_emit(struct oc_arena *arena, const struct oc_backend_request *request) {
    bool silent = true;
    LLVMMemoryBufferRef bitcode;
    LLVMModuleRef module = NULL;
    char *message = NULL;
    unlink(request->out_object); // of a build before
    LLVMResetFatalErrorHandler();
    LLVMInstallFatalErrorHandler(leave_to_clang);
    if (LLVMCreateMemoryBufferWithContentsOfFile(request->in, &bitcode, &message)) {
        LLVMDisposeMessage(message);
        return;
    }
    LLVMContextRef context = LLVMContextCreate();
    LLVMContextSetDiagnosticHandler(context, note_message, &silent);
    LLVMContextSetDiscardValueNames(context, true);
    if (!LLVMParseBitcodeInContext2(context, bitcode, &module)) {
        write_object(arena, module, &silent, request);
        LLVMDisposeModule(module);
    }
    LLVMDisposeMemoryBuffer(bitcode);
    LLVMContextDispose(context);
}

bool oc_backend_emit_data(struct oc_ir *ir, const struct oc_backend_request *request) {
    LLVMTargetMachineRef machine = make_machine(ir->arena, request->triple, request);
    LLVMMemoryBufferRef object = NULL;
    char *message = NULL;
    if (!machine) {
        oc_error(ir->diag, "internal error: there is no back end for '%s'", request->triple);
        return false;
    }
    LLVMTargetDataRef layout = LLVMCreateTargetDataLayout(machine);
    LLVMSetTarget(ir->module, request->triple);
    LLVMSetModuleDataLayout(ir->module, layout);
    LLVMDisposeTargetData(layout);
    bool done = !LLVMTargetMachineEmitToMemoryBuffer(machine, ir->module, LLVMObjectFile, &message,
                                                     &object);
    if (done)
        done = oc_file_write_or_report(request->out_object, "object", LLVMGetBufferStart(object),
                                       LLVMGetBufferSize(object), ir->diag);
    else
        oc_error(ir->diag, "cannot write the images' object: %s", message);
    LLVMDisposeMessage(message);
    if (object)
        LLVMDisposeMemoryBuffer(object);
    LLVMDisposeTargetMachine(machine);
    return done;
}

#include "device/device.h"

#include "base/file.h"
#include "cpu/cpu.h"
#include "cpu/longgroups.h"
#include "device/arguments.h"
#include "device/assemblyplaces.h"
#include "device/atomics.h"
#include "device/carried.h"
#include "device/clibrary.h"
#include "device/convergence.h"
#include "device/culprit.h"
#include "device/inplace.h"
#include "device/join.h"
#include "device/leaving.h"
#include "device/loopends.h"
#include "device/machine.h"
#include "device/math/mathlib.h"
#include "device/members.h"
#include "device/memories.h"
#include "device/moves.h"
#include "device/namedcalls.h"
#include "device/narrowids.h"
#include "device/pragmas.h"
#include "device/recursion.h"
#include "device/remarks.h"
#include "device/room.h"
#include "device/streaming.h"
#include "device/targets/lowering.h"
#include "device/undefined.h"
#include "device/unroll.h"
#include "device/whole.h"
#include "effects/effects.h"
#include "glue/names.h"
#include "ir/annotations.h"
#include "ir/checks.h"
#include "ir/codegen.h"
#include "ir/debuginfo.h"
#include "ir/emulate.h"
#include "ir/gotos.h"
#include "ir/library.h"
#include "ir/mathcalls.h"
#include "ir/minima.h"
#include "ir/pieces.h"
#include "ir/stops.h"
#include "model/usage.h"

#include <llvm-c/DebugInfo.h>
#include <llvm-c/Support.h>
#include <llvm-c/Target.h>
#include <string.h>

// ---- The module --------------------------------------------------------------------------------

// A GPU's code is all for one processor, the machine's. What else functions name is the host's,
// from
// __attribute__((target("avx2"))).
static void remove_targets(LLVMModuleRef module) {
    static const char *const attributes[] = {"target-cpu", "tune-cpu", "target-features"};
    oc_ir_remove_text_attributes(module, attributes, sizeof attributes / sizeof *attributes);
}

static void add_attributes(struct oc_ir *ir, const char *const *names) {
    OC_EACH_FUNCTION (function, ir->module) {
        for (const char *const *name = names; name && *name && !LLVMIsDeclaration(function); name++)
            LLVMAddAttributeAtIndex(
                function, LLVMAttributeFunctionIndex,
                LLVMCreateStringAttribute(ir->context, *name, (unsigned)strlen(*name), "", 0));
    }
}

static LLVMValueRef find_device_function(struct oc_ir *ir, const char *prefix, const char *name) {
    return LLVMGetNamedFunction(ir->module, oc_arena_printf(ir->arena, "%s%s", prefix, name));
}

static bool make_entries(struct oc_ir *ir, const struct oc_unit *unit,
                         const struct oc_lowering *lowering) {
    for (size_t i = 0; i < unit->kernel_count; i++) {
        const struct oc_kernel *kernel = &unit->kernels[i];
        LLVMValueRef entry = find_device_function(ir, OC_GLUE_ENTRY, kernel->name);
        LLVMValueRef body = LLVMGetNamedFunction(ir->module, kernel->name);
        if (!entry || !body) {
            oc_report(ir->diag, OC_ERROR, kernel->place, NULL, "kernel '%s' has no code for '%s'",
                      kernel->name, lowering->target->name);
            return false;
        }
        const char *body_name = oc_arena_printf(ir->arena, "%s.kernel", kernel->name);
        LLVMSetValueName2(body, body_name, strlen(body_name));
        const char *entry_name = oc_glue_entry(ir->arena, kernel->name);
        LLVMSetValueName2(entry, entry_name, strlen(entry_name));
        LLVMSetFunctionCallConv(entry, lowering->entry_convention);
    }
    return true;
}

// The host finds a device variable by its symbol, a static one too: each image is of one unit.
static void export_variable(struct oc_ir *ir, const char *name) {
    LLVMValueRef variable = LLVMGetNamedGlobal(ir->module, name);
    if (!variable || LLVMIsDeclaration(variable))
        return;
    const char *symbol = oc_glue_entry(ir->arena, name);
    LLVMSetValueName2(variable, symbol, strlen(symbol));
    LLVMSetLinkage(variable, LLVMExternalLinkage);
    LLVMSetVisibility(variable, LLVMProtectedVisibility);
}

// Only entries, the marker and device variables are seen from outside; the rest can be optimised
// away.
static void internalize(struct oc_ir *ir, const struct oc_unit *unit) {
    OC_EACH_FUNCTION (function, ir->module) {
        if (LLVMIsDeclaration(function))
            continue;
        LLVMSetVisibility(function, LLVMDefaultVisibility);
        LLVMSetLinkage(function, LLVMInternalLinkage);
    }
    for (size_t i = 0; i < unit->kernel_count; i++) {
        LLVMValueRef entry =
            LLVMGetNamedFunction(ir->module, oc_glue_entry(ir->arena, unit->kernels[i].name));
        LLVMSetLinkage(entry, LLVMExternalLinkage);
        LLVMSetVisibility(entry, LLVMProtectedVisibility);
    }
    for (LLVMValueRef global = LLVMGetFirstGlobal(ir->module); global;
         global = LLVMGetNextGlobal(global)) {
        if (LLVMIsDeclaration(global) || oc_starts_with(oc_ir_name(global), "llvm."))
            continue;
        if (strcmp(oc_ir_name(global), OC_GLUE_MARKER) == 0) {
            LLVMSetVisibility(global, LLVMProtectedVisibility);
            continue;
        }
        LLVMSetVisibility(global, LLVMDefaultVisibility);
        LLVMSetLinkage(global, LLVMInternalLinkage);
    }
    for (size_t i = 0; i < unit->global_count; i++)
        export_variable(ir, unit->globals[i].name);
}

// What the device's runtime writes to, if it is still there, before the optimiser takes it for 0;
// and its address, which ours may change.
static void export_client(struct oc_ir *ir, const char *name) {
    LLVMValueRef client = name ? LLVMGetNamedGlobal(ir->module, name) : NULL;
    if (!client)
        return;
    LLVMSetLinkage(client, LLVMExternalLinkage);
    LLVMSetVisibility(client, LLVMProtectedVisibility);
    LLVMTypeRef word = LLVMInt64TypeInContext(ir->context);
    LLVMValueRef words[] = {LLVMConstInt(word, 1, false), LLVMConstPtrToInt(client, word)};
    LLVMSetInitializer(LLVMGetNamedGlobal(ir->module, OC_GLUE_MARKER),
                       LLVMConstArray2(word, words, 2));
}

// What is internal can have any name.
static void rename_reserved(struct oc_ir *ir, const char *const *names) {
    for (const char *const *name = names; name && *name; name++) {
        LLVMValueRef value = LLVMGetNamedGlobal(ir->module, *name);
        value = value ? value : LLVMGetNamedFunction(ir->module, *name);
        const char *other = oc_arena_printf(ir->arena, "%s_", *name);
        if (value && LLVMGetLinkage(value) == LLVMInternalLinkage)
            LLVMSetValueName2(value, other, strlen(other));
    }
}

static bool lower_for_cpu(struct oc_ir *ir, const struct oc_unit *unit,
                          const struct oc_device_request *request) {
    struct oc_cpu_kernel *kernels =
        OC_NEW_ARRAY(ir->arena, unit->kernel_count, struct oc_cpu_kernel);
    for (size_t i = 0; i < unit->kernel_count; i++) {
        const char *name = oc_arena_printf(ir->arena, "%s.kernel", unit->kernels[i].name);
        kernels[i].body = LLVMGetNamedFunction(ir->module, name);
    }
    struct oc_missed missed = {
        .ir = ir, .remarks = oc_missed_is_asked(&request->remarks), .said = {.arena = ir->arena}};
    if (!oc_cpu_lower(ir, unit, kernels, &missed))
        return false;
    oc_minima_compare(ir);
    return true;
}

// ---- Out ---------------------------------------------------------------------------------------

// The statements of inline assembly, or as many as a user would look at. LLVM's assembler names no
// place in the source, and without -g the code that it reads has none.
struct assembly {
    struct oc_place places[8];
    size_t count;
};

static void find_assembly(struct oc_ir *ir, struct assembly *assembly) {
    OC_EACH_FUNCTION (function, ir->module)
        OC_EACH_BLOCK (block, function)
            OC_EACH_INSTRUCTION (instruction, block)
                if (LLVMIsACallInst(instruction) &&
                    LLVMIsAInlineAsm(LLVMGetCalledValue(instruction)) &&
                    assembly->count < sizeof assembly->places / sizeof *assembly->places) {
                    struct oc_place place = oc_ir_place(ir->arena, instruction);
                    if (place.file)
                        assembly->places[assembly->count++] = place;
                }
}

// LLVM's assembler names places in assembly; what has none, or no more than a function, is looked
// for (culprit.h).
static void handle_message(LLVMDiagnosticInfoRef info, void *data) {
    if (LLVMGetDiagInfoSeverity(info) != LLVMDSError)
        return;
    char *text = LLVMGetDiagInfoDescription(info);
    if (!oc_starts_with(text, "<inline asm>"))
        oc_culprit_start_again();
    oc_error((struct oc_diag *)data, "%s", text);
    LLVMDisposeMessage(text);
}

static bool emit_code(struct oc_ir *ir, const struct oc_device_request *request,
                      LLVMTargetMachineRef machine, LLVMCodeGenFileType kind, const char *path,
                      const struct assembly *assembly) {
    const struct oc_lowering *lowering = oc_lowering_of(request->target);
    // Code generation changes the module, so each output gets a copy.
    LLVMModuleRef copy = LLVMCloneModule(ir->module);
    LLVMMemoryBufferRef buffer;
    char *message = NULL;
    if (!oc_remarks_are_captured())
        LLVMContextSetDiagnosticHandler(ir->context, handle_message, ir->diag);
    bool failed = oc_codegen_emit(machine, copy, kind, &message, &buffer);
    LLVMDisposeModule(copy);
    if (failed) {
        oc_error(ir->diag, "cannot generate code: %s", message);
        LLVMDisposeMessage(message);
        return false;
    }
    for (size_t i = 0; ir->diag->errors && i < assembly->count; i++)
        oc_report(ir->diag, OC_NOTE, assembly->places[i], NULL, "inline assembly is here");
    struct oc_bytes code = {LLVMGetBufferStart(buffer), LLVMGetBufferSize(buffer)};
    if (kind == LLVMAssemblyFile && lowering->finish_text)
        code = lowering->finish_text(ir->arena, code, oc_machine_level(request) != '0');
    bool written = !ir->diag->errors &&
                   oc_file_write_or_report(path, "device code", code.data, code.length, ir->diag);
    LLVMDisposeMemoryBuffer(buffer);
    return written;
}

// On GPUs a branch costs more than a few instructions for nothing.
static const char *pipeline_of(struct oc_ir *ir, const struct oc_device_request *request) {
    char level = oc_machine_level(request);
    if (!request->target->is_gpu || level == '0')
        return oc_arena_printf(ir->arena, "default<O%c>", level);
    const struct oc_code_generator *generator = oc_lowering_of(request->target)->generator;
    const char *passes = generator && generator->passes ? generator->passes : "";
    return oc_arena_printf(ir->arena,
                           "default<O%c>,function(%ssimplifycfg<bonus-inst-threshold=8;"
                           "hoist-common-insts;sink-common-insts>)",
                           level, passes);
}

static bool optimize_once(struct oc_ir *ir, const struct oc_unit *unit,
                          const struct oc_device_request *request, LLVMTargetMachineRef machine) {
    return (request->target->is_gpu || oc_longgroups_straighten(ir, machine)) &&
           oc_ir_run(ir, ir->module, pipeline_of(ir, request), machine) &&
           (!request->target->is_gpu || request->level == '0' ||
            (oc_inplace_read(ir, unit) && oc_carried_to_registers(ir, machine)));
}

// Optimises `other`, the module as it was, with the threshold raised, and takes it if that is
// better. Takes both modules.
static bool optimize_again(struct oc_ir *ir, const struct oc_unit *unit,
                           const struct oc_device_request *request, LLVMTargetMachineRef machine,
                           LLVMModuleRef other) {
    LLVMModuleRef first = ir->module;
    ir->module = other;
    bool done = optimize_once(ir, unit, request, machine);
    if (done && !oc_unroll_is_better(first, other)) {
        ir->module = first;
        first = other;
    }
    LLVMDisposeModule(first);
    return done;
}

static bool optimize_well(struct oc_ir *ir, const struct oc_unit *unit,
                          const struct oc_device_request *request, LLVMTargetMachineRef machine) {
    const struct oc_lowering *lowering = oc_lowering_of(request->target);
    add_attributes(ir, lowering->attributes);
    export_client(ir, lowering->rpc_client);
    if (request->unoptimised)
        return true;
    if (request->target->is_gpu && request->level != '0') {
        oc_convergence_infer(ir);
        if (!oc_pragmas_unroll(ir, lowering, machine))
            return false;
    }
    if (!request->target->is_gpu || oc_machine_level(request) != '3')
        return optimize_once(ir, unit, request, machine);
    LLVMModuleRef original = LLVMCloneModule(ir->module);
    bool done = optimize_once(ir, unit, request, machine);
    if (done && oc_unroll_stack(ir->module)) {
        oc_unroll_raise_threshold();
        done = oc_unroll_for_registers(ir, machine);
    }
    if (done && oc_unroll_stack(ir->module))
        done = optimize_again(ir, unit, request, machine, original);
    else
        LLVMDisposeModule(original);
    return done;
}

// Lines that nobody asked for stay as long as the optimiser may need them for messages.
static bool optimize_device_module(struct oc_ir *ir, const struct oc_unit *unit,
                                   const struct oc_device_request *request,
                                   LLVMTargetMachineRef machine, const struct oc_remarks *remarks) {
    if (!request->debug && !request->places && !oc_remarks_need_lines(remarks))
        LLVMStripModuleDebugInfo(ir->module);
    bool done = optimize_well(ir, unit, request, machine);
    if (!request->debug && !request->places && !remarks->wanted)
        LLVMStripModuleDebugInfo(ir->module);
    return done;
}

static void share(LLVMValueRef value, const char *symbol) {
    LLVMSetValueName2(value, symbol, strlen(symbol));
    LLVMSetLinkage(value, LLVMExternalLinkage);
    LLVMSetVisibility(value, LLVMHiddenVisibility);
}

// The host's object may refer to what runs blocks (host.h).
static bool share_blocks(struct oc_ir *ir, const struct oc_unit *unit,
                         const struct oc_device_request *request) {
    bool shares = request->target->is_host_cpu && (request->symbols || oc_glue_can_share(unit));
    for (size_t i = 0; i < unit->kernel_count && shares; i++) {
        const char *name = unit->kernels[i].name;
        LLVMValueRef blocks = find_device_function(ir, OC_GLUE_BLOCKS, name);
        LLVMValueRef frame =
            LLVMGetNamedGlobal(ir->module, oc_arena_printf(ir->arena, "%s%s", OC_GLUE_FRAME, name));
        if (!blocks || !frame) {
            oc_report(ir->diag, OC_ERROR, unit->kernels[i].place, NULL,
                      "internal error: kernel '%s' has no code to share; please report this", name);
            return false;
        }
        if (request->symbols) {
            share(blocks, request->symbols[i].blocks);
            share(frame, request->symbols[i].frame);
        } else {
            oc_piece_export(ir, blocks, OC_PIECE_SUFFIX);
            oc_piece_export(ir, frame, OC_PIECE_SUFFIX);
        }
    }
    return true;
}

// LLVM 22 cannot compile functions that take structs by value and have short pointers.
static bool passes_structs(LLVMModuleRef module) {
    static const char name[] = "byval";
    unsigned kind = LLVMGetEnumAttributeKindForName(name, sizeof name - 1);
    OC_EACH_FUNCTION (function, module) {
        for (unsigned i = 1; i <= LLVMCountParams(function); i++)
            if (LLVMGetEnumAttributeAtIndex(function, i, kind))
                return true;
    }
    return false;
}

// Makes the machine one with short pointers to shared memory, which the optimiser does not mind.
static bool shorten_pointers(struct oc_ir *ir, const struct oc_device_request *request,
                             LLVMTargetMachineRef *machine) {
    const struct oc_code_generator *generator = oc_lowering_of(request->target)->generator;
    const char *option = generator ? generator->short_pointers : NULL;
    if (!option || passes_structs(ir->module))
        return true;
    LLVMParseCommandLineOptions(2, (const char *const[]){"offloadcc", option}, NULL);
    LLVMDisposeTargetMachine(*machine);
    *machine = oc_machine_make(ir, request);
    if (!*machine)
        return false;
    LLVMTargetDataRef layout = LLVMCreateTargetDataLayout(*machine);
    LLVMSetModuleDataLayout(ir->module, layout);
    LLVMDisposeTargetData(layout);
    return true;
}

static bool emit_all(struct oc_ir *ir, const struct oc_unit *unit,
                     const struct oc_device_request *request, LLVMTargetMachineRef machine,
                     const struct assembly *assembly) {
    LLVMCodeGenFileType code = request->target->assembler ? LLVMAssemblyFile : LLVMObjectFile;
    if (request->places) {
        oc_culprit_report(ir, machine, code, request->arch, unit->kernels[0].place);
        return false;
    }
    const struct oc_lowering *lowering = oc_lowering_of(request->target);
    if (lowering->constant)
        oc_constants_load(ir, lowering->constant);
    if (!oc_ir_write(ir, request->out_bitcode))
        return false;
    if (lowering->atomics && lowering->atomics->text)
        oc_atomics_write_scopes(ir, lowering, request->arch);
    if (lowering->ignores_cache_hints)
        oc_streaming_write(ir, lowering);
    return share_blocks(ir, unit, request) &&
           emit_code(ir, request, machine, code, request->out_code, assembly) &&
           (!request->out_assembly ||
            emit_code(ir, request, machine, LLVMAssemblyFile, request->out_assembly, assembly));
}

static void remove_computed_gotos(struct oc_ir *ir) {
    struct oc_edit edit = oc_edit_begin(ir);
    OC_EACH_FUNCTION (function, ir->module) {
        oc_gotos_to_switches(&edit, function);
    }
    oc_edit_end(&edit);
}

// What GPUs lack, and what they have and C has not: memory of a block's own, constant memory, and
// atomics of one scope or another.
static void lower_for_gpu(struct oc_ir *ir, const struct oc_lowering *lowering, const char *arch,
                          struct oc_memories *memories) {
    const struct oc_atomics *atomics = lowering->atomics;
    if (!lowering->target->entry_runs_grid)
        remove_computed_gotos(ir);
    *memories = oc_memories_lower(ir, lowering);
    if (!atomics)
        return;
    if (atomics->promises)
        oc_atomics_drop_promises(ir, atomics);
    if (atomics->lacks_signal_fences)
        oc_atomics_lower_signal_fences(ir);
    if (atomics->forgets_order)
        oc_atomics_make_fences(ir, atomics->lacks_order(arch));
}

// What the host pass narrows mappings by.
static bool write_usage(struct oc_ir *ir, const struct oc_unit *unit,
                        const struct oc_device_request *request) {
    struct oc_usage usage;
    if (!request->out_usage)
        return true;
    if (!oc_effects_find(ir, unit, request->level == '0', &usage))
        return false;
    const char *json = oc_usage_to_json(ir->arena, unit, &usage);
    return oc_file_write_or_report(request->out_usage, "usage of arrays", json, strlen(json),
                                   ir->diag);
}

// No device has errno, whatever its front end made of the calls; and what is LLVM's own, such as a
// root, has instructions.
static void lower_math(struct oc_ir *ir) {
    OC_EACH_FUNCTION (function, ir->module) {
        if (!LLVMIsDeclaration(function))
            oc_mathcalls_forget_errno(ir, function);
    }
    oc_mathlib_lower(ir);
}

static bool link_builtins(struct oc_ir *ir, const struct oc_device_request *request) {
    const struct oc_target *target = request->target;
    // In the runtime they share a thread's place in the grid with functions that the host compiled.
    if (request->for_host)
        return true;
    LLVMModuleRef builtins = oc_ir_read(ir, request->builtins, "device library", false);
    if (!builtins || !target->is_gpu)
        return builtins && oc_library_link(ir, builtins);
    const struct oc_substitutes *substitutes = oc_lowering_of(target)->substitutes;
    return oc_library_link_builtins(
        ir, builtins, substitutes ? substitutes->of_all(request->arch, request->feature) : NULL,
        substitutes ? substitutes->of_unoptimised(request->arch) : NULL);
}

static bool link_math(struct oc_ir *ir, const struct oc_device_request *request) {
    const struct oc_code_generator *generator = oc_lowering_of(request->target)->generator;
    struct oc_mathlib from = {
        .libclc = request->libclc,
        .vendor = request->vendor_math,
        .target = request->target,
        .has = {.log2 = generator ? generator->log2 : NULL,
                .has_exponentials = generator && generator->has_exponentials},
        .arch = request->arch,
        .mode = request->math,
        .joins_pairs = request->level != '0',
    };
    if (!request->libclc)
        return true;
    oc_mathapprox(ir, &from.has, request->approximation);
    return oc_mathlib_link(ir, &from);
}

bool oc_device_compile(struct oc_ir *ir, const struct oc_unit *unit,
                       const struct oc_device_request *request) {
    const struct oc_target *target = request->target;
    const struct oc_lowering *lowering = oc_lowering_of(target);
    struct oc_memories memories = {0};
    struct assembly assembly = {.count = 0};
    struct oc_remarks remarks;
    lowering->initialize();
    oc_machine_set_options(ir, lowering->generator);
    LLVMTargetMachineRef machine = oc_machine_make(ir, request);
    if (!machine)
        return false;
    find_assembly(ir, &assembly);
    if (target->assembler)
        oc_assemblyplaces_mark(ir);
    if (lowering->atomics && lowering->atomics->scope)
        oc_atomics_read_scopes(ir, lowering->atomics, request->arch);
    oc_annotations_drop_in_code(ir);
    bool done = write_usage(ir, unit, request) &&
                (target->entry_runs_grid || oc_checks_place_in_entries(ir, unit));
    if (!target->is_host_cpu)
        remove_targets(ir->module);
    oc_clibrary_forget_inlines(ir);
    if (request->libclc)
        lower_math(ir);
    if (target->is_gpu && request->level != '0')
        oc_narrow_ids(ir);
    if (target->is_gpu)
        oc_stops_place_on_gpu(ir);
    else
        oc_stops_place_on_cpu(ir);
    done = done && link_builtins(ir, request) && oc_clibrary_link(ir, request->libc) &&
           make_entries(ir, unit, lowering);
    if (done && !target->entry_runs_grid && request->level != '0')
        done = oc_arguments_promise(ir, unit);
    if (lowering->room)
        oc_room_for_blocks(ir, unit, lowering->room);
    if (done)
        internalize(ir, unit);
    if (lowering->generator)
        rename_reserved(ir, lowering->generator->reserved);
    lower_for_gpu(ir, lowering, request->arch, &memories);
    if (!target->is_gpu)
        oc_emulate_keep(ir);
    else if (done)
        oc_emulate(ir);
    done = done && (!target->entry_runs_grid || lower_for_cpu(ir, unit, request));
    oc_annotations_drop_of_globals(ir);
    bool optimises = strchr("123", request->level) != NULL;
    if (done && lowering->whole_warps)
        done = oc_whole_warps(ir, lowering, machine, optimises);
    oc_remarks_begin(&remarks, ir, request->places ? NULL : &request->remarks);
    done = done && oc_ir_run(ir, ir->module, "globaldce", NULL) && link_math(ir, request) &&
           (request->symbols || oc_undefined_check(ir, unit, request->arch, lowering)) &&
           optimize_device_module(ir, unit, request, machine, &remarks);
    if (done && lowering->narrow_copies && request->level != '0')
        done = oc_moves_widen(ir, machine, lowering->variables_pass);
    if (done && target->is_gpu && request->level != '0')
        done = oc_members_even_out(ir, machine, request->level == '1');
    if (lowering->generator && lowering->generator->forgets_lanes)
        done = done && oc_leaving_finish(ir, lowering) &&
               (request->level == '0' || oc_loopends_join(ir));
    if (done && request->debug)
        oc_debuginfo_mend(ir);
    if (done && target->is_gpu) {
        oc_namedcalls_make(ir, lowering);
        oc_recursion_mark(ir);
        oc_recursion_join_lanes(ir, lowering);
    }
    if (done && request->for_host)
        oc_join_use_hosts_addresses(ir);
    done = done && oc_ir_verify(ir) &&
           oc_memories_check(ir, unit, lowering, request->arch, &memories) &&
           shorten_pointers(ir, request, &machine) &&
           emit_all(ir, unit, request, machine, &assembly);
    oc_remarks_end(&remarks);
    if (machine)
        LLVMDisposeTargetMachine(machine);
    return done;
}

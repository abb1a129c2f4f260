#include "effects/effects.h"

#include "base/names.h"
#include "base/text.h"
#include "effects/algebra.h"
#include "effects/callchain.h"
#include "effects/coverage.h"
#include "effects/partial.h"
#include "effects/pointerwrites.h"
#include "effects/races.h"
#include "effects/unused.h"
#include "glue/names.h"
#include "ir/annotations.h"
#include "ir/ids.h"
#include "ir/shared.h"
#include "ir/unoptimised.h"
#include "model/kernelargs.h"

#include <string.h>

// ---- The copy ----------------------------------------------------------------------------------

static LLVMValueRef find_thread(struct oc_ir *ir, LLVMModuleRef copy, const char *kernel) {
    return LLVMGetNamedFunction(copy, oc_arena_printf(ir->arena, OC_GLUE_THREAD "%s", kernel));
}

// Only the kernels' thread functions are to stay, with as much as possible inlined.
static void keep_threads(struct oc_ir *ir, LLVMModuleRef copy, const struct oc_unit *unit) {
    // LLVM's default is 225. What is not optimised, and what gets structs by value, costs more.
    static const char threshold[] = "function-inline-threshold", cost[] = "2000";
    enum { size = sizeof threshold - 1 };
    OC_EACH_FUNCTION (function, copy) {
        if (LLVMIsDeclaration(function))
            continue;
        oc_ir_remove_attribute(function, "noinline");
        oc_ir_remove_attribute(function, "noprofile"); // of the glue, which keeps others apart
        LLVMAddAttributeAtIndex(
            function, LLVMAttributeFunctionIndex,
            LLVMCreateStringAttribute(ir->context, threshold, size, cost, sizeof cost - 1));
        LLVMSetVisibility(function, LLVMDefaultVisibility);
        LLVMSetLinkage(function, LLVMInternalLinkage);
    }
    for (size_t i = 0; i < unit->kernel_count; i++) {
        LLVMValueRef thread = find_thread(ir, copy, unit->kernels[i].name);
        LLVMValueRef body = LLVMGetNamedFunction(copy, unit->kernels[i].name);
        if (thread)
            LLVMSetLinkage(thread, LLVMExternalLinkage);
        if (body && !LLVMIsDeclaration(body))
            oc_ir_add_attribute(ir, body, "alwaysinline");
    }
}

// Says of a function that its result depends on its arguments and the thread alone.
static void mark_pure(struct oc_ir *ir, LLVMValueRef function) {
    static const char *const attributes[] = {"nounwind", "willreturn", "nofree", "nosync",
                                             "memory"}; // the value 0: none
    for (size_t i = 0; i < sizeof attributes / sizeof *attributes; i++)
        oc_ir_add_attribute(ir, function, attributes[i]);
}

static LLVMValueRef declare_pure(struct oc_ir *ir, LLVMModuleRef copy, const char *name,
                                 LLVMTypeRef type) {
    LLVMValueRef function = LLVMAddFunction(copy, name, type);
    mark_pure(ir, function);
    return function;
}

// Clang takes every function of a GPU for one that threads have to call together.
static void allow_moves(LLVMValueRef function) {
    oc_ir_remove_attribute(function, "convergent");
    unsigned kind = LLVMGetEnumAttributeKindForName("convergent", strlen("convergent"));
    for (LLVMUseRef use = LLVMGetFirstUse(function); use; use = LLVMGetNextUse(use))
        if (LLVMIsACallInst(LLVMGetUser(use)) && oc_ir_callee(LLVMGetUser(use)) == function)
            LLVMRemoveCallSiteEnumAttribute(LLVMGetUser(use), LLVMAttributeFunctionIndex, kind);
}

// An index that is asked for again is the same value.
static void mark_indices(struct oc_ir *ir, LLVMModuleRef copy) {
    static const char *const names[] = {OC_NAME_THREAD_ID, OC_NAME_BLOCK_ID, OC_NAME_BLOCK_SIZE,
                                        OC_NAME_BLOCK_COUNT, OC_NAME_GLOBAL_ID};
    for (size_t i = 0; i < sizeof names / sizeof *names; i++) {
        LLVMValueRef function = LLVMGetNamedFunction(copy, names[i]);
        if (!function)
            continue;
        mark_pure(ir, function);
        allow_moves(function);
    }
}

// offload_for's part of a block on CPUs, __offloadcc_stretch(&end), becomes two numbers of which
// algebra.h knows what they mean.
static void name_stretches(struct oc_ir *ir, LLVMModuleRef copy) {
    LLVMValueRef stretch = LLVMGetNamedFunction(copy, OC_NAME_STRETCH);
    if (!stretch)
        return;
    LLVMTypeRef i64 = LLVMInt64TypeInContext(ir->context);
    LLVMTypeRef type = LLVMFunctionType(i64, &i64, 1, false);
    LLVMValueRef first = declare_pure(ir, copy, OC_ALGEBRA_STRETCH_FIRST, type);
    LLVMValueRef end = declare_pure(ir, copy, OC_ALGEBRA_STRETCH_END, type);
    LLVMBuilderRef builder = LLVMCreateBuilderInContext(ir->context);
    for (LLVMUseRef use = LLVMGetFirstUse(stretch), next; use; use = next) {
        next = LLVMGetNextUse(use);
        LLVMValueRef call = LLVMGetUser(use);
        if (!LLVMIsACallInst(call) || oc_ir_callee(call) != stretch)
            continue;
        LLVMPositionBuilderBefore(builder, call);
        LLVMValueRef place = LLVMGetOperand(call, 0);
        LLVMValueRef total = LLVMBuildLoad2(builder, i64, place, "");
        LLVMBuildStore(builder, LLVMBuildCall2(builder, type, end, &total, 1, ""), place);
        LLVMReplaceAllUsesWith(call, LLVMBuildCall2(builder, type, first, &total, 1, ""));
        LLVMInstructionEraseFromParent(call);
    }
    LLVMDisposeBuilder(builder);
}

// Inlined, variables promoted, and control flow that is known taken out. Loops are left as they
// are.
static bool simplify_copy(struct oc_ir *ir, LLVMModuleRef copy, const struct oc_unit *unit) {
    static const char inlining[] = "globaldce,always-inline,cgscc(inline),globaldce";
    static const char before[] = "function(sroa,early-cse)";
    static const char after[] = "function(sink,early-cse,sccp,instsimplify,simplifycfg,"
                                "jump-threading,adce,simplifycfg,early-cse)";
    if (!oc_ir_run(ir, copy, inlining, NULL))
        return false;
    oc_unoptimised_keep_copies(ir, copy);
    if (!oc_ir_run(ir, copy, before, NULL))
        return false;
    for (size_t i = 0; i < unit->kernel_count; i++) {
        LLVMValueRef thread = find_thread(ir, copy, unit->kernels[i].name);
        if (thread)
            oc_ids_find(ir, thread, NULL);
    }
    return oc_ir_run(ir, copy, after, NULL);
}

// ---- Warnings ----------------------------------------------------------------------------------

// What is looked for besides which arrays are read and written, and by which code warnings are.
struct aims {
    bool proves;         // whether arrays are written whole
    bool warns_of_reads; // false: the copy has loads that optimised code does not have
};

// What is warned of: a parameter, or what a pointer in one leads to.
struct subject {
    const char *what; // "parameter 'x' of kernel 'k'"
    struct oc_place place;
    unsigned direction;
    bool is_member; // its struct may be for other kernels, too
};

static const char *display(struct oc_arena *arena, const struct oc_kernel *kernel, size_t index) {
    const char *name = kernel->params[index].name;
    if (*name)
        return oc_arena_printf(arena, "parameter '%s' of kernel '%s'", name, kernel->name);
    return oc_arena_printf(arena, "parameter %zu of kernel '%s'", index + 1, kernel->name);
}

static struct subject subject_of(struct oc_arena *arena, const struct oc_kernel *kernel,
                                 size_t argument) {
    const struct oc_member *member = oc_kernel_pointee(kernel, argument);
    if (!member)
        return (struct subject){display(arena, kernel, argument), kernel->params[argument].place,
                                kernel->params[argument].direction, false};
    size_t owner = kernel->param_count;
    while (owner-- > 0)
        if (kernel->params[owner].kind == OC_PARAM_AGGREGATE &&
            oc_kernel_first_pointee(kernel, owner) <= argument)
            break;
    return (struct subject){
        oc_arena_printf(arena, "'%s' of %s", member->path, display(arena, kernel, owner)),
        member->place, member->direction, true};
}

// The instruction's place. Where its module has lines, but the instruction has none, the fallback.
static struct oc_place place_of(struct oc_ir *ir, LLVMValueRef instruction,
                                struct oc_place fallback) {
    struct oc_place place = oc_ir_place(ir->arena, instruction);
    if (place.file)
        return place;
    bool has_lines = LLVMGetNamedMetadataNumOperands(ir->module, "llvm.dbg.cu") > 0;
    return has_lines ? fallback : (struct oc_place){.file = OC_EFFECTS_NO_PLACE};
}

// Whether something that an instruction does may be a write of the array: by this thread, or, at a
// barrier, by others.
static bool may_be_write(const struct oc_accesses *accesses, LLVMValueRef instruction) {
    if (oc_values_contain(&accesses->writes, instruction))
        return true;
    LLVMValueRef callee = oc_ir_is_call(instruction) ? oc_ir_callee(instruction) : NULL;
    return oc_ir_is_call(instruction) && (!callee || !LLVMIsDeclaration(callee) ||
                                          strcmp(oc_ir_name(callee), OC_NAME_BARRIER) == 0 ||
                                          strcmp(oc_ir_name(callee), OC_NAME_GRID_BARRIER) == 0);
}

static bool may_write_before(const struct oc_accesses *accesses, LLVMBasicBlockRef block,
                             LLVMValueRef end) {
    OC_EACH_INSTRUCTION (instruction, block) {
        if (instruction == end)
            return false;
        if (may_be_write(accesses, instruction))
            return true;
    }
    return false;
}

// Whether some write may come before a read is made for the first time. What a loop writes behind
// its read comes too late.
static bool may_follow_write(struct oc_ir *ir, const struct oc_accesses *accesses,
                             LLVMValueRef read) {
    enum { MAX_BLOCKS = 400 }; // a warning is not worth more searches
    struct oc_paths paths;
    LLVMValueRef thread = LLVMGetBasicBlockParent(LLVMGetInstructionParent(read));
    if (LLVMCountBasicBlocks(thread) > MAX_BLOCKS)
        return true;
    oc_paths_read(ir->arena, thread, &paths);
    size_t at = oc_paths_number(&paths, LLVMGetInstructionParent(read));
    if (may_write_before(accesses, paths.blocks[at], read))
        return true;
    if (at == 0)
        return false;
    bool *avoid = OC_NEW_ARRAY(ir->arena, paths.count, bool);
    avoid[at] = true;
    bool *before = oc_paths_search(&paths, 0, avoid, NULL, NULL);
    before[0] = true;
    for (size_t i = 0; i < paths.count; i++)
        if (before[i] && may_write_before(accesses, paths.blocks[i], NULL) &&
            oc_paths_search(&paths, i, NULL, NULL, NULL)[at])
            return true;
    return false;
}

static void warn_of_out(struct oc_ir *ir, const struct oc_kernel *kernel, size_t index,
                        const struct subject *subject, LLVMValueRef thread,
                        const struct oc_accesses *accesses, const struct aims *aims) {
    if (!accesses->writes.count && subject->is_member)
        return;
    if (!accesses->writes.count) {
        oc_report(ir->diag, OC_WARNING, subject->place, "offload-out-unwritten",
                  "%s is marked offload_out, but the kernel never writes it: no value is copied "
                  "back; write it, or declare it 'const'",
                  subject->what);
        return;
    }
    const char *rest =
        subject->is_member ? NULL : oc_partial_find(ir, kernel, index, thread, accesses);
    if (rest)
        oc_report(ir->diag, OC_WARNING, subject->place, "offload-out-unwritten",
                  "%s is marked offload_out, but %s: the other elements are undefined after the "
                  "launch; remove offload_out, or write every element",
                  subject->what, rest);
    for (size_t i = 0; aims->warns_of_reads && i < accesses->reads.count; i++) {
        LLVMValueRef read = accesses->reads.items[i];
        if (LLVMGetBasicBlockParent(LLVMGetInstructionParent(read)) != thread ||
            may_follow_write(ir, accesses, read))
            continue;
        oc_report(ir->diag, OC_WARNING, place_of(ir, read, subject->place), "offload-out-read",
                  "this reads %s before anything is written to it, but it is marked offload_out, "
                  "so its values are not copied to the device; remove offload_out",
                  subject->what);
        return;
    }
}

// Structs with pointers that all have counts: what offload_device_ptr marks is the kernel's to
// change.
struct structs {
    const char *name; // of the parameter, or the path of the member
    struct oc_place place;
    uint64_t size; // of one
    const struct oc_member *members;
    size_t count;
};

static void warn_of_pointers(struct oc_ir *ir, const struct oc_kernel *kernel,
                             const struct structs *structs, LLVMValueRef pointer,
                             const struct oc_accesses *accesses) {
    struct oc_values pointers = {.arena = ir->arena};
    oc_values_add(&pointers, pointer);
    LLVMModuleRef module = LLVMGetGlobalParent(LLVMGetParamParent(pointer));
    struct oc_structs array = {LLVMGetModuleDataLayout(module), &pointers, structs->size};
    bool whole;
    LLVMValueRef write =
        oc_pointerwrites_find(&array, structs->members, structs->count, accesses, &whole);
    if (!write)
        return;
    oc_report(ir->diag, OC_WARNING, place_of(ir, write, structs->place), "offload-pointer-write",
              whole ? "this assigns to whole structs of '%s', a parameter of kernel '%s', and so "
                      "to the pointers in them: on a device the host does not see their new "
                      "values, and on the CPU the host's own pointers change; assign only the "
                      "other members, or reorder an array of indices"
                    : "this assigns to a pointer in the structs of '%s', a parameter of kernel "
                      "'%s': on a device the host does not see the new value, and on the CPU the "
                      "host's own pointer changes; assign it before the launch, or store an index "
                      "instead",
              structs->name, kernel->name);
}

// Whether nothing has been said of a variable at this place.
static bool is_first(struct oc_args *reported, struct oc_place at, const char *variable) {
    const char *key = oc_arena_printf(reported->arena, "%s:%u:%u %s", at.file ? at.file : "",
                                      at.line, at.column, variable);
    for (size_t i = 0; i < reported->count; i++)
        if (strcmp(reported->items[i], key) == 0)
            return false;
    oc_args_add(reported, key);
    return true;
}

// Reports what writes variables that are marked offload_constant: each place once, of those that
// are inlined several times.
static void refuse_writes_of_constants(struct oc_ir *ir, const struct oc_unit *unit,
                                       LLVMModuleRef copy) {
    struct oc_ir of_copy = *ir;
    LLVMValueRef variable, entry;
    struct oc_values seen = {.arena = ir->arena}; // each declaration of several files has a mark
    struct oc_args reported = {.arena = ir->arena};
    of_copy.module = copy;
    for (unsigned index = 0;
         (entry = oc_annotations_next(&of_copy, OC_ANNOTATION_CONSTANT, &index, &variable));) {
        struct oc_accesses accesses;
        if (oc_values_contain(&seen, variable))
            continue;
        oc_values_add(&seen, variable);
        oc_accesses_of(ir, variable, &accesses);
        struct oc_place place = oc_annotations_place(ir, entry);
        for (size_t i = 0; i < accesses.writes.count; i++) {
            LLVMValueRef write = accesses.writes.items[i];
            struct oc_place at = place_of(ir, write, place);
            if (!is_first(&reported, at, oc_ir_name(variable)))
                continue;
            oc_report(ir->diag, OC_ERROR, at, NULL,
                      "this writes to '%s', which is marked offload_constant: only the host can "
                      "change it, with offload_update_to; mark it offload_global if kernels are to "
                      "write it",
                      oc_ir_name(variable));
            oc_callchain_note(ir, unit, write);
        }
    }
}

static bool has_constants(struct oc_ir *ir) {
    LLVMValueRef variable;
    unsigned index = 0;
    return oc_annotations_next(ir, OC_ANNOTATION_CONSTANT, &index, &variable) != NULL;
}

static void warn(struct oc_ir *ir, const struct oc_kernel *kernel, size_t index,
                 const struct subject *subject, LLVMValueRef thread,
                 const struct oc_accesses *accesses, const struct aims *aims) {
    if (accesses->unknown)
        return;
    if (subject->direction == OC_MAP_FROM)
        warn_of_out(ir, kernel, index, subject, thread, accesses, aims);
    else if (subject->direction == OC_MAP_TO && accesses->writes.count)
        oc_report(ir->diag, OC_WARNING, place_of(ir, accesses->writes.items[0], subject->place),
                  "offload-const-write",
                  "this writes to %s, whose elements are const: the new values are not copied "
                  "back, and are lost; declare it without 'const'",
                  subject->what);
}

static bool warn_of_race(struct oc_races *races, const char *what, struct oc_place place,
                         const struct oc_accesses *accesses) {
    struct oc_race race;
    if (!oc_races_find(races, accesses, &race))
        return false;
    oc_report(races->ir->diag, OC_WARNING, place_of(races->ir, race.write, place), "offload-race",
              race.changes ? "%s change the same element of %s here, and what they change "
                             "at the same time is lost; use an atomic, such as offload_atomic_add, "
                             "or give each thread an element of its own"
                           : "%s write to the same element of %s here, each a value of "
                             "its own; let one thread write, or give each thread an element of its "
                             "own",
              oc_arena_printf(races->ir->arena, "%s%s",
                              races->rivals.of_block ? "all threads of a block"
                              : race.by_blocks       ? "threads of all blocks"
                                                     : "all threads",
                              races->rivals.axis == OC_ALL_AXES
                                  ? ""
                                  : oc_arena_printf(races->ir->arena,
                                                    " whose indices differ only in dimension %d",
                                                    races->rivals.axis)),
              what);
    return true;
}

static void warn_of_races_of_params(struct oc_races *races, const struct oc_kernel *kernel,
                                    bool *warned) {
    struct oc_arena *arena = races->ir->arena;
    for (size_t i = 0; i < oc_kernel_argument_count(kernel); i++) {
        struct oc_accesses accesses;
        if (warned[i] ||
            (!oc_kernel_pointee(kernel, i) && kernel->params[i].kind != OC_PARAM_ARRAY))
            continue;
        struct subject subject = subject_of(arena, kernel, i);
        oc_accesses_of(races->ir, LLVMGetParam(races->thread, (unsigned)i), &accesses);
        warned[i] = warn_of_race(races, subject.what, subject.place, &accesses);
    }
}

static void warn_of_races_of_variables(struct oc_races *races, struct oc_values *warned) {
    struct oc_ir of_copy = *races->ir;
    of_copy.module = LLVMGetGlobalParent(races->thread);
    bool of_block = races->rivals.of_block;
    const char *mark = of_block ? OC_ANNOTATION_SHARED : OC_ANNOTATION_GLOBAL;
    struct oc_values seen = {.arena =
                                 of_copy.arena}; // each declaration of several files has a mark
    LLVMValueRef variable, entry;
    for (unsigned index = 0; (entry = oc_annotations_next(&of_copy, mark, &index, &variable));) {
        struct oc_accesses accesses;
        if (oc_values_contain(&seen, variable) || oc_values_contain(warned, variable))
            continue;
        oc_values_add(&seen, variable);
        oc_accesses_of(&of_copy, variable, &accesses);
        const char *name =
            of_block ? oc_shared_name(of_copy.arena, variable) : oc_ir_name(variable);
        if (warn_of_race(races, oc_arena_printf(of_copy.arena, "'%s'", name),
                         oc_annotations_place(races->ir, entry), &accesses))
            oc_values_add(warned, variable);
    }
}

static void warn_of_races(struct oc_ir *ir, const struct oc_kernel *kernel, LLVMValueRef thread) {
    enum { AXES = 3 };
    bool *warned = OC_NEW_ARRAY(ir->arena, oc_kernel_argument_count(kernel) + 1, bool);
    struct oc_values variables = {.arena = ir->arena};
    for (int of_block = 0; of_block < 2; of_block++) {
        unsigned asked = 0;
        for (int axis = OC_ALL_AXES; axis < AXES; axis++) {
            struct oc_races races;
            bool differs = axis == OC_ALL_AXES || (asked != 1u << axis && (asked >> axis & 1));
            if (!differs || (of_block && kernel->block_limit == 1) ||
                !oc_races_read(ir, thread, (struct oc_rivals){of_block, axis}, &races))
                continue;
            asked = axis == OC_ALL_AXES ? races.asked_axes : asked;
            warn_of_races_of_params(&races, kernel, warned);
            warn_of_races_of_variables(&races, &variables);
        }
    }
}

// ---- Usage -------------------------------------------------------------------------------------

static void find_of_param(struct oc_ir *ir, const struct oc_kernel *kernel, size_t index,
                          LLVMValueRef thread, const struct aims *aims,
                          struct oc_param_usage *out) {
    struct oc_accesses accesses;
    oc_accesses_of(ir, LLVMGetParam(thread, (unsigned)index), &accesses);
    const struct oc_param *param = &kernel->params[index];
    struct subject subject = subject_of(ir->arena, kernel, index);
    warn(ir, kernel, index, &subject, thread, &accesses, aims);
    if (param->member_count && !param->device_pointers) {
        struct structs structs = {param->name, param->place, param->size, param->members,
                                  param->member_count};
        warn_of_pointers(ir, kernel, &structs, LLVMGetParam(thread, (unsigned)index), &accesses);
    }
    out->reads = accesses.unknown || accesses.reads.count;
    out->writes = accesses.unknown || accesses.writes.count;
    // What does not go to the device anyway needs no proof.
    if (aims->proves && (kernel->params[index].direction & OC_MAP_TO) && out->writes &&
        oc_coverage_find(ir, kernel, index, thread, &accesses, out))
        out->reads = false;
}

// What a pointer in a struct leads to. Structs with pointers in them go as they are.
static void find_of_pointee(struct oc_ir *ir, const struct oc_kernel *kernel, size_t argument,
                            LLVMValueRef thread, const struct aims *aims,
                            struct oc_param_usage *out) {
    const struct oc_member *member = oc_kernel_pointee(kernel, argument);
    struct subject subject = subject_of(ir->arena, kernel, argument);
    struct oc_accesses accesses;
    oc_accesses_of(ir, LLVMGetParam(thread, (unsigned)argument), &accesses);
    if (!member->member_count)
        warn(ir, kernel, argument, &subject, thread, &accesses, aims);
    if (member->member_count && !member->device_pointers) {
        struct structs structs = {member->path, member->place, member->size, member->members,
                                  member->member_count};
        warn_of_pointers(ir, kernel, &structs, LLVMGetParam(thread, (unsigned)argument), &accesses);
    }
    out->reads = accesses.unknown || accesses.reads.count || member->member_count;
    out->writes = accesses.unknown || accesses.writes.count || member->member_count;
}

// Whether code can do what is warned of with an argument's array.
static bool may_be_wrong(const struct oc_kernel *kernel, size_t argument) {
    return oc_kernel_pointee(kernel, argument) || kernel->params[argument].kind == OC_PARAM_ARRAY;
}

static void find_of_kernel(struct oc_ir *ir, const struct oc_kernel *kernel, LLVMValueRef thread,
                           const struct aims *aims, struct oc_kernel_usage *out) {
    size_t count = oc_kernel_argument_count(kernel);
    out->params = OC_NEW_ARRAY(ir->arena, count, struct oc_param_usage);
    for (size_t i = 0; i < count; i++) {
        out->params[i] = (struct oc_param_usage){.reads = true, .writes = true};
        if (thread && oc_kernel_pointee(kernel, i))
            find_of_pointee(ir, kernel, i, thread, aims, &out->params[i]);
        else if (thread && kernel->params[i].kind == OC_PARAM_ARRAY)
            find_of_param(ir, kernel, i, thread, aims, &out->params[i]);
    }
}

// A copy of the module with the kernels' thread functions alone, simple; NULL: reported.
static LLVMModuleRef make_copy(struct oc_ir *ir, const struct oc_unit *unit, bool unoptimised) {
    LLVMModuleRef copy = LLVMCloneModule(ir->module);
    struct oc_ir of_copy = *ir;
    of_copy.module = copy;
    oc_annotations_drop_in_code(&of_copy);
    bool done = oc_unoptimised_keep(ir, copy, unoptimised);
    keep_threads(ir, copy, unit);
    mark_indices(ir, copy);
    name_stretches(ir, copy);
    if (done && simplify_copy(ir, copy, unit))
        return copy;
    LLVMDisposeModule(copy);
    return NULL;
}

// Whether some array may be unused.
static bool may_be_unused(const struct oc_kernel *kernel, const struct oc_kernel_usage *usage) {
    size_t count = oc_kernel_argument_count(kernel);
    bool may_be = oc_kernel_described_count(kernel) > count;
    for (size_t i = 0; i < count; i++)
        may_be |= !usage->params[i].reads && !usage->params[i].writes;
    return may_be;
}

static void find_unused(struct oc_ir *ir, const struct oc_unit *unit, LLVMModuleRef copy,
                        struct oc_usage *out) {
    for (size_t i = 0; i < unit->kernel_count; i++) {
        const struct oc_kernel *kernel = &unit->kernels[i];
        LLVMValueRef thread = find_thread(ir, copy, kernel->name);
        out->kernels[i].unused = OC_NEW_ARRAY(ir->arena, oc_kernel_described_count(kernel), bool);
        if (thread)
            oc_unused_find(ir, kernel, thread, out->kernels[i].unused);
    }
}

bool oc_effects_find(struct oc_ir *ir, const struct oc_unit *unit, bool unoptimised,
                     struct oc_usage *out) {
    static const struct aims aims = {.proves = true, .warns_of_reads = true};
    LLVMModuleRef copy = make_copy(ir, unit, unoptimised);
    bool may_be = false;
    if (!copy)
        return false;
    refuse_writes_of_constants(ir, unit, copy);
    out->kernels = OC_NEW_ARRAY(ir->arena, unit->kernel_count, struct oc_kernel_usage);
    for (size_t i = 0; i < unit->kernel_count; i++) {
        LLVMValueRef thread = find_thread(ir, copy, unit->kernels[i].name);
        find_of_kernel(ir, &unit->kernels[i], thread, &aims, &out->kernels[i]);
        if (thread)
            warn_of_races(ir, &unit->kernels[i], thread);
        may_be |= may_be_unused(&unit->kernels[i], &out->kernels[i]);
    }
    if (may_be && !unoptimised) {
        LLVMDisposeModule(copy);
        copy = make_copy(ir, unit, true);
    }
    if (copy && may_be)
        find_unused(ir, unit, copy, out);
    if (copy)
        LLVMDisposeModule(copy);
    return copy != NULL && ir->diag->errors == 0;
}

// ---- Without a device --------------------------------------------------------------------------

static void warn_of_kernels(struct oc_ir *ir, const struct oc_unit *unit, LLVMModuleRef copy,
                            const struct aims *aims) {
    refuse_writes_of_constants(ir, unit, copy);
    for (size_t i = 0; i < unit->kernel_count; i++) {
        struct oc_kernel_usage usage; // what devices have no part in
        LLVMValueRef thread = find_thread(ir, copy, unit->kernels[i].name);
        find_of_kernel(ir, &unit->kernels[i], thread, aims, &usage);
        if (thread)
            warn_of_races(ir, &unit->kernels[i], thread);
    }
}

bool oc_effects_warn(struct oc_ir *ir, const struct oc_unit *unit) {
    static const struct aims aims = {.warns_of_reads = true};
    bool may = has_constants(ir);
    for (size_t i = 0; i < unit->kernel_count; i++)
        for (size_t a = 0; a < oc_kernel_argument_count(&unit->kernels[i]); a++)
            may |= may_be_wrong(&unit->kernels[i], a);
    LLVMModuleRef copy = may ? make_copy(ir, unit, false) : NULL;
    if (!copy)
        return !may;
    warn_of_kernels(ir, unit, copy, &aims);
    LLVMDisposeModule(copy);
    return ir->diag->errors == 0; // -Werror
}

bool oc_effects_find_unused(struct oc_ir *ir, const struct oc_unit *unit, bool warns,
                            struct oc_usage *out) {
    static const struct aims aims = {0};
    LLVMModuleRef copy = make_copy(ir, unit, true);
    if (!copy)
        return false;
    out->kernels = OC_NEW_ARRAY(ir->arena, unit->kernel_count, struct oc_kernel_usage);
    for (size_t i = 0; i < unit->kernel_count; i++)
        find_of_kernel(ir, &unit->kernels[i], NULL, &aims, &out->kernels[i]);
    if (warns)
        warn_of_kernels(ir, unit, copy, &aims);
    find_unused(ir, unit, copy, out);
    LLVMDisposeModule(copy);
    return ir->diag->errors == 0; // -Werror
}

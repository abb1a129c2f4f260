#include "effects/warnings.h"

#include "base/names.h"
#include "base/text.h"
#include "effects/callchain.h"
#include "effects/effects.h"
#include "effects/partial.h"
#include "effects/pointerwrites.h"
#include "effects/races.h"
#include "ir/annotations.h"
#include "ir/shared.h"
#include "model/kernelargs.h"

#include <string.h>

// What is warned of: a parameter, or what a pointer in one leads to.
struct subject {
    const char *what; // "parameter 'x' of kernel 'k'"
    struct oc_place place;
    unsigned direction;
    bool is_member; // its struct may be for other kernels, too
};

static bool is_array(const struct oc_kernel *kernel, size_t argument) {
    return oc_kernel_pointee(kernel, argument) || kernel->params[argument].kind == OC_PARAM_ARRAY;
}

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

// Whether some write may come before a read is made for the first time. What a loop writes after
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
                        const struct oc_accesses *accesses, bool of_reads) {
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
    for (size_t i = 0; of_reads && i < accesses->reads.count; i++) {
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

// An array of structs with pointers that all have counts. Pointers that offload_device_ptr marks
// are the kernel's to change.
struct structs {
    const char *name; // of the parameter, or the path of the member
    struct oc_place place;
    uint64_t size; // of one, in bytes
    const struct oc_member *members;
    size_t count; // of the members. 0: the elements are no such structs
};

static struct structs structs_of(const struct oc_kernel *kernel, size_t argument) {
    const struct oc_member *member = oc_kernel_pointee(kernel, argument);
    const struct oc_param *param = member ? NULL : &kernel->params[argument];
    if (member ? member->device_pointers : param->device_pointers)
        return (struct structs){.count = 0};
    return member ? (struct structs){member->path, member->place, member->size, member->members,
                                     member->member_count}
                  : (struct structs){param->name, param->place, param->size, param->members,
                                     param->member_count};
}

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

void oc_warnings_of_constants(struct oc_ir *ir, const struct oc_unit *unit, LLVMModuleRef copy) {
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

static void warn_of_prototype(struct oc_ir *ir, const struct oc_kernel *kernel, size_t index,
                              const struct subject *subject, LLVMValueRef thread,
                              const struct oc_accesses *accesses, bool of_reads) {
    if (accesses->unknown)
        return;
    if (subject->direction == OC_MAP_FROM)
        warn_of_out(ir, kernel, index, subject, thread, accesses, of_reads);
    else if (subject->direction == OC_MAP_TO && accesses->writes.count)
        oc_report(ir->diag, OC_WARNING, place_of(ir, accesses->writes.items[0], subject->place),
                  "offload-const-write",
                  "this writes to %s, whose elements are const: the new values are not copied "
                  "back, and are lost; declare it without 'const'",
                  subject->what);
}

void oc_warnings_of_array(struct oc_ir *ir, const struct oc_kernel *kernel, size_t argument,
                          LLVMValueRef thread, const struct oc_accesses *accesses, bool of_reads) {
    const struct oc_member *member = oc_kernel_pointee(kernel, argument);
    struct subject subject = subject_of(ir->arena, kernel, argument);
    struct structs structs = structs_of(kernel, argument);
    if (!member || !member->member_count) // structs with pointers go to the device as they are
        warn_of_prototype(ir, kernel, argument, &subject, thread, accesses, of_reads);
    if (structs.count)
        warn_of_pointers(ir, kernel, &structs, LLVMGetParam(thread, (unsigned)argument), accesses);
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
        if (warned[i] || !is_array(kernel, i))
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

void oc_warnings_of_races(struct oc_ir *ir, const struct oc_kernel *kernel, LLVMValueRef thread) {
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

static bool has_constants(struct oc_ir *ir) {
    LLVMValueRef variable;
    unsigned index = 0;
    return oc_annotations_next(ir, OC_ANNOTATION_CONSTANT, &index, &variable) != NULL;
}

bool oc_warnings_may_be(struct oc_ir *ir, const struct oc_unit *unit) {
    bool may_be = has_constants(ir);
    for (size_t i = 0; i < unit->kernel_count; i++)
        for (size_t a = 0; a < oc_kernel_argument_count(&unit->kernels[i]); a++)
            may_be |= is_array(&unit->kernels[i], a);
    return may_be;
}

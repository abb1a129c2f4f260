#include "host/resident/checks.h"

#include "host/resident/addresses.h"
#include "host/resident/bycaller.h"
#include "host/resident/names.h"
#include "host/resident/objects.h"
#include "host/resident/touched.h"
#include "ir/llvm_shim.h"

#include <llvm-c/DebugInfo.h>
#include <string.h>

// ---- A function's checks ------------------------------------------------------------------------

// A check of what an access accesses, before an instruction; of a course in loops, if is_course,
// and then of `bytes` bytes at each of its addresses. If it is_near, it is in loops, and remembers
// for which addresses it is done.
struct check {
    LLVMValueRef before;
    LLVMValueRef of; // the instruction that it is for
    struct oc_touched access;
    bool is_course, is_near;
    struct oc_course course;
    LLVMValueRef outside; // the end of the preheader of the outermost of these loops
};

struct plan {
    const struct oc_checks *checks;
    const struct oc_check_calls *calls;
    const struct oc_flow *flow;
    struct oc_loop_info *loops; // or NULL
    struct oc_arena *arena;
    struct oc_paths paths;
    bool *makes; // a flag for each block: arrays may become out there
    struct check *items;
    size_t count, capacity;
    bool has_alloca; // it has variables that end with the function, but begin later, and may be out
    size_t block; // the number of the first check that is in the current block, and after which no
                  // arrays became out
};

static void add_check(struct plan *plan, const struct check *check) {
    plan->items =
        oc_arena_grow(plan->arena, plan->items, plan->count, &plan->capacity, sizeof *plan->items);
    plan->items[plan->count++] = *check;
}

static bool is_loop_free_of_makers(const struct plan *plan, const struct oc_loop *loop) {
    for (size_t b = 0; b < plan->paths.count; b++)
        if (plan->makes[b] && oc_loop_has(loop, plan->paths.blocks[b]))
            return false;
    return true;
}

// The kind that does what both do.
static enum oc_touch_kind joined_kind(enum oc_touch_kind a, enum oc_touch_kind b) {
    return a == b ? a : OC_TOUCH_WRITE;
}

// Joins the check with one at the same place whose addresses are a few bytes away.
static bool join_course(struct plan *plan, const struct check *check) {
    enum { NEAR = 4096 };
    for (size_t i = 0; i < plan->count; i++) {
        struct check *other = &plan->items[i];
        int64_t distance;
        if (!other->is_course || other->before != check->before ||
            other->outside != check->outside ||
            !oc_loops_distance(plan->loops, &other->course, &check->course, &distance) ||
            distance > NEAR || distance < -NEAR)
            continue;
        int64_t end = distance + (int64_t)check->access.bytes;
        int64_t other_end = (int64_t)other->access.bytes;
        int64_t from = distance < 0 ? distance : 0, to = end > other_end ? end : other_end;
        if (distance < 0)
            other->course = check->course;
        other->access.bytes = (unsigned long long)(to - from);
        other->access.kind = joined_kind(other->access.kind, check->access.kind);
        return true;
    }
    return false;
}

// Whether a check in this block, since when no array became out, does it as well; it is changed so
// that it does, if it can be.
static bool is_checked(struct plan *plan, const struct oc_touched *access) {
    for (size_t i = plan->block; i < plan->count; i++) {
        struct oc_touched *other = &plan->items[i].access;
        if (plan->items[i].is_course || other->pointer != access->pointer ||
            other->bytes != access->bytes || other->size != access->size ||
            other->more != access->more || other->kind == OC_TOUCH_STRING ||
            other->kind == OC_TOUCH_FREE || access->kind == OC_TOUCH_STRING ||
            access->kind == OC_TOUCH_FREE || other->kind == OC_TOUCH_NONE)
            continue;
        other->kind = joined_kind(other->kind, access->kind);
        return true;
    }
    return false;
}

static LLVMValueRef after(LLVMValueRef value) {
    do
        value = LLVMGetNextInstruction(value);
    while (LLVMIsAPHINode(value));
    return value;
}

// Finds the outermost loop around the check's access in which no array can become out, and one in
// which the addresses have a course. Returns false if there is no such loop.
static bool find_loops(const struct plan *plan, struct check *check) {
    LLVMBasicBlockRef block = LLVMGetInstructionParent(check->of);
    for (const struct oc_loop *loop = oc_loops_around(plan->loops, block); loop;
         loop = oc_loop_parent(loop)) {
        LLVMBasicBlockRef before = oc_loop_preheader(loop);
        if (!is_loop_free_of_makers(plan, loop))
            break;
        if (!before)
            continue;
        bool has_course =
            oc_loops_course(plan->loops, check->access.pointer, block, loop, &check->course);
        if (has_course || !check->is_course)
            check->outside = LLVMGetBasicBlockTerminator(before);
        check->is_course |= has_course;
    }
    return check->outside;
}

// An access in loops: before the outermost loop in which its addresses have a course, or where they
// are known in it, if it has not been done there for the same address.
static bool plan_in_loops(struct plan *plan, LLVMValueRef instruction,
                          const struct oc_touched *access) {
    struct check check = {.before = instruction, .of = instruction, .access = *access};
    if (!plan->loops || !access->bytes || access->bytes > INT32_MAX || !find_loops(plan, &check))
        return false;
    bool is_one_place = check.course.base && !check.course.count;
    if (is_one_place && access->kind == OC_TOUCH_OVERWRITE)
        check.is_course = false;
    check.is_near = !check.is_course || check.course.base;
    if (check.is_course) {
        check.before = check.course.base ? after(check.course.base) : check.outside;
        // What does not change is overwritten in the first turn, if there is one.
        if (check.access.kind == OC_TOUCH_OVERWRITE)
            check.access.kind = OC_TOUCH_WRITE;
        if (join_course(plan, &check))
            return true;
    } else if (is_checked(plan, access)) {
        return true;
    }
    add_check(plan, &check);
    return true;
}

static void plan_access(struct plan *plan, LLVMValueRef instruction, struct oc_touched access) {
    enum { SMALL = 64 };
    LLVMValueRef object = oc_object_of(access.pointer);
    if (access.kind != OC_TOUCH_FREE && !oc_object_may_be_out(plan->flow, object))
        return;
    if (access.kind == OC_TOUCH_STRING || access.kind == OC_TOUCH_FREE) {
        add_check(plan,
                  &(struct check){.before = instruction, .of = instruction, .access = access});
        return;
    }
    if (plan_in_loops(plan, instruction, &access))
        return;
    unsigned long long size = oc_object_size(plan->flow, object);
    if (access.bytes && size && size <= SMALL && access.pointer != object) {
        access.kind = access.kind == OC_TOUCH_OVERWRITE ? OC_TOUCH_WRITE : access.kind;
        access.pointer = object;
        access.bytes = size;
    }
    if (!is_checked(plan, &access))
        add_check(plan,
                  &(struct check){.before = instruction, .of = instruction, .access = access});
}

// ---- Emission ----------------------------------------------------------------------------------

static void position(const struct plan *plan, LLVMValueRef instruction) {
    LLVMPositionBuilderBefore(plan->calls->builder, instruction);
    LLVMSetCurrentDebugLocation2(plan->calls->builder, LLVMInstructionGetDebugLoc(instruction));
}

static void call(const struct plan *plan, LLVMValueRef function, LLVMValueRef *arguments,
                 unsigned count) {
    LLVMBuildCall2(plan->calls->builder, LLVMGlobalGetValueType(function), function, arguments,
                   count, "");
}

static LLVMValueRef number(const struct plan *plan, unsigned long long value) {
    return LLVMConstInt(LLVMInt64TypeInContext(plan->flow->ir->context), value, false);
}

static LLVMValueRef size_of(const struct plan *plan, const struct oc_touched *access) {
    LLVMTypeRef i64 = LLVMInt64TypeInContext(plan->flow->ir->context);
    LLVMBuilderRef builder = plan->calls->builder;
    if (access->bytes)
        return number(plan, access->bytes);
    if (!access->size)
        return number(plan, ~0ull);
    LLVMValueRef size = LLVMBuildIntCast2(builder, access->size, i64, false, "");
    return access->more ? LLVMBuildMul(builder, size,
                                       LLVMBuildIntCast2(builder, access->more, i64, false, ""), "")
                        : size;
}

// Variables with the addresses for which a check is done, which are none before the loops.
static void add_span(const struct plan *plan, const struct check *check, LLVMValueRef *span) {
    LLVMBuilderRef builder = plan->calls->builder;
    LLVMTypeRef i64 = LLVMInt64TypeInContext(plan->flow->ir->context);
    position(plan, LLVMGetFirstInstruction(plan->paths.blocks[0]));
    LLVMSetCurrentDebugLocation2(builder, NULL);
    for (unsigned i = 0; i < OC_SPAN; i++)
        span[i] = LLVMBuildAlloca(builder, i64, "");
    position(plan, check->outside);
    for (unsigned i = 0; i < OC_SPAN; i++)
        LLVMBuildStore(builder, LLVMConstNull(i64), span[i]);
}

// `arguments` are those of a course, of which the first is an address, or the distance from a base.
static void emit_near(const struct plan *plan, const struct check *check,
                      const LLVMValueRef *arguments) {
    const struct oc_check_calls *calls = plan->calls;
    LLVMValueRef passed[OC_SPAN + OC_LOOP_ARGUMENTS], distance = arguments[0];
    memcpy(passed + OC_SPAN, arguments, OC_LOOP_ARGUMENTS * sizeof *arguments);
    add_span(plan, check, passed);
    position(plan, check->before);
    if (check->is_course)
        passed[OC_SPAN] =
            LLVMBuildGEP2(calls->builder, LLVMInt8TypeInContext(plan->flow->ir->context),
                          check->course.base, &distance, 1, "");
    if (check->access.kind == OC_TOUCH_OVERWRITE)
        call(plan, calls->near_overwrite, passed, OC_SPAN + 2);
    else
        call(plan, check->access.kind == OC_TOUCH_READ ? calls->near_read : calls->near_write,
             passed, OC_SPAN + OC_LOOP_ARGUMENTS);
}

static void emit_in_loops(const struct plan *plan, const struct check *check) {
    const struct oc_check_calls *calls = plan->calls;
    struct oc_course_values values = {.start = check->access.pointer};
    bool writes = check->access.kind != OC_TOUCH_READ;
    LLVMValueRef arguments[OC_LOOP_ARGUMENTS];
    position(plan, check->before);
    if (check->is_course &&
        !oc_loops_expand(plan->loops, &check->course, check->outside, &values)) {
        // Everything may be meant.
        LLVMTypeRef pointer = LLVMPointerTypeInContext(plan->flow->ir->context, 0);
        arguments[0] = LLVMConstNull(pointer);
        arguments[1] = number(plan, ~0ull);
        call(plan, writes ? calls->write : calls->read, arguments, 2);
        return;
    }
    arguments[0] = values.start;
    arguments[1] = number(plan, check->access.bytes);
    for (unsigned i = 0; i < OC_COURSE_LOOPS; i++) {
        bool is_there = check->is_course && i < check->course.count;
        arguments[2 + 2 * i] = is_there ? values.steps[i] : number(plan, 0);
        arguments[3 + 2 * i] = is_there ? values.turns[i] : number(plan, 0);
    }
    if (check->is_near)
        emit_near(plan, check, arguments);
    else if (check->course.count)
        call(plan, writes ? calls->loops_write : calls->loops_read, arguments, OC_LOOP_ARGUMENTS);
    else
        call(plan, writes ? calls->write : calls->read, arguments, 2);
}

// "the call of 'f', which is not seen"
static const char *reason_to_return_all(struct oc_arena *arena, LLVMValueRef instruction) {
    if (!oc_ir_is_call(instruction))
        return LLVMIsATerminatorInst(instruction) ? "the return to code that is not seen"
                                                  : "an atomic or volatile access";
    LLVMValueRef callee = oc_ir_callee(instruction);
    return callee
               ? oc_arena_printf(arena, "the call of '%s', which is not seen", oc_ir_name(callee))
               : "a call through a pointer";
}

static const char *reason_to_return(struct oc_arena *arena, const struct check *check) {
    static const char *const kinds[] = {[OC_TOUCH_READ] = "a read",
                                        [OC_TOUCH_WRITE] = "a write",
                                        [OC_TOUCH_OVERWRITE] = "a write",
                                        [OC_TOUCH_STRING] = "a read of a string"};
    if (check->access.kind == OC_TOUCH_NONE)
        return reason_to_return_all(arena, check->of);
    LLVMValueRef object = oc_object_of(check->access.pointer);
    const char *what = oc_arena_printf(arena, "%s%s", kinds[check->access.kind],
                                       check->is_course ? " in a loop" : "");
    return LLVMIsAGlobalVariable(object)
               ? oc_arena_printf(arena, "%s of '%s'", what, oc_ir_name(object))
               : what;
}

static void note(const struct plan *plan, const struct check *check) {
    struct oc_findings *findings = plan->checks->findings;
    if (findings && check->access.kind != OC_TOUCH_FREE)
        oc_findings_add(findings, NULL, oc_ir_place(findings->arena, check->of),
                        reason_to_return(findings->arena, check));
}

static void emit(const struct plan *plan, const struct check *check) {
    const struct oc_check_calls *calls = plan->calls;
    note(plan, check);
    if (check->is_course || check->is_near) {
        emit_in_loops(plan, check);
        return;
    }
    position(plan, check->before);
    LLVMValueRef arguments[2] = {check->access.pointer};
    switch (check->access.kind) {
    case OC_TOUCH_STRING:
        call(plan, calls->string, arguments, 1);
        break;
    case OC_TOUCH_FREE:
        call(plan, calls->release, arguments, 1);
        break;
    case OC_TOUCH_NONE:
        call(plan, calls->unseen, NULL, 0);
        break;
    default:
        arguments[1] = size_of(plan, &check->access);
        call(plan,
             check->access.kind == OC_TOUCH_READ    ? calls->read
             : check->access.kind == OC_TOUCH_WRITE ? calls->write
                                                    : calls->overwrite,
             arguments, 2);
    }
}

// The life of this memory ends: what is on the device of it is forgotten.
static void end_memory(struct plan *plan, LLVMValueRef start, LLVMTypeRef type, LLVMValueRef count,
                       LLVMValueRef before) {
    LLVMBuilderRef builder = plan->calls->builder;
    LLVMTypeRef i64 = LLVMInt64TypeInContext(plan->flow->ir->context);
    position(plan, before);
    LLVMValueRef size = number(plan, LLVMABISizeOfType(plan->flow->layout, type));
    if (count)
        size = LLVMBuildMul(builder, size, LLVMBuildIntCast2(builder, count, i64, false, ""), "");
    LLVMValueRef arguments[] = {start, size};
    call(plan, plan->calls->end, arguments, 2);
}

static void end_variable(struct plan *plan, LLVMValueRef variable, LLVMValueRef before) {
    if (LLVMIsAAllocaInst(variable) && oc_object_may_be_out(plan->flow, variable))
        end_memory(plan, variable, LLVMGetAllocatedType(variable), LLVMGetOperand(variable, 0),
                   before);
}

// A struct that is passed by value in memory is the function's own.
static void end_parameter(struct plan *plan, LLVMValueRef parameter, unsigned index,
                          LLVMValueRef before) {
    static const char name[] = "byval";
    unsigned kind = LLVMGetEnumAttributeKindForName(name, sizeof name - 1);
    LLVMAttributeRef attribute =
        LLVMGetEnumAttributeAtIndex(LLVMGetParamParent(parameter), index + 1, kind);
    struct oc_addresses to;
    if (!attribute)
        return;
    oc_addresses_follow(plan->flow, plan->arena, parameter, &to);
    if (to.escapes || to.is_launched)
        end_memory(plan, parameter, LLVMGetTypeAttributeValue(attribute), NULL, before);
}

// The variables whose lifetime is the function's: its parameters, and those at its beginning.
// Others, of variable length, end where the stack is restored, before which everything comes back.
static void end_variables(struct plan *plan, LLVMValueRef before) {
    LLVMBasicBlockRef entry = plan->paths.blocks[0];
    LLVMValueRef function = LLVMGetBasicBlockParent(entry);
    for (unsigned i = 0; i < LLVMCountParams(function); i++)
        end_parameter(plan, LLVMGetParam(function, i), i, before);
    OC_EACH_INSTRUCTION (instruction, entry) {
        end_variable(plan, instruction, before);
    }
}

// alloca() in other blocks than the first. What is on the device of it comes back, since its place
// is not known where the function returns.
static bool has_alloca(const struct plan *plan) {
    for (size_t b = 1; b < plan->paths.count; b++)
        OC_EACH_INSTRUCTION (instruction, plan->paths.blocks[b]) {
            if (LLVMIsAAllocaInst(instruction) && oc_object_may_be_out(plan->flow, instruction))
                return true;
        }
    return false;
}

// ---- A function --------------------------------------------------------------------------------

// What is known of a launch's arrays.
static void tell_facts(struct plan *plan, LLVMValueRef launch) {
    struct oc_ir *ir = plan->flow->ir;
    LLVMTypeRef i32 = LLVMInt32TypeInContext(ir->context);
    LLVMTypeRef types[] = {LLVMPointerTypeInContext(ir->context, 0), i32};
    LLVMTypeRef type = LLVMFunctionType(LLVMVoidTypeInContext(ir->context), types, 2, false);
    for (unsigned i = 0; i < LLVMGetNumArgOperands(launch); i++) {
        LLVMValueRef address = LLVMGetOperand(launch, i);
        if (LLVMGetTypeKind(LLVMTypeOf(address)) != LLVMPointerTypeKind)
            continue;
        unsigned facts = oc_enclosed_facts(plan->checks->enclosed, address);
        LLVMValueRef tell = LLVMGetNamedFunction(ir->module, OC_RESIDENT_FACTS);
        if (!tell) {
            tell = LLVMAddFunction(ir->module, OC_RESIDENT_FACTS, type);
            LLVMSetVisibility(tell, LLVMHiddenVisibility);
        }
        position(plan, launch);
        LLVMValueRef arguments[] = {address, LLVMConstInt(i32, facts, false)};
        call(plan, tell, arguments, 2);
    }
}

// A kernel of another file may be in another program or library.
static void check_kernel(struct plan *plan, LLVMValueRef launch, LLVMValueRef kernel) {
    struct oc_ir *ir = plan->flow->ir;
    LLVMTypeRef type = LLVMFunctionType(LLVMVoidTypeInContext(ir->context),
                                        (LLVMTypeRef[]){LLVMTypeOf(kernel)}, 1, false);
    if (oc_map_get(&plan->flow->launchers, kernel, NULL) && oc_is_dso_local(kernel))
        return;
    LLVMValueRef check = LLVMGetNamedFunction(ir->module, OC_RESIDENT_LAUNCH);
    if (!check) {
        check = LLVMAddFunction(ir->module, OC_RESIDENT_LAUNCH, type);
        LLVMSetVisibility(check, LLVMHiddenVisibility);
    }
    position(plan, launch);
    call(plan, check, &kernel, 1);
}

static void make_staying(struct plan *plan, LLVMValueRef launch) {
    LLVMValueRef configuration = oc_flow_configuration(launch);
    LLVMUseRef use = LLVMGetFirstUse(configuration);
    struct oc_ir *ir = plan->flow->ir;
    if (!use || LLVMGetNextUse(use))
        return;
    LLVMValueRef callee = oc_ir_callee(configuration);
    LLVMValueRef staying = LLVMGetNamedFunction(ir->module, OC_RESIDENT_CONFIGURE);
    if (!staying)
        staying =
            LLVMAddFunction(ir->module, OC_RESIDENT_CONFIGURE, LLVMGlobalGetValueType(callee));
    LLVMSetVisibility(staying, LLVMHiddenVisibility);
    LLVMSetOperand(configuration, (unsigned)LLVMGetNumOperands(configuration) - 1, staying);
    check_kernel(plan, launch, LLVMGetOperand(configuration, 0));
    tell_facts(plan, launch);
}

static struct check unseen_check(LLVMValueRef instruction) {
    return (struct check){
        .before = instruction, .of = instruction, .access = {.kind = OC_TOUCH_NONE}};
}

// What a function accesses that has no checks.
static void visit_copy(struct plan *plan, LLVMValueRef call, bool out) {
    struct oc_touched accesses[OC_MOST_ACCESSES];
    struct check unseen = unseen_check(call);
    if (!out && !oc_enclosed_is_used_by(plan->checks->enclosed, oc_ir_callee(call)))
        return;
    unsigned count = oc_accesses_of_copy(plan->flow, plan->calls->builder, call, accesses);
    if (count > OC_MOST_ACCESSES)
        add_check(plan, &unseen);
    for (unsigned i = 0; i < count && count <= OC_MOST_ACCESSES; i++)
        plan_access(plan, call, accesses[i]);
}

// What an instruction accesses itself. If no arrays are out but enclosed ones, that is those.
static void visit_accesses(struct plan *plan, LLVMValueRef instruction, bool out) {
    struct oc_touched accesses[OC_MOST_ACCESSES];
    struct check unseen = unseen_check(instruction);
    unsigned count = oc_touched_by(plan->flow, instruction, accesses);
    if (count > OC_MOST_ACCESSES && out)
        add_check(plan, &unseen);
    for (unsigned i = 0; i < count && count <= OC_MOST_ACCESSES; i++)
        if (out || oc_enclosed_has(plan->checks->enclosed, accesses[i].pointer))
            plan_access(plan, instruction, accesses[i]);
    if (oc_flow_event(plan->flow, instruction) == OC_EVENT_SEEN &&
        oc_is_checked_by_callers(oc_ir_callee(instruction)))
        visit_copy(plan, instruction, out);
}

static void visit(struct plan *plan, const struct oc_seen *seen, LLVMValueRef instruction,
                  enum oc_event_kind kind) {
    struct check unseen = unseen_check(instruction);
    switch (kind) {
    case OC_EVENT_UNSEEN:
        add_check(plan, &unseen);
        break;
    case OC_EVENT_RETURN:
        end_variables(plan, instruction);
        if (oc_flow_returns_all(seen) || plan->has_alloca)
            add_check(plan, &unseen);
        break;
    case OC_EVENT_END:
        end_variable(
            plan, oc_object_of(LLVMGetOperand(instruction, LLVMGetNumArgOperands(instruction) - 1)),
            instruction);
        break;
    default:
        break;
    }
}

void oc_checks_guard_main(const struct oc_checks *checks) {
    LLVMBuilderRef builder = checks->calls.builder;
    struct oc_ir *ir = checks->flow->ir;
    LLVMValueRef function = LLVMGetNamedFunction(ir->module, "main");
    if (!function || LLVMIsDeclaration(function) || !checks->enclosed->users.count)
        return;
    LLVMTypeRef type = LLVMFunctionType(LLVMVoidTypeInContext(ir->context), NULL, 0, false);
    LLVMValueRef guard = LLVMAddFunction(ir->module, OC_RESIDENT_MAIN, type);
    LLVMSetVisibility(guard, LLVMHiddenVisibility);
    LLVMValueRef first = LLVMGetFirstInstruction(LLVMGetEntryBasicBlock(function));
    while (LLVMIsAAllocaInst(first))
        first = LLVMGetNextInstruction(first);
    LLVMPositionBuilderBefore(builder, first);
    LLVMSetCurrentDebugLocation2(builder, LLVMInstructionGetDebugLoc(first));
    LLVMBuildCall2(builder, type, guard, NULL, 0, "");
}

// Checks write memory that attributes say nobody writes: pure functions, restrict and noescape.
static const char *const denied[] = {"memory",   "noalias",  "captures",
                                     "readonly", "readnone", "writeonly"};
enum { DENIED = sizeof denied / sizeof *denied };

static void drop_arguments_attributes(LLVMValueRef call) {
    for (size_t d = 0; d < DENIED; d++) {
        unsigned kind = LLVMGetEnumAttributeKindForName(denied[d], strlen(denied[d]));
        for (unsigned i = 1; kind && i <= LLVMGetNumArgOperands(call); i++)
            LLVMRemoveCallSiteEnumAttribute(call, i, kind);
        if (kind)
            LLVMRemoveCallSiteEnumAttribute(call, LLVMAttributeFunctionIndex, kind);
    }
}

static void drop_attributes(LLVMValueRef function) {
    for (size_t d = 0; d < DENIED; d++) {
        unsigned kind = LLVMGetEnumAttributeKindForName(denied[d], strlen(denied[d]));
        for (unsigned i = 1; kind && i <= LLVMCountParams(function); i++)
            LLVMRemoveEnumAttributeAtIndex(function, i, kind);
        if (kind)
            LLVMRemoveEnumAttributeAtIndex(function, LLVMAttributeFunctionIndex, kind);
    }
    for (LLVMUseRef use = LLVMGetFirstUse(function); use; use = LLVMGetNextUse(use))
        if (oc_ir_is_call(LLVMGetUser(use)))
            drop_arguments_attributes(LLVMGetUser(use));
}

void oc_checks_add(const struct oc_checks *checks, const struct oc_seen *seen,
                   struct oc_loop_info *loops) {
    if (oc_is_checked_by_callers(seen->function)) {
        drop_attributes(seen->function);
        return;
    }
    struct oc_arena scratch = {0};
    struct plan plan = {.checks = checks,
                        .calls = &checks->calls,
                        .flow = checks->flow,
                        .loops = loops,
                        .arena = &scratch};
    oc_paths_read(&scratch, seen->function, &plan.paths);
    bool *begins = oc_flow_blocks(plan.flow, &plan.paths, seen->is_entered);
    plan.makes = OC_NEW_ARRAY(&scratch, plan.paths.count, bool);
    for (size_t b = 0; b < plan.paths.count; b++)
        OC_EACH_INSTRUCTION (instruction, plan.paths.blocks[b]) {
            plan.makes[b] |= oc_flow_makes(plan.flow, instruction);
        }
    plan.has_alloca = has_alloca(&plan);
    struct oc_values launches = {.arena = &scratch};
    for (size_t b = 0; b < plan.paths.count; b++) {
        bool out = begins[b];
        plan.block = plan.count;
        OC_EACH_INSTRUCTION (instruction, plan.paths.blocks[b]) {
            enum oc_event_kind kind = oc_flow_event(plan.flow, instruction);
            if (kind == OC_EVENT_ACCESS || kind == OC_EVENT_SEEN || kind == OC_EVENT_LAUNCH)
                visit_accesses(&plan, instruction, out);
            else if (out)
                visit(&plan, seen, instruction, kind);
            if (kind == OC_EVENT_LAUNCH)
                oc_values_add(&launches, instruction);
            if (oc_flow_makes(plan.flow, instruction))
                plan.block = plan.count;
            out = oc_flow_after(plan.flow, instruction, out);
        }
    }
    drop_attributes(seen->function);
    for (size_t i = 0; i < launches.count; i++)
        drop_arguments_attributes(launches.items[i]);
    for (size_t i = 0; i < plan.count; i++)
        emit(&plan, &plan.items[i]);
    for (size_t i = 0; i < launches.count; i++)
        make_staying(&plan, launches.items[i]);
    oc_arena_release(&scratch);
}

#include "cpu.h"

#include "glue.h"

#include <string.h>

// The index functions of offload.h, in the order of the rows of the grid array (glue_preamble.h).
static const char *const index_functions[] = {"__offloadcc_thread_id", "__offloadcc_block_id",
                                              "__offloadcc_block_size", "__offloadcc_block_count"};
enum { INDEX_FUNCTIONS = sizeof index_functions / sizeof *index_functions };

struct lowering {
    struct oc_ir *ir;
    const struct oc_unit *unit;
    const struct oc_cpu_kernel *kernels;
    LLVMValueRef index[INDEX_FUNCTIONS]; // NULL where the module has none
    struct oc_values asking;             // functions known to reach an index call, and
    struct oc_values silent;             // functions known not to
};

// The row of the grid array that an index function reads, or -1.
static int index_row(const struct lowering *lowering, LLVMValueRef function) {
    for (int row = 0; row < INDEX_FUNCTIONS; row++)
        if (function && function == lowering->index[row])
            return row;
    return -1;
}

static LLVMValueRef body_of_launcher(const struct lowering *lowering, LLVMValueRef function) {
    for (size_t i = 0; i < lowering->unit->kernel_count; i++)
        if (function && function == lowering->kernels[i].launcher)
            return lowering->kernels[i].body;
    return NULL;
}

static bool is_kernel_body(const struct lowering *lowering, LLVMValueRef function) {
    for (size_t i = 0; i < lowering->unit->kernel_count; i++)
        if (function == lowering->kernels[i].body)
            return true;
    return false;
}

// Whether a function, or what it mentions, asks for an index or calls a kernel.
static bool asks(struct lowering *lowering, LLVMValueRef function) {
    if (oc_values_contain(&lowering->asking, function))
        return true;
    if (oc_values_contain(&lowering->silent, function))
        return false;
    struct oc_values reachable = {.arena = lowering->ir->arena};
    oc_ir_collect_reachable(function, &reachable);
    for (size_t i = 0; i < reachable.count; i++) {
        if (index_row(lowering, reachable.items[i]) >= 0 ||
            body_of_launcher(lowering, reachable.items[i])) {
            oc_values_add(&lowering->asking, function);
            return true;
        }
    }
    oc_values_add(&lowering->silent, function);
    return false;
}

static bool is_recursive(struct lowering *lowering, LLVMValueRef function) {
    struct oc_values reachable = {.arena = lowering->ir->arena};
    oc_ir_collect_reachable(function, &reachable);
    return oc_values_contain(&reachable, function);
}

// What a function is compiled for, where its user said so: __attribute__((target("avx2"))).
static const char *const target_attributes[] = {"target-cpu", "tune-cpu", "target-features"};
enum { TARGET_ATTRIBUTES = sizeof target_attributes / sizeof *target_attributes };

static LLVMAttributeRef target_attribute(LLVMValueRef function, int which) {
    return LLVMGetStringAttributeAtIndex(function, LLVMAttributeFunctionIndex,
                                         target_attributes[which],
                                         (unsigned)strlen(target_attributes[which]));
}

// Code that needs an instruction cannot move into a function that is compiled without it.
static bool same_target(LLVMValueRef left, LLVMValueRef right) {
    for (int i = 0; i < TARGET_ATTRIBUTES; i++)
        if (target_attribute(left, i) != target_attribute(right, i))
            return false;
    return true;
}

static void copy_target(LLVMValueRef from, LLVMValueRef to) {
    for (int i = 0; to && i < TARGET_ATTRIBUTES; i++) {
        LLVMAttributeRef attribute = target_attribute(from, i);
        if (attribute)
            LLVMAddAttributeAtIndex(to, LLVMAttributeFunctionIndex, attribute);
    }
}

static bool must_inline(struct lowering *lowering, LLVMValueRef caller, LLVMValueRef callee) {
    if (!callee || LLVMIsDeclaration(callee) || !same_target(caller, callee) ||
        is_recursive(lowering, callee))
        return false;
    return oc_starts_with(oc_ir_name(callee), OC_GLUE_THREAD) || is_kernel_body(lowering, callee) ||
           asks(lowering, callee);
}

// Marks the calls in a block loop that are to be inlined next. Returns whether there are any.
static bool mark_calls(struct lowering *lowering, LLVMValueRef blocks) {
    unsigned kind = LLVMGetEnumAttributeKindForName("alwaysinline", strlen("alwaysinline"));
    LLVMAttributeRef always = LLVMCreateEnumAttribute(lowering->ir->context, kind, 0);
    struct oc_values calls = {.arena = lowering->ir->arena};
    oc_ir_collect_calls(blocks, &calls);
    bool any = false;
    for (size_t i = 0; i < calls.count; i++) {
        LLVMValueRef callee = oc_ir_callee(calls.items[i]);
        LLVMValueRef body = body_of_launcher(lowering, callee);
        if (body) {
            LLVMSetOperand(calls.items[i], (unsigned)LLVMGetNumOperands(calls.items[i]) - 1, body);
            callee = body;
        }
        if (!must_inline(lowering, blocks, callee))
            continue;
        LLVMAddCallSiteAttribute(calls.items[i], LLVMAttributeFunctionIndex, always);
        any = true;
    }
    return any;
}

static LLVMValueRef find(const struct lowering *lowering, const char *prefix,
                         const struct oc_kernel *kernel) {
    const char *name = oc_arena_printf(lowering->ir->arena, "%s%s", prefix, kernel->name);
    return LLVMGetNamedFunction(lowering->ir->module, name);
}

static LLVMValueRef find_blocks(const struct lowering *lowering, const struct oc_kernel *kernel) {
    return find(lowering, OC_GLUE_BLOCKS, kernel);
}

// Inlines level by level, until no call in the block loops asks for an index.
static bool inline_kernels(struct lowering *lowering) {
    enum { MAX_LEVELS = 100 };
    for (int level = 0; level < MAX_LEVELS; level++) {
        bool any = false;
        for (size_t i = 0; i < lowering->unit->kernel_count; i++) {
            LLVMValueRef blocks = find_blocks(lowering, &lowering->unit->kernels[i]);
            any |= blocks && mark_calls(lowering, blocks);
        }
        if (!any)
            return true;
        if (!oc_ir_run(lowering->ir, lowering->ir->module, "always-inline", NULL))
            return false;
    }
    return true;
}

// Turns `call @__offloadcc_thread_id(d)` into `load grid[row][d]`.
static void read_grid(struct lowering *lowering, LLVMValueRef call, int row, LLVMValueRef grid) {
    LLVMContextRef context = lowering->ir->context;
    LLVMBuilderRef builder = LLVMCreateBuilderInContext(context);
    LLVMPositionBuilderBefore(builder, call);
    LLVMTypeRef i32 = LLVMInt32TypeInContext(context), i64 = LLVMInt64TypeInContext(context);
    LLVMValueRef dimension = LLVMBuildZExt(builder, LLVMGetOperand(call, 0), i64, "");
    LLVMValueRef at =
        LLVMBuildAdd(builder, dimension, LLVMConstInt(i64, (unsigned)(row * 3), false), "");
    LLVMValueRef address = LLVMBuildInBoundsGEP2(builder, i32, grid, &at, 1, "");
    LLVMValueRef value = LLVMBuildLoad2(builder, i32, address, "");
    LLVMReplaceAllUsesWith(call, value);
    LLVMInstructionEraseFromParent(call);
    LLVMDisposeBuilder(builder);
}

// Whether something that the block loop still calls needs the grid set for its thread.
static bool needs_thread_state(struct lowering *lowering, LLVMValueRef blocks) {
    struct oc_values reachable = {.arena = lowering->ir->arena};
    oc_ir_collect_reachable(blocks, &reachable);
    for (size_t i = 0; i < reachable.count; i++)
        if (index_row(lowering, reachable.items[i]) >= 0 ||
            body_of_launcher(lowering, reachable.items[i]))
            return true;
    return false;
}

static void lower_blocks(struct lowering *lowering, LLVMValueRef blocks) {
    struct oc_values calls = {.arena = lowering->ir->arena};
    oc_ir_collect_calls(blocks, &calls);
    LLVMValueRef enter = NULL, leave = NULL;
    for (size_t i = 0; i < calls.count; i++) {
        LLVMValueRef callee = oc_ir_callee(calls.items[i]);
        const char *name = callee ? oc_ir_name(callee) : "";
        if (strcmp(name, "__offloadcc_enter_grid") == 0)
            enter = calls.items[i];
        if (strcmp(name, "__offloadcc_leave_grid") == 0)
            leave = calls.items[i];
    }
    LLVMValueRef grid = LLVMGetOperand(enter, 0);
    for (size_t i = 0; i < calls.count; i++) {
        int row = index_row(lowering, oc_ir_callee(calls.items[i]));
        if (row >= 0)
            read_grid(lowering, calls.items[i], row, grid);
    }
    if (needs_thread_state(lowering, blocks))
        return;
    LLVMInstructionEraseFromParent(leave);
    LLVMReplaceAllUsesWith(enter, LLVMConstNull(LLVMTypeOf(enter)));
    LLVMInstructionEraseFromParent(enter);
}

bool oc_cpu_lower(struct oc_ir *ir, const struct oc_unit *unit,
                  const struct oc_cpu_kernel *kernels) {
    struct lowering lowering = {
        .ir = ir,
        .unit = unit,
        .kernels = kernels,
        .asking = {.arena = ir->arena},
        .silent = {.arena = ir->arena},
    };
    for (int row = 0; row < INDEX_FUNCTIONS; row++)
        lowering.index[row] = LLVMGetNamedFunction(ir->module, index_functions[row]);
    for (size_t i = 0; i < unit->kernel_count; i++) {
        copy_target(kernels[i].body, find(&lowering, OC_GLUE_THREAD, &unit->kernels[i]));
        copy_target(kernels[i].body, find_blocks(&lowering, &unit->kernels[i]));
    }
    if (!inline_kernels(&lowering))
        return false;
    for (size_t i = 0; i < unit->kernel_count; i++) {
        LLVMValueRef blocks = find_blocks(&lowering, &unit->kernels[i]);
        if (blocks)
            lower_blocks(&lowering, blocks);
    }
    return true;
}

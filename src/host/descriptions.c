#include "host/descriptions.h"

#include "glue/names.h"
#include "glue/preamble.h"
#include "model/kernelargs.h"
#include "model/narrow.h"

#include <inttypes.h>
#include <string.h>

enum { MAP_TO = 0x1, MAP_FROM = 0x2, MAP_TARGET_PARAM = 0x20, MAP_LITERAL = 0x100 };

static LLVMValueRef find_kernel_variable(struct oc_ir *ir, const char *prefix,
                                         const struct oc_kernel *kernel) {
    return LLVMGetNamedGlobal(ir->module, oc_arena_printf(ir->arena, "%s%s", prefix, kernel->name));
}

static LLVMValueRef constant_number(struct oc_ir *ir, int64_t value) {
    return LLVMConstInt(LLVMInt64TypeInContext(ir->context), (unsigned long long)value, true);
}

// An argument is the host's pointer, so that it is null on the device if it is on the host.
static int64_t type_of_unused(const struct oc_kernel *kernel, size_t described) {
    bool is_argument = described < oc_kernel_argument_count(kernel);
    return __offloadcc_unused | (is_argument ? MAP_TARGET_PARAM | MAP_LITERAL : 0);
}

static void narrow_types(struct oc_ir *ir, const struct oc_kernel *kernel,
                         const struct oc_kernel_usage *usage) {
    LLVMValueRef table = find_kernel_variable(ir, OC_GLUE_TYPES, kernel);
    LLVMValueRef old = table ? LLVMGetInitializer(table) : NULL;
    if (!old || !LLVMIsAConstantDataArray(old))
        return;                                          // all zeros: nothing is mapped
    size_t count = LLVMGetArrayLength2(LLVMTypeOf(old)); // the arguments, then what they reach
    LLVMValueRef *types = OC_NEW_ARRAY(ir->arena, count, LLVMValueRef);
    for (size_t i = 0; i < count; i++)
        types[i] = LLVMGetAggregateElement(old, (unsigned)i);
    for (size_t i = 0; i < oc_kernel_argument_count(kernel); i++) {
        struct oc_mapping mapping = oc_narrow_mapping(kernel, i, usage);
        unsigned dropped = mapping.rule & ~mapping.always;
        int64_t type = LLVMConstIntGetSExtValue(types[i]);
        type &=
            ~(int64_t)((dropped & OC_MAP_TO ? MAP_TO : 0) | (dropped & OC_MAP_FROM ? MAP_FROM : 0));
        types[i] = constant_number(ir, type);
    }
    for (size_t i = 0; i < oc_kernel_described_count(kernel); i++)
        if (oc_narrow_is_unused(usage, i))
            types[i] = constant_number(ir, type_of_unused(kernel, i));
    LLVMSetInitializer(table, LLVMConstArray2(LLVMInt64TypeInContext(ir->context), types, count));
}

_Static_assert(OC_NEED_BYTES == (int)__offloadcc_need_bytes &&
                   OC_NEED_THREADS == (int)__offloadcc_need_threads &&
                   OC_NEED_BLOCKS == (int)__offloadcc_need_blocks &&
                   OC_NEED_VALUE == (int)__offloadcc_need_value &&
                   OC_ARGUMENT_BITS == (int)__offloadcc_argument_bits,
               "glue/preamble.h");

static void add_number(struct oc_ir *ir, struct oc_values *numbers, int64_t value) {
    oc_values_add(numbers, constant_number(ir, value));
}

static void add_need(struct oc_ir *ir, struct oc_values *numbers, const struct oc_need *need) {
    add_number(ir, numbers, need->kind);
    add_number(ir, numbers, need->dimension);
    add_number(ir, numbers, (int64_t)need->product_count);
    for (size_t i = 0; i < need->product_count; i++) {
        const struct oc_product *product = &need->products[i];
        add_number(ir, numbers, product->coefficient);
        add_number(ir, numbers, (int64_t)product->factor_count);
        for (size_t f = 0; f < product->factor_count; f++) {
            const struct oc_argument *factor = &product->factors[f];
            add_number(ir, numbers, (int64_t)factor->param);
            add_number(ir, numbers, (int64_t)factor->offset);
            add_number(ir, numbers, factor->bytes);
        }
    }
}

// The kernel's whole arrays as numbers; none where no parameter is one.
static struct oc_values whole_arrays(struct oc_ir *ir, const struct oc_kernel *kernel,
                                     const struct oc_kernel_usage *usage) {
    struct oc_values numbers = {.arena = ir->arena};
    for (size_t i = 0; i < kernel->param_count; i++) {
        const struct oc_param_usage *param = &usage->params[i];
        struct oc_mapping mapping = oc_narrow_mapping(kernel, i, usage);
        if (mapping.whole == mapping.always)
            continue;
        add_number(ir, &numbers, (int64_t)i);
        add_number(ir, &numbers, (int64_t)param->need_count);
        for (size_t n = 0; n < param->need_count; n++)
            add_need(ir, &numbers, &param->needs[n]);
    }
    if (numbers.count)
        add_number(ir, &numbers, -1);
    return numbers;
}

static void describe_whole_arrays(struct oc_ir *ir, const struct oc_kernel *kernel,
                                  const struct oc_kernel_usage *usage) {
    LLVMValueRef place = find_kernel_variable(ir, OC_GLUE_WHOLE, kernel);
    struct oc_values numbers = whole_arrays(ir, kernel, usage);
    if (!place || !numbers.count)
        return;
    LLVMValueRef list =
        LLVMConstArray2(LLVMInt64TypeInContext(ir->context), numbers.items, numbers.count);
    LLVMValueRef table = LLVMAddGlobal(ir->module, LLVMTypeOf(list), "__offloadcc_whole");
    LLVMSetInitializer(table, list);
    LLVMSetGlobalConstant(table, true);
    LLVMSetLinkage(table, LLVMInternalLinkage);
    LLVMSetInitializer(place, table);
    LLVMSetGlobalConstant(place, true);
}

void oc_descriptions_narrow(struct oc_ir *ir, const struct oc_unit *unit,
                            const struct oc_usage *usage) {
    for (size_t k = 0; k < unit->kernel_count; k++) {
        narrow_types(ir, &unit->kernels[k], &usage->kernels[k]);
        describe_whole_arrays(ir, &unit->kernels[k], &usage->kernels[k]);
    }
}

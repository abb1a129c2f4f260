#include "model/narrow.h"

#include "base/text.h"
#include "glue/glue.h"
#include "glue/preamble.h"
#include "glue/maps.h"

#include <inttypes.h>
#include <string.h>

// ---- All targets -------------------------------------------------------------------------------

static bool same_sum(const struct oc_need *left, const struct oc_need *right) {
    return left->product_count == right->product_count &&
           memcmp(left->products, right->products, left->product_count * sizeof *left->products) ==
               0;
}

static bool has_need(const struct oc_param_usage *usage, const struct oc_need *need) {
    for (size_t i = 0; i < usage->need_count; i++)
        if (usage->needs[i].kind == need->kind && usage->needs[i].dimension == need->dimension &&
            same_sum(&usage->needs[i], need))
            return true;
    return false;
}

static void join_needs(struct oc_arena *arena, struct oc_param_usage *usage,
                       const struct oc_param_usage *other) {
    struct oc_need *needs =
        OC_NEW_ARRAY(arena, usage->need_count + other->need_count, struct oc_need);
    struct oc_param_usage joined = {.needs = needs, .need_count = usage->need_count};
    if (usage->need_count)
        memcpy(needs, usage->needs, usage->need_count * sizeof *needs);
    for (size_t i = 0; i < other->need_count; i++)
        if (!has_need(&joined, &other->needs[i]))
            needs[joined.need_count++] = other->needs[i];
    usage->needs = needs;
    usage->need_count = joined.need_count;
}

void oc_narrow_join(struct oc_arena *arena, const struct oc_unit *unit, struct oc_usage *usage,
                    const struct oc_usage *other) {
    for (size_t k = 0; k < unit->kernel_count; k++)
        for (size_t i = 0; i < oc_maps_argument_count(&unit->kernels[k]); i++) {
            struct oc_param_usage *param = &usage->kernels[k].params[i];
            const struct oc_param_usage *with = &other->kernels[k].params[i];
            param->reads |= with->reads;
            param->writes |= with->writes;
            if (param->need_count && with->need_count)
                join_needs(arena, param, with);
            else
                param->need_count = 0;
        }
    for (size_t k = 0; k < unit->kernel_count; k++) {
        struct oc_kernel_usage *kernel = &usage->kernels[k];
        for (size_t i = 0; kernel->unused && i < oc_maps_described_count(&unit->kernels[k]); i++)
            kernel->unused[i] &= oc_narrow_is_unused(&other->kernels[k], i);
    }
}

// ---- One parameter -----------------------------------------------------------------------------

bool oc_narrow_is_unused(const struct oc_kernel_usage *usage, size_t described) {
    return usage && usage->unused && usage->unused[described];
}

struct oc_mapping oc_narrow_mapping(const struct oc_kernel *kernel, size_t argument,
                                    const struct oc_kernel_usage *of_kernel) {
    const struct oc_param_usage *usage = of_kernel ? &of_kernel->params[argument] : NULL;
    const struct oc_member *member = oc_maps_pointee(kernel, argument);
    const struct oc_param *param = member ? NULL : &kernel->params[argument];
    unsigned rule = member ? member->direction : param->direction;
    struct oc_mapping mapping = {.rule = rule, .always = rule, .whole = rule};
    if (oc_narrow_is_unused(of_kernel, argument))
        return (struct oc_mapping){
            .rule = rule,
            .unused = true,
        };
    // Structs with pointers go as they are: the runtime puts the device's pointers into them.
    bool is_array = member || param->kind == OC_PARAM_ARRAY;
    if (!usage || !is_array || (member ? member->member_count : param->member_count))
        return mapping;
    if (!usage->writes) {
        mapping.always &= ~(unsigned)OC_MAP_FROM;
        mapping.reason = "never written (device code, all targets)";
        if (!usage->reads) {
            mapping.always = OC_MAP_ALLOC;
            mapping.reason = "neither read nor written (device code, all targets)";
        }
    }
    mapping.whole = mapping.always;
    if (usage->writes && usage->need_count && (rule & OC_MAP_TO)) {
        mapping.whole &= ~(unsigned)OC_MAP_TO;
        mapping.reason = "written whole before it is read (device code, all targets)";
    }
    if (mapping.always == rule && mapping.whole == rule)
        mapping.reason = NULL;
    return mapping;
}

// ---- The host's module -------------------------------------------------------------------------

enum { MAP_TO = 0x1, MAP_FROM = 0x2, MAP_TARGET_PARAM = 0x20, MAP_LITERAL = 0x100 };

static LLVMValueRef find(struct oc_ir *ir, const char *prefix, const struct oc_kernel *kernel) {
    return LLVMGetNamedGlobal(ir->module, oc_arena_printf(ir->arena, "%s%s", prefix, kernel->name));
}

static LLVMValueRef number(struct oc_ir *ir, int64_t value) {
    return LLVMConstInt(LLVMInt64TypeInContext(ir->context), (unsigned long long)value, true);
}

// An argument is the host's pointer, so that it is null on the device if it is on the host.
static int64_t type_of_unused(const struct oc_kernel *kernel, size_t described) {
    bool is_argument = described < oc_maps_argument_count(kernel);
    return __offloadcc_unused | (is_argument ? MAP_TARGET_PARAM | MAP_LITERAL : 0);
}

static void narrow_types(struct oc_ir *ir, const struct oc_kernel *kernel,
                         const struct oc_kernel_usage *usage) {
    LLVMValueRef table = find(ir, OC_GLUE_TYPES, kernel);
    LLVMValueRef old = table ? LLVMGetInitializer(table) : NULL;
    if (!old || !LLVMIsAConstantDataArray(old))
        return;                                          // all zeros: nothing is mapped
    size_t count = LLVMGetArrayLength2(LLVMTypeOf(old)); // the arguments, then what they reach
    LLVMValueRef *types = OC_NEW_ARRAY(ir->arena, count, LLVMValueRef);
    for (size_t i = 0; i < count; i++)
        types[i] = LLVMGetAggregateElement(old, (unsigned)i);
    for (size_t i = 0; i < oc_maps_argument_count(kernel); i++) {
        struct oc_mapping mapping = oc_narrow_mapping(kernel, i, usage);
        unsigned dropped = mapping.rule & ~mapping.always;
        int64_t type = LLVMConstIntGetSExtValue(types[i]);
        type &=
            ~(int64_t)((dropped & OC_MAP_TO ? MAP_TO : 0) | (dropped & OC_MAP_FROM ? MAP_FROM : 0));
        types[i] = number(ir, type);
    }
    for (size_t i = 0; i < oc_maps_described_count(kernel); i++)
        if (oc_narrow_is_unused(usage, i))
            types[i] = number(ir, type_of_unused(kernel, i));
    LLVMSetInitializer(table, LLVMConstArray2(LLVMInt64TypeInContext(ir->context), types, count));
}

_Static_assert(OC_NEED_BYTES == (int)__offloadcc_need_bytes &&
                   OC_NEED_THREADS == (int)__offloadcc_need_threads &&
                   OC_NEED_BLOCKS == (int)__offloadcc_need_blocks &&
                   OC_NEED_VALUE == (int)__offloadcc_need_value &&
                   OC_ARGUMENT_BITS == (int)__offloadcc_argument_bits,
               "glue_preamble.h");

static void add_number(struct oc_ir *ir, struct oc_values *numbers, int64_t value) {
    oc_values_add(numbers, number(ir, value));
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
    LLVMValueRef place = find(ir, OC_GLUE_WHOLE, kernel);
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

void oc_narrow_descriptions(struct oc_ir *ir, const struct oc_unit *unit,
                            const struct oc_usage *usage) {
    for (size_t k = 0; k < unit->kernel_count; k++) {
        narrow_types(ir, &unit->kernels[k], &usage->kernels[k]);
        describe_whole_arrays(ir, &unit->kernels[k], &usage->kernels[k]);
    }
}

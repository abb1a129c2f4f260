#include "report/conditions.h"

#include "base/text.h"
#include "model/evaluate.h"

#include <inttypes.h>

// ---- The value of a need -----------------------------------------------------------------------

// As read_sum in src/runtime/launch/whole.c. OC_UNSURE: an argument is not known; OC_FALSE: the sum
// has no value.
static enum oc_truth read_sum(const struct oc_kernel *kernel, const struct oc_need *need,
                              const struct oc_launch *launch, int64_t *out) {
    bool valid = true;
    *out = 0;
    for (size_t i = 0; i < need->product_count; i++) {
        const struct oc_product *product = &need->products[i];
        int64_t value = product->coefficient;
        for (size_t f = 0; f < product->factor_count; f++) {
            const struct oc_argument *factor = &product->factors[f];
            const struct oc_launch_argument *argument = &launch->arguments[factor->param];
            if (kernel->params[factor->param].kind != OC_PARAM_VALUE || !argument->constant)
                return OC_UNSURE;
            unsigned bits = 8 * factor->bytes;
            uint64_t bytes = bits < 64 ? (uint64_t)argument->value & ((UINT64_C(1) << bits) - 1)
                                       : (uint64_t)argument->value;
            unsigned most = bits - 1 < OC_ARGUMENT_BITS ? bits - 1 : OC_ARGUMENT_BITS;
            valid &= bytes >> most == 0;
            valid &= !__builtin_mul_overflow(value, (int64_t)bytes, &value);
        }
        valid &= !__builtin_add_overflow(*out, value, out);
    }
    return valid && *out >= 0 ? OC_TRUE : OC_FALSE;
}

static enum oc_truth truth(bool value) {
    return value ? OC_TRUE : OC_FALSE;
}

static enum oc_truth need_holds(const struct oc_kernel *kernel, size_t param,
                                const struct oc_need *need, const struct oc_launch *launch) {
    const struct oc_param *array = &kernel->params[param];
    int64_t sum, size;
    enum oc_truth known = read_sum(kernel, need, launch, &sum);
    if (known != OC_TRUE)
        return known;
    uint64_t blocks = launch->blocks[need->dimension],
             threads = blocks * launch->block_size[need->dimension];
    switch (need->kind) {
    case OC_NEED_BYTES:
        return oc_evaluate_bytes(array->size, array->bounds, array->bound_count, launch, &size)
                   ? truth(sum >= size)
                   : OC_UNSURE;
    case OC_NEED_THREADS:
        return launch->grid_known ? truth((uint64_t)sum <= threads) : OC_UNSURE;
    case OC_NEED_BLOCKS:
        return launch->grid_known ? truth((uint64_t)sum <= blocks) : OC_UNSURE;
    default:
        return OC_TRUE;
    }
}

enum oc_truth oc_conditions_hold(const struct oc_kernel *kernel, size_t param,
                                 const struct oc_param_usage *usage,
                                 const struct oc_launch *launch) {
    enum oc_truth all = OC_TRUE;
    for (size_t i = 0; i < usage->need_count && all != OC_FALSE; i++) {
        enum oc_truth one = need_holds(kernel, param, &usage->needs[i], launch);
        all = one == OC_TRUE ? all : one;
    }
    return all;
}

// ---- In words ----------------------------------------------------------------------------------

// Whether the bytes are all of the array in any launch: they are in some that nobody would think
// of. A polynomial and another one that agree there are the same, but for bad luck.
static bool is_size(struct oc_arena *arena, const struct oc_kernel *kernel, size_t param,
                    const struct oc_need *need) {
    static const int64_t primes[] = {7, 11, 13, 17, 19, 23, 29, 31};
    enum { PRIMES = sizeof primes / sizeof *primes, TRIES = 3 };
    struct oc_launch launch = {.argument_count = kernel->param_count};
    launch.arguments = OC_NEW_ARRAY(arena, kernel->param_count, struct oc_launch_argument);
    for (size_t try = 0; try < TRIES; try++) {
        for (size_t i = 0; i < kernel->param_count; i++)
            launch.arguments[i] = (struct oc_launch_argument){
                NULL, true, primes[(i + 3 * try) % PRIMES] + (int64_t)i};
        if (need_holds(kernel, param, need, &launch) != OC_TRUE)
            return false;
    }
    return true;
}

static void add_argument(struct oc_text *text, const struct oc_kernel *kernel,
                         const struct oc_argument *argument) {
    const struct oc_param *param = &kernel->params[argument->param];
    oc_text_printf(text, "%s", *param->name ? param->name : "(unnamed)");
    for (size_t i = 0; i < param->field_count; i++) {
        const struct oc_field *field = &param->fields[i];
        if (field->offset == argument->offset && field->bytes == argument->bytes) {
            oc_text_add(text, field->path);
            return;
        }
    }
    if (param->kind == OC_PARAM_AGGREGATE)
        oc_text_printf(text, "[%" PRIu64 "..%" PRIu64 "]", argument->offset,
                       argument->offset + argument->bytes - 1);
}

static void add_sum(struct oc_text *text, const struct oc_kernel *kernel,
                    const struct oc_need *need) {
    for (size_t i = 0; i < need->product_count; i++) {
        const struct oc_product *product = &need->products[i];
        oc_text_add(text, i ? " + " : "");
        bool number = product->coefficient != 1 || !product->factor_count;
        if (number)
            oc_text_printf(text, "%" PRId64, product->coefficient);
        for (size_t f = 0; f < product->factor_count; f++) {
            oc_text_add(text, f || number ? " * " : "");
            add_argument(text, kernel, &product->factors[f]);
        }
    }
    if (!need->product_count)
        oc_text_add(text, "0");
}

// Whether a need is that an argument is no less than a number: their difference is not negative.
static bool is_difference(const struct oc_need *need) {
    const struct oc_product *products = need->products;
    bool number_first = need->product_count && !products[0].factor_count;
    return need->product_count == 2 && products[number_first].factor_count == 1 &&
           products[number_first].coefficient == 1 && !products[!number_first].factor_count &&
           products[!number_first].coefficient < 0;
}

static void add_difference(struct oc_text *text, const struct oc_kernel *kernel,
                           const struct oc_need *need) {
    const struct oc_product *products = need->products;
    bool number_first = !products[0].factor_count;
    add_argument(text, kernel, &products[number_first].factors[0]);
    oc_text_printf(text, " is at least %" PRId64, -products[!number_first].coefficient);
}

const char *oc_conditions_text(struct oc_arena *arena, const struct oc_kernel *kernel, size_t param,
                               const struct oc_param_usage *usage) {
    struct oc_text text = {.arena = arena};
    bool in_grid = false;
    oc_text_add(&text, "");
    for (size_t i = 0; i < usage->need_count; i++) {
        const struct oc_need *need = &usage->needs[i];
        if (need->kind == OC_NEED_BYTES && !is_size(arena, kernel, param, need)) {
            oc_text_add(&text, text.length ? " and " : "");
            add_sum(&text, kernel, need);
            oc_text_add(&text, " bytes are all of it");
            in_grid = false;
        }
        if (need->kind == OC_NEED_VALUE && is_difference(need)) {
            oc_text_add(&text, text.length ? " and " : "");
            add_difference(&text, kernel, need);
            in_grid = false;
        }
        if (need->kind != OC_NEED_THREADS && need->kind != OC_NEED_BLOCKS)
            continue;
        oc_text_add(&text, text.length ? " and " : "");
        oc_text_add(&text, in_grid ? "" : "the grid has at least ");
        in_grid = true;
        add_sum(&text, kernel, need);
        oc_text_printf(&text, " %s in %c", need->kind == OC_NEED_THREADS ? "threads" : "blocks",
                       "xyz"[need->dimension]);
    }
    return text.data;
}

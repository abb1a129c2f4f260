// The two JSON functions of usage.h. The text is one object:
//
//   {"version": 2, "kernels": [
//     {"name": "fill", "params": [
//       {},                                                       of values, and what else is not
//       {"reads": false, "writes": true, "whole": [               mapped by its bound
//         {"need": "bytes", "sum": [{"times": 4, "of": [{"param": 0, "offset": 0, "bytes": 8}]}]},
//         {"need": "threads", "dimension": 0, "sum": [...]}]}],
//      "unused": [1, 4]}]}                                          numbers of maps.h; if any
//
// "params" has all arguments, also those of pointers in structs by value. "whole" is only there
// where it is known what the array needs to be written whole, and never of the latter.
#include "model/json.h"
#include "model/kernelargs.h"
#include "model/usage.h"

#include <string.h>

enum { FORMAT_VERSION = 2 };

static bool is_mapped(const struct oc_kernel *kernel, size_t argument) {
    return oc_kernel_pointee(kernel, argument) || kernel->params[argument].kind == OC_PARAM_ARRAY;
}

static const char *const need_names[OC_NEED_KINDS] = {[OC_NEED_BYTES] = "bytes",
                                                      [OC_NEED_THREADS] = "threads",
                                                      [OC_NEED_BLOCKS] = "blocks",
                                                      [OC_NEED_VALUE] = "value"};

// ---- Writing -----------------------------------------------------------------------------------

static json_t *product_to_json(const struct oc_product *product) {
    json_t *factors = json_array();
    for (size_t i = 0; i < product->factor_count; i++) {
        const struct oc_argument *factor = &product->factors[i];
        json_array_append_new(
            factors, json_pack("{s:I, s:I, s:i}", "param", (json_int_t)factor->param, "offset",
                               (json_int_t)factor->offset, "bytes", (int)factor->bytes));
    }
    return json_pack("{s:I, s:o}", "times", (json_int_t)product->coefficient, "of", factors);
}

static json_t *need_to_json(const struct oc_need *need) {
    json_t *sum = json_array();
    for (size_t i = 0; i < need->product_count; i++)
        json_array_append_new(sum, product_to_json(&need->products[i]));
    json_t *json = json_pack("{s:s, s:o}", "need", need_names[need->kind], "sum", sum);
    if (need->kind == OC_NEED_THREADS || need->kind == OC_NEED_BLOCKS)
        json_object_set_new(json, "dimension", json_integer(need->dimension));
    return json;
}

static json_t *param_to_json(const struct oc_param_usage *usage) {
    json_t *json = json_pack("{s:b, s:b}", "reads", usage->reads, "writes", usage->writes);
    if (!usage->need_count)
        return json;
    json_t *needs = json_array();
    for (size_t i = 0; i < usage->need_count; i++)
        json_array_append_new(needs, need_to_json(&usage->needs[i]));
    json_object_set_new(json, "whole", needs);
    return json;
}

// Adds "unused", if anything is.
static void unused_to_json(json_t *json, const struct oc_kernel *kernel, const bool *unused) {
    json_t *numbers = json_array();
    for (size_t i = 0; unused && i < oc_kernel_described_count(kernel); i++)
        if (unused[i])
            json_array_append_new(numbers, json_integer((json_int_t)i));
    if (json_array_size(numbers))
        json_object_set_new(json, "unused", numbers);
    else
        json_decref(numbers);
}

const char *oc_usage_to_json(struct oc_arena *arena, const struct oc_unit *unit,
                             const struct oc_usage *usage) {
    json_t *kernels = json_array();
    for (size_t k = 0; k < unit->kernel_count; k++) {
        json_t *params = json_array(), *name = json_string(unit->kernels[k].name);
        for (size_t i = 0; i < oc_kernel_argument_count(&unit->kernels[k]); i++)
            json_array_append_new(params, is_mapped(&unit->kernels[k], i)
                                              ? param_to_json(&usage->kernels[k].params[i])
                                              : json_object());
        // A name that is not UTF-8 is left out: kernels are told by their order.
        json_t *kernel =
            json_pack("{s:o, s:o}", "name", name ? name : json_string(""), "params", params);
        unused_to_json(kernel, &unit->kernels[k], usage->kernels[k].unused);
        json_array_append_new(kernels, kernel);
    }
    json_t *root = json_pack("{s:i, s:o}", "version", FORMAT_VERSION, "kernels", kernels);
    return oc_json_text(arena, root);
}

// ---- Reading -----------------------------------------------------------------------------------

// An argument has to be a value of its size, or within an aggregate.
static bool check_argument(const struct oc_kernel *kernel, const struct oc_argument *argument) {
    if (argument->param >= kernel->param_count || (argument->bytes != 1 && argument->bytes != 2 &&
                                                   argument->bytes != 4 && argument->bytes != 8))
        return false;
    const struct oc_param *param = &kernel->params[argument->param];
    if (param->kind == OC_PARAM_VALUE)
        return argument->offset == 0 && argument->bytes == param->size;
    return param->kind == OC_PARAM_AGGREGATE && argument->offset <= param->size &&
           argument->bytes <= param->size - argument->offset;
}

static bool read_argument(struct oc_json_reader *reader, const json_t *json,
                          const struct oc_kernel *kernel, struct oc_argument *out) {
    json_int_t param = 0, offset = 0, bytes = 0;
    if (!oc_json_integer(reader, json_object_get(json, "param"), INT32_MAX, &param) ||
        !oc_json_integer(reader, json_object_get(json, "offset"), INT32_MAX, &offset) ||
        !oc_json_integer(reader, json_object_get(json, "bytes"), 8, &bytes))
        return false;
    *out = (struct oc_argument){(size_t)param, (uint64_t)offset, (unsigned)bytes};
    return check_argument(kernel, out) ||
           oc_json_wrong(reader, "a number does not refer to an argument");
}

static bool read_product(struct oc_json_reader *reader, const json_t *json,
                         const struct oc_kernel *kernel, struct oc_product *out) {
    const json_t *times = json_object_get(json, "times"), *factors = json_object_get(json, "of");
    if (!json_is_integer(times) || !json_is_array(factors) ||
        json_array_size(factors) > OC_POLY_FACTORS)
        return oc_json_wrong(reader, "a product is missing or too long");
    out->coefficient = json_integer_value(times);
    out->factor_count = json_array_size(factors);
    for (size_t i = 0; i < out->factor_count; i++)
        if (!read_argument(reader, json_array_get(factors, i), kernel, &out->factors[i]))
            return false;
    return true;
}

static bool read_need(struct oc_json_reader *reader, const json_t *json,
                      const struct oc_kernel *kernel, struct oc_need *out) {
    const char *name = json_string_value(json_object_get(json, "need"));
    const json_t *sum = json_object_get(json, "sum");
    json_int_t dimension = 0;
    for (int kind = OC_NEED_OTHER + 1; name && kind < OC_NEED_KINDS; kind++)
        if (strcmp(need_names[kind], name) == 0)
            out->kind = (enum oc_need_kind)kind;
    if (out->kind == OC_NEED_OTHER)
        return oc_json_wrong(reader, "a condition is of an unknown kind");
    if ((out->kind == OC_NEED_THREADS || out->kind == OC_NEED_BLOCKS) &&
        !oc_json_integer(reader, json_object_get(json, "dimension"), 2, &dimension))
        return false;
    if (!json_is_array(sum) || json_array_size(sum) > OC_POLY_TERMS)
        return oc_json_wrong(reader, "a sum is missing or too long");
    out->dimension = (unsigned)dimension;
    out->product_count = json_array_size(sum);
    for (size_t i = 0; i < out->product_count; i++)
        if (!read_product(reader, json_array_get(sum, i), kernel, &out->products[i]))
            return false;
    return true;
}

static bool read_needs(struct oc_json_reader *reader, const json_t *json,
                       const struct oc_kernel *kernel, struct oc_param_usage *out) {
    size_t count = json_array_size(json);
    if (!json_is_array(json) || count == 0 || count > OC_MAX_NEEDS)
        return oc_json_wrong(reader, "conditions are missing or too many");
    out->needs = OC_NEW_ARRAY(reader->arena, count, struct oc_need);
    bool has_bytes = false;
    for (size_t i = 0; i < count; i++) {
        if (!read_need(reader, json_array_get(json, i), kernel, &out->needs[i]))
            return false;
        has_bytes |= out->needs[i].kind == OC_NEED_BYTES;
    }
    out->need_count = count;
    return has_bytes || oc_json_wrong(reader, "the bytes that are written are missing");
}

static bool read_param(struct oc_json_reader *reader, const json_t *json,
                       const struct oc_kernel *kernel, size_t index, struct oc_param_usage *out) {
    *out = (struct oc_param_usage){.reads = true, .writes = true};
    if (!json_is_object(json))
        return oc_json_wrong(reader, "a parameter is missing");
    if (!is_mapped(kernel, index))
        return true;
    const json_t *reads = json_object_get(json, "reads"), *writes = json_object_get(json, "writes");
    const json_t *whole = json_object_get(json, "whole");
    if (!json_is_boolean(reads) || !json_is_boolean(writes))
        return oc_json_wrong(reader, "a parameter's reads or writes are missing");
    out->reads = json_is_true(reads);
    out->writes = json_is_true(writes);
    if (whole && index >= kernel->param_count)
        return oc_json_wrong(reader,
                             "an array that a pointer in a struct points to has conditions");
    return !whole || read_needs(reader, whole, kernel, out);
}

static bool read_unused(struct oc_json_reader *reader, const json_t *json,
                        const struct oc_kernel *kernel, struct oc_kernel_usage *out) {
    size_t count = oc_kernel_described_count(kernel);
    out->unused = OC_NEW_ARRAY(reader->arena, count, bool);
    if (!json_is_array(json))
        return oc_json_wrong(reader, "the unused arrays are not a list");
    for (size_t i = 0; i < json_array_size(json); i++) {
        json_int_t number;
        if (!oc_json_integer(reader, json_array_get(json, i), INT32_MAX, &number))
            return false;
        if ((size_t)number >= count || ((size_t)number < oc_kernel_argument_count(kernel) &&
                                        !is_mapped(kernel, (size_t)number)))
            return oc_json_wrong(
                reader, "a number in the list of unused arrays does not refer to an array");
        out->unused[number] = true;
    }
    return true;
}

static bool read_kernel(struct oc_json_reader *reader, const json_t *json,
                        const struct oc_kernel *kernel, struct oc_kernel_usage *out) {
    const json_t *params = json_object_get(json, "params");
    size_t count = oc_kernel_argument_count(kernel);
    if (!json_is_array(params) || json_array_size(params) != count)
        return oc_json_wrong(reader, "a kernel has another number of parameters");
    out->params = OC_NEW_ARRAY(reader->arena, count, struct oc_param_usage);
    for (size_t i = 0; i < count; i++)
        if (!read_param(reader, json_array_get(params, i), kernel, i, &out->params[i]))
            return false;
    const json_t *unused = json_object_get(json, "unused");
    return !unused || read_unused(reader, unused, kernel, out);
}

static bool read_usage(struct oc_json_reader *reader, const json_t *json,
                       const struct oc_unit *unit, struct oc_usage *out) {
    const json_t *version = json_object_get(json, "version");
    const json_t *kernels = json_object_get(json, "kernels");
    if (!json_is_integer(version) || json_integer_value(version) != FORMAT_VERSION)
        return oc_json_wrong(reader, "usage is of another version of offloadcc");
    if (!json_is_array(kernels) || json_array_size(kernels) != unit->kernel_count)
        return oc_json_wrong(reader, "usage is of another number of kernels");
    out->kernels = OC_NEW_ARRAY(reader->arena, unit->kernel_count, struct oc_kernel_usage);
    for (size_t i = 0; i < unit->kernel_count; i++)
        if (!read_kernel(reader, json_array_get(kernels, i), &unit->kernels[i], &out->kernels[i]))
            return false;
    return true;
}

bool oc_usage_from_json(struct oc_arena *arena, const char *json, size_t length, const char *path,
                        const struct oc_unit *unit, struct oc_diag *diag, struct oc_usage *out) {
    json_error_t error;
    json_t *root = json_loadb(json, length, JSON_REJECT_DUPLICATES, &error);
    struct oc_json_reader reader = {.arena = arena};
    struct oc_usage usage = {0};
    bool valid =
        root ? read_usage(&reader, root, unit, &usage) : oc_json_wrong(&reader, error.text);
    if (valid)
        *out = usage;
    else
        oc_error(diag, "'%s' is damaged: %s", path, reader.error);
    json_decref(root);
    return valid;
}

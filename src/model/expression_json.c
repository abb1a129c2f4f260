#include "model/expression_json.h"

#include <string.h>

// ---- Writing -----------------------------------------------------------------------------------

static json_t *leaf_to_json(const struct oc_expression *node) {
    if (node->op == OC_EXPR_CONSTANT)
        return json_pack("{s:I}", "value", (json_int_t)node->value);
    if (node->op == OC_EXPR_MEMBER)
        return json_pack("{s:o}", "member", oc_json_string(node->path));
    json_t *json = json_pack("{s:I}", "param", (json_int_t)node->param);
    if (node->path)
        json_object_set_new(json, "path", oc_json_string(node->path));
    return json;
}

json_t *oc_json_expression(const struct oc_expression *expression) {
    const struct oc_operator_form *form = &oc_operator_forms[expression->op];
    json_t *json =
        form->operands ? json_pack("{s:s}", "op", form->spelling) : leaf_to_json(expression);
    json_object_set_new(json, "type", json_string(expression->type->name));
    if (!form->operands)
        return json;
    json_t *operands = json_array();
    for (unsigned i = 0; i < form->operands; i++)
        json_array_append_new(operands, oc_json_expression(expression->operands[i]));
    json_object_set_new(json, "of", operands);
    return json;
}

// ---- Reading -----------------------------------------------------------------------------------

static bool wrong(struct oc_json_reader *reader) {
    return oc_json_wrong(reader, "a bound is not an expression of parameters or members");
}

static bool read_constant(struct oc_json_reader *reader, const json_t *json,
                          struct oc_expression *out) {
    out->op = OC_EXPR_CONSTANT;
    out->value = json_integer_value(json);
    return (json_is_integer(json) && oc_integer_convert(out->type, out->value) == out->value) ||
           wrong(reader);
}

static bool read_param(struct oc_json_reader *reader, const json_t *json, const json_t *path,
                       struct oc_json_bound_site site, struct oc_expression *out) {
    json_int_t number = json_integer_value(json);
    if (!json_is_integer(json) || number < 0 || (size_t)number >= site.params)
        return wrong(reader);
    out->op = OC_EXPR_PARAM;
    out->param = (size_t)number;
    return !path || oc_json_read_path(reader, path, &out->path);
}

static bool read_member(struct oc_json_reader *reader, const json_t *json,
                        struct oc_json_bound_site site, struct oc_expression *out) {
    out->op = OC_EXPR_MEMBER;
    return site.in_struct ? oc_json_read_path(reader, json, &out->path) : wrong(reader);
}

static enum oc_operator find_operator(const char *spelling, size_t operands) {
    for (int op = OC_EXPR_OTHER + 1; spelling && operands && op < OC_EXPR_COUNT; op++)
        if (oc_operator_forms[op].operands == operands &&
            strcmp(oc_operator_forms[op].spelling, spelling) == 0)
            return (enum oc_operator)op;
    return OC_EXPR_OTHER;
}

static bool read_operation(struct oc_json_reader *reader, const json_t *json,
                           struct oc_json_bound_site site, struct oc_expression *out) {
    const json_t *operands = json_object_get(json, "of");
    out->op =
        find_operator(json_string_value(json_object_get(json, "op")), json_array_size(operands));
    for (size_t i = 0; i < oc_operator_forms[out->op].operands; i++)
        if (!oc_json_read_expression(reader, json_array_get(operands, i), site, &out->operands[i]))
            return false;
    return oc_expression_is_typed(out) || wrong(reader);
}

bool oc_json_read_expression(struct oc_json_reader *reader, const json_t *json,
                             struct oc_json_bound_site site, const struct oc_expression **out) {
    const char *type = json_string_value(json_object_get(json, "type"));
    const json_t *value = json_object_get(json, "value"), *param = json_object_get(json, "param"),
                 *member = json_object_get(json, "member");
    struct oc_expression *node = OC_NEW(reader->arena, struct oc_expression);
    *out = node;
    node->type = type ? oc_integer_named(type) : NULL;
    if (!node->type)
        return wrong(reader);
    if (value)
        return read_constant(reader, value, node);
    if (param)
        return read_param(reader, param, json_object_get(json, "path"), site, node);
    return member ? read_member(reader, member, site, node)
                  : read_operation(reader, json, site, node);
}

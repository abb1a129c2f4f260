#include "model/expression.h"

#include <string.h>

// ---- Types -------------------------------------------------------------------------------------

static const struct oc_integer integers[] = {
    {"_Bool", 1, false},          {"signed char", 1, true},
    {"unsigned char", 1, false},  {"short", 2, true},
    {"unsigned short", 2, false}, {"int", 4, true},
    {"unsigned int", 4, false},   {"long", 8, true},
    {"unsigned long", 8, false},
};
enum { INTEGERS = sizeof integers / sizeof *integers };

const struct oc_integer *oc_integer_bool(void) {
    return &integers[0];
}

const struct oc_integer *oc_integer_of(unsigned bytes, bool is_signed) {
    for (size_t i = 1; i < INTEGERS; i++)
        if (integers[i].bytes == bytes && integers[i].is_signed == is_signed)
            return &integers[i];
    return NULL;
}

const struct oc_integer *oc_integer_named(const char *name) {
    for (size_t i = 0; i < INTEGERS; i++)
        if (strcmp(integers[i].name, name) == 0)
            return &integers[i];
    return NULL;
}

int64_t oc_integer_convert(const struct oc_integer *type, int64_t value) {
    if (type == oc_integer_bool())
        return value != 0;
    if (type->bytes == 8)
        return value;
    uint64_t sign = UINT64_C(1) << (8 * type->bytes - 1), bits = (uint64_t)value & (2 * sign - 1);
    return type->is_signed && bits & sign ? (int64_t)(bits | ~(2 * sign - 1)) : (int64_t)bits;
}

// ---- Nodes -------------------------------------------------------------------------------------

const struct oc_operator_form oc_operator_forms[OC_EXPR_COUNT] = {
    [OC_EXPR_OTHER] = {"", 0},          [OC_EXPR_CONSTANT] = {"", 0},
    [OC_EXPR_PARAM] = {"", 0},          [OC_EXPR_MEMBER] = {"", 0},
    [OC_EXPR_CONVERT] = {"convert", 1}, [OC_EXPR_NEGATE] = {"-", 1},
    [OC_EXPR_COMPLEMENT] = {"~", 1},    [OC_EXPR_NOT] = {"!", 1},
    [OC_EXPR_MULTIPLY] = {"*", 2},      [OC_EXPR_DIVIDE] = {"/", 2},
    [OC_EXPR_REMAINDER] = {"%", 2},     [OC_EXPR_ADD] = {"+", 2},
    [OC_EXPR_SUBTRACT] = {"-", 2},      [OC_EXPR_SHIFT_LEFT] = {"<<", 2},
    [OC_EXPR_SHIFT_RIGHT] = {">>", 2},  [OC_EXPR_LESS] = {"<", 2},
    [OC_EXPR_GREATER] = {">", 2},       [OC_EXPR_AT_MOST] = {"<=", 2},
    [OC_EXPR_AT_LEAST] = {">=", 2},     [OC_EXPR_EQUAL] = {"==", 2},
    [OC_EXPR_UNEQUAL] = {"!=", 2},      [OC_EXPR_BITS_AND] = {"&", 2},
    [OC_EXPR_BITS_XOR] = {"^", 2},      [OC_EXPR_BITS_OR] = {"|", 2},
    [OC_EXPR_AND] = {"&&", 2},          [OC_EXPR_OR] = {"||", 2},
    [OC_EXPR_CHOOSE] = {"?:", 3},
};

const struct oc_expression *oc_expression_constant(struct oc_arena *arena,
                                                   const struct oc_integer *type, int64_t value) {
    struct oc_expression *node = OC_NEW(arena, struct oc_expression);
    *node = (struct oc_expression){
        .op = OC_EXPR_CONSTANT, .type = type, .value = oc_integer_convert(type, value)};
    return node;
}

bool oc_expression_is_typed(const struct oc_expression *node) {
    const struct oc_integer *types[3] = {NULL}, *int_type = oc_integer_named("int");
    for (unsigned i = 0; i < oc_operator_forms[node->op].operands; i++) {
        if (!node->operands[i])
            return false;
        types[i] = node->operands[i]->type;
    }
    switch (node->op) {
    case OC_EXPR_OTHER:
    case OC_EXPR_COUNT:
        return false;
    case OC_EXPR_CONSTANT:
    case OC_EXPR_PARAM:
    case OC_EXPR_MEMBER:
    case OC_EXPR_CONVERT:
        return node->type;
    case OC_EXPR_NEGATE:
    case OC_EXPR_COMPLEMENT:
    case OC_EXPR_SHIFT_LEFT:
    case OC_EXPR_SHIFT_RIGHT:
        return node->type == types[0];
    case OC_EXPR_NOT:
    case OC_EXPR_AND:
    case OC_EXPR_OR:
        return node->type == int_type;
    case OC_EXPR_LESS:
    case OC_EXPR_GREATER:
    case OC_EXPR_AT_MOST:
    case OC_EXPR_AT_LEAST:
    case OC_EXPR_EQUAL:
    case OC_EXPR_UNEQUAL:
        return node->type == int_type && types[0] == types[1];
    case OC_EXPR_CHOOSE:
        return node->type == types[1] && node->type == types[2];
    default:
        return node->type == types[0] && node->type == types[1];
    }
}

bool oc_expression_equal(const struct oc_expression *left, const struct oc_expression *right) {
    if (left->op != right->op || left->type != right->type || left->value != right->value ||
        left->param != right->param || (left->path != NULL) != (right->path != NULL) ||
        (left->path && strcmp(left->path, right->path) != 0))
        return false;
    for (unsigned i = 0; i < oc_operator_forms[left->op].operands; i++)
        if (!oc_expression_equal(left->operands[i], right->operands[i]))
            return false;
    return true;
}

bool oc_expression_is_constant(const struct oc_expression *expression, int64_t *value) {
    *value = expression->value;
    return expression->op == OC_EXPR_CONSTANT;
}

bool oc_expression_is_param(const struct oc_expression *expression, size_t *param) {
    *param = expression->param;
    return expression->op == OC_EXPR_PARAM && !expression->path;
}

char oc_expression_check(const struct oc_expression *node) {
    switch (node->op) {
    case OC_EXPR_DIVIDE:
    case OC_EXPR_REMAINDER:
    case OC_EXPR_SHIFT_LEFT:
    case OC_EXPR_SHIFT_RIGHT:
        return *oc_operator_forms[node->op].spelling;
    case OC_EXPR_NEGATE:
    case OC_EXPR_MULTIPLY:
    case OC_EXPR_ADD:
    case OC_EXPR_SUBTRACT:
        return node->type->is_signed ? *oc_operator_forms[node->op].spelling : '\0';
    default:
        return '\0';
    }
}

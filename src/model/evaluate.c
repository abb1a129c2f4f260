#include "model/evaluate.h"

// Wide enough for each operation on values of 64 bits, but for shifts.
typedef __int128 wide;

// What the int64_t of a type's bits means.
static wide value_of(const struct oc_integer *type, int64_t bits) {
    return type->is_signed ? bits : (wide)(uint64_t)bits;
}

static bool fits_type(const struct oc_integer *type, wide value) {
    wide limit = (wide)1 << (8 * type->bytes - 1);
    return value >= -limit && value < limit;
}

// A result that has to be in range if the type is signed, and wraps if not.
static bool in_type(const struct oc_integer *type, wide result, wide *out) {
    *out = value_of(type, oc_integer_convert(type, (int64_t)result));
    return !type->is_signed || fits_type(type, result);
}

// Two values of 64 bits without a sign may exceed what `wide` holds; the lower bits are right.
static wide multiply_wide(wide left, wide right) {
    return (wide)((unsigned __int128)left * (unsigned __int128)right);
}

static bool shift(const struct oc_expression *node, wide left, wide right, wide *out) {
    if (right < 0 || right >= 8 * (int)node->type->bytes)
        return false;
    wide result = node->op == OC_EXPR_SHIFT_LEFT ? left * ((wide)1 << right) : left >> right;
    return in_type(node->type, result, out);
}

static bool divide(const struct oc_expression *node, wide left, wide right, wide *out) {
    // The remainder of the least value by -1 is 0, but C leaves it undefined with the quotient.
    if (right == 0 || (node->type->is_signed && !fits_type(node->type, left / right)))
        return false;
    return in_type(node->type, node->op == OC_EXPR_DIVIDE ? left / right : left % right, out);
}

static bool binary(const struct oc_expression *node, wide left, wide right, wide *out) {
    switch (node->op) {
    case OC_EXPR_MULTIPLY:
        return in_type(node->type, multiply_wide(left, right), out);
    case OC_EXPR_ADD:
        return in_type(node->type, left + right, out);
    case OC_EXPR_SUBTRACT:
        return in_type(node->type, left - right, out);
    case OC_EXPR_DIVIDE:
    case OC_EXPR_REMAINDER:
        return divide(node, left, right, out);
    case OC_EXPR_SHIFT_LEFT:
    case OC_EXPR_SHIFT_RIGHT:
        return shift(node, left, right, out);
    case OC_EXPR_LESS:
        *out = left < right;
        return true;
    case OC_EXPR_GREATER:
        *out = left > right;
        return true;
    case OC_EXPR_AT_MOST:
        *out = left <= right;
        return true;
    case OC_EXPR_AT_LEAST:
        *out = left >= right;
        return true;
    case OC_EXPR_EQUAL:
        *out = left == right;
        return true;
    case OC_EXPR_UNEQUAL:
        *out = left != right;
        return true;
    case OC_EXPR_BITS_AND:
        return in_type(node->type, left & right, out);
    case OC_EXPR_BITS_XOR:
        return in_type(node->type, left ^ right, out);
    case OC_EXPR_BITS_OR:
        return in_type(node->type, left | right, out);
    default:
        return false;
    }
}

static bool argument(const struct oc_expression *node, const struct oc_launch *launch, wide *out) {
    if (!launch || node->path || node->param >= launch->argument_count ||
        !launch->arguments[node->param].constant)
        return false;
    int64_t bits = oc_integer_convert(node->type, launch->arguments[node->param].value);
    *out = value_of(node->type, bits);
    return true;
}

// All of an operator's operands that are always computed come before those that may not be.
static bool evaluate(const struct oc_expression *node, const struct oc_launch *launch, wide *out) {
    wide left = 0, right = 0;
    unsigned operands = oc_operator_forms[node->op].operands;
    if (operands && !evaluate(node->operands[0], launch, &left))
        return false;
    switch (node->op) {
    case OC_EXPR_CONSTANT:
        *out = value_of(node->type, node->value);
        return true;
    case OC_EXPR_PARAM:
        return argument(node, launch, out);
    case OC_EXPR_CONVERT:
        *out = value_of(node->type, oc_integer_convert(node->type, (int64_t)left));
        return true;
    case OC_EXPR_NEGATE:
        return in_type(node->type, -left, out);
    case OC_EXPR_COMPLEMENT:
        return in_type(node->type, ~left, out);
    case OC_EXPR_NOT:
        *out = !left;
        return true;
    case OC_EXPR_CHOOSE:
        return evaluate(node->operands[left ? 1 : 2], launch, out);
    case OC_EXPR_AND:
    case OC_EXPR_OR:
        *out = left != 0;
        if (*out == (node->op == OC_EXPR_OR))
            return true;
        if (!evaluate(node->operands[1], launch, &right))
            return false;
        *out = right != 0;
        return true;
    default:
        return operands == 2 && evaluate(node->operands[1], launch, &right) &&
               binary(node, left, right, out);
    }
}

static bool evaluate_bound(const struct oc_bound *bound, const struct oc_launch *launch,
                           int64_t *value) {
    wide result;
    if (!evaluate(bound->expression, launch, &result) || result < 0 || result > INT64_MAX)
        return false;
    *value = (int64_t)result;
    return true;
}

bool oc_evaluate_bytes(uint64_t size, const struct oc_bound *bounds, size_t count,
                       const struct oc_launch *launch, int64_t *bytes) {
    *bytes = (int64_t)size;
    for (size_t i = 0; i < count; i++) {
        int64_t value;
        if (!evaluate_bound(&bounds[i], launch, &value) ||
            __builtin_mul_overflow(*bytes, value, bytes))
            return false;
    }
    return true;
}

// The bytes of arrays, computed as C computes their bounds, and as the runtime does.
#include "model/evaluate.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stdint.h>
#include <string.h>

#include <cmocka.h>

static struct oc_arena arena;

// A launch of k(a, b), where both are known.
static struct oc_launch_argument arguments[] = {{NULL, true, 0}, {NULL, true, 0}};
static const struct oc_launch launch = {.arguments = arguments, .argument_count = 2};

static const struct oc_expression *made(struct oc_expression node) {
    struct oc_expression *copy = OC_NEW(&arena, struct oc_expression);
    *copy = node;
    assert_true(oc_expression_is_typed(copy));
    return copy;
}

static const struct oc_expression *param(size_t number, const char *type) {
    return made((struct oc_expression){
        .op = OC_EXPR_PARAM, .type = oc_integer_named(type), .param = number});
}

static const struct oc_expression *converted(const char *type,
                                             const struct oc_expression *operand) {
    return made((struct oc_expression){
        .op = OC_EXPR_CONVERT, .type = oc_integer_named(type), .operands = {operand}});
}

// a <op> b in a type, or with one operand, <op> a. Comparisons are int.
static const struct oc_expression *operation(enum oc_operator op, const char *type) {
    struct oc_expression node = {
        .op = op, .type = oc_integer_named(type), .operands = {param(0, type), param(1, type)}};
    if (op == OC_EXPR_NOT || (op >= OC_EXPR_LESS && op <= OC_EXPR_UNEQUAL) || op == OC_EXPR_AND ||
        op == OC_EXPR_OR)
        node.type = oc_integer_named("int");
    return made(node);
}

// The value of a bound for a and b, or -1: it has none.
static int64_t value(const struct oc_expression *expression, int64_t a, int64_t b) {
    struct oc_bound bound = {.expression = expression};
    int64_t bytes;
    arguments[0].value = a;
    arguments[1].value = b;
    return oc_evaluate_bytes(1, &bound, 1, &launch, &bytes) ? bytes : -1;
}

static void expect(enum oc_operator op, const char *type, int64_t a, int64_t b, int64_t result) {
    assert_int_equal(value(operation(op, type), a, b), result);
}

static void arguments_have_their_types(void **state) {
    (void)state;
    assert_int_equal(value(param(0, "unsigned char"), 257, 0), 1);
    assert_int_equal(value(param(0, "_Bool"), 2, 0), 1);
    assert_int_equal(value(param(0, "short"), 32768, 0), -1);
    assert_int_equal(value(param(0, "unsigned int"), -1, 0), UINT32_MAX);
    assert_int_equal(value(param(0, "unsigned long"), -1, 0), -1); // more than an int64_t holds
    assert_int_equal(value(converted("unsigned char", param(0, "int")), -1, 0), 255);
    assert_int_equal(value(converted("long", param(0, "unsigned int")), -1, 0), UINT32_MAX);
    assert_int_equal(value(converted("_Bool", param(0, "int")), 256, 0), 1);
}

static void unknown_arguments_have_no_value(void **state) {
    (void)state;
    struct oc_bound bound = {.expression = param(0, "int")};
    int64_t bytes;
    assert_false(oc_evaluate_bytes(1, &bound, 1, NULL, &bytes));
    arguments[0].constant = false;
    assert_int_equal(value(param(0, "int"), 1, 1), -1);
    expect(OC_EXPR_ADD, "int", 1, 1, -1);
    arguments[0].constant = true;
    assert_int_equal(value(param(2, "int"), 1, 1), -1);
    struct oc_expression member = {
        .op = OC_EXPR_PARAM, .type = oc_integer_named("int"), .path = "n"};
    assert_int_equal(value(&member, 1, 1), -1);
}

static void signed_arithmetic_is_checked(void **state) {
    (void)state;
    expect(OC_EXPR_ADD, "int", INT32_MAX, 0, INT32_MAX);
    expect(OC_EXPR_ADD, "int", INT32_MAX, 1, -1);
    expect(OC_EXPR_ADD, "long", INT64_MAX, 1, -1);
    expect(OC_EXPR_SUBTRACT, "int", 5, 3, 2);
    expect(OC_EXPR_SUBTRACT, "int", 3, 5, -1);
    expect(OC_EXPR_MULTIPLY, "int", 65536, 32768, -1);
    expect(OC_EXPR_MULTIPLY, "long", 65536, 32768, INT64_C(1) << 31);
    expect(OC_EXPR_MULTIPLY, "long", INT64_MIN, INT64_MIN, -1);
    expect(OC_EXPR_NEGATE, "int", -7, 0, 7);
    expect(OC_EXPR_NEGATE, "int", INT32_MIN, 0, -1);
    expect(OC_EXPR_DIVIDE, "int", -7, -2, 3);
    expect(OC_EXPR_DIVIDE, "int", INT32_MIN, -1, -1);
    expect(OC_EXPR_DIVIDE, "int", 7, 0, -1);
    expect(OC_EXPR_REMAINDER, "int", 7, -4, 3);
    expect(OC_EXPR_REMAINDER, "int", INT32_MIN, -1, -1);
    expect(OC_EXPR_REMAINDER, "long", 7, 0, -1);
}

static void unsigned_arithmetic_wraps(void **state) {
    (void)state;
    expect(OC_EXPR_ADD, "unsigned int", UINT32_MAX, 3, 2);
    expect(OC_EXPR_SUBTRACT, "unsigned int", 0, 1, UINT32_MAX);
    expect(OC_EXPR_MULTIPLY, "unsigned int", 65536, 65537, 65536);
    expect(OC_EXPR_MULTIPLY, "unsigned long", -1, -1, 1); // (2^64 - 1)^2
    expect(OC_EXPR_NEGATE, "unsigned int", 1, 0, UINT32_MAX);
    expect(OC_EXPR_COMPLEMENT, "unsigned int", 0, 0, UINT32_MAX);
    expect(OC_EXPR_DIVIDE, "unsigned long", -1, 2, INT64_MAX);
    expect(OC_EXPR_DIVIDE, "unsigned long", 1, 0, -1);
}

static void shifts(void **state) {
    (void)state;
    expect(OC_EXPR_SHIFT_LEFT, "int", 3, 4, 48);
    expect(OC_EXPR_SHIFT_LEFT, "int", 1, 31, -1);
    expect(OC_EXPR_SHIFT_LEFT, "int", 1, 32, -1);
    expect(OC_EXPR_SHIFT_LEFT, "int", 1, -1, -1);
    expect(OC_EXPR_SHIFT_LEFT, "unsigned int", 3, 31, INT64_C(1) << 31);
    expect(OC_EXPR_SHIFT_LEFT, "unsigned long", -1, 63, -1); // 2^63
    expect(OC_EXPR_SHIFT_RIGHT, "int", 48, 4, 3);
    expect(OC_EXPR_SHIFT_RIGHT, "unsigned long", -1, 63, 1);
    expect(OC_EXPR_SHIFT_RIGHT, "unsigned long", -1, 64, -1);
}

static void comparisons_and_bits(void **state) {
    (void)state;
    expect(OC_EXPR_LESS, "int", -1, 1, 1);
    expect(OC_EXPR_LESS, "unsigned int", -1, 1, 0);
    expect(OC_EXPR_GREATER, "unsigned long", -1, 1, 1);
    expect(OC_EXPR_AT_MOST, "int", 1, 1, 1);
    expect(OC_EXPR_AT_LEAST, "int", 0, 1, 0);
    expect(OC_EXPR_EQUAL, "int", 2, 2, 1);
    expect(OC_EXPR_UNEQUAL, "int", 2, 2, 0);
    expect(OC_EXPR_BITS_AND, "int", -2, 7, 6);
    expect(OC_EXPR_BITS_XOR, "int", 5, 1, 4);
    expect(OC_EXPR_BITS_OR, "unsigned long", 5, 2, 7);
    expect(OC_EXPR_NOT, "int", 0, 0, 1);
    expect(OC_EXPR_AND, "int", 2, 4, 1);
    expect(OC_EXPR_OR, "int", 0, 0, 0);
}

// a ? 8 / b : b, a && 8 / b, a || 8 / b
static void what_c_does_not_compute_may_fail(void **state) {
    (void)state;
    const struct oc_integer *type = oc_integer_named("int");
    const struct oc_expression *a = param(0, "int"), *b = param(1, "int");
    const struct oc_expression *quotient =
        made((struct oc_expression){.op = OC_EXPR_DIVIDE,
                                    .type = type,
                                    .operands = {oc_expression_constant(&arena, type, 8), b}});
    const struct oc_expression *choice = made(
        (struct oc_expression){.op = OC_EXPR_CHOOSE, .type = type, .operands = {a, quotient, b}});
    const struct oc_expression *both =
        made((struct oc_expression){.op = OC_EXPR_AND, .type = type, .operands = {a, quotient}});
    const struct oc_expression *either =
        made((struct oc_expression){.op = OC_EXPR_OR, .type = type, .operands = {a, quotient}});
    assert_int_equal(value(choice, 1, 2), 4);
    assert_int_equal(value(choice, 1, 0), -1);
    assert_int_equal(value(choice, 0, 0), 0);
    assert_int_equal(value(both, 0, 0), 0);
    assert_int_equal(value(both, 1, 0), -1);
    assert_int_equal(value(both, 1, 2), 1);
    assert_int_equal(value(both, 1, 9), 0);
    assert_int_equal(value(either, 1, 0), 1);
    assert_int_equal(value(either, 0, 0), -1);
    assert_int_equal(value(either, 0, 8), 1);
}

static void bytes_are_the_product(void **state) {
    (void)state;
    struct oc_bound bounds[] = {{.expression = param(0, "long")}, {.expression = param(1, "long")}};
    int64_t bytes;
    arguments[0].value = 3;
    arguments[1].value = 5;
    assert_true(oc_evaluate_bytes(8, bounds, 2, &launch, &bytes));
    assert_int_equal(bytes, 120);
    assert_true(oc_evaluate_bytes(8, bounds, 0, NULL, &bytes));
    assert_int_equal(bytes, 8);
    arguments[1].value = INT64_MAX / 8;
    assert_false(oc_evaluate_bytes(8, bounds, 2, &launch, &bytes));
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(arguments_have_their_types),
        cmocka_unit_test(unknown_arguments_have_no_value),
        cmocka_unit_test(signed_arithmetic_is_checked),
        cmocka_unit_test(unsigned_arithmetic_wraps),
        cmocka_unit_test(shifts),
        cmocka_unit_test(comparisons_and_bits),
        cmocka_unit_test(what_c_does_not_compute_may_fail),
        cmocka_unit_test(bytes_are_the_product),
    };
    int failed = cmocka_run_group_tests(tests, NULL, NULL);
    oc_arena_release(&arena);
    return failed;
}

// Polynomials: sums, products, what is taken out of them, and what does not fit.
#include "model/polynomial.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stdint.h>

#include <cmocka.h>

static struct oc_poly n(int64_t value) {
    return oc_poly_number(value);
}
static struct oc_poly u(unsigned unknown) {
    return oc_poly_unknown(unknown);
}
static struct oc_poly add(struct oc_poly left, struct oc_poly right) {
    return oc_poly_add(left, right);
}
static struct oc_poly mul(struct oc_poly left, struct oc_poly right) {
    return oc_poly_multiply(left, right);
}
static void assert_equal(struct oc_poly left, struct oc_poly right) {
    assert_true(oc_poly_equal(&left, &right));
}

static void order_makes_no_difference(void **state) {
    (void)state;
    assert_equal(add(mul(u(1), u(2)), n(3)), add(n(3), mul(u(2), u(1))));
    assert_equal(mul(add(u(1), n(1)), add(u(1), n(-1))), add(mul(u(1), u(1)), n(-1)));
    assert_equal(oc_poly_subtract(u(1), u(1)), n(0));
    struct oc_poly left = u(1), right = u(2);
    assert_false(oc_poly_equal(&left, &right));
}

static void a_factor_is_split_off(void **state) {
    (void)state;
    struct oc_poly sum = add(mul(u(1), add(u(2), n(4))), u(3)), factor, rest;
    assert_true(oc_poly_split(&sum, 1, &factor, &rest));
    assert_equal(factor, add(u(2), n(4)));
    assert_equal(rest, u(3));
    struct oc_poly square = mul(u(1), u(1));
    assert_false(oc_poly_split(&square, 1, &factor, &rest));
}

static void one_term_divides(void **state) {
    (void)state;
    struct oc_poly left = mul(n(8), mul(u(1), u(2))), right = mul(n(4), u(2)), quotient;
    assert_true(oc_poly_divide(&left, &right, &quotient));
    assert_equal(quotient, mul(n(2), u(1)));
    right = n(3);
    assert_false(oc_poly_divide(&left, &right, &quotient));
    right = u(3);
    assert_false(oc_poly_divide(&left, &right, &quotient));
    right = add(u(1), n(1));
    assert_false(oc_poly_divide(&left, &right, &quotient));
}

static void a_bound_has_the_lesser_or_greater_coefficients(void **state) {
    (void)state;
    struct oc_poly left = add(mul(n(3), u(1)), add(mul(n(-2), u(2)), n(5)));
    struct oc_poly right = add(mul(n(4), u(1)), mul(n(7), u(3)));
    assert_equal(oc_poly_bound(left, right, false), add(mul(n(3), u(1)), mul(n(-2), u(2))));
    assert_equal(oc_poly_bound(left, right, true),
                 add(mul(n(4), u(1)), add(mul(n(7), u(3)), n(5))));
    assert_equal(oc_poly_bound(left, left, true), left);
    struct oc_poly least = oc_poly_bound(left, right, false);
    assert_true(oc_poly_is_plainly_at_least(&left, &least));
    assert_true(oc_poly_is_plainly_at_least(&right, &least));
    assert_true(oc_poly_is_plainly_at_least(&left, &left));
    assert_false(oc_poly_is_plainly_at_least(&least, &left));
    assert_false(oc_poly_is_plainly_at_least(&left, &right));
}

static void what_does_not_fit_is_invalid(void **state) {
    (void)state;
    struct oc_poly sum = n(0), power = n(1);
    for (unsigned i = 0; i <= OC_POLY_TERMS; i++)
        sum = add(sum, u(i));
    assert_true(sum.invalid);
    for (unsigned i = 0; i <= OC_POLY_FACTORS; i++)
        power = mul(power, u(1));
    assert_true(power.invalid);
    assert_true(mul(n(INT64_MAX), n(2)).invalid);
    assert_true(add(n(INT64_MAX), n(1)).invalid);
    assert_false(oc_poly_equal(&power, &power));
    assert_false(oc_poly_is_plainly_positive(&power));
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(order_makes_no_difference),
        cmocka_unit_test(a_factor_is_split_off),
        cmocka_unit_test(one_term_divides),
        cmocka_unit_test(a_bound_has_the_lesser_or_greater_coefficients),
        cmocka_unit_test(what_does_not_fit_is_invalid),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}

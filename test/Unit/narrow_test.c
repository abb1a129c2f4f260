// How a parameter is mapped by what is known of its kernel's code, and why; what holds for all
// targets.
#include "model/narrow.h"
#include "model/usage.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stdint.h>
#include <string.h>

#include <cmocka.h>

enum { BOTH = OC_MAP_TO | OC_MAP_FROM };

static struct oc_arena arena;

static struct oc_param params[] = {
    {.name = "n", .kind = OC_PARAM_VALUE, .size = 8},
    {.name = "y", .kind = OC_PARAM_ARRAY, .direction = BOTH, .size = 4},
};
static const struct oc_kernel kernel = {.name = "k", .params = params, .param_count = 2};
static const struct oc_unit unit = {.kernels = (struct oc_kernel *)&kernel, .kernel_count = 1};

static struct oc_need need(enum oc_need_kind kind, unsigned dimension, int64_t times) {
    return (struct oc_need){
        .kind = kind,
        .dimension = dimension,
        .product_count = 1,
        .products = {{.coefficient = times, .factor_count = 1, .factors = {{0, 0, 8}}}}};
}

static struct oc_mapping mapping(unsigned rule, const struct oc_param_usage *usage) {
    params[1].direction = rule;
    struct oc_param_usage all[2] = {{0}};
    struct oc_kernel_usage of_kernel = {.params = all};
    if (usage)
        all[1] = *usage;
    struct oc_mapping found = oc_narrow_mapping(&kernel, 1, usage ? &of_kernel : NULL);
    params[1].direction = BOTH;
    assert_int_equal(found.rule, rule);
    return found;
}

static void the_rule_stands_where_nothing_is_known(void **state) {
    (void)state;
    struct oc_param_usage uses_it = {.reads = true, .writes = true}, in_part = {.writes = true};
    for (unsigned rule = 0; rule <= BOTH; rule++) {
        assert_int_equal(mapping(rule, NULL).always, rule);
        assert_int_equal(mapping(rule, NULL).whole, rule);
        assert_int_equal(mapping(rule, &uses_it).always, rule);
        assert_int_equal(mapping(rule, &in_part).whole, rule);
        assert_null(mapping(rule, &in_part).reason);
    }
}

static void what_is_never_written_does_not_come_back(void **state) {
    (void)state;
    struct oc_param_usage reads = {.reads = true};
    assert_int_equal(mapping(BOTH, &reads).always, OC_MAP_TO);
    assert_string_equal(mapping(BOTH, &reads).reason, "never written (device code, all targets)");
    assert_int_equal(mapping(OC_MAP_FROM, &reads).always, OC_MAP_ALLOC);
    assert_null(mapping(OC_MAP_TO, &reads).reason);
}

static void what_is_not_used_is_not_copied(void **state) {
    (void)state;
    struct oc_param_usage nothing = {0};
    assert_int_equal(mapping(BOTH, &nothing).always, OC_MAP_ALLOC);
    assert_int_equal(mapping(OC_MAP_TO, &nothing).always, OC_MAP_ALLOC);
    assert_string_equal(mapping(BOTH, &nothing).reason,
                        "neither read nor written (device code, all targets)");
}

static void pointers_in_a_struct_by_value_are_arrays(void **state) {
    (void)state;
    struct oc_member inner = {.path = "p", .direction = BOTH};
    struct oc_member members[] = {
        {.path = "a", .direction = BOTH},
        {.path = "b", .direction = OC_MAP_TO},
        {.path = "c", .direction = BOTH, .members = &inner, .member_count = 1}};
    struct oc_param s[] = {{.name = "n", .kind = OC_PARAM_VALUE, .size = 8},
                           {.name = "s",
                            .kind = OC_PARAM_AGGREGATE,
                            .size = 24,
                            .members = members,
                            .member_count = 3}};
    struct oc_kernel with_struct = {.name = "k", .params = s, .param_count = 2};
    struct oc_param_usage of_arguments[5] = {[2] = {.reads = true}};
    bool unused[6] = {[3] = true};
    struct oc_kernel_usage of_kernel = {.params = of_arguments};
    assert_int_equal(oc_narrow_mapping(&with_struct, 2, NULL).always, BOTH);
    assert_int_equal(oc_narrow_mapping(&with_struct, 2, &of_kernel).always, OC_MAP_TO);
    assert_int_equal(oc_narrow_mapping(&with_struct, 3, &of_kernel).always, OC_MAP_ALLOC);
    assert_int_equal(oc_narrow_mapping(&with_struct, 4, &of_kernel).always, BOTH);
    assert_false(oc_narrow_mapping(&with_struct, 3, &of_kernel).unused);
    of_kernel.unused = unused;
    assert_true(oc_narrow_mapping(&with_struct, 3, &of_kernel).unused);
    assert_false(oc_narrow_mapping(&with_struct, 4, &of_kernel).unused);
}

static void what_is_written_whole_does_not_go(void **state) {
    (void)state;
    struct oc_need needs[] = {need(OC_NEED_BYTES, 0, 4), need(OC_NEED_THREADS, 0, 1),
                              need(OC_NEED_BLOCKS, 1, 3)};
    struct oc_param_usage whole = {.writes = true, .needs = needs, .need_count = 3};
    struct oc_mapping found = mapping(BOTH, &whole);
    assert_int_equal(found.always, BOTH);
    assert_int_equal(found.whole, OC_MAP_FROM);
    assert_string_equal(found.reason, "written whole before it is read (device code, all targets)");
    assert_null(mapping(OC_MAP_FROM, &whole).reason);
}

static void targets_must_agree(void **state) {
    (void)state;
    struct oc_need wide[] = {need(OC_NEED_BYTES, 0, 4), need(OC_NEED_THREADS, 0, 1)};
    struct oc_need tall[] = {need(OC_NEED_BYTES, 0, 4), need(OC_NEED_THREADS, 1, 1)};
    struct oc_param_usage one[] = {{0}, {.writes = true, .needs = wide, .need_count = 2}};
    struct oc_param_usage other[] = {{0}, {.writes = true, .needs = tall, .need_count = 2}};
    bool unused_in_one[] = {true, true}, unused_in_other[] = {false, true};
    struct oc_kernel_usage kernels[] = {{one, unused_in_one}, {other, unused_in_other}};
    struct oc_usage usage = {&kernels[0]}, with = {&kernels[1]};
    oc_narrow_join(&arena, &unit, &usage, &with);
    assert_int_equal(one[1].need_count, 3); // the bytes once, and both dimensions
    assert_false(one[1].reads);
    assert_false(unused_in_one[0]);
    assert_true(unused_in_one[1]);
    other[1] = (struct oc_param_usage){.reads = true, .writes = true};
    oc_narrow_join(&arena, &unit, &usage, &with);
    assert_true(one[1].reads);
    assert_int_equal(one[1].need_count, 0);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(the_rule_stands_where_nothing_is_known),
        cmocka_unit_test(what_is_never_written_does_not_come_back),
        cmocka_unit_test(what_is_not_used_is_not_copied),
        cmocka_unit_test(pointers_in_a_struct_by_value_are_arrays),
        cmocka_unit_test(what_is_written_whole_does_not_go),
        cmocka_unit_test(targets_must_agree),
    };
    int failed = cmocka_run_group_tests(tests, NULL, NULL);
    oc_arena_release(&arena);
    return failed;
}

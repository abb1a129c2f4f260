// Stretches of bytes: joined where they touch, split where a part is taken away, never more than
// fit.
#include "runtime/data/stretches.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

static void test_joins_what_touches(void **state) {
    (void)state;
    struct stretches set = {0};
    assert_true(__offloadcc_stretches_add(&set, (struct stretch){10, 20}));
    assert_true(__offloadcc_stretches_add(&set, (struct stretch){30, 40}));
    assert_int_equal(set.count, 2);
    assert_true(__offloadcc_stretches_add(&set, (struct stretch){20, 30}));
    assert_int_equal(set.count, 1);
    assert_true(__offloadcc_stretches_have_all(&set, (struct stretch){10, 40}));
    assert_true(__offloadcc_stretches_have_none(&set, (struct stretch){0, 10}));
    assert_false(__offloadcc_stretches_have_none(&set, (struct stretch){39, 50}));
}

static void test_empty_stretches_change_nothing(void **state) {
    (void)state;
    struct stretches set = {0};
    assert_true(__offloadcc_stretches_add(&set, (struct stretch){5, 5}));
    assert_int_equal(set.count, 0);
    assert_true(__offloadcc_stretches_have_all(&set, (struct stretch){5, 5}));
    assert_true(__offloadcc_stretches_have_none(&set, (struct stretch){5, 5}));
}

static void test_full_sets_stay_as_they_are(void **state) {
    (void)state;
    struct stretches set = {0}, before;
    for (size_t i = 0; i < MOST_STRETCHES; i++)
        assert_true(__offloadcc_stretches_add(&set, (struct stretch){10 * i, 10 * i + 5}));
    before = set;
    assert_false(__offloadcc_stretches_add(&set, (struct stretch){1000, 1001}));
    assert_memory_equal(&set, &before, sizeof set);
    assert_false(__offloadcc_stretches_remove(&set, (struct stretch){2, 3}));
    assert_memory_equal(&set, &before, sizeof set);
    assert_true(__offloadcc_stretches_add(&set, (struct stretch){5, 10})); // joins two
    assert_int_equal(set.count, MOST_STRETCHES - 1);
}

// Against a flag for each byte.
static void test_random_changes(void **state) {
    (void)state;
    enum { BYTES = 64, CHANGES = 200000 };
    struct stretches set = {0};
    bool flags[BYTES] = {0};
    srand(1);
    for (int change = 0; change < CHANGES; change++) {
        size_t from = (size_t)rand() % BYTES, to = from + (size_t)rand() % (BYTES - from + 1);
        bool adds = rand() & 1;
        struct stretch stretch = {from, to};
        if (!(adds ? __offloadcc_stretches_add(&set, stretch)
                   : __offloadcc_stretches_remove(&set, stretch)))
            continue;
        memset(flags + from, adds, to - from);
        bool all = true, none = true;
        size_t at = (size_t)rand() % BYTES, end = at + (size_t)rand() % (BYTES - at + 1);
        for (size_t i = at; i < end; i++) {
            all &= flags[i];
            none &= !flags[i];
        }
        assert_int_equal(__offloadcc_stretches_have_all(&set, (struct stretch){at, end}), all);
        assert_int_equal(__offloadcc_stretches_have_none(&set, (struct stretch){at, end}), none);
        for (unsigned i = 0; i < set.count; i++) {
            assert_true(set.items[i].from < set.items[i].to);
            assert_true(i == 0 || set.items[i - 1].to < set.items[i].from);
        }
    }
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_joins_what_touches),
        cmocka_unit_test(test_empty_stretches_change_nothing),
        cmocka_unit_test(test_full_sets_stay_as_they_are),
        cmocka_unit_test(test_random_changes),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}

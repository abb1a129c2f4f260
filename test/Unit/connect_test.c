// Which units of a link share device code, and what is refused.
#include "base/arena.h"
#include "link/connect.h"
#include "link/inputs.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

enum { MOST = 8 };

static struct oc_arena arena;
static struct oc_linked_unit units[MOST];
static size_t count, components;
static char *messages;
static size_t length;

// Symbols, each after a blank: "f" is a function, "f!" a weak definition or declaration.
static struct oc_external *externals(const char *names, bool *weak, size_t *number) {
    struct oc_external *items = OC_NEW_ARRAY(&arena, MOST, struct oc_external);
    for (*number = 0; *names; names += strcspn(names, " "), ++*number) {
        names += strspn(names, " ");
        size_t end = strcspn(names, " ");
        bool is_weak = end && names[end - 1] == '!';
        weak[*number] = is_weak;
        items[*number] =
            (struct oc_external){.name = oc_arena_strndup(&arena, names, end - is_weak),
                                 .type = "int (int)",
                                 .user = "kernel 'k'"};
    }
    return items;
}

static void add(const char *object, const char *offers, const char *needs) {
    struct oc_linked_unit *unit = &units[count++];
    *unit = (struct oc_linked_unit){.object = object,
                                    .weak = OC_NEW_ARRAY(&arena, MOST, bool),
                                    .optional = OC_NEW_ARRAY(&arena, MOST, bool)};
    unit->unit.offers = externals(offers, unit->weak, &unit->unit.offer_count);
    unit->unit.needs = externals(needs, unit->optional, &unit->unit.need_count);
}

static bool connect_units(bool takes_first) {
    struct oc_link_inputs inputs;
    struct oc_diag diag = {.stream = open_memstream(&messages, &length), .tool = "link"};
    bool read = oc_inputs_read(&arena, NULL, 0, NULL, &diag, &inputs);
    bool valid = read && oc_connect(&arena, units, count, &inputs, takes_first, &diag, &components);
    fclose(diag.stream);
    return valid;
}

static int begin(void **state) {
    (void)state;
    count = 0;
    return 0;
}

static int end(void **state) {
    (void)state;
    free(messages);
    messages = NULL;
    oc_arena_release(&arena);
    return 0;
}

static void units_that_share_are_one_component(void **state) {
    (void)state;
    add("a.o", "a", "b");
    add("x.o", "x", "");
    add("b.o", "b", "c");
    add("c.o", "c", "");
    add("y.o", "", "x");
    assert_true(connect_units(false));
    assert_int_equal(components, 2);
    assert_int_equal(units[0].component, 0);
    assert_int_equal(units[1].component, 1);
    assert_int_equal(units[2].component, 0);
    assert_int_equal(units[3].component, 0);
    assert_int_equal(units[4].component, 1);
}

static void what_nobody_offers_is_refused(void **state) {
    (void)state;
    add("a.o", "", "missing");
    assert_false(connect_units(false));
    assert_non_null(strstr(messages, "kernel 'k' calls 'missing', which no file of this link"));
    assert_non_null(strstr(messages, "the code is in 'a.o'"));
}

static void a_weak_declaration_may_be_missing(void **state) {
    (void)state;
    add("a.o", "", "missing!");
    assert_true(connect_units(false));
    assert_int_equal(components, 1);
}

static void two_definitions_are_refused(void **state) {
    (void)state;
    add("a.o", "f g", "");
    add("b.o", "g", "f");
    add("c.o", "f", "");
    assert_false(connect_units(false));
    assert_non_null(strstr(messages, "'f' is defined twice, in 'a.o' and in 'c.o'"));
    assert_non_null(strstr(messages, "'g' is defined twice, in 'a.o' and in 'b.o'"));
}

static void the_first_of_two_may_count(void **state) {
    (void)state;
    add("a.o", "f", "");
    add("b.o", "f", "");
    add("c.o", "", "f");
    assert_true(connect_units(true));
    assert_int_equal(components, 1);
}

static void weak_definitions_may_be_several(void **state) {
    (void)state;
    add("a.o", "f!", "");
    add("b.o", "f", "");
    add("c.o", "f!", "f");
    assert_true(connect_units(false));
    assert_int_equal(components, 1);
    assert_int_equal(length, 0);
}

static void types_that_differ_are_a_warning(void **state) {
    (void)state;
    add("a.o", "f", "");
    add("b.o", "", "f");
    units[1].unit.needs[0].type = "long (int)";
    assert_true(connect_units(false));
    assert_non_null(strstr(messages, "'f' is declared as 'long (int)' here, and is defined as"));
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test_setup_teardown(units_that_share_are_one_component, begin, end),
        cmocka_unit_test_setup_teardown(what_nobody_offers_is_refused, begin, end),
        cmocka_unit_test_setup_teardown(a_weak_declaration_may_be_missing, begin, end),
        cmocka_unit_test_setup_teardown(two_definitions_are_refused, begin, end),
        cmocka_unit_test_setup_teardown(the_first_of_two_may_count, begin, end),
        cmocka_unit_test_setup_teardown(weak_definitions_may_be_several, begin, end),
        cmocka_unit_test_setup_teardown(types_that_differ_are_a_warning, begin, end),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}

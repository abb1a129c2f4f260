// Lists of directories, as $PATH and $CPATH have them.
#include "base/text.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stdint.h>
#include <stdlib.h>

#include <cmocka.h>

static struct oc_arena arena;

// The directories, each after a '|'.
static const char *directories(const char *list) {
    struct oc_args found = {.arena = &arena};
    struct oc_text joined = {.arena = &arena};
    oc_args_add_search_path(&found, list);
    oc_text_add(&joined, "");
    for (size_t i = 0; i < found.count; i++)
        oc_text_printf(&joined, "|%s", found.items[i]);
    return joined.data;
}

static void search_path(void **state) {
    (void)state;
    assert_string_equal(directories(NULL), "");
    assert_string_equal(directories(""), "");
    assert_string_equal(directories("/a"), "|/a");
    assert_string_equal(directories("/a:b c:/d/"), "|/a|b c|/d/");
}

// As clang reads them.
static void empty_directories(void **state) {
    (void)state;
    assert_string_equal(directories(":"), "|.|.");
    assert_string_equal(directories(":/a"), "|.|/a");
    assert_string_equal(directories("/a::/b"), "|/a|.|/b");
    assert_string_equal(directories("/a:"), "|/a|.");
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(search_path),
        cmocka_unit_test(empty_directories),
    };
    int failed = cmocka_run_group_tests(tests, NULL, NULL);
    oc_arena_release(&arena);
    return failed;
}

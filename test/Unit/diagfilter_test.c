// Messages of several passes over one source, each shown once.
#include "driver/diagfilter.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stdint.h>
#include <string.h>

#include <cmocka.h>

static struct oc_arena arena;

static const char host[] = "In file included from x.c:1:\n"
                           "./x.h:1:5: warning: unused variable 'a' [-Wunused]\n"
                           "    1 | int a;\n"
                           "      |     ^\n"
                           "x.c:3:1: warning: second\n"
                           "x.c:4:1: note: see here\n"
                           "2 warnings generated.\n";

static const char *filtered(struct oc_diagfilter *filter, const char *text, bool drop) {
    struct oc_text out = {.arena = &arena};
    oc_text_add(&out, "");
    oc_diagfilter_add(filter, text, strlen(text), drop, "sm_90", &out);
    return out.data;
}

static void the_first_pass_is_shown_whole(void **state) {
    (void)state;
    struct oc_diagfilter filter = {0};
    assert_string_equal(filtered(&filter, host, false), host);
}

static void repeats_vanish_with_their_count(void **state) {
    (void)state;
    struct oc_diagfilter filter = {0};
    filtered(&filter, host, false);
    assert_string_equal(filtered(&filter, host, true), "");
}

static void what_is_new_is_counted(void **state) {
    (void)state;
    struct oc_diagfilter filter = {0};
    filtered(&filter, host, false);
    const char *device = "x.c:3:1: warning: second\n"
                         "x.c:4:1: note: see here\n"
                         "In file included from x.c:1:\n"
                         "./x.h:9:1: error: only here\n"
                         "    9 | bad\n"
                         "1 warning and 1 error generated.\n";
    assert_string_equal(filtered(&filter, device, true),
                        "In file included from x.c:1:\n"
                        "./x.h:9:1: error: only here\n"
                        "    9 | bad\n"
                        "1 error generated when compiling for sm_90.\n");
    assert_string_equal(filtered(&filter, device, true), "");
}

static void colours_make_no_difference(void **state) {
    (void)state;
    struct oc_diagfilter filter = {0};
    filtered(&filter, "x.c:1:1: warning: w\n", false);
    assert_string_equal(
        filtered(&filter, "\033[1mx.c:1:1: \033[0m\033[0;1;35mwarning: \033[0mw\033[0m\n", true),
        "");
}

static void a_pass_may_repeat_itself(void **state) {
    (void)state;
    struct oc_diagfilter filter = {0};
    const char *twice = "x.c:1:1: warning: w\nx.c:1:1: warning: w\n";
    assert_string_equal(filtered(&filter, twice, false), twice);
}

static void messages_about_options_are_shown_once(void **state) {
    (void)state;
    struct oc_diagfilter filter = {0};
    const char *option = "warning: unknown warning option '-Wx' [-Wunknown-warning-option]\n"
                         "1 warning generated.\n";
    assert_string_equal(filtered(&filter, option, false), option);
    assert_string_equal(filtered(&filter, option, true), "");
}

static void reports_are_shown_once(void **state) {
    (void)state;
    struct oc_diagfilter filter = {0};
    const char *host_report =
        "\n{\"$schema\":\"s\",\"length\":2,\"results\":[1]}\n\n1 warning generated.\n";
    assert_string_equal(filtered(&filter, host_report, false), host_report);
    assert_string_equal(
        filtered(&filter, "\n{\"$schema\":\"s\",\"length\":3,\"results\":[1]}\n\n", true), "");
    assert_string_equal(filtered(&filter, "\n{\"$schema\":\"s\",\"results\":[]}\n\n", true), "");
    const char *other = "{\"$schema\":\"s\",\"results\":[2]}\n";
    assert_string_equal(filtered(&filter, other, true), other);
}

static void remarks_are_not_counted(void **state) {
    (void)state;
    struct oc_diagfilter filter = {0};
    const char *text = "x.c:1:1: remark: loop unrolled [-Rpass=loop-unroll]\n"
                       "x.c:2:1: warning: w\n"
                       "1 warning generated.\n";
    assert_string_equal(filtered(&filter, text, true),
                        "x.c:1:1: remark: loop unrolled [-Rpass=loop-unroll]\n"
                        "x.c:2:1: warning: w\n"
                        "1 warning generated when compiling for sm_90.\n");
}

static void flags_make_no_difference(void **state) {
    (void)state;
    struct oc_diagfilter filter = {0};
    filtered(&filter, "x.c:1:1: remark: loop unrolled [-Rpass=.*]\n", false);
    assert_string_equal(
        filtered(&filter, "x.c:1:1: remark: loop unrolled [-Rpass=loop-unroll]\n", true), "");
}

static void text_without_messages_is_kept(void **state) {
    (void)state;
    struct oc_diagfilter filter = {0};
    assert_string_equal(filtered(&filter, "ptxas info    : 0 bytes gmem\n", true),
                        "ptxas info    : 0 bytes gmem\n");
    assert_string_equal(filtered(&filter, "no end of line", true), "no end of line");
    assert_string_equal(filtered(&filter, "\033[", true), "\033[");
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(the_first_pass_is_shown_whole),
        cmocka_unit_test(repeats_vanish_with_their_count),
        cmocka_unit_test(what_is_new_is_counted),
        cmocka_unit_test(colours_make_no_difference),
        cmocka_unit_test(a_pass_may_repeat_itself),
        cmocka_unit_test(messages_about_options_are_shown_once),
        cmocka_unit_test(reports_are_shown_once),
        cmocka_unit_test(remarks_are_not_counted),
        cmocka_unit_test(flags_make_no_difference),
        cmocka_unit_test(text_without_messages_is_kept),
    };
    int result = cmocka_run_group_tests(tests, NULL, NULL);
    oc_arena_release(&arena);
    return result;
}

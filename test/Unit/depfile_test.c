// Makefile rules as clang -MD writes them, and as make's manual allows them.
#include "artifacts/depfile.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

static struct oc_arena arena;
static char *messages;
static size_t messages_size;

// The names joined by '|', or the message.
static const char *parse_bytes(const char *text, size_t length) {
    struct oc_args names = {.arena = &arena};
    struct oc_text joined = {.arena = &arena};
    struct oc_diag diag = {.stream = open_memstream(&messages, &messages_size), .tool = "t"};
    bool good = oc_depfile_parse(&arena, (struct oc_bytes){text, length}, "x.d", &diag, &names);
    fclose(diag.stream);
    oc_text_add(&joined, good ? "" : messages);
    free(messages);
    for (size_t i = 0; good && i < names.count; i++)
        oc_text_printf(&joined, "%s%s", i ? "|" : "", names.items[i]);
    return joined.data;
}

static const char *parse(const char *text) {
    return parse_bytes(text, strlen(text));
}

static void continued_lines(void **state) {
    (void)state;
    assert_string_equal(parse("x.o: x.c \\\n  a.h b.h\\\nc.h\n"), "x.c|a.h|b.h|c.h");
    assert_string_equal(parse("x.o: x.c \\\r\n  a.h\r\n"), "x.c|a.h");
    assert_string_equal(parse("x.o: x.c \\"), "x.c");
    assert_string_equal(parse("x.o:\\\n x.c"), "x.c");
}

static void escapes(void **state) {
    (void)state;
    assert_string_equal(parse("x.o: my\\ inc.h a\\#b.h $$c.h\n"), "my inc.h|a#b.h|$c.h");
    assert_string_equal(parse("x.o: a\\\\\\ b c\\\\ d e\\f\n"), "a\\ b|c\\|d|e\\f");
}

static void several_rules(void **state) {
    (void)state;
    assert_string_equal(parse("x.o y\\ .o : x.c\n\n\na.h:\nb.h :\n"), "x.c");
    assert_string_equal(parse("a:b.o: x.c c:d.h\n"), "x.c|c:d.h");
    assert_string_equal(parse("# made by clang: yes\nx.o: x.c # a b\n"), "x.c");
    assert_string_equal(parse(""), "");
}

static void other_text_is_refused(void **state) {
    (void)state;
    assert_string_equal(parse("x.o: x.c\nhello world\n"),
                        "t: error: 'x.d' is not a dependency file: rule 2 has no ':'\n");
    assert_non_null(strstr(parse_bytes("x.o: a\0b", 8), "it holds a NUL character"));
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(continued_lines),
        cmocka_unit_test(escapes),
        cmocka_unit_test(several_rules),
        cmocka_unit_test(other_text_is_refused),
    };
    int failed = cmocka_run_group_tests(tests, NULL, NULL);
    oc_arena_release(&arena);
    return failed;
}

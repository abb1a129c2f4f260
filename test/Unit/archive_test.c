// link/archive.h: the forms of archives.
#include "link/archive.h"

#include "link_fixture.h"

static struct oc_slice bytes(const char *string) {
    return (struct oc_slice){string, strlen(string)};
}

// "name=content" of each member, or the fault; '*' stands for a content that is elsewhere.
static const char *members(struct oc_slice archive) {
    struct oc_text text = {.arena = &arena};
    struct oc_archive reader;
    struct oc_archive_member member;
    const char *fault = NULL;
    assert_true(oc_archive_open(archive, &reader));
    while (oc_archive_next(&reader, &member, &fault)) {
        oc_text_printf(&text, "%s%.*s=", text.length ? " " : "", (int)member.name.length,
                       member.name.data);
        oc_text_printf(&text, "%.*s", member.bytes.data ? (int)member.bytes.length : 1,
                       member.bytes.data ? member.bytes.data : "*");
    }
    if (fault)
        oc_text_printf(&text, "%s%s", text.length ? " " : "", fault);
    return text.data ? text.data : "";
}

static struct oc_text begin(const char *magic) {
    struct oc_text archive = {.arena = &arena};
    oc_text_add(&archive, magic);
    return archive;
}

static void gnu_names(void **state) {
    (void)state;
    struct oc_text archive = begin("!<arch>\n");
    add_member(&archive, "/", bytes("symbols"));
    add_member(&archive, "/SYM64/", bytes("symbols"));
    add_member(&archive, "//", bytes("a-name-that-is-too-long.o/\nanother name.o/\n"));
    add_member(&archive, "x.o/", bytes("one"));
    add_member(&archive, "/0", bytes("two2"));
    add_member(&archive, "/27", bytes("three"));
    add_member(&archive, "empty.o/", bytes(""));
    add_member(&archive, "a b.o/", bytes("odd"));
    archive.length--; // the byte that makes the last size even may be missing
    assert_string_equal(members(slice(&archive)), "x.o=one a-name-that-is-too-long.o=two2 "
                                                  "another name.o=three empty.o= a b.o=odd");
    archive = begin("!<arch>\n");
    assert_string_equal(members(slice(&archive)), "");
}

static void bsd_names(void **state) {
    (void)state;
    struct oc_text archive = begin("!<arch>\n");
    add_member(&archive, "__.SYMDEF", bytes("symbols"));
    add_header(&archive, "#1/20", 24);
    oc_text_add_bytes(&archive, "__.SYMDEF SORTED\0\0\0\0data", 24);
    add_member(&archive, "x.o", bytes("one"));
    add_header(&archive, "#1/8", 13);
    oc_text_add_bytes(&archive, "long.o\0\0content\n", 14);
    assert_string_equal(members(slice(&archive)), "x.o=one long.o=conte");
}

static void thin_archives(void **state) {
    (void)state;
    struct oc_text archive = begin("!<thin>\n");
    add_member(&archive, "/", bytes("symbols"));
    add_member(&archive, "//", bytes("objects/x.o/\n/abs/y.o/\nother.a/\n"));
    add_header(&archive, "/0", 12345);
    add_header(&archive, "/23:60", 100); // a member of other.a
    add_header(&archive, "/13", 9);
    assert_string_equal(members(slice(&archive)), "objects/x.o=* /abs/y.o=*");
}

static void paths_of_members(void **state) {
    (void)state;
    assert_string_equal(oc_archive_path(&arena, "lib/x.a", bytes("o/x.o")), "lib/o/x.o");
    assert_string_equal(oc_archive_path(&arena, "x.a", bytes("o/x.o")), "o/x.o");
    assert_string_equal(oc_archive_path(&arena, "lib/x.a", bytes("/o/x.o")), "/o/x.o");
    assert_null(oc_archive_path(&arena, "x.a", bytes("")));
    assert_null(oc_archive_path(&arena, "x.a", (struct oc_slice){"a\0b", 3}));
}

static void names_for_messages(void **state) {
    (void)state;
    assert_string_equal(oc_archive_label(&arena, "lib/x.a", bytes("x.o")), "lib/x.a(x.o)");
    assert_string_equal(oc_archive_label(&arena, "x.a", bytes("\033[1mx\n")), "x.a(?[1mx?)");
}

static void damage_is_told(void **state) {
    (void)state;
    struct oc_text archive = begin("!<arch>\n");
    add_member(&archive, "x.o/", bytes("content!"));
    archive.length--;
    assert_string_equal(members(slice(&archive)), "it ends within a member");
    archive.length = 8 + 59;
    assert_string_equal(members(slice(&archive)), "it ends within a member's header");
    archive.length++;
    archive.data[archive.length - 1] = 'x';
    assert_string_equal(members(slice(&archive)), "a member's header is damaged");
    archive = begin("!<arch>\n");
    add_header(&archive, "x.o/", SIZE_MAX);
    assert_string_equal(members(slice(&archive)), "a member's header is damaged");
    archive = begin("!<arch>\n");
    add_member(&archive, "/100", bytes("content"));
    assert_string_equal(members(slice(&archive)), "a member's name lies outside of the archive");
    archive = begin("!<arch>\n");
    add_member(&archive, "#1/8", bytes("content"));
    assert_string_equal(members(slice(&archive)), "a member's name lies outside of the archive");
    assert_false(oc_archive_open(bytes("!<arch>"), &(struct oc_archive){0}));
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(gnu_names),      cmocka_unit_test(bsd_names),
        cmocka_unit_test(thin_archives),  cmocka_unit_test(paths_of_members),
        cmocka_unit_test(damage_is_told), cmocka_unit_test(names_for_messages),
    };
    int failed = cmocka_run_group_tests(tests, NULL, NULL);
    oc_arena_release(&arena);
    return failed;
}

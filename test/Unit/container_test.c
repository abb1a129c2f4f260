// Containers of device code: what is written is read back, and what is damaged is refused.
#include "link/container.h"

#include "base/text.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>
#include <string.h>

static struct oc_bytes two_entries(struct oc_arena *arena) {
    struct oc_container_pair pairs[] = {{"format", "unit"}, {"arch", "sm_90"}};
    struct oc_container_entry entries[] = {
        {.kind = OC_CONTAINER_OTHER, .pairs = pairs, .pair_count = 1, .bytes = {"{}", 2}},
        {.kind = OC_CONTAINER_BITCODE, .pairs = pairs + 1, .pair_count = 1, .bytes = {"", 0}},
    };
    return oc_container_write(arena, entries, 2);
}

static void what_is_written_is_read(void **state) {
    struct oc_arena arena = {0};
    struct oc_bytes section = two_entries(&arena);
    struct oc_container_entry *entries;
    const char *fault;
    size_t count;
    (void)state;
    assert_int_equal(section.length % OC_CONTAINER_ALIGNMENT, 0);
    assert_true(oc_container_read(&arena, section, &entries, &count, &fault));
    assert_int_equal(count, 2);
    assert_int_equal(entries[0].kind, OC_CONTAINER_OTHER);
    assert_int_equal(entries[0].bytes.length, 2);
    assert_memory_equal(entries[0].bytes.data, "{}", 2);
    assert_string_equal(oc_container_value(&entries[0], "format"), "unit");
    assert_null(oc_container_value(&entries[0], "arch"));
    assert_string_equal(oc_container_value(&entries[1], "arch"), "sm_90");
    assert_int_equal(entries[1].bytes.length, 0);
    oc_arena_release(&arena);
}

// A linker puts zeros between the sections of two objects.
static void zeros_may_be_between_containers(void **state) {
    struct oc_arena arena = {0};
    struct oc_bytes part = two_entries(&arena);
    struct oc_text text = {.arena = &arena};
    char zeros[48] = {0};
    struct oc_container_entry *entries;
    const char *fault;
    size_t count;
    (void)state;
    oc_text_add_bytes(&text, part.data, part.length);
    oc_text_add_bytes(&text, zeros, sizeof zeros);
    oc_text_add_bytes(&text, part.data, part.length);
    assert_true(oc_container_read(&arena, (struct oc_bytes){text.data, text.length}, &entries,
                                  &count, &fault));
    assert_int_equal(count, 4);
    oc_arena_release(&arena);
}

// Each of its beginnings ends early, but for those that end with a container or with its zeros.
static void what_is_cut_is_refused(void **state) {
    struct oc_arena arena = {0};
    struct oc_bytes section = two_entries(&arena);
    struct oc_container_entry *entries;
    const char *fault;
    size_t count, first = 0;
    (void)state;
    memcpy(&first, section.data + 8, sizeof first);
    for (size_t length = 1; length < section.length; length++) {
        bool read = oc_container_read(&arena, (struct oc_bytes){section.data, length}, &entries,
                                      &count, &fault);
        assert_true(read == (length == first));
        assert_true(read || *fault);
    }
    oc_arena_release(&arena);
}

static void faults_have_names(void **state) {
    struct oc_arena arena = {0};
    struct oc_bytes section = two_entries(&arena);
    struct oc_container_entry *entries;
    const char *fault;
    size_t count;
    (void)state;
    char *copy = oc_arena_strndup(&arena, section.data, section.length);
    copy[4] = 9;
    assert_false(oc_container_read(&arena, (struct oc_bytes){copy, section.length}, &entries,
                                   &count, &fault));
    assert_string_equal(fault, "its containers are of a version that is not known");
    copy[4] = 1;
    copy[0] = 'x';
    assert_false(oc_container_read(&arena, (struct oc_bytes){copy, section.length}, &entries,
                                   &count, &fault));
    assert_string_equal(fault, "what it has is not a container");
    copy[0] = 0x10;
    copy[32 + 8] = 0x7f; // the place of the pairs
    copy[32 + 9] = 0x7f;
    assert_false(oc_container_read(&arena, (struct oc_bytes){copy, section.length}, &entries,
                                   &count, &fault));
    assert_string_equal(fault, "a container refers to what is outside of it");
    oc_arena_release(&arena);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(what_is_written_is_read),
        cmocka_unit_test(zeros_may_be_between_containers),
        cmocka_unit_test(what_is_cut_is_refused),
        cmocka_unit_test(faults_have_names),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}

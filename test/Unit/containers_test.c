// link/containers.h: what is written is read back, and damage is told.
#include "link/containers.h"

#include "link_fixture.h"

// Each entry as "kind key=value... image", or the fault.
static const char *entries(const char *data, size_t length) {
    struct oc_text text = {.arena = &arena};
    struct oc_entry entry;
    const char *fault = NULL;
    for (size_t at = 0;
         oc_containers_next(&arena, (struct oc_slice){data, length}, &at, &entry, &fault);) {
        oc_text_printf(&text, "%s%d", text.length ? "; " : "", entry.kind);
        for (size_t i = 0; i < entry.pair_count; i++)
            oc_text_printf(&text, " %s=%s", entry.pairs[i].key, entry.pairs[i].value);
        oc_text_printf(&text, " %.*s", (int)entry.image.length, entry.image.data);
    }
    if (fault)
        oc_text_printf(&text, "%s%s", text.length ? "; " : "", fault);
    return text.data ? text.data : "";
}

static struct oc_bytes write_two(void) {
    const struct oc_entry_pair pairs[] = {{"triple", "amdgcn-amd-amdhsa"}, {"arch", "gfx90a"}};
    const struct oc_entry two[] = {
        {.kind = OC_ENTRY_BITCODE, .pairs = pairs, .pair_count = 2, .image = {"code", 4}},
        {.kind = OC_ENTRY_PTX, .image = {"0123456789abcdef", 16}, .ends_with_null = true},
    };
    return oc_containers_write(&arena, two, 2);
}

static void several_entries(void **state) {
    (void)state;
    struct oc_bytes bytes = write_two();
    assert_int_equal(bytes.length % OC_CONTAINERS_ALIGNMENT, 0);
    assert_string_equal(entries(bytes.data, bytes.length),
                        "2 triple=amdgcn-amd-amdhsa arch=gfx90a code; 5 0123456789abcdef");
    assert_string_equal(entries("", 0), "");
    assert_string_equal(entries(NULL, 0), "");
    assert_int_equal(oc_containers_write(&arena, NULL, 0).length, 0);
}

static void images_are_aligned(void **state) {
    (void)state;
    struct oc_bytes bytes = write_two();
    struct oc_entry entry;
    const char *fault;
    size_t at = 0;
    for (size_t i = 0; i < 2; i++) {
        assert_true(oc_containers_next(&arena, (struct oc_slice){bytes.data, bytes.length}, &at,
                                       &entry, &fault));
        assert_int_equal((entry.image.data - bytes.data) % OC_CONTAINERS_ALIGNMENT, 0);
        assert_int_equal(at % OC_CONTAINERS_ALIGNMENT, 0);
    }
    assert_int_equal(entry.image.data[16], 0); // the null byte has a place of its own
    assert_int_equal(bytes.data + bytes.length - entry.image.data, 32);
}

static void zeros_between_containers(void **state) {
    (void)state;
    struct oc_text text = {.arena = &arena};
    struct oc_bytes one = make_container("one"), two = make_container("two");
    oc_text_add_bytes(&text, one.data, one.length);
    oc_text_add_bytes(&text, (const char[48]){0}, 48);
    oc_text_add_bytes(&text, two.data, two.length);
    oc_text_add_bytes(&text, (const char[5]){0}, 5);
    assert_string_equal(entries(text.data, text.length),
                        "2 triple=amdgcn-amd-amdhsa one; 2 triple=amdgcn-amd-amdhsa two");
}

static void values_by_key(void **state) {
    (void)state;
    const struct oc_entry_pair pairs[] = {{"a", "1"}, {"b", "2"}, {"a", "3"}};
    const struct oc_entry entry = {.pairs = pairs, .pair_count = 3};
    assert_string_equal(oc_entry_value(&entry, "a"), "1");
    assert_string_equal(oc_entry_value(&entry, "b"), "2");
    assert_null(oc_entry_value(&entry, "c"));
}

// The message after the number at this offset of a container was changed.
static const char *changed(size_t offset, uint64_t number, size_t size) {
    struct oc_bytes bytes = make_container("code");
    memcpy((char *)bytes.data + offset, &number, size);
    return entries(bytes.data, bytes.length);
}

static void damage_is_told(void **state) {
    (void)state;
    struct oc_bytes bytes = make_container("code");
    assert_string_equal(entries(bytes.data, 20), "it ends within its header");
    assert_string_equal(entries(bytes.data, bytes.length - 1), "it ends before its size");
    assert_string_equal(entries("text", 4), "it does not begin as a container");
    assert_string_equal(changed(4, 2, 4), "it is of a version other than 1");
    assert_string_equal(changed(8, 16, 8), "it ends before its size");
    assert_string_equal(changed(16, UINT64_MAX, 8), "its entry lies outside of it");
    assert_string_equal(changed(24, 8, 8), "its entry lies outside of it");
    assert_string_equal(changed(40, UINT64_MAX - 8, 8), "its strings lie outside of it");
    assert_string_equal(changed(48, 1 << 20, 8), "it has too many strings");
    assert_string_equal(changed(56, 1 << 20, 8), "its image lies outside of it");
    assert_string_equal(changed(64, UINT64_MAX, 8), "its image lies outside of it");
    assert_string_equal(changed(72, UINT64_MAX, 8), "its strings lie outside of it");
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(several_entries), cmocka_unit_test(images_are_aligned),
        cmocka_unit_test(damage_is_told),  cmocka_unit_test(zeros_between_containers),
        cmocka_unit_test(values_by_key),
    };
    int failed = cmocka_run_group_tests(tests, NULL, NULL);
    oc_arena_release(&arena);
    return failed;
}

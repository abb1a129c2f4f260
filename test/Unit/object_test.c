// link/object.h: symbols and sections of objects and libraries that are made here.
#include "link/object.h"

#include "link_fixture.h"

// Their letters, as in the fixture; of what is seen.
static const char *symbols(struct oc_slice bytes) {
    struct oc_object object;
    struct oc_symbol symbol;
    struct oc_text text = {.arena = &arena};
    const char *fault = oc_object_open(bytes, &object);
    oc_text_add(&text, fault ? fault : "");
    for (size_t at = 0; !fault && oc_object_next_symbol(&object, &at, &symbol);) {
        char letter = symbol.state == OC_SYMBOL_UNDEFINED ? (symbol.is_weak ? 'W' : 'U')
                      : symbol.state == OC_SYMBOL_COMMON  ? 'C'
                      : symbol.is_hidden                  ? 'H'
                      : symbol.is_weak                    ? 'V'
                                                          : 'D';
        assert_int_equal(symbol.length, strlen(symbol.name));
        oc_text_printf(&text, "%s%c%s", text.length ? " " : "", letter, symbol.name);
    }
    return text.data;
}

static void symbols_of_objects(void **state) {
    (void)state;
    const struct spec spec = {.symbols = "Dmain Ua Wb Cc Vd He Lf"};
    assert_string_equal(symbols(make_object(&spec)), "Dmain Ua Wb Cc Vd He");
}

static void symbols_of_libraries(void **state) {
    (void)state;
    const struct spec spec = {.symbols = "Dmain Ua Wb He Of Vg", .is_shared = true};
    assert_string_equal(symbols(make_object(&spec)), "Dmain Ua Wb Vg");
}

static void more_sections_than_the_header_can_say(void **state) {
    (void)state;
    const struct spec spec = {.symbols = "Dx", .device = "code", .has_many_sections = true};
    struct oc_object object;
    struct oc_slice section;
    size_t at = 0;
    assert_string_equal(symbols(make_object(&spec)), "Dx");
    assert_null(oc_object_open(make_object(&spec), &object));
    assert_true(oc_object_next_section(&object, OC_DEVICE_SECTION, &at, &section));
}

static void all_sections_of_a_name(void **state) {
    (void)state;
    const struct spec spec = {.symbols = "Dx", .device = "code"}, without = {.symbols = "Dx"};
    struct oc_object object;
    struct oc_slice section;
    struct oc_bytes expected = make_container("code");
    size_t at = 0;
    assert_null(oc_object_open(make_object(&spec), &object));
    assert_true(oc_object_mentions(&object, OC_DEVICE_SECTION));
    assert_true(oc_object_next_section(&object, OC_DEVICE_SECTION, &at, &section));
    assert_int_equal(section.length, expected.length);
    assert_memory_equal(section.data, expected.data, expected.length);
    assert_true(oc_object_next_section(&object, OC_DEVICE_SECTION, &at, &section));
    assert_int_equal(section.length, 0);
    assert_false(oc_object_next_section(&object, OC_DEVICE_SECTION, &at, &section));
    assert_false(oc_object_next_section(&object, ".offloadcc.dev", &(size_t){0}, &section));
    assert_null(oc_object_open(make_object(&without), &object));
    assert_false(oc_object_mentions(&object, OC_DEVICE_SECTION));
    assert_false(oc_object_next_section(&object, OC_DEVICE_SECTION, &(size_t){0}, &section));
}

static enum oc_object_kind kind(const void *data, size_t length) {
    struct oc_object object;
    assert_null(oc_object_open((struct oc_slice){data, length}, &object));
    return object.kind;
}

static void other_files_are_no_objects(void **state) {
    (void)state;
    struct oc_slice other = make_object(&(struct spec){.symbols = "Dx"});
    ((Elf64_Ehdr *)other.data)->e_machine = EM_AARCH64;
    assert_int_equal(kind(other.data, other.length), OC_OBJECT_OTHER);
    assert_int_equal(kind("INPUT(x.o)", 10), OC_OBJECT_OTHER);
    assert_int_equal(kind("", 0), OC_OBJECT_OTHER);
    assert_int_equal(kind(NULL, 0), OC_OBJECT_OTHER);
    assert_int_equal(kind("BC\xC0\xDE....", 8), OC_OBJECT_BITCODE);
    assert_int_equal(kind("\xDE\xC0\x17\x0B....", 8), OC_OBJECT_BITCODE);
}

static void damage_is_told(void **state) {
    (void)state;
    struct oc_slice object = make_object(&(struct spec){.symbols = "Dx", .device = "code"});
    Elf64_Ehdr *header = (Elf64_Ehdr *)object.data;
    Elf64_Shdr *sections = (Elf64_Shdr *)(object.data + header->e_shoff);
    struct oc_slice cut = {object.data, 40};
    assert_string_equal(symbols(cut), "it ends within its header");
    cut.length = object.length - 1;
    assert_string_equal(symbols(cut), "its section headers lie outside of the file");
    header->e_shentsize = 40;
    assert_string_equal(symbols(object), "its section headers are of another size");
    header->e_shentsize = sizeof(Elf64_Shdr);
    sections[NAMES].sh_offset = UINT64_MAX - 8;
    assert_string_equal(symbols(object), "the names of its sections lie outside of the file");
    sections[NAMES].sh_offset = 0;
    sections[STRINGS].sh_size--;
    assert_string_equal(symbols(object), "the last name of its symbols has no end");
    sections[STRINGS].sh_size = UINT64_MAX;
    assert_string_equal(symbols(object), "the names of its symbols lie outside of the file");
    sections[SYMBOLS].sh_entsize = 16;
    assert_string_equal(symbols(object), "its symbol table is damaged");
    header->e_shnum = 0;
    sections[0].sh_size = UINT64_MAX / 2;
    assert_string_equal(symbols(object), "its section headers lie outside of the file");
}

// The linker reports these.
static void names_outside_of_the_file_are_left_out(void **state) {
    (void)state;
    struct oc_slice object = make_object(&(struct spec){.symbols = "Dx Dy Dz"});
    const Elf64_Ehdr *header = (const Elf64_Ehdr *)object.data;
    const Elf64_Shdr *sections = (const Elf64_Shdr *)(object.data + header->e_shoff);
    ((Elf64_Sym *)(object.data + sections[SYMBOLS].sh_offset))[2].st_name = UINT32_MAX;
    assert_string_equal(symbols(object), "Dx Dz");
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(symbols_of_objects),
        cmocka_unit_test(symbols_of_libraries),
        cmocka_unit_test(more_sections_than_the_header_can_say),
        cmocka_unit_test(all_sections_of_a_name),
        cmocka_unit_test(other_files_are_no_objects),
        cmocka_unit_test(damage_is_told),
        cmocka_unit_test(names_outside_of_the_file_are_left_out),
    };
    int failed = cmocka_run_group_tests(tests, NULL, NULL);
    oc_arena_release(&arena);
    return failed;
}

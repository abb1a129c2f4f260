// link/resolve.h: which objects and members of archives a link takes.
#include "link/resolve.h"

#include "link_fixture.h"

#include "base/file.h"

#include <sys/stat.h>
#include <unistd.h>

static char *messages;
static size_t messages_size;
static struct oc_resolved resolved; // of the last link

enum { GNU, ANY_ORDER };

static struct oc_resolve_input object(const char *path, const char *symbols) {
    const struct spec spec = {.symbols = symbols, .device = "code"};
    return (struct oc_resolve_input){.path = path, .bytes = make_object(&spec)};
}

static struct oc_resolve_input host_object(const char *path, const char *symbols) {
    const struct spec spec = {.symbols = symbols};
    return (struct oc_resolve_input){.path = path, .bytes = make_object(&spec)};
}

static struct oc_resolve_input library(const char *path, const char *symbols) {
    const struct spec spec = {.symbols = symbols, .is_shared = true};
    return (struct oc_resolve_input){.path = path, .bytes = make_object(&spec)};
}

// An archive of "x.o: Da Ub; y.o: Db", each with device code.
static struct oc_resolve_input archive(const char *path, const char *members) {
    struct spec specs[8] = {0};
    size_t count = 0;
    char *copy = oc_arena_strdup(&arena, members), *rest;
    for (char *word = strtok_r(copy, ";", &rest); word; word = strtok_r(NULL, ";", &rest)) {
        char *colon = strchr(word, ':');
        assert_non_null(colon);
        *colon = '\0';
        specs[count++] =
            (struct spec){.name = word + strspn(word, " "), .symbols = colon + 2, .device = "code"};
    }
    return (struct oc_resolve_input){.path = path, .bytes = make_archive(specs)};
}

static struct oc_resolve_input in_group(struct oc_resolve_input input, unsigned group) {
    input.group = group;
    return input;
}

// The names of what is taken, or the message. The inputs end with one that has no path.
static const char *link_with(const char *undefined, int order,
                             const struct oc_resolve_input *inputs) {
    struct oc_text text = {.arena = &arena};
    struct oc_diag diag = {.stream = open_memstream(&messages, &messages_size), .tool = "t"};
    struct oc_resolve_request *request = OC_NEW(&arena, struct oc_resolve_request);
    size_t count = 0;
    while (inputs[count].path)
        count++;
    struct oc_resolve_input *copy = OC_NEW_ARRAY(&arena, count, struct oc_resolve_input);
    const char **names = OC_NEW(&arena, const char *);
    memcpy(copy, inputs, count * sizeof *inputs);
    *names = undefined;
    *request = (struct oc_resolve_request){.inputs = copy,
                                           .input_count = count,
                                           .undefined = names,
                                           .undefined_count = undefined != NULL,
                                           .any_order = order == ANY_ORDER};
    oc_resolve_release(&resolved);
    bool good = oc_resolve(&arena, request, &diag, &resolved);
    fclose(diag.stream);
    oc_text_add(&text, good ? "" : messages);
    free(messages);
    for (size_t i = 0; i < resolved.count; i++)
        oc_text_printf(&text, "%s%s", i ? " " : "", resolved.objects[i].name);
    return text.data;
}

#define LINK(order, ...) link_with(NULL, order, (const struct oc_resolve_input[]){__VA_ARGS__, {0}})

static const char *definer(const char *symbol) {
    struct oc_resolve_definer found;
    if (!oc_resolve_find(&resolved, symbol, &found))
        return "none";
    return oc_arena_printf(&arena, "%s%s%s%s", found.name, found.takes_part ? "" : ", not taken",
                           found.is_shared ? ", shared" : "",
                           found.has_device_code ? ", device code" : "");
}

static void objects_have_entries(void **state) {
    (void)state;
    assert_string_equal(LINK(GNU, object("x.o", "Dmain"), host_object("y.o", "Da")), "x.o");
    assert_int_equal(resolved.objects[0].entry_count, 1);
    const struct oc_entry *entry = &resolved.objects[0].entries[0];
    assert_int_equal(entry->kind, OC_ENTRY_BITCODE);
    assert_string_equal(oc_entry_value(entry, "triple"), "amdgcn-amd-amdhsa");
    assert_int_equal(entry->image.length, 4);
    assert_memory_equal(entry->image.data, "code", 4);
}

static void members_that_are_needed(void **state) {
    (void)state;
    for (int order = GNU; order <= ANY_ORDER; order++)
        assert_string_equal(LINK(order, host_object("x.o", "Dmain Ub"),
                                 archive("l.a", "a.o: Da; b.o: Db Uc; c.o: Dc; d.o: Dd")),
                            "l.a(b.o) l.a(c.o)");
    // A member before it takes a second search of the archive.
    assert_string_equal(
        LINK(GNU, host_object("x.o", "Dmain Ub"), archive("l.a", "a.o: Da; b.o: Db Ua")),
        "l.a(b.o) l.a(a.o)");
}

static void order_of_archives(void **state) {
    (void)state;
    struct oc_resolve_input one = archive("1.a", "a.o: Da Ub"), two = archive("2.a", "b.o: Db Uc"),
                            three = archive("1.a", "a.o: Da Ub; c.o: Dc"),
                            x = host_object("x.o", "Dmain Ua");
    assert_string_equal(LINK(GNU, x, one, two), "1.a(a.o) 2.a(b.o)");
    assert_string_equal(LINK(GNU, x, two, one), "1.a(a.o)");
    assert_string_equal(LINK(GNU, one, two, x), "");
    assert_string_equal(LINK(ANY_ORDER, two, one, x), "1.a(a.o) 2.a(b.o)");
    assert_string_equal(LINK(GNU, x, three, two), "1.a(a.o) 2.a(b.o)");
    assert_string_equal(LINK(ANY_ORDER, x, three, two), "1.a(a.o) 2.a(b.o) 1.a(c.o)");
}

static void groups_are_searched_again(void **state) {
    (void)state;
    struct oc_resolve_input x = host_object("x.o", "Dmain Ua"),
                            one = archive("1.a", "a.o: Da Ub; c.o: Dc"),
                            two = archive("2.a", "b.o: Db Uc");
    assert_string_equal(LINK(GNU, x, in_group(one, 1), in_group(two, 1)),
                        "1.a(a.o) 2.a(b.o) 1.a(c.o)");
    assert_string_equal(LINK(GNU, x, in_group(one, 1), in_group(two, 2)), "1.a(a.o) 2.a(b.o)");
    assert_string_equal(LINK(GNU, in_group(x, 1), in_group(two, 1), in_group(one, 1)),
                        "1.a(a.o) 2.a(b.o) 1.a(c.o)");
    assert_string_equal(LINK(GNU, in_group(one, 1), in_group(x, 1)), "1.a(a.o)");
}

static void weak_references_take_nothing(void **state) {
    (void)state;
    struct oc_resolve_input lib = archive("l.a", "a.o: Da");
    for (int order = GNU; order <= ANY_ORDER; order++) {
        assert_string_equal(LINK(order, host_object("x.o", "Dmain Wa"), lib), "");
        assert_string_equal(
            LINK(order, host_object("x.o", "Dmain Wa"), host_object("y.o", "Ua"), lib), "l.a(a.o)");
    }
    assert_string_equal(LINK(ANY_ORDER, host_object("x.o", "Wa"), lib, host_object("y.o", "Ua")),
                        "l.a(a.o)");
}

// For Fortran's sake. lld has an option for that, --fortran-common.
static void common_symbols_take_definitions(void **state) {
    (void)state;
    struct oc_resolve_input x = host_object("x.o", "Dmain Ca");
    assert_string_equal(LINK(GNU, x, archive("l.a", "a.o: Ca; b.o: Va; c.o: Da")), "l.a(c.o)");
    assert_string_equal(LINK(GNU, x, archive("l.a", "a.o: Ca")), "");
    assert_string_equal(LINK(ANY_ORDER, x, archive("l.a", "a.o: Da")), "");
}

static void weak_definitions_are_definitions(void **state) {
    (void)state;
    for (int order = GNU; order <= ANY_ORDER; order++) {
        assert_string_equal(LINK(order, host_object("x.o", "Dmain Ua Vb Ub"),
                                 archive("l.a", "a.o: Va; b.o: Db; c.o: Da")),
                            "l.a(a.o)");
        assert_string_equal(definer("b"), "x.o");
    }
}

static void whole_archives(void **state) {
    (void)state;
    struct oc_resolve_input whole = archive("l.a", "a.o: Da; b.o: Db Uc"),
                            more = archive("2.a", "c.o: Dc; d.o: Dd");
    whole.is_whole = true;
    for (int order = GNU; order <= ANY_ORDER; order++)
        assert_string_equal(LINK(order, host_object("x.o", "Dmain"), whole, more),
                            "l.a(a.o) l.a(b.o) 2.a(c.o)");
    assert_string_equal(LINK(GNU, host_object("x.o", "Dmain"), whole), "l.a(a.o) l.a(b.o)");
}

static void shared_libraries_define_symbols(void **state) {
    (void)state;
    struct oc_resolve_input x = host_object("x.o", "Dmain Ua"), lib = archive("l.a", "a.o: Da"),
                            shared = library("l.so", "Da");
    for (int order = GNU; order <= ANY_ORDER; order++) {
        assert_string_equal(LINK(order, x, shared, lib), "");
        assert_string_equal(definer("a"), "l.so, shared");
        assert_string_equal(LINK(order, x, lib, shared), "l.a(a.o)");
        assert_string_equal(LINK(order, x, library("l.so", "Oa"), lib), "l.a(a.o)");
        assert_string_equal(LINK(order, x, library("l.so", "Ub"), archive("l.a", "b.o: Db")),
                            "l.a(b.o)");
    }
}

static void symbols_of_the_command(void **state) {
    (void)state;
    const struct oc_resolve_input inputs[] = {archive("l.a", "a.o: Da; b.o: Db"), {0}};
    for (int order = GNU; order <= ANY_ORDER; order++)
        assert_string_equal(link_with("b", order, inputs), "l.a(b.o)");
}

static void members_without_device_code_matter(void **state) {
    (void)state;
    struct spec specs[] = {
        {"a.o", "Da Ub", NULL, false, false}, {"b.o", "Db", "code", false, false}, {0}};
    struct oc_resolve_input lib = {.path = "l.a", .bytes = make_archive(specs)};
    assert_string_equal(LINK(GNU, host_object("x.o", "Dmain Ua"), lib), "l.a(b.o)");
    assert_string_equal(definer("a"), "l.a(a.o)");
    assert_string_equal(definer("b"), "l.a(b.o), device code");
}

static void where_symbols_come_from(void **state) {
    (void)state;
    // Without a look at symbols, as no archive has device code.
    struct spec specs[] = {
        {"a.o", "Da", NULL, false, false}, {"b.o", "Db", NULL, false, false}, {0}};
    struct oc_resolve_input lib = {.path = "l.a", .bytes = make_archive(specs)};
    assert_string_equal(LINK(GNU, object("x.o", "Dmain Ua"), lib), "x.o");
    assert_string_equal(definer("main"), "x.o, device code");
    assert_string_equal(definer("a"), "l.a(a.o)");
    assert_string_equal(definer("b"), "l.a(b.o), not taken");
    assert_string_equal(definer("c"), "none");
    assert_string_equal(LINK(GNU, host_object("x.o", "Dmain Ua"), lib), "");
    assert_string_equal(definer("b"), "l.a(b.o), not taken");
}

static void chains_need_no_stack(void **state) {
    (void)state;
    enum { COUNT = 20000 };
    struct spec *specs = OC_NEW_ARRAY(&arena, COUNT + 1, struct spec);
    for (int i = 0; i < COUNT; i++)
        specs[i] = (struct spec){.name = oc_arena_printf(&arena, "m%d.o", i),
                                 .symbols = oc_arena_printf(&arena, "Ds%d Us%d", i, i + 1),
                                 .device = i == COUNT - 1 ? "code" : NULL};
    struct oc_resolve_input lib = {.path = "l.a", .bytes = make_archive(specs)};
    for (int order = GNU; order <= ANY_ORDER; order++)
        assert_string_equal(LINK(order, host_object("x.o", "Us0"), lib), "l.a(m19999.o)");
}

static void bitcode_is_noticed(void **state) {
    (void)state;
    struct oc_resolve_input bitcode = {.path = "b.o", .bytes = {"BC\xC0\xDE....", 8}};
    assert_string_equal(LINK(GNU, object("x.o", "Dmain"), bitcode), "x.o");
    assert_true(resolved.has_bitcode);
    LINK(GNU, object("x.o", "Dmain"));
    assert_false(resolved.has_bitcode);
}

static void damage_is_told_if_there_is_device_code(void **state) {
    (void)state;
    struct oc_resolve_input cut = host_object("cut.o", "Dmain"), lib = archive("l.a", "a.o: Da"),
                            member = lib, code = object("x.o", "Da");
    cut.bytes.length--;
    assert_string_equal(LINK(GNU, cut), "");
    assert_string_equal(
        LINK(GNU, object("x.o", "Da"), cut),
        "t: error: 'cut.o' is damaged: its section headers lie outside of the file\n");
    lib.bytes.length -= 100;
    assert_string_equal(LINK(GNU, object("x.o", "Da"), lib),
                        "t: error: 'l.a' is damaged: it ends within a member\n");
    // The section headers of a member; an archive that is searched may have anything in it.
    memset((char *)member.bytes.data + 8 + 60 + 40, 0xFF, 8);
    assert_string_equal(LINK(GNU, object("x.o", "Dmain Ua"), member), "x.o");
    member.is_whole = true;
    assert_string_equal(
        LINK(GNU, object("x.o", "Db"), member),
        "t: error: 'l.a(a.o)' is damaged: its section headers lie outside of the file\n");
    char *magic = memmem(code.bytes.data, code.bytes.length, "\x10\xFF\x10\xAD", 4);
    *magic = 'x';
    assert_string_equal(LINK(GNU, code), "t: error: the device code in 'x.o' is damaged: it does "
                                         "not begin as a container; compile its source "
                                         "again by offloadcc\n");
}

static void sections_that_overlap(void **state) {
    (void)state;
    struct oc_resolve_input x = object("x.o", "Da");
    const Elf64_Ehdr *header = (const Elf64_Ehdr *)x.bytes.data;
    Elf64_Shdr *sections = (Elf64_Shdr *)(x.bytes.data + header->e_shoff);
    // A section of the same bytes may be an accident.
    sections[MORE_DEVICE] = sections[DEVICE];
    struct oc_resolve_input inputs[] = {x, {0}};
    assert_string_equal(link_with(NULL, GNU, inputs), "x.o");
    assert_int_equal(resolved.objects[0].entry_count, 2);
    sections[MORE_DEVICE].sh_offset = 0;
    sections[MORE_DEVICE].sh_size = x.bytes.length;
    assert_string_equal(link_with(NULL, GNU, inputs),
                        "t: error: the device code in 'x.o' is damaged: its sections overlap; "
                        "compile its source again by offloadcc\n");
}

static void names_that_overlap(void **state) {
    (void)state;
    enum { COUNT = 4000 };
    struct oc_text symbols = {.arena = &arena};
    for (int i = 0; i < COUNT; i++)
        oc_text_printf(&symbols, "Da%d ", i);
    struct oc_resolve_input x = object("x.o", symbols.data), lib = archive("l.a", "b.o: Db");
    const Elf64_Ehdr *header = (const Elf64_Ehdr *)x.bytes.data;
    const Elf64_Shdr *sections = (const Elf64_Shdr *)(x.bytes.data + header->e_shoff);
    Elf64_Sym *table = (Elf64_Sym *)(x.bytes.data + sections[SYMBOLS].sh_offset);
    char *strings = (char *)x.bytes.data + sections[STRINGS].sh_offset;
    for (int i = 1; i <= COUNT; i++)
        table[i].st_name = 1;
    memset(strings + 1, 'x', sections[STRINGS].sh_size - 2);
    assert_string_equal(LINK(GNU, x, lib),
                        "t: error: 'x.o' is damaged: the names of its symbols overlap\n");
}

static void put(const char *path, struct oc_slice content) {
    assert_int_equal(oc_file_write(path, content.data, content.length), 0);
}

static void files_are_mapped(void **state) {
    (void)state;
    char directory[] = "/tmp/offloadcc-resolve-test-XXXXXX";
    struct oc_text thin = {.arena = &arena};
    assert_non_null(mkdtemp(directory));
    assert_int_equal(chdir(directory), 0);
    assert_int_equal(mkdir("lib", 0777), 0);
    put("x.o", host_object("", "Dmain Ua").bytes);
    put("lib/a.o", object("", "Da").bytes);
    oc_text_add(&thin, "!<thin>\n");
    add_header(&thin, "a.o/", 1);
    add_header(&thin, "missing.o/", 1);
    put("lib/l.a", slice(&thin));
    put("empty", (struct oc_slice){"", 0});
    assert_int_equal(mkfifo("fifo", 0666), 0);
    assert_string_equal(LINK(GNU, {.path = "x.o"}, {.path = "lib/l.a"}, {.path = "fifo"},
                             {.path = "empty"}, {.path = "lib"}, {.path = "missing"}),
                        "lib/l.a(a.o)");
    oc_resolve_release(&resolved);
    assert_int_equal(chdir("/"), 0);
    assert_int_equal(oc_file_remove_tree(directory), 0);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(objects_have_entries),
        cmocka_unit_test(members_that_are_needed),
        cmocka_unit_test(order_of_archives),
        cmocka_unit_test(groups_are_searched_again),
        cmocka_unit_test(weak_references_take_nothing),
        cmocka_unit_test(common_symbols_take_definitions),
        cmocka_unit_test(weak_definitions_are_definitions),
        cmocka_unit_test(whole_archives),
        cmocka_unit_test(shared_libraries_define_symbols),
        cmocka_unit_test(symbols_of_the_command),
        cmocka_unit_test(members_without_device_code_matter),
        cmocka_unit_test(where_symbols_come_from),
        cmocka_unit_test(chains_need_no_stack),
        cmocka_unit_test(bitcode_is_noticed),
        cmocka_unit_test(damage_is_told_if_there_is_device_code),
        cmocka_unit_test(sections_that_overlap),
        cmocka_unit_test(names_that_overlap),
        cmocka_unit_test(files_are_mapped),
    };
    int failed = cmocka_run_group_tests(tests, NULL, NULL);
    oc_resolve_release(&resolved);
    oc_arena_release(&arena);
    return failed;
}

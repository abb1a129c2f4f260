// The artifact directory: what is stored comes back.
#include "artifacts/artifacts.h"
#include "artifacts_fixture.h"

#include <signal.h>
#include <sys/resource.h>
#include <sys/stat.h>
#include <sys/wait.h>

static void stored_images_come_back_gpus_first(void **state) {
    struct fixture *f = *state;
    assert_true(store(f));
    assert_true(load(f));
    assert_int_equal(f->loaded.image_count, 3);
    assert_string_equal(f->loaded.images[0].arch, "sm_90");
    assert_false(f->loaded.images[0].is_text);
    assert_string_equal(f->loaded.images[1].arch, "sm_90");
    assert_true(f->loaded.images[1].is_text);
    assert_string_equal(f->loaded.images[1].bytes.data, ".version 8.3\n");
    assert_string_equal(f->loaded.images[2].arch, "x86-64");
    assert_false(f->loaded.usage.kernels[0].params[1].reads);
    assert_true(f->loaded.usage.kernels[0].params[1].writes);
    assert_memory_equal(f->loaded.images[2].bytes.data, content(f, "in.so").data,
                        sizeof(Elf64_Ehdr));
    assert_string_equal(messages(f), "");
}

// Whose text comes back, of sm_90 and sm_80 with images and sm_100a without: '9', '8' and '1'.
static const char *texts(struct fixture *f, const char *const *words, size_t count) {
    static const char *const archs[] = {"sm_80", "sm_90", "sm_100a"};
    for (size_t i = 0; i < 3; i++)
        f->artifacts[i] = (struct oc_artifact){
            archs[i], "in.bc", "in.ptx", i < 2 ? "in.cubin" : NULL, "in.json", NULL, NULL, NULL};
    f->request.texts = words;
    f->request.text_count = count;
    assert_true(store(f));
    assert_true(load(f));
    struct oc_text found = {.arena = &f->arena};
    oc_text_add(&found, "");
    for (size_t i = 0; i < f->loaded.image_count; i++)
        if (f->loaded.images[i].is_text)
            oc_text_printf(&found, "%c", f->loaded.images[i].arch[3]);
    return found.data;
}

static void text_of_the_newest_and_of_what_has_no_image_comes_back(void **state) {
    struct fixture *f = *state;
    assert_string_equal(texts(f, NULL, 0), "19"); // what is for one processor is not the newest
    assert_string_equal(texts(f, (const char *[]){"sm_80"}, 1), "198");
    assert_string_equal(texts(f, (const char *[]){"-all"}, 1), "");
    assert_string_equal(texts(f, (const char *[]){"-all", "sm_80"}, 2), "8");
    assert_string_equal(texts(f, (const char *[]){"sm_80", "-sm_90", "-sm_100a"}, 3), "8");
    assert_string_equal(texts(f, (const char *[]){"-all", "all"}, 2), "198");
}

static void text_with_a_null_byte_is_refused(void **state) {
    struct fixture *f = *state;
    put("in.ptx", "a\0b", 3);
    assert_true(store(f));
    expect_refused(f, "sm_90.ptx' is damaged: it is not text");
}

static void demanded_architectures_alone_come_back(void **state) {
    struct fixture *f = *state;
    static const char *const archs[] = {"x86-64", "gfx90a:xnack+"};
    assert_true(store(f));
    f->request.archs = archs;
    f->request.arch_count = 2;
    assert_true(load(f)); // gfx90a: its assembler was missing
    assert_int_equal(f->loaded.image_count, 1);
    assert_string_equal(f->loaded.images[0].arch, "x86-64");
}

static void absent_architecture_is_named(void **state) {
    struct fixture *f = *state;
    static const char *const archs[] = {"sm_80"};
    assert_true(store(f));
    f->request.archs = archs;
    f->request.arch_count = 1;
    expect_refused(f, "do not include 'sm_80', but only 'x86-64', 'sm_90', 'gfx90a:xnack+'");
}

static void storing_again_replaces(void **state) {
    struct fixture *f = *state;
    assert_true(store(f));
    put_text(inside(f, "leftover"), "x");
    f->artifacts[0].image = NULL;
    assert_true(store(f));
    assert_int_equal(access(inside(f, "leftover"), F_OK), -1);
    assert_true(load(f));
    assert_int_equal(f->loaded.image_count, 2); // sm_90's, and its text
    assert_int_equal(rmdir("a"), -1);           // nothing but the unit is in it:
    assert_int_equal(oc_file_remove_tree(inside(f, "")), 0);
    assert_int_equal(rmdir("a"), 0);
}

static void storing_is_reproducible(void **state) {
    struct fixture *f = *state;
    assert_true(store(f));
    struct oc_bytes first = content(f, inside(f, "manifest.json"));
    assert_true(store(f));
    assert_string_equal(content(f, inside(f, "manifest.json")).data, first.data);
}

static void missing_parents_are_made(void **state) {
    struct fixture *f = *state;
    f->request.directory = "b//c/d/";
    assert_true(store(f));
    assert_true(load(f));
}

static void file_in_place_of_directory_is_reported(void **state) {
    struct fixture *f = *state;
    put_text("a", "");
    assert_false(store(f));
    expect_message(f, "cannot create the kernel artifact directory 'a': Not a directory");
    expect_refused(f, "'a' in '--offload-artifacts=a' is not a directory");
}

static void file_in_place_of_unit_is_replaced(void **state) {
    struct fixture *f = *state;
    assert_int_equal(mkdir("a", 0777), 0);
    put_text(oc_artifacts_path(&f->arena, &f->request, &f->diag), "");
    expect_refused(f, "Not a directory");
    assert_true(store(f));
    assert_true(load(f));
}

static void failed_write_leaves_the_old_artifacts(void **state) {
    struct fixture *f = *state;
    assert_true(store(f));
    struct rlimit old, tiny;
    assert_int_equal(getrlimit(RLIMIT_FSIZE, &old), 0);
    tiny = (struct rlimit){32, old.rlim_max};
    signal(SIGXFSZ, SIG_IGN);
    assert_int_equal(setrlimit(RLIMIT_FSIZE, &tiny), 0);
    bool stored = store(f);
    assert_int_equal(setrlimit(RLIMIT_FSIZE, &old), 0);
    assert_false(stored);
    expect_message(f, "cannot write to the kernel artifact directory 'a': File too large");
    assert_true(load(f));
    assert_int_equal(oc_file_remove_tree(inside(f, "")), 0);
    assert_int_equal(rmdir("a"), 0);
}

static void wrong_image_is_not_stored(void **state) {
    struct fixture *f = *state;
    put_image("in.so", EM_X86_64, ET_REL);
    assert_false(store(f));
    expect_message(f, "it is an ELF file that a device cannot load");
    put_text("in.so", "\x7f"
                      "ELF");
    assert_false(store(f));
    expect_message(f, "too short");
    put_image("in.so", EM_AARCH64, ET_DYN);
    assert_false(store(f));
    expect_message(f, "another machine");
}

// One section of 8 bytes behind the header, whose table comes last.
static void put_sections(const char *path, size_t length, uint64_t offset) {
    struct {
        Elf64_Ehdr header;
        char content[8];
        Elf64_Shdr section;
    } file = {
        .header = {.e_ident = {0x7f, 'E', 'L', 'F', ELFCLASS64, ELFDATA2LSB, EV_CURRENT},
                   .e_type = ET_DYN,
                   .e_machine = EM_X86_64,
                   .e_shoff = sizeof file.header + sizeof file.content,
                   .e_shentsize = sizeof file.section,
                   .e_shnum = 1},
        .section = {.sh_type = SHT_PROGBITS, .sh_offset = offset, .sh_size = 8},
    };
    assert_true(length <= sizeof file);
    put(path, &file, length);
}

static void image_that_is_cut_short_is_not_stored(void **state) {
    struct fixture *f = *state;
    size_t whole = 2 * sizeof(Elf64_Shdr) + 8;
    put_sections("in.so", whole, sizeof(Elf64_Ehdr));
    assert_true(store(f));
    static const uint64_t beyond[] = {65536, UINT64_MAX - 7, UINT64_MAX};
    for (size_t i = 0; i < sizeof beyond / sizeof *beyond; i++) {
        put_sections("in.so", whole, beyond[i]);
        assert_false(store(f));
        expect_message(f, "it is cut short, as when a disk is full");
    }
    for (size_t length = sizeof(Elf64_Ehdr); length < whole; length += 8) {
        put_sections("in.so", length, sizeof(Elf64_Ehdr));
        assert_false(store(f));
        expect_message(f, "it is cut short, as when a disk is full");
    }
}

static void names_that_are_not_utf8_come_back(void **state) {
    struct fixture *f = *state;
    static const char *const odd[] = {"-DX=\"\xff\x01\"", "-I\xe4"};
    put_text("odd\xff.h", "x");
    put_text("y.d", "x.o: odd\xff.h\n");
    f->request.options = odd;
    f->request.option_count = 2;
    assert_true(store(f));
    assert_true(load(f));
    put_text("odd\xff.h", "y");
    expect_refused(f, "'odd\xff.h' has changed");
}

static void symlinked_directory_is_one_unit(void **state) {
    struct fixture *f = *state;
    assert_int_equal(symlink(".", "link"), 0);
    assert_true(store(f));
    f->request.source = "link/x.c";
    f->request.directory = "link/a";
    assert_true(load(f));
}

// Several processes store and load the same unit: each load sees one whole build.
static void concurrent_stores_and_loads_agree(void **state) {
    struct fixture *f = *state;
    assert_true(store(f));
    pid_t children[4];
    for (int child = 0; child < 4; child++) {
        children[child] = fork();
        if (children[child] == 0) {
            bool good = true;
            if (child == 0)
                f->artifacts[1].image = NULL;
            for (int i = 0; good && i < 200; i++)
                good = child < 2 ? store(f) : load(f);
            _exit(!good);
        }
    }
    for (int child = 0; child < 4; child++) {
        int status;
        assert_int_equal(waitpid(children[child], &status, 0), children[child]);
        assert_int_equal(status, 0);
    }
    assert_true(load(f));
}

int main(void) {
    const struct CMUnitTest tests[] = {
        ARTIFACTS_TEST(stored_images_come_back_gpus_first),
        ARTIFACTS_TEST(text_of_the_newest_and_of_what_has_no_image_comes_back),
        ARTIFACTS_TEST(text_with_a_null_byte_is_refused),
        ARTIFACTS_TEST(demanded_architectures_alone_come_back),
        ARTIFACTS_TEST(absent_architecture_is_named),
        ARTIFACTS_TEST(storing_again_replaces),
        ARTIFACTS_TEST(storing_is_reproducible),
        ARTIFACTS_TEST(missing_parents_are_made),
        ARTIFACTS_TEST(file_in_place_of_directory_is_reported),
        ARTIFACTS_TEST(file_in_place_of_unit_is_replaced),
        ARTIFACTS_TEST(failed_write_leaves_the_old_artifacts),
        ARTIFACTS_TEST(wrong_image_is_not_stored),
        ARTIFACTS_TEST(image_that_is_cut_short_is_not_stored),
        ARTIFACTS_TEST(names_that_are_not_utf8_come_back),
        ARTIFACTS_TEST(symlinked_directory_is_one_unit),
        ARTIFACTS_TEST(concurrent_stores_and_loads_agree),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}

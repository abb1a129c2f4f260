// The artifact directory: what is stored comes back, and whatever is not what it was is refused by
// name.
#include "artifacts.h"
#include "base/text.h"
#include "hash.h"
#include "manifest.h"

#include <elf.h>
#include <fcntl.h>
#include <setjmp.h>
#include <signal.h>
#include <stdarg.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/resource.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>

#include <cmocka.h>

// Every test runs in an empty directory of its own, as the cwd, with a source and device pass
// outputs.
struct fixture {
    struct oc_arena arena;
    struct oc_diag diag;
    char *messages;
    size_t messages_size;
    char directory[64];
    struct oc_unit unit;
    struct oc_artifact_request request;
    struct oc_artifact artifacts[3];
    struct oc_loaded loaded;
};

static void put(const char *path, const void *data, size_t length) {
    assert_int_equal(oc_file_write(path, data, length), 0);
}

static void put_text(const char *path, const char *text) {
    put(path, text, strlen(text));
}

static void put_image(const char *path, uint16_t machine, uint16_t type) {
    Elf64_Ehdr header = {.e_ident = {0x7f, 'E', 'L', 'F', ELFCLASS64, ELFDATA2LSB, EV_CURRENT},
                         .e_type = type,
                         .e_machine = machine};
    put(path, &header, sizeof header);
}

static struct oc_unit make_unit(struct oc_arena *arena) {
    struct oc_bound *bound = OC_NEW(arena, struct oc_bound);
    *bound = (struct oc_bound){.text = "(__offloadcc_p0)", .spelling = "n"};
    struct oc_param *params = OC_NEW_ARRAY(arena, 2, struct oc_param);
    params[0] = (struct oc_param){.name = "n",
                                  .place = {"x.c", 3, 30},
                                  .kind = OC_PARAM_VALUE,
                                  .type = "unsigned long",
                                  .spelling = "size_t",
                                  .size = 8};
    params[1] = (struct oc_param){.name = "y",
                                  .place = {"x.c", 3, 40},
                                  .kind = OC_PARAM_ARRAY,
                                  .direction = OC_MAP_TO | OC_MAP_FROM,
                                  .type = "void *",
                                  .spelling = "float[n]",
                                  .size = 4,
                                  .bounds = bound,
                                  .bound_count = 1};
    struct oc_kernel *kernel = OC_NEW(arena, struct oc_kernel);
    *kernel = (struct oc_kernel){
        .name = "scale", .place = {"x.c", 3, 21}, .params = params, .param_count = 2};
    return (struct oc_unit){.source = "x.c", .kernels = kernel, .kernel_count = 1};
}

static const char *const options[] = {"-O2", "-DN=4", "-Iinc"};

static int setup(void **state) {
    struct fixture *f = calloc(1, sizeof *f);
    strcpy(f->directory, "/tmp/oc-artifacts-test-XXXXXX");
    if (!mkdtemp(f->directory) || chdir(f->directory) < 0)
        return -1;
    FILE *stream = open_memstream(&f->messages, &f->messages_size);
    f->diag = (struct oc_diag){.stream = stream, .tool = "offloadcc"};
    put_text("x.c", "#include \"my inc.h\"\n");
    put_text("my inc.h", "int table;\n");
    put_text("x.d", "x.o: x.c \\\n  ./my\\ inc.h /dev/null\n");
    put_text("y.d", "x.o: x.c\n");
    put_text("in.bc", "BC\xc0\xde...");
    put_text("in.ptx", ".version 8.3\n");
    put_text("in.json", "{\"version\": 2, \"kernels\": [{\"params\": [{}, {\"reads\": false, "
                        "\"writes\": true}]}]}\n");
    put_image("in.cubin", EM_CUDA, ET_EXEC);
    put_image("in.so", EM_X86_64, ET_DYN);
    f->unit = make_unit(&f->arena);
    f->request = (struct oc_artifact_request){
        .directory = "a", .source = "x.c", .language = "c", .options = options, .option_count = 3};
    f->artifacts[0] = (struct oc_artifact){"x86-64", "in.bc", NULL, "in.so", "in.json"};
    f->artifacts[1] = (struct oc_artifact){"sm_90", "in.bc", "in.ptx", "in.cubin", "in.json"};
    f->artifacts[2] = (struct oc_artifact){"gfx90a:xnack+", "in.bc", "in.ptx", NULL, "in.json"};
    *state = f;
    return 0;
}

static int teardown(void **state) {
    struct fixture *f = *state;
    fclose(f->diag.stream);
    free(f->messages);
    oc_arena_release(&f->arena);
    int error = chdir("/") < 0 ? -1 : oc_file_remove_tree(f->directory);
    free(f);
    return error;
}

static bool store(struct fixture *f) {
    static const char *const depfiles[] = {"x.d", "y.d"};
    return oc_artifacts_store(&f->arena, &f->request, &f->unit, depfiles, 2, f->artifacts, 3,
                              &f->diag);
}

static bool load(struct fixture *f) {
    struct oc_unit scanned = make_unit(&f->arena);
    return oc_artifacts_load(&f->arena, &f->request, &scanned, &f->diag, &f->loaded);
}

// The messages so far; the next call begins anew.
static const char *messages(struct fixture *f) {
    fflush(f->diag.stream);
    const char *text = oc_arena_strdup(&f->arena, f->messages ? f->messages : "");
    rewind(f->diag.stream);
    f->diag.errors = 0;
    return text;
}

static void expect_message(struct fixture *f, const char *part) {
    unsigned errors = f->diag.errors;
    const char *text = messages(f);
    if (errors != 1 || !strstr(text, part))
        fail_msg("expected one error with: %s\ngot %u: %s", part, errors, text);
}

static void expect_refused(struct fixture *f, const char *part) {
    assert_false(load(f));
    expect_message(f, part);
}

// The path of a file in the unit's sub-directory.
static const char *inside(struct fixture *f, const char *name) {
    return oc_arena_printf(&f->arena, "%s/%s", oc_artifacts_path(&f->arena, &f->request, &f->diag),
                           name);
}

static struct oc_bytes content(struct fixture *f, const char *path) {
    struct oc_bytes bytes;
    assert_int_equal(oc_file_read(&f->arena, path, &bytes), 0);
    return bytes;
}

static void stored_images_come_back_gpus_first(void **state) {
    struct fixture *f = *state;
    assert_true(store(f));
    assert_true(load(f));
    assert_int_equal(f->loaded.image_count, 2);
    assert_string_equal(f->loaded.images[0].arch, "sm_90");
    assert_string_equal(f->loaded.images[1].arch, "x86-64");
    assert_false(f->loaded.usage.kernels[0].params[1].reads);
    assert_true(f->loaded.usage.kernels[0].params[1].writes);
    assert_memory_equal(f->loaded.images[1].bytes.data, content(f, "in.so").data,
                        sizeof(Elf64_Ehdr));
    assert_string_equal(messages(f), "");
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
    expect_refused(f, "no artifact for 'sm_80'; there are: 'x86-64', 'sm_90', 'gfx90a:xnack+'");
}

static void storing_again_replaces(void **state) {
    struct fixture *f = *state;
    assert_true(store(f));
    put_text(inside(f, "leftover"), "x");
    f->artifacts[0].image = NULL;
    assert_true(store(f));
    assert_int_equal(access(inside(f, "leftover"), F_OK), -1);
    assert_true(load(f));
    assert_int_equal(f->loaded.image_count, 1);
    assert_int_equal(rmdir("a"), -1); // nothing but the unit is in it:
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
    expect_message(f, "cannot make the kernel artifact directory 'a': Not a directory");
    expect_refused(f, "'a': Not a directory");
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

static void missing_directory_says_how_to_make_it(void **state) {
    struct fixture *f = *state;
    expect_refused(f, "kernel artifact directory 'a' does not exist; make the artifacts with "
                      "'offloadcc --device-only --offload-artifacts=a -O2 -DN=4 -Iinc x.c'");
}

static void command_is_quoted_for_a_shell(void **state) {
    struct fixture *f = *state;
    f->request.directory = "my $a's";
    expect_refused(
        f, "'offloadcc --device-only --offload-artifacts='my $a'\\''s' -O2 -DN=4 -Iinc x.c'");
}

static void other_unit_is_not_found(void **state) {
    struct fixture *f = *state;
    assert_true(store(f));
    put_text("z.c", "");
    f->request.source = "z.c";
    expect_refused(f, "'a' holds nothing for 'z.c'");
    f->request.source = "none.c";
    expect_refused(f, "'none.c' of kernel artifacts: No such file");
}

static void changed_source_is_stale(void **state) {
    struct fixture *f = *state;
    assert_true(store(f));
    put_text("x.c", "#include \"my inc.h\"\n\n");
    expect_refused(f, "kernel artifacts for 'x.c' are stale: 'x.c' changed since the device pass; "
                      "run the device pass again: offloadcc --device-only --offload-artifacts=a");
}

static void changed_header_is_stale_from_any_directory(void **state) {
    struct fixture *f = *state;
    assert_true(store(f));
    put_text("my inc.h", "int other;\n");
    expect_refused(f, "are stale: 'my inc.h' changed");
    assert_int_equal(mkdir("sub", 0777), 0);
    assert_int_equal(chdir("sub"), 0);
    f->request.directory = "../a";
    f->request.source = "../x.c";
    expect_refused(f, "/my inc.h' changed");
    put_text("../my inc.h", "int table;\n");
    assert_true(load(f));
}

static void vanished_header_is_stale(void **state) {
    struct fixture *f = *state;
    assert_true(store(f));
    assert_int_equal(unlink("my inc.h"), 0);
    expect_refused(f, "are stale: 'my inc.h' is gone");
    assert_int_equal(mkfifo("my inc.h", 0666), 0);
    expect_refused(f, "cannot compare 'my inc.h': it is not a regular file");
}

static void differing_options_are_named(void **state) {
    struct fixture *f = *state;
    static const char *const other[] = {"-O2", "-DN=8", "-Iinc"}, *const more[] = {"-O2", "-DN=4",
                                                                                   "-g", "-Iinc"};
    assert_true(store(f));
    f->request.options = other;
    expect_refused(f, "was built with '-DN=4', now '-DN=8'");
    f->request.options = more;
    f->request.option_count = 4;
    expect_refused(f, "was built without '-g'");
    f->request.options = options;
    f->request.option_count = 2;
    expect_refused(f, "was built with '-Iinc', now without");
    f->request.option_count = 3;
    f->request.language = "cpp-output";
    expect_refused(f, "language 'c', now 'cpp-output'");
}

static void expect_unit_refused(struct fixture *f, const struct oc_unit *unit, const char *part) {
    assert_false(oc_artifacts_load(&f->arena, &f->request, unit, &f->diag, &f->loaded));
    expect_message(f, part);
}

static void differing_unit_is_named(void **state) {
    struct fixture *f = *state;
    assert_true(store(f));
    struct oc_unit unit = make_unit(&f->arena);
    unit.kernels->params[1].spelling = "double[n]";
    expect_unit_refused(f, &unit, "parameter 2 of kernel 'scale' was 'float[n]', now 'double[n]'");
    unit = make_unit(&f->arena);
    unit.kernels->params[1].bounds->text = "7";
    expect_unit_refused(f, &unit, "parameter 2 of kernel 'scale', 'float[n]', means something");
    unit.kernels->param_count = 1;
    expect_unit_refused(f, &unit, "kernel 'scale' had 2 parameters, now 1");
    unit.kernels->name = "other";
    expect_unit_refused(f, &unit, "kernel 'scale' is gone");
    struct oc_kernel two[] = {*make_unit(&f->arena).kernels, {.name = "added"}};
    unit = (struct oc_unit){.source = "x.c", .kernels = two, .kernel_count = 2};
    expect_unit_refused(f, &unit, "kernel 'added' is new");
    const char *tables[] = {"lut"};
    unit = make_unit(&f->arena);
    unit.tables = tables;
    unit.table_count = 1;
    expect_unit_refused(f, &unit, "kernels read 'lut' now");
}

static void damaged_file_is_named(void **state) {
    struct fixture *f = *state;
    static const char *const names[] = {"x86-64.bc", "x86-64.so", "sm_90.ptx", "sm_90.cubin"};
    assert_true(store(f));
    for (size_t i = 0; i < 4; i++) {
        const char *path = inside(f, names[i]);
        struct oc_bytes old = content(f, path);
        char *changed = oc_arena_strndup(&f->arena, old.data, old.length);
        memcpy(changed, old.data, old.length);
        changed[old.length / 2] ^= 1;
        put(path, changed, old.length);
        expect_refused(f, oc_arena_printf(&f->arena, "%s' is damaged: its content", names[i]));
        put(path, old.data, old.length - 1);
        expect_refused(f, oc_arena_printf(&f->arena, "%s' is damaged: it has", names[i]));
        assert_int_equal(unlink(path), 0);
        expect_refused(f, "is damaged: No such file or directory; run the device pass again");
        assert_int_equal(mkfifo(path, 0666), 0);
        expect_refused(f, "it is not a regular file");
        assert_int_equal(unlink(path), 0);
        assert_int_equal(symlink("/dev/zero", path), 0);
        expect_refused(f, "it is not a regular file");
        assert_int_equal(unlink(path), 0);
        put(path, old.data, old.length);
        assert_true(load(f));
    }
}

static void every_damaged_manifest_byte_is_found(void **state) {
    struct fixture *f = *state;
    assert_true(store(f));
    const char *path = inside(f, "manifest.json");
    struct oc_bytes old = content(f, path);
    char *changed = oc_arena_alloc(&f->arena, old.length);
    for (size_t i = 0; i < old.length; i++) {
        memcpy(changed, old.data, old.length);
        changed[i] ^= (char)(i % 3 == 0 ? 0x80 : i % 3 == 1 ? 1 : 0x10);
        put(path, changed, old.length);
        bool blank = old.data[i] == ' ' || old.data[i] == '\n';
        if (!load(f) ? f->diag.errors == 0 : !blank)
            fail_msg("byte %zu: '%c' for '%c' is taken", i, changed[i], old.data[i]);
        messages(f);
    }
    for (size_t length = 0; length < old.length; length++) {
        put(path, old.data, length);
        expect_refused(f, "is damaged");
    }
}

// A manifest that was edited by hand, checksum included: what remains to be checked is checked.
static void expect_manifest_refused(struct fixture *f, const char *json, const char *part) {
    struct oc_manifest manifest;
    bool read = oc_manifest_from_json(&f->arena, json, strlen(json), "m.json", &f->diag, &manifest);
    if (read)
        fail_msg("taken: %s", json);
    expect_message(f, part);
}

static void malformed_manifests_are_refused(void **state) {
    struct fixture *f = *state;
    expect_manifest_refused(f, "", "'m.json' is damaged: it is not JSON");
    expect_manifest_refused(f, "[]", "it is not a JSON object");
    expect_manifest_refused(f, "{}", "'schema' is missing");
    expect_manifest_refused(f, "{\"schema\": \"1\"}", "'schema' is not an integer");
    expect_manifest_refused(f, "{\"schema\": 3}",
                            "has schema 3, but this offloadcc reads schema 2");
    expect_manifest_refused(f, "{\"schema\": 2, \"schema\": 2}", "duplicate");
    expect_manifest_refused(f, "{\"schema\": 99999999999999999999}", "it is not JSON");
    expect_manifest_refused(f, "{\"schema\": 2, \"producer\": \"a\\u0000\"}", "it is not JSON");
    expect_manifest_refused(f, "{\"schema\": 2, \"producer\": \"o\\u001b[1m\", \"llvm\": \"1\"}",
                            "was made by 'o?[1m', but this is 'offloadcc ");
    expect_manifest_refused(
        f, "{\"schema\": 2, \"producer\": \"" OC_MANIFEST_PRODUCER "\", \"llvm\": \"21.0.0\"}",
        "was made with LLVM 21.0.0, but this is LLVM 22");
    struct oc_text deep = {.arena = &f->arena};
    for (int i = 0; i < 100000; i++)
        oc_text_add(&deep, "[");
    expect_manifest_refused(f, deep.data, "it is not JSON");
}

static void expect_target_refused(struct fixture *f, struct oc_manifest_target target,
                                  const char *part) {
    struct oc_param_usage params[2] = {{.reads = true}};
    struct oc_kernel_usage kernel = {params};
    target.usage.kernels = &kernel;
    struct oc_manifest manifest = {.source = "x.c",
                                   .language = "c",
                                   .unit = make_unit(&f->arena),
                                   .targets = &target,
                                   .target_count = 1};
    expect_manifest_refused(f, oc_manifest_to_json(&f->arena, &manifest), part);
}

static void manifest_names_stay_in_the_directory(void **state) {
    struct fixture *f = *state;
    const char *hash = oc_hash_hex(&f->arena, "", 0);
    struct oc_manifest_file file = {"../x", 1, hash}, good = {"x.bc", 1, hash};
    struct oc_manifest_target target = {
        .arch = "x86-64", .triple = oc_target_of_arch("x86-64")->triple, .bitcode = file};
    expect_target_refused(f, target, "'targets[0].bitcode.file' is not the name of a file");
    target.bitcode.name = "/etc/passwd";
    expect_target_refused(f, target, "is not the name of a file");
    target.bitcode.name = ".x";
    expect_target_refused(f, target, "is not the name of a file");
    target.bitcode = (struct oc_manifest_file){0};
    expect_target_refused(f, target, "'targets[0].bitcode' is missing");
    target.bitcode = (struct oc_manifest_file){"x.bc", 1, "12"};
    expect_target_refused(f, target, "'targets[0].bitcode.blake3' is not a BLAKE3 hash");
    target.bitcode = (struct oc_manifest_file){"x.bc", UINT64_MAX, hash};
    expect_target_refused(f, target, "'targets[0].bitcode.bytes' is negative");
    target.bitcode = good;
    target.arch = "pentium";
    expect_target_refused(f, target, "no architecture that offloadcc knows: 'pentium'");
    target.arch = "sm_90";
    expect_target_refused(f, target, "but 'sm_90' is 'nvptx64");
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
    expect_refused(f, "'odd\xff.h' changed");
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
#define TEST(name) cmocka_unit_test_setup_teardown(name, setup, teardown)
        TEST(stored_images_come_back_gpus_first),
        TEST(demanded_architectures_alone_come_back),
        TEST(absent_architecture_is_named),
        TEST(storing_again_replaces),
        TEST(storing_is_reproducible),
        TEST(missing_parents_are_made),
        TEST(file_in_place_of_directory_is_reported),
        TEST(file_in_place_of_unit_is_replaced),
        TEST(failed_write_leaves_the_old_artifacts),
        TEST(wrong_image_is_not_stored),
        TEST(missing_directory_says_how_to_make_it),
        TEST(command_is_quoted_for_a_shell),
        TEST(other_unit_is_not_found),
        TEST(changed_source_is_stale),
        TEST(changed_header_is_stale_from_any_directory),
        TEST(vanished_header_is_stale),
        TEST(differing_options_are_named),
        TEST(differing_unit_is_named),
        TEST(damaged_file_is_named),
        TEST(every_damaged_manifest_byte_is_found),
        TEST(malformed_manifests_are_refused),
        TEST(manifest_names_stay_in_the_directory),
        TEST(names_that_are_not_utf8_come_back),
        TEST(symlinked_directory_is_one_unit),
        TEST(concurrent_stores_and_loads_agree),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}

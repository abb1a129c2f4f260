// The artifact directory: whatever is not what it was is refused by name.
#include "artifacts/manifest.h"
#include "artifacts_fixture.h"
#include "model/hash.h"
#include "model/usage.h"

#include <fcntl.h>
#include <sys/stat.h>

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
    expect_refused(f, "'a' has no artifacts for 'z.c'");
    f->request.source = "none.c";
    expect_refused(f, "'none.c' of kernel artifacts: No such file");
}

static void changed_source_is_stale(void **state) {
    struct fixture *f = *state;
    assert_true(store(f));
    put_text("x.c", "#include \"my inc.h\"\n\n");
    expect_refused(
        f, "kernel artifacts for 'x.c' are stale: 'x.c' has changed since the device stage; "
           "run the device stage again: offloadcc --device-only --offload-artifacts=a");
}

static void changed_header_is_stale_from_any_directory(void **state) {
    struct fixture *f = *state;
    assert_true(store(f));
    put_text("my inc.h", "int other;\n");
    expect_refused(f, "are stale: 'my inc.h' has changed");
    assert_int_equal(mkdir("sub", 0777), 0);
    assert_int_equal(chdir("sub"), 0);
    f->request.directory = "../a";
    f->request.source = "../x.c";
    expect_refused(f, "/my inc.h' has changed");
    put_text("../my inc.h", "int table;\n");
    assert_true(load(f));
}

static void vanished_header_is_stale(void **state) {
    struct fixture *f = *state;
    assert_true(store(f));
    assert_int_equal(unlink("my inc.h"), 0);
    expect_refused(f, "are stale: 'my inc.h' was removed");
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
    expect_refused(f, "language 'c', now it is 'cpp-output'");
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
    unit.kernels->params[1].bounds->expression =
        oc_expression_constant(&f->arena, oc_integer_named("int"), 7);
    expect_unit_refused(
        f, &unit,
        "parameter 2 of kernel 'scale', 'float[n]', now has another size, direction or bound");
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
        expect_refused(f, "is damaged: No such file or directory; run the device stage again");
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
    expect_manifest_refused(f, "{\"schema\": 4}",
                            "has schema 4, but this offloadcc reads schema 3");
    expect_manifest_refused(f, "{\"schema\": 3, \"schema\": 2}", "duplicate");
    expect_manifest_refused(f, "{\"schema\": 99999999999999999999}", "it is not JSON");
    expect_manifest_refused(f, "{\"schema\": 3, \"producer\": \"a\\u0000\"}", "it is not JSON");
    expect_manifest_refused(f, "{\"schema\": 3, \"producer\": \"o\\u001b[1m\", \"llvm\": \"1\"}",
                            "was made by 'o?[1m', but this is 'offloadcc ");
    expect_manifest_refused(
        f, "{\"schema\": 3, \"producer\": \"offloadcc " OC_VERSION "\", \"llvm\": \"1\"}",
        "was made by 'offloadcc " OC_VERSION "', but this is 'offloadcc " OC_VERSION ", ABI ");
    expect_manifest_refused(
        f, "{\"schema\": 3, \"producer\": \"" OC_MANIFEST_PRODUCER "\", \"llvm\": \"21.0.0\"}",
        "was made with LLVM 21.0.0, but this is LLVM 22");
    struct oc_text deep = {.arena = &f->arena};
    for (int i = 0; i < 100000; i++)
        oc_text_add(&deep, "[");
    expect_manifest_refused(f, deep.data, "it is not JSON");
}

static void expect_target_refused(struct fixture *f, struct oc_manifest_target target,
                                  const char *part) {
    struct oc_param_usage params[2] = {{.reads = true}};
    struct oc_kernel_usage kernel = {.params = params};
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
    expect_target_refused(f, target, "not an architecture that offloadcc knows: 'pentium'");
    target.arch = "sm_90";
    expect_target_refused(f, target, "but 'sm_90' is 'nvptx64");
}

int main(void) {
    const struct CMUnitTest tests[] = {
        ARTIFACTS_TEST(missing_directory_says_how_to_make_it),
        ARTIFACTS_TEST(command_is_quoted_for_a_shell),
        ARTIFACTS_TEST(other_unit_is_not_found),
        ARTIFACTS_TEST(changed_source_is_stale),
        ARTIFACTS_TEST(changed_header_is_stale_from_any_directory),
        ARTIFACTS_TEST(vanished_header_is_stale),
        ARTIFACTS_TEST(differing_options_are_named),
        ARTIFACTS_TEST(differing_unit_is_named),
        ARTIFACTS_TEST(damaged_file_is_named),
        ARTIFACTS_TEST(every_damaged_manifest_byte_is_found),
        ARTIFACTS_TEST(malformed_manifests_are_refused),
        ARTIFACTS_TEST(manifest_names_stay_in_the_directory),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}

// artifacts_fixture.h - an artifact directory in the making, for the tests of its two halves.
#ifndef OC_ARTIFACTS_FIXTURE_H
#define OC_ARTIFACTS_FIXTURE_H

#include "artifacts/artifacts.h"
#include "base/text.h"

#include <elf.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
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

static inline void put(const char *path, const void *data, size_t length) {
    assert_int_equal(oc_file_write(path, data, length), 0);
}

static inline void put_text(const char *path, const char *text) {
    put(path, text, strlen(text));
}

static inline void put_image(const char *path, uint16_t machine, uint16_t type) {
    Elf64_Ehdr header = {.e_ident = {0x7f, 'E', 'L', 'F', ELFCLASS64, ELFDATA2LSB, EV_CURRENT},
                         .e_type = type,
                         .e_machine = machine};
    put(path, &header, sizeof header);
}

static inline struct oc_unit make_unit(struct oc_arena *arena) {
    struct oc_expression *n = OC_NEW(arena, struct oc_expression);
    *n = (struct oc_expression){.op = OC_EXPR_PARAM, .type = oc_integer_named("unsigned long")};
    struct oc_bound *bound = OC_NEW(arena, struct oc_bound);
    *bound = (struct oc_bound){.expression = n, .spelling = "n"};
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

static inline int setup(void **state) {
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
    f->artifacts[0] =
        (struct oc_artifact){"x86-64", "in.bc", NULL, "in.so", "in.json", "x.d", NULL, NULL};
    f->artifacts[1] =
        (struct oc_artifact){"sm_90", "in.bc", "in.ptx", "in.cubin", "in.json", "y.d", NULL, NULL};
    f->artifacts[2] =
        (struct oc_artifact){"gfx90a:xnack+", "in.bc", "in.ptx", NULL, "in.json", NULL, NULL, NULL};
    *state = f;
    return 0;
}

static inline int teardown(void **state) {
    struct fixture *f = *state;
    fclose(f->diag.stream);
    free(f->messages);
    oc_arena_release(&f->arena);
    int error = chdir("/") < 0 ? -1 : oc_file_remove_tree(f->directory);
    free(f);
    return error;
}

static inline bool store(struct fixture *f) {
    return oc_artifacts_store(&f->arena, &f->request, &f->unit, f->artifacts, 3, &f->diag);
}

static inline bool load(struct fixture *f) {
    struct oc_unit scanned = make_unit(&f->arena);
    return oc_artifacts_load(&f->arena, &f->request, &scanned, &f->diag, &f->loaded);
}

// The messages so far; the next call begins anew.
static inline const char *messages(struct fixture *f) {
    fflush(f->diag.stream);
    const char *text = oc_arena_strdup(&f->arena, f->messages ? f->messages : "");
    rewind(f->diag.stream);
    f->diag.errors = 0;
    return text;
}

static inline void expect_message(struct fixture *f, const char *part) {
    unsigned errors = f->diag.errors;
    const char *text = messages(f);
    if (errors != 1 || !strstr(text, part))
        fail_msg("expected one error with: %s\ngot %u: %s", part, errors, text);
}

static inline void expect_refused(struct fixture *f, const char *part) {
    assert_false(load(f));
    expect_message(f, part);
}

// The path of a file in the unit's sub-directory.
static inline const char *inside(struct fixture *f, const char *name) {
    return oc_arena_printf(&f->arena, "%s/%s", oc_artifacts_path(&f->arena, &f->request, &f->diag),
                           name);
}

static inline struct oc_bytes content(struct fixture *f, const char *path) {
    struct oc_bytes bytes;
    assert_int_equal(oc_file_read(&f->arena, path, &bytes), 0);
    return bytes;
}

#define ARTIFACTS_TEST(name) cmocka_unit_test_setup_teardown(name, setup, teardown)

#endif

// clang's -### output as data, and the cc1 commands that are made of it.
#include "driver/frontend.h"
#include "driver/query.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stdint.h>
#include <string.h>

#include <cmocka.h>

static struct oc_arena arena;

static const char output[] =
    "Debian clang version 22.1.8\n"
    "Target: x86_64-pc-linux-gnu\n"
    "clang: warning: argument unused [-Wunused-command-line-argument]\n"
    " (in-process)\n"
    " \"/bin/clang\" \"-cc1\" \"-triple\" \"x86_64-pc-linux-gnu\" \"-O2\" \"-emit-obj\" "
    "\"-pic-level\" \"2\" \"-target-cpu\" \"znver3\" \"-debug-info-kind=constructor\" "
    "\"-D\" \"X=a \\\"b\\\" \\$c\\\\n\" \"-dependency-file\" \"x.d\" \"-MT\" \"x.o\" "
    "\"-flto=full\" \"-fsanitize=address\" \"-o\" \"x.o\" \"-x\" \"c\" \"x.c\"\n"
    " \"/usr/bin/ld\" \"-o\" \"a b\" \"x.o\"\n";

static struct oc_query read_query(void) {
    struct oc_query query;
    oc_query_parse(&arena, output, sizeof output - 1, &query);
    return query;
}

static bool has(const struct oc_args *args, const char *word) {
    for (size_t i = 0; i < args->count; i++)
        if (strcmp(args->items[i], word) == 0)
            return true;
    return false;
}

static void lines_are_told_apart(void **state) {
    (void)state;
    struct oc_query query = read_query();
    assert_int_equal(query.count, 2);
    assert_string_equal(query.banner.data,
                        "Debian clang version 22.1.8\nTarget: x86_64-pc-linux-gnu\n");
    assert_string_equal(query.diagnostics.data,
                        "clang: warning: argument unused [-Wunused-command-line-argument]\n");
    assert_string_equal(oc_query_value(&query.commands[0], "-D"), "X=a \"b\" $c\\n");
    assert_string_equal(oc_query_value(&query.commands[1], "-o"), "a b");
    assert_null(oc_query_value(&query.commands[1], "-D"));
    assert_true(oc_query_compiles(&query.commands[0], "x.c"));
    assert_false(oc_query_compiles(&query.commands[1], "x.o"));
}

static void damaged_output_is_harmless(void **state) {
    (void)state;
    struct oc_query query;
    oc_query_parse(&arena, " \"open", 6, &query);
    assert_int_equal(query.count, 1);
    oc_query_parse(&arena, " \"open\\", 7, &query);
    assert_string_equal(query.commands[0].items[0], "open\\");
    oc_query_parse(&arena, "", 0, &query);
    assert_int_equal(query.count, 0);
}

static void each_pass_keeps_its_options(void **state) {
    (void)state;
    struct oc_query query = read_query();
    struct oc_frontend what = {
        .cc1 = &query.commands[0], .source = "x.c", .overlay = "o.yaml", .output = "out.bc"};
    struct oc_args host = {.arena = &arena}, gpu = {.arena = &arena}, cpu = {.arena = &arena},
                   back = {.arena = &arena};
    oc_frontend_host(&what, &host);
    assert_true(has(&host, "-dependency-file") && has(&host, "-fsanitize=address"));
    assert_false(has(&host, "-emit-obj") || has(&host, "-flto=full") || has(&host, "x.o.tmp"));
    assert_string_equal(oc_query_value(&host, "-o"), "out.bc");
    oc_frontend_device(&what, oc_target_of_arch("sm_90"), "sm_90", "k.d", &gpu);
    assert_string_equal(oc_query_value(&gpu, "-target-cpu"), "sm_90");
    assert_string_equal(oc_query_value(&gpu, "-aux-triple"), "x86_64-pc-linux-gnu");
    assert_string_equal(oc_query_value(&gpu, "-dependency-file"), "k.d");
    assert_true(has(&gpu, "-U_OPENMP") && has(&gpu, "-debug-info-kind=line-directives-only"));
    assert_false(has(&gpu, "znver3") || has(&gpu, "-fsanitize=address") || has(&gpu, "x.d"));
    oc_frontend_device(&what, oc_target_of_arch("x86-64"), "x86-64", "k.d", &cpu);
    assert_string_equal(oc_query_value(&cpu, "-target-cpu"), "znver3");
    assert_true(has(&cpu, "-debug-info-kind=constructor"));
    what.output = "x.o";
    oc_frontend_backend(&what, "host.bc", &back);
    assert_true(has(&back, "-emit-obj") && has(&back, "-flto=full"));
    assert_false(has(&back, "-D") || has(&back, "-dependency-file"));
    // A sanitizer's code names the source; what only its messages are wanted of does not.
    assert_string_equal(back.items[back.count - 1], "x.c");
    assert_string_equal(oc_query_value(&back, "-ivfsoverlay"), "o.yaml");
    struct oc_args messages = {.arena = &arena};
    what.lines = true;
    oc_frontend_backend(&what, "host.bc", &messages);
    assert_string_equal(messages.items[messages.count - 1], "host.bc");
}

static void levels(void **state) {
    (void)state;
    static const struct {
        const char *option;
        char level;
    } cases[] = {{"-O0", '0'}, {"-O", '1'},  {"-O1", '1'}, {"-O2", '2'}, {"-O3", '3'},
                 {"-O4", '3'}, {"-Os", 's'}, {"-Oz", 'z'}, {"-Og", '1'}, {"-g", '0'}};
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        struct oc_args cc1 = {.arena = &arena};
        oc_args_add(&cc1, "-cc1");
        oc_args_add(&cc1, cases[i].option);
        assert_int_equal(oc_frontend_level(&cc1), cases[i].level);
    }
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(lines_are_told_apart),
        cmocka_unit_test(damaged_output_is_harmless),
        cmocka_unit_test(each_pass_keeps_its_options),
        cmocka_unit_test(levels),
    };
    int result = cmocka_run_group_tests(tests, NULL, NULL);
    oc_arena_release(&arena);
    return result;
}

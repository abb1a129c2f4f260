// The option table, and how words become arguments.
#include "base/response.h"
#include "driver/command.h"
#include "driver/options.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

static struct oc_arena arena;

static void table_is_sorted(void **state) {
    (void)state;
    for (size_t i = 1; i < oc_option_count; i++)
        if (strcmp(oc_options[i - 1].name, oc_options[i].name) >= 0)
            fail_msg("'%s' does not belong before '%s'", oc_options[i - 1].name,
                     oc_options[i].name);
}

static void table_is_consistent(void **state) {
    (void)state;
    for (size_t i = 0; i < oc_option_count; i++) {
        const struct oc_option *option = &oc_options[i];
        assert_true(option->name[0] == '-' && option->name[1]);
        assert_int_not_equal(option->meaning, OC_MEAN_INPUT);
        // What means something to us alone does not go to clang, and the other way round.
        bool ours = option->meaning > OC_MEAN_INPUT && option->meaning < OC_MEAN_DRY_RUN;
        assert_int_equal((option->forward & OC_FORWARD_OURS) != 0, ours);
        if (ours &&
            option->forward & ~(unsigned)(OC_FORWARD_OURS | OC_FORWARD_DEVICE | OC_FORWARD_SHARED))
            fail_msg("'%s' is ours and goes elsewhere too", option->name);
        if (option->kind == OC_KIND_COMMA)
            assert_true(oc_ends_with(option->name, "="));
    }
}

static void ours_are_in_help(void **state) {
    (void)state;
    char *text;
    size_t size;
    FILE *stream = open_memstream(&text, &size);
    oc_options_help(stream);
    fclose(stream);
    static const char *const names[] = {
        "--offload-arch=LIST",
        "--offload-artifacts=DIR",
        "--device-only",
        "--host-only",
        "--offload-config",
        "--offload-print-targets",
        "-ccc-print-phases",
        "-save-temps",
        "--offload-report=text|json",
        "--offload-time-trace=FILE",
        "-###",
    };
    for (size_t i = 0; i < sizeof names / sizeof *names; i++)
        if (!strstr(text, names[i]))
            fail_msg("--help does not tell of '%s'", names[i]);
    for (const char *line = text; *line; line += strcspn(line, "\n") + 1)
        assert_true(strcspn(line, "\n") <= 100);
    free(text);
}

static void every_row_finds_itself(void **state) {
    (void)state;
    for (size_t i = 0; i < oc_option_count; i++)
        assert_ptr_equal(oc_option_find(oc_options[i].name), &oc_options[i]);
}

static const char *found(const char *word) {
    const struct oc_option *option = oc_option_find(word);
    return option ? option->name : "none";
}

static void longest_name_wins(void **state) {
    (void)state;
    assert_string_equal(found("-Ifoo"), "-I");
    assert_string_equal(found("-include"), "-include");
    assert_string_equal(found("-MFx.d"), "-MF");
    assert_string_equal(found("-MMD"), "-MMD");
    assert_string_equal(found("-Wp,-MD,x"), "-Wp,");
    assert_string_equal(found("-Wall"), "none");
    assert_string_equal(found("-Wl,-z,now"), "-Wl,");
    assert_string_equal(found("-std=c17"), "-std=");
    assert_string_equal(found("-static-libgcc"), "-static-libgcc");
    assert_string_equal(found("-fopenmp"), "-fopenmp");
    assert_string_equal(found("-fopenmp-targets=x"), "-fopenmp-targets=");
    assert_string_equal(found("-c"), "-c");
    assert_string_equal(found("-cc1"), "none");
    assert_string_equal(found("-"), "none");
    assert_string_equal(found(""), "none");
    assert_string_equal(found("--"), "none");
}

// Arguments as "name=value" joined by '|'; inputs in <>.
static const char *parsed(const char *line) {
    struct oc_args words = {.arena = &arena};
    struct oc_text text = {.arena = &arena};
    oc_text_add(&text, "");
    oc_response_split(&arena, line, strlen(line), &words);
    struct oc_arguments arguments = oc_options_parse(&arena, words.items, words.count);
    for (size_t i = 0; i < arguments.count; i++) {
        const struct oc_argument *argument = &arguments.items[i];
        const char *value = argument->value ? argument->value : "";
        oc_text_add(&text, i ? "|" : "");
        if (argument->meaning == OC_MEAN_INPUT)
            oc_text_printf(&text, "<%s>", value);
        else
            oc_text_printf(&text, "%s %s", argument->option ? argument->option->name : "?", value);
    }
    return text.data;
}

static void values_joined_and_separate(void **state) {
    (void)state;
    assert_string_equal(parsed("-o x y.c"), "-o x|<y.c>");
    assert_string_equal(parsed("-ox y.c"), "-o x|<y.c>");
    assert_string_equal(parsed("-I a -Ib -isystem c x.c"), "-I a|-I b|-isystem c|<x.c>");
    assert_string_equal(parsed("-Xclang -load -Xclang x.so x.c"),
                        "-Xclang -load|-Xclang x.so|<x.c>");
    assert_string_equal(parsed("-Xarch_x86_64 -O3 x.c"), "-Xarch_ -O3|<x.c>");
    assert_string_equal(parsed("-segaddr a b x.c"), "-segaddr a|<x.c>");
    assert_string_equal(parsed("-e main x.c"), "-e main|<x.c>");
    assert_string_equal(parsed("--param x=1 x.c"), "--param x=1|<x.c>");
    assert_string_equal(parsed("-fPIC -Wall x.c"), "? |? |<x.c>");
}

static void odd_ends(void **state) {
    (void)state;
    assert_string_equal(parsed(""), "");
    assert_string_equal(parsed("x.c -o"), "<x.c>|-o ");
    assert_string_equal(parsed("-segaddr a"), "-segaddr a");
    assert_string_equal(parsed("- -x c"), "<->|-x c");
    assert_string_equal(parsed("-c -- -c -o"), "-c |<-c>|<-o>");
}

static const char *split(const char *text, size_t length) {
    struct oc_args words = {.arena = &arena};
    struct oc_text joined = {.arena = &arena};
    oc_text_add(&joined, "");
    oc_response_split(&arena, text, length, &words);
    for (size_t i = 0; i < words.count; i++)
        oc_text_printf(&joined, "%s%s", i ? "|" : "", words.items[i]);
    return joined.data;
}

static void response_files_are_quoted_as_gnu_has_it(void **state) {
    (void)state;
    assert_string_equal(split("a b\n\tc", 6), "a|b|c");
    assert_string_equal(split("'a b' \"c d\"", 11), "a b|c d");
    assert_string_equal(split("a\\ b", 4), "a b");
    assert_string_equal(split("-D\"X=\\\"y\\\"\"", 11), "-DX=\"y\"");
    assert_string_equal(split("a'b'\"c\"d", 8), "abcd");
    assert_string_equal(split("a '' \"\" b", 9), "a|b");
    assert_string_equal(split("''a''", 5), "a");
    assert_string_equal(split("a\vb\fc", 5), "a\vb\fc");
    assert_string_equal(split("'open", 5), "open");
    assert_string_equal(split("end\\", 4), "end\\");
    assert_string_equal(split("'a\\'b'", 6), "a'b");
    assert_string_equal(split("a\0b c", 5), "a|c");
}

static struct oc_command command_of(const char *line, bool *good) {
    struct oc_args words = {.arena = &arena};
    oc_response_split(&arena, line, strlen(line), &words);
    FILE *null_stream = fopen("/dev/null", "w");
    struct oc_diag diag = {.stream = null_stream, .tool = "t"};
    struct oc_command command = {0};
    *good = oc_command_read(&arena, "offloadcc", words.items, words.count, &diag, &command);
    fclose(null_stream);
    return command;
}

static void phases(void **state) {
    (void)state;
    bool good;
    assert_int_equal(command_of("x.c", &good).phase, OC_PHASE_LINK);
    assert_int_equal(command_of("-c x.c", &good).phase, OC_PHASE_OBJECT);
    assert_int_equal(command_of("-c -S x.c", &good).phase, OC_PHASE_ASSEMBLY);
    assert_int_equal(command_of("-S -c -E x.c", &good).phase, OC_PHASE_NO_CODE);
    assert_int_equal(command_of("-MD -c x.c", &good).phase, OC_PHASE_OBJECT);
    assert_int_equal(command_of("-MM x.c", &good).phase, OC_PHASE_NO_CODE);
    assert_int_equal(command_of("--version", &good).phase, OC_PHASE_INFORMATION);
    assert_int_equal(command_of("-print-prog-name=ld", &good).phase, OC_PHASE_INFORMATION);
}

static void languages(void **state) {
    (void)state;
    bool good;
    struct oc_command command =
        command_of("a.c b.i c.o d.bc e.s -x c f.text -x none g.a -x assembler h", &good);
    static const enum oc_language expected[] = {
        OC_LANGUAGE_C,      OC_LANGUAGE_PREPROCESSED, OC_LANGUAGE_OBJECT,
        OC_LANGUAGE_IR,     OC_LANGUAGE_ASSEMBLY,     OC_LANGUAGE_C,
        OC_LANGUAGE_OBJECT, OC_LANGUAGE_ASSEMBLY,
    };
    assert_int_equal(command.input_count, sizeof expected / sizeof *expected);
    for (size_t i = 0; i < command.input_count; i++)
        assert_int_equal(command.inputs[i].language, expected[i]);
}

static void clang_gets_its_words_in_order(void **state) {
    (void)state;
    bool good;
    struct oc_command command = command_of(
        "-O2 --offload-arch=sm_90,x86-64 -Wl,-a x.c --offload-artifacts=d -lb -- -y.c", &good);
    assert_true(good && command.ours);
    assert_int_equal(command.archs.count, 2);
    struct oc_args words = {.arena = &arena};
    oc_command_clang_words(&command, &words);
    static const char *const expected[] = {"-O2", "-Wl,-a", "x.c", "-lb", "./-y.c"};
    assert_int_equal(words.count, 5);
    for (size_t i = 0; i < 5; i++)
        assert_string_equal(words.items[i], expected[i]);
}

static void contradictions_are_refused(void **state) {
    (void)state;
    bool good;
    command_of("--device-only --host-only x.c", &good);
    assert_false(good);
    command_of("--offload-arch= x.c", &good);
    assert_false(good);
    command_of("--offload-report=xml x.c", &good);
    assert_false(good);
    command_of("--device-only --offload-device-only x.c", &good);
    assert_true(good);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(table_is_sorted),
        cmocka_unit_test(table_is_consistent),
        cmocka_unit_test(ours_are_in_help),
        cmocka_unit_test(every_row_finds_itself),
        cmocka_unit_test(longest_name_wins),
        cmocka_unit_test(values_joined_and_separate),
        cmocka_unit_test(odd_ends),
        cmocka_unit_test(response_files_are_quoted_as_gnu_has_it),
        cmocka_unit_test(phases),
        cmocka_unit_test(languages),
        cmocka_unit_test(clang_gets_its_words_in_order),
        cmocka_unit_test(contradictions_are_refused),
    };
    int result = cmocka_run_group_tests(tests, NULL, NULL);
    oc_arena_release(&arena);
    return result;
}

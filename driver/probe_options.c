// Where the preprocessor looks for files, from the options and the environment.
#include "driver/probe.h"

#include <stdlib.h>
#include <string.h>

static void add_values(struct oc_args *out, const struct oc_arguments *arguments,
                       enum oc_meaning meaning) {
    for (size_t i = 0; i < arguments->count; i++) {
        const struct oc_argument *argument = &arguments->items[i];
        if (argument->meaning == meaning && argument->value)
            oc_args_add(out, argument->value);
    }
}

// The command's arguments, and those that -Wp, -Xpreprocessor and -Xclang hand on.
static struct oc_arguments read_arguments(struct oc_arena *arena,
                                          const struct oc_command *command) {
    struct oc_args words = {.arena = arena};
    const struct oc_arguments *outer = &command->arguments;
    for (size_t i = 0; i < outer->count; i++) {
        const struct oc_argument *argument = &outer->items[i];
        const char *list = argument->value;
        if (list && argument->meaning == OC_MEAN_OPAQUE_CLANG)
            oc_args_add(&words, list);
        while (list && *list && argument->meaning == OC_MEAN_PREPROCESSOR_ARGUMENTS) {
            size_t length = strcspn(list, ",");
            oc_args_add(&words, oc_arena_strndup(arena, list, length));
            list += length + (list[length] == ',');
        }
    }
    if (!words.count)
        return *outer;
    struct oc_arguments inner = oc_options_parse(arena, words.items, words.count);
    struct oc_arguments both = {
        .items = OC_NEW_ARRAY(arena, outer->count + inner.count, struct oc_argument),
        .count = outer->count + inner.count,
    };
    memcpy(both.items, outer->items, outer->count * sizeof *both.items);
    memcpy(both.items + outer->count, inner.items, inner.count * sizeof *both.items);
    return both;
}

// Trigraphs are read with -trigraphs and in strict modes.
static bool has_trigraphs(const struct oc_arguments *arguments) {
    for (size_t i = 0; i < arguments->count; i++) {
        const char *word = arguments->items[i].word_count ? arguments->items[i].words[0] : "";
        if (strcmp(word, "-trigraphs") == 0 || strcmp(word, "-ansi") == 0 ||
            strcmp(word, "--std") == 0 || (strstr(word, "-std=") && !strstr(word, "=gnu")))
            return true;
    }
    return false;
}

void oc_probe_init(struct oc_probe *probe, struct oc_arena *arena, const struct oc_command *command,
                   const char *builtin) {
    const struct oc_arguments arguments = read_arguments(arena, command);
    *probe = (struct oc_probe){
        .arena = arena,
        .quote = {.arena = arena},
        .angle = {.arena = arena},
        .system = {.arena = arena},
        .forced = {.arena = arena},
        .definitions = {.arena = arena},
        .opaque = command->opaque_search,
        .trigraphs = has_trigraphs(&arguments),
    };
    add_values(&probe->quote, &arguments, OC_MEAN_QUOTE_DIR);
    add_values(&probe->angle, &arguments, OC_MEAN_INCLUDE_DIR);
    oc_args_add_search_path(&probe->angle, getenv("CPATH"));
    add_values(&probe->angle, &arguments, OC_MEAN_SYSTEM_DIR);
    oc_args_add_search_path(&probe->angle, getenv("C_INCLUDE_PATH"));
    if (builtin)
        oc_args_add(&probe->system, builtin);
    oc_args_add(&probe->system, "/usr/local/include");
    oc_args_add(&probe->system, "/usr/include/x86_64-linux-gnu");
    oc_args_add(&probe->system, "/usr/include");
    add_values(&probe->system, &arguments, OC_MEAN_AFTER_DIR);
    add_values(&probe->forced, &arguments, OC_MEAN_INCLUDE_FILE);
    add_values(&probe->definitions, &arguments, OC_MEAN_DEFINE);
}

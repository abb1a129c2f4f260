#include "options.h"

#include <string.h>

#define FLAG OC_KIND_FLAG
#define JOINED OC_KIND_JOINED
#define COMMA OC_KIND_COMMA
#define SEPARATE OC_KIND_SEPARATE
#define EITHER OC_KIND_EITHER
#define BOTH OC_KIND_BOTH
#define MULTI2 OC_KIND_MULTI2
#define MULTI3 OC_KIND_MULTI3
#define OURS OC_FORWARD_OURS
#define DEVICE OC_FORWARD_DEVICE
#define LINK OC_FORWARD_LINK
#define GPU OC_FORWARD_GPU
#define SHARED OC_FORWARD_SHARED
#define DEPENDENCY OC_FORWARD_DEPENDENCY

const struct oc_option oc_options[] = {
#define OPTION(name, kind, meaning, forward, help) {name, kind, OC_MEAN_##meaning, forward, help},
#include "options.def"
#undef OPTION
};
const size_t oc_option_count = sizeof oc_options / sizeof *oc_options;

static bool takes_joined(enum oc_option_kind kind) {
    return kind == OC_KIND_JOINED || kind == OC_KIND_COMMA || kind == OC_KIND_EITHER ||
           kind == OC_KIND_BOTH;
}

// How many words after its own an option takes when nothing is joined to it.
static size_t words_after(const struct oc_option *option, bool joined) {
    switch (option->kind) {
    case OC_KIND_SEPARATE:
    case OC_KIND_BOTH:
        return 1;
    case OC_KIND_EITHER:
        return joined ? 0 : 1;
    case OC_KIND_MULTI2:
        return 2;
    case OC_KIND_MULTI3:
        return 3;
    default:
        return 0;
    }
}

// The last row whose name is not greater than `word`, by bisection. A prefix of the word sorts
// before it, so candidates lie at or above that row; they end where even the first two characters
// differ.
const struct oc_option *oc_option_find(const char *word) {
    size_t low = 0, high = oc_option_count;
    while (low < high) {
        size_t middle = low + (high - low) / 2;
        if (strcmp(oc_options[middle].name, word) <= 0)
            low = middle + 1;
        else
            high = middle;
    }
    while (low-- > 0) {
        const struct oc_option *option = &oc_options[low];
        if (strncmp(option->name, word, 2) != 0)
            return NULL;
        if (strcmp(option->name, word) == 0 ||
            (takes_joined(option->kind) && oc_starts_with(word, option->name)))
            return option;
    }
    return NULL;
}

static struct oc_argument read_option(const char *const *words, size_t left) {
    const struct oc_option *option = oc_option_find(words[0]);
    if (!option)
        return (struct oc_argument){.words = words, .word_count = 1};
    const char *joined = words[0] + strlen(option->name);
    size_t after = words_after(option, *joined != '\0');
    bool incomplete = after > left - 1;
    if (incomplete)
        after = left - 1;
    const char *value = after ? words[1] : takes_joined(option->kind) ? joined : NULL;
    if (option->kind == OC_KIND_EITHER && !*joined && !after)
        value = NULL;
    return (struct oc_argument){
        .option = option,
        .meaning = option->meaning,
        .forward = option->forward,
        .value = value,
        .words = words,
        .word_count = 1 + after,
        .incomplete = incomplete,
    };
}

struct oc_arguments oc_options_parse(struct oc_arena *arena, const char *const *words,
                                     size_t count) {
    struct oc_arguments out = {.items = OC_NEW_ARRAY(arena, count, struct oc_argument)};
    bool options = true;
    for (size_t i = 0; i < count;) {
        struct oc_argument *argument = &out.items[out.count];
        if (options && strcmp(words[i], "--") == 0) {
            options = false;
            i++;
            continue;
        }
        // A lone "-" is standard input, an empty word a file that is missing.
        if (options && words[i][0] == '-' && words[i][1])
            *argument = read_option(words + i, count - i);
        else
            *argument = (struct oc_argument){
                .meaning = OC_MEAN_INPUT, .value = words[i], .words = words + i, .word_count = 1};
        i += argument->word_count;
        out.count++;
    }
    return out;
}

void oc_options_help(FILE *stream) {
    fputs("offloadcc: a C compiler that also compiles kernels for GPUs. All of clang's options, "
          "and:\n\n",
          stream);
    for (size_t i = 0; i < oc_option_count; i++) {
        const char *help = oc_options[i].help;
        if (!help)
            continue;
        char name[64];
        int width = snprintf(name, sizeof name, "%s%s", oc_options[i].name, help);
        fprintf(stream, width > 24 ? "  %s\n%28s" : "  %-26s%s", name, "");
        // The text, in lines that keep to the screen's width.
        const char *text = help + strlen(help) + 1;
        while (strlen(text) > 66) {
            size_t cut = 66;
            while (cut > 1 && text[cut] != ' ')
                cut--;
            fprintf(stream, "%.*s\n%28s", (int)cut, text, "");
            text += cut + 1;
        }
        fprintf(stream, "%s\n", text);
    }
    fputc('\n', stream);
}

#include "driver/linkline.h"

#include "base/file.h"
#include "base/response.h"

#include <fcntl.h>
#include <stdlib.h>
#include <string.h>

enum { MOST_RESPONSES = 1000, LARGEST_RESPONSE = 1 << 26 };

// ---- Words -------------------------------------------------------------------------------------

// A word of the linker's command, or a source file of the user's, which clang compiles first.
struct word {
    const char *text;
    bool compiled;
};

struct words {
    struct oc_arena *arena;
    struct word *items;
    size_t count, capacity;
    size_t responses; // files that were opened: one that names itself ends somewhere
};

static void add_word(struct words *words, const char *text, bool compiled) {
    words->items = oc_arena_grow(words->arena, words->items, words->count, &words->capacity,
                                 sizeof *words->items);
    words->items[words->count++] = (struct word){text, compiled};
}

// What the linker is handed as it is: it opens response files itself.
static void add_linker_word(struct words *words, const char *text) {
    struct oc_bytes content;
    struct oc_args inner = {.arena = words->arena};
    if (text[0] != '@' || words->responses == MOST_RESPONSES ||
        oc_file_read_regular(words->arena, AT_FDCWD, text + 1, LARGEST_RESPONSE, &content) != 0) {
        add_word(words, text, false);
        return;
    }
    words->responses++;
    oc_response_split(words->arena, content.data, content.length, &inner);
    for (size_t i = 0; i < inner.count; i++)
        add_linker_word(words, inner.items[i]);
}

static void add_comma_list(struct words *words, const char *list) {
    while (*list) {
        size_t length = strcspn(list, ",");
        add_linker_word(words, oc_arena_strndup(words->arena, list, length));
        list += length + (list[length] == ',');
    }
}

static void add_input(struct words *words, const struct oc_input *input) {
    bool compiled = input->language == OC_LANGUAGE_IR || input->language == OC_LANGUAGE_ASSEMBLY;
    if ((compiled || input->language == OC_LANGUAGE_OBJECT) && strcmp(input->path, "-") != 0)
        add_word(words, input->path, compiled);
}

static void add_argument(struct words *words, const struct oc_argument *argument) {
    if (!argument->value)
        return;
    switch (argument->meaning) {
    case OC_MEAN_LIBRARY:
        add_word(words, oc_arena_printf(words->arena, "-l%s", argument->value), false);
        break;
    case OC_MEAN_LIBRARY_DIR:
        add_word(words, oc_arena_printf(words->arena, "-L%s", argument->value), false);
        break;
    case OC_MEAN_LINKER_SCRIPT:
        add_word(words, oc_arena_printf(words->arena, "-T%s", argument->value), false);
        break;
    case OC_MEAN_LINKER_ARGUMENTS:
        add_comma_list(words, argument->value);
        break;
    case OC_MEAN_LINKER_ARGUMENT:
        add_linker_word(words, argument->value);
        break;
    default:
        break;
    }
}

static void add_command(struct words *words, const struct oc_command *command) {
    size_t next = 0;
    for (size_t i = 0; i < command->arguments.count; i++)
        if (command->arguments.items[i].meaning == OC_MEAN_INPUT)
            add_input(words, &command->inputs[next++]);
        else
            add_argument(words, &command->arguments.items[i]);
    struct oc_args directories = {.arena = words->arena};
    oc_args_add_search_path(&directories, getenv("LIBRARY_PATH"));
    for (size_t i = 0; i < directories.count; i++)
        add_word(words, oc_arena_printf(words->arena, "-L%s", directories.items[i]), false);
}

// ---- Options -----------------------------------------------------------------------------------

enum meaning {
    NOTHING, // there is a value, which names no input
    LIBRARY,
    LIBRARY_DIR,
    FILE_NAME,
    SYSROOT,
    STATIC, // no value from here on
    DYNAMIC,
    PUSH_STATE,
    POP_STATE,
    RELOCATABLE,
};

struct option {
    const char *name; // after one dash or two
    enum meaning meaning;
};

// Options with names of several letters. An option's value is the rest of its word after '=', or
// the next word. The table has the options that name an input, and those whose value may be a
// file's name.
static const struct option options[] = {
    {"library", LIBRARY},
    {"library-path", LIBRARY_DIR},
    {"script", FILE_NAME},
    {"default-script", FILE_NAME},
    {"dT", FILE_NAME},
    {"mri-script", NOTHING},
    {"sysroot", SYSROOT},
    {"Bstatic", STATIC},
    {"dn", STATIC},
    {"non_shared", STATIC},
    {"static", STATIC},
    {"Bdynamic", DYNAMIC},
    {"dy", DYNAMIC},
    {"call_shared", DYNAMIC},
    {"push-state", PUSH_STATE},
    {"pop-state", POP_STATE},
    {"relocatable", RELOCATABLE},
    {"Ur", RELOCATABLE},
    {"just-symbols", NOTHING},
    {"version-script", NOTHING},
    {"dynamic-list", NOTHING},
    {"export-dynamic-symbol", NOTHING},
    {"export-dynamic-symbol-list", NOTHING},
    {"retain-symbols-file", NOTHING},
    {"symbol-ordering-file", NOTHING},
    {"section-ordering-file", NOTHING},
    {"call-graph-ordering-file", NOTHING},
    {"dynamic-linker", NOTHING},
    {"dependency-file", NOTHING},
    {"out-implib", NOTHING},
    {"output", NOTHING},
    {"plugin", NOTHING},
    {"plugin-opt", NOTHING},
    {"mllvm", NOTHING},
    {"soname", NOTHING},
    {"rpath", NOTHING},
    {"rpath-link", NOTHING},
    {"entry", NOTHING},
    {"init", NOTHING},
    {"fini", NOTHING},
    {"auxiliary", NOTHING},
    {"filter", NOTHING},
    {"undefined", NOTHING},
    {"require-defined", NOTHING},
    {"trace-symbol", NOTHING},
    {"defsym", NOTHING},
    {"wrap", NOTHING},
    {"format", NOTHING},
    {"oformat", NOTHING},
    {"architecture", NOTHING},
    {"section-start", NOTHING},
    {"Map", NOTHING},
    {"Tbss", NOTHING},
    {"Tdata", NOTHING},
    {"Ttext", NOTHING},
    {"Ttext-segment", NOTHING},
    {"Trodata-segment", NOTHING},
    {"Tldata-segment", NOTHING},
};

// Options of one letter and a value, in the same word or the next.
static const char letters[] = "AFGILPRTYbcefhlmouyz";

static bool takes_value(enum meaning meaning) {
    return meaning < STATIC;
}

// How a word that begins with '-' is taken. `value`: what is after '=' or the letter, or NULL.
static enum meaning read_option(const char *word, bool *known, const char **value) {
    bool two = word[1] == '-';
    const char *name = word + 1 + two;
    size_t length = strcspn(name, "=");
    *known = true;
    *value = name[length] ? name + length + 1 : NULL;
    for (size_t i = 0; i < sizeof options / sizeof *options; i++)
        if (strlen(options[i].name) == length && memcmp(options[i].name, name, length) == 0)
            return options[i].meaning;
    if (!two && (strcmp(name, "r") == 0 || strcmp(name, "i") == 0))
        return RELOCATABLE;
    *known = !two && *name && strchr(letters, *name);
    if (!*known)
        return NOTHING;
    *value = name[1] ? name + 1 : NULL;
    return *name == 'l' ? LIBRARY : *name == 'L' ? LIBRARY_DIR : *name == 'T' ? FILE_NAME : NOTHING;
}

// -Bstatic and what it was before --push-state.
struct states {
    bool now;
    bool *saved;
    size_t count, capacity;
};

static void save(struct oc_arena *arena, struct states *states) {
    states->saved = oc_arena_grow(arena, states->saved, states->count, &states->capacity,
                                  sizeof *states->saved);
    states->saved[states->count++] = states->now;
}

static void apply_meaning(struct oc_arena *arena, struct oc_linkline *line, enum meaning meaning,
                          const char *value, struct states *states) {
    switch (meaning) {
    case LIBRARY:
        oc_linkline_add(arena, line, OC_LINK_LIBRARY, value, states->now);
        break;
    case LIBRARY_DIR:
        oc_args_add(&line->dirs, value);
        break;
    case FILE_NAME:
        oc_linkline_add(arena, line, OC_LINK_FILE, value, false);
        break;
    case SYSROOT:
        line->sysroot = value;
        break;
    case STATIC:
    case DYNAMIC:
        states->now = meaning == STATIC;
        break;
    case PUSH_STATE:
        save(arena, states);
        break;
    case POP_STATE:
        if (states->count)
            states->now = states->saved[--states->count];
        break;
    case RELOCATABLE:
        line->relocatable = true;
        break;
    case NOTHING:
        break;
    }
}

void oc_linkline_add(struct oc_arena *arena, struct oc_linkline *line, enum oc_link_kind kind,
                     const char *name, bool is_static) {
    line->inputs =
        oc_arena_grow(arena, line->inputs, line->count, &line->capacity, sizeof *line->inputs);
    line->inputs[line->count++] = (struct oc_link_input){kind, name, is_static};
}

const char *oc_linkline_path(struct oc_arena *arena, const struct oc_linkline *line,
                             const char *path) {
    size_t prefix = path[0] == '=' ? 1 : oc_starts_with(path, "$SYSROOT") ? strlen("$SYSROOT") : 0;
    if (!prefix)
        return path;
    return oc_arena_printf(arena, "%s%s", line->sysroot ? line->sysroot : "", path + prefix);
}

// Makefiles repeat directories and libraries. The first of each is what counts here.
static void drop_repeated(struct oc_linkline *line) {
    size_t dirs = 0, inputs = 0;
    for (size_t i = 0, same; i < line->dirs.count; i++) {
        for (same = 0; same < dirs; same++)
            if (strcmp(line->dirs.items[same], line->dirs.items[i]) == 0)
                break;
        if (same == dirs)
            line->dirs.items[dirs++] = line->dirs.items[i];
    }
    line->dirs.count = dirs;
    for (size_t i = 0, same; i < line->count; i++) {
        const struct oc_link_input *input = &line->inputs[i];
        same = input->kind == OC_LINK_LIBRARY ? 0 : inputs;
        for (; same < inputs; same++)
            if (line->inputs[same].kind == OC_LINK_LIBRARY &&
                line->inputs[same].is_static == input->is_static &&
                strcmp(line->inputs[same].name, input->name) == 0)
                break;
        if (same == inputs)
            line->inputs[inputs++] = *input;
    }
    line->count = inputs;
}

void oc_linkline_read(struct oc_arena *arena, const struct oc_command *command,
                      struct oc_linkline *out) {
    struct words words = {.arena = arena};
    struct states states = {.now = command->static_link};
    *out = (struct oc_linkline){.dirs = {.arena = arena}, .sysroot = command->sysroot};
    add_command(&words, command);
    for (size_t i = 0; i < words.count; i++) {
        const struct word *word = &words.items[i];
        if (word->compiled) {
            oc_linkline_add(arena, out, OC_LINK_COMPILED, word->text, false);
        } else if (word->text[0] != '-') {
            oc_linkline_add(arena, out, OC_LINK_FILE, word->text, false);
        } else if (word->text[1]) {
            bool known;
            const char *value;
            enum meaning meaning = read_option(word->text, &known, &value);
            if (known && takes_value(meaning) && !value && i + 1 < words.count)
                value = words.items[++i].text;
            if (known && (value || !takes_value(meaning)))
                apply_meaning(arena, out, meaning, value, &states);
        }
    }
    // The root may be named after the directories in it.
    for (size_t i = 0; i < out->dirs.count; i++)
        out->dirs.items[i] = oc_linkline_path(arena, out, out->dirs.items[i]);
    drop_repeated(out);
}

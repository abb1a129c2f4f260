#include "scan/key/inclusions.h"

#include "scan/key/words.h"

#include <stdint.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

struct oc_inclusion_id {
    dev_t device;
    ino_t inode;
};

// ---- Directories -------------------------------------------------------------------------------

enum oc_path_option oc_inclusions_option(const char *option, const char **value) {
    static const struct {
        const char *name;
        enum oc_path_option kind;
    } all[] = {{"-I", OC_PATH_DIRECTORY},         {"-isystem-after", OC_PATH_DIRECTORY},
               {"-isystem", OC_PATH_DIRECTORY},   {"-iquote", OC_PATH_DIRECTORY},
               {"-idirafter", OC_PATH_DIRECTORY}, {"--include-directory", OC_PATH_DIRECTORY},
               {"-include", OC_PATH_FILE},        {"-imacros", OC_PATH_FILE}};
    for (size_t i = 0; i < sizeof all / sizeof *all; i++)
        if (oc_starts_with(option, all[i].name)) {
            *value = option + strlen(all[i].name);
            if (oc_starts_with(option, "--include-directory="))
                ++*value;
            return all[i].kind;
        }
    return OC_PATH_NONE;
}

// Whether an option for the preprocessor inside another option may name a directory.
static bool hides_directory(const char *option) {
    return oc_starts_with(option, "-Wp,") && (strstr(option, ",-I") || strstr(option, ",-i"));
}

void oc_inclusions_init(struct oc_inclusions *out, struct oc_arena *arena,
                        const struct oc_sourcekey_request *request) {
    *out = (struct oc_inclusions){
        .arena = arena, .directories = {.arena = arena}, .found = {.arena = arena}};
    for (size_t i = 0; i < request->option_count; i++) {
        const char *value;
        out->is_unknown |= hides_directory(request->options[i]);
        enum oc_path_option kind = oc_inclusions_option(request->options[i], &value);
        if (kind != OC_PATH_NONE && !*value && i + 1 < request->option_count)
            value = request->options[++i];
        if (kind != OC_PATH_DIRECTORY)
            continue;
        out->is_unknown |= *value == '=' || *value == '-'; // in the sysroot; after -Xclang
        oc_args_add(&out->directories, value);
    }
    oc_args_add_search_path(&out->directories, getenv("CPATH"));
    oc_args_add_search_path(&out->directories, getenv("C_INCLUDE_PATH"));
}

// ---- Files -------------------------------------------------------------------------------------

static bool was_seen(const struct oc_inclusions *inclusions, dev_t device, ino_t inode) {
    for (size_t i = 0; i < inclusions->seen_count; i++)
        if (inclusions->seen[i].device == device && inclusions->seen[i].inode == inode)
            return true;
    return false;
}

void oc_inclusions_seen(struct oc_inclusions *inclusions, dev_t device, ino_t inode) {
    if (inclusions->seen_count == inclusions->seen_capacity)
        inclusions->seen =
            oc_arena_grow(inclusions->arena, inclusions->seen, inclusions->seen_count,
                          &inclusions->seen_capacity, sizeof *inclusions->seen);
    inclusions->seen[inclusions->seen_count++] = (struct oc_inclusion_id){device, inode};
}

static void try_path(struct oc_inclusions *inclusions, const char *path) {
    struct stat status;
    if (stat(path, &status) != 0)
        return;
    for (size_t i = 0; i < inclusions->found.count; i++)
        if (strcmp(inclusions->found.items[i], path) == 0)
            return;
    oc_args_add(&inclusions->found, path);
    if (was_seen(inclusions, status.st_dev, status.st_ino))
        return;
    oc_inclusions_seen(inclusions, status.st_dev, status.st_ino);
    struct oc_bytes text;
    if (S_ISREG(status.st_mode) && oc_file_read(inclusions->arena, path, &text) == 0)
        oc_inclusions_search(inclusions, path, text);
}

static void try_name(struct oc_inclusions *inclusions, const char *from, const char *name) {
    const char *slash = strrchr(from, '/');
    if (*name == '/') {
        try_path(inclusions, name);
        return;
    }
    try_path(inclusions, oc_arena_printf(inclusions->arena, "%.*s%s",
                                         slash ? (int)(slash + 1 - from) : 0, from, name));
    for (size_t i = 0; i < inclusions->directories.count; i++)
        try_path(inclusions, oc_arena_printf(inclusions->arena, "%s/%s",
                                             inclusions->directories.items[i], name));
}

// ---- Directives --------------------------------------------------------------------------------

static size_t skip_blanks(struct oc_bytes text, size_t at) {
    while (at < text.length && (text.data[at] == ' ' || text.data[at] == '\t'))
        at++;
    return at;
}

// Whether the word follows a '#' (or %: or its trigraph), or a comment or an end of line that one
// may be before.
static bool may_be_directive(struct oc_bytes text, struct oc_word word) {
    size_t at = word.begin;
    while (at > 0 && (text.data[at - 1] == ' ' || text.data[at - 1] == '\t'))
        at--;
    return at > 0 && (strchr("#:=/", text.data[at - 1]) ||
                      (at > 1 && text.data[at - 1] == '\n' && text.data[at - 2] == '\\'));
}

// The byte where a name in a directive or in parentheses would begin; SIZE_MAX: the word asks for
// no file.
static size_t name_after(struct oc_bytes text, struct oc_word word) {
    static const char *const directives[] = {"include", "include_next", "import", "embed"};
    static const char *const operators[] = {"__has_include", "__has_include_next", "__has_embed"};
    size_t at = skip_blanks(text, word.begin + word.length);
    for (size_t i = 0; i < sizeof directives / sizeof *directives; i++)
        if (oc_word_is(word, directives[i]))
            return may_be_directive(text, word) ? at : SIZE_MAX;
    for (size_t i = 0; i < sizeof operators / sizeof *operators; i++)
        if (oc_word_is(word, operators[i]))
            return at < text.length && text.data[at] == '(' ? skip_blanks(text, at + 1) : SIZE_MAX;
    return SIZE_MAX;
}

void oc_inclusions_search(struct oc_inclusions *inclusions, const char *path,
                          struct oc_bytes text) {
    struct oc_words words = {.text = text, .end = text.length};
    struct oc_word word;
    while (oc_words_next(&words, &word)) {
        size_t begin = name_after(text, word);
        if (begin == SIZE_MAX)
            continue;
        char quote = begin < text.length ? text.data[begin] : 0;
        const char *name = text.data + begin + 1;
        size_t length =
            quote == '"' || quote == '<' ? strcspn(name, quote == '<' ? ">\n" : "\"\n") : 0;
        if (!length || name[length] == '\n' || !name[length]) {
            inclusions->is_unknown = true;
            continue;
        }
        try_name(inclusions, path, oc_arena_strndup(inclusions->arena, name, length));
        words.at = begin + length + 2;
        words.quote = 0;
    }
}

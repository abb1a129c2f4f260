#include "scan/key/sourcekey.h"

#include "base/identity.h"
#include "base/text.h"
#include "model/hash.h"
#include "model/llvm.h"
#include "scan/key/inclusions.h"
#include "scan/key/traits.h"

#include <stdlib.h>
#include <string.h>

// A file that the unit consists of.
struct file {
    CXFile handle;
    const char *name;
    struct oc_bytes text;
    bool is_users; // not a system header
};

// A function's body in the main file, braces included.
struct body {
    const char *name;
    size_t begin, end;
    unsigned traits;
    bool is_root; // it counts, whoever mentions it
    bool counts;
};

// The name in a declaration of a function, which is no mention of it.
struct declared {
    size_t file, offset;
};

struct key {
    struct oc_ast *ast;
    struct file *files; // the first one is the main file
    size_t file_count, file_capacity;
    struct oc_macros macros;
    struct oc_inclusions inclusions; // of the user's files
    struct body *bodies;             // in source order
    size_t body_count, body_capacity;
    struct body **by_name;
    struct body **pending; // bodies that count, with words that were not looked at yet
    size_t pending_count;
    struct declared *declared; // sorted
    size_t declared_count, declared_capacity;
    unsigned traits; // of all that counts
    bool is_unknown; // what code depends on is not all seen here
};

// ---- What there is -----------------------------------------------------------------------------

static void add_file(struct key *key, CXFile handle) {
    for (size_t i = 0; i < key->file_count; i++)
        if (clang_File_isEqual(key->files[i].handle, handle))
            return;
    if (key->file_count == key->file_capacity)
        key->files = oc_arena_grow(key->ast->arena, key->files, key->file_count,
                                   &key->file_capacity, sizeof *key->files);
    struct file *file = &key->files[key->file_count++];
    size_t size = 0;
    const char *data = clang_getFileContents(key->ast->unit, handle, &size);
    *file = (struct file){handle,
                          oc_ast_string(key->ast, clang_getFileName(handle)),
                          {data ? data : "", data ? size : 0},
                          false};
    CXSourceLocation start = clang_getLocationForOffset(key->ast->unit, handle, 0);
    file->is_users = !clang_Location_isInSystemHeader(start);
}

static void add_inclusion(CXFile handle, CXSourceLocation *stack, unsigned depth,
                          CXClientData data) {
    (void)stack;
    (void)depth;
    add_file(data, handle);
}

static size_t file_index(const struct key *key, CXFile handle) {
    for (size_t i = 0; i < key->file_count; i++)
        if (clang_File_isEqual(key->files[i].handle, handle))
            return i;
    return SIZE_MAX;
}

// Where a location is spelled, if no macro made it.
static size_t spelled(const struct key *key, CXSourceLocation location, size_t *offset) {
    CXFile file, expanded_file;
    unsigned at, expanded_at;
    clang_getSpellingLocation(location, &file, NULL, NULL, &at);
    clang_getExpansionLocation(location, &expanded_file, NULL, NULL, &expanded_at);
    *offset = at;
    return file && expanded_file && clang_File_isEqual(file, expanded_file) && at == expanded_at
               ? file_index(key, file)
               : SIZE_MAX;
}

static void add_declared(struct key *key, CXCursor function) {
    struct declared found;
    found.file = spelled(key, clang_getCursorLocation(function), &found.offset);
    if (found.file == SIZE_MAX)
        return;
    if (key->declared_count == key->declared_capacity)
        key->declared = oc_arena_grow(key->ast->arena, key->declared, key->declared_count,
                                      &key->declared_capacity, sizeof *key->declared);
    key->declared[key->declared_count++] = found;
}

static struct oc_words stretch(const struct key *key, size_t file, size_t begin, size_t end) {
    return (struct oc_words){.text = key->files[file].text, .at = begin, .end = end};
}

static bool words_mention(struct oc_words words, const char *name) {
    struct oc_word word;
    while (oc_words_next(&words, &word))
        if (oc_word_is(word, name))
            return true;
    return false;
}

// Whether something in a body reaches beyond it.
static bool reaches_outside(struct oc_words body, unsigned traits) {
    struct oc_words rest = body;
    return oc_words_directive(&rest) || words_mention(body, "extern") || traits & OC_TRAIT_OPAQUE;
}

static void add_body(struct key *key, CXCursor function) {
    struct oc_cursors children = oc_ast_children(key->ast, function);
    if (!children.count ||
        clang_getCursorKind(children.items[children.count - 1]) != CXCursor_CompoundStmt)
        return;
    CXSourceRange range = clang_getCursorExtent(children.items[children.count - 1]);
    struct body body = {.name = oc_ast_name(key->ast, function)};
    struct oc_bytes text = key->files[0].text;
    if (spelled(key, clang_getRangeStart(range), &body.begin) != 0 ||
        spelled(key, clang_getRangeEnd(range), &body.end) != 0 || body.begin >= body.end ||
        body.end > text.length || text.data[body.begin] != '{' || text.data[body.end - 1] != '}')
        return;
    struct oc_words words = stretch(key, 0, body.begin, body.end);
    body.traits = oc_traits_of(&key->macros, words);
    body.is_root = oc_ast_is_kernel(function) || reaches_outside(words, body.traits);
    if (key->body_count == key->body_capacity)
        key->bodies = oc_arena_grow(key->ast->arena, key->bodies, key->body_count,
                                    &key->body_capacity, sizeof *key->bodies);
    key->bodies[key->body_count++] = body;
}

static enum CXChildVisitResult add_function(CXCursor cursor, CXCursor parent, CXClientData data) {
    (void)parent;
    struct key *key = data;
    if (clang_getCursorKind(cursor) != CXCursor_FunctionDecl)
        return CXChildVisit_Continue;
    if (oc_ast_in_system_header(cursor))
        return CXChildVisit_Continue;
    add_declared(key, cursor);
    if (clang_isCursorDefinition(cursor))
        add_body(key, cursor);
    return CXChildVisit_Continue;
}

// ---- What counts -------------------------------------------------------------------------------

static int compare_declared(const void *left, const void *right) {
    const struct declared *a = left, *b = right;
    if (a->file != b->file)
        return a->file < b->file ? -1 : 1;
    return a->offset < b->offset ? -1 : a->offset > b->offset;
}

static int compare_bodies(const void *left, const void *right) {
    return strcmp((*(struct body *const *)left)->name, (*(struct body *const *)right)->name);
}

static void note_body(struct key *key, struct body *body) {
    if (!body->counts)
        key->pending[key->pending_count++] = body;
    body->counts = true;
}

// A mention of a name counts for all bodies of that name, since `extern inline` allows two, and
// where names may be pasted, for those that begin with it.
static void note_mention(struct key *key, struct oc_word word) {
    size_t low = 0, high = key->body_count;
    while (low < high) {
        size_t middle = (low + high) / 2;
        int order = strncmp(key->by_name[middle]->name, word.text, word.length);
        if (order < 0)
            low = middle + 1;
        else
            high = middle;
    }
    for (; low < key->body_count; low++) {
        struct body *body = key->by_name[low];
        if (strncmp(body->name, word.text, word.length) != 0)
            break;
        if (!body->name[word.length] || key->traits & OC_TRAIT_PASTES)
            note_body(key, body);
    }
}

// Whether the rest of the line names a file.
static bool is_inclusion(struct oc_bytes text, struct oc_word word) {
    size_t at = word.begin;
    while (at > 0 && (text.data[at - 1] == ' ' || text.data[at - 1] == '\t'))
        at--;
    return at > 0 && text.data[at - 1] == '#' &&
           (oc_word_is(word, "include") || oc_word_is(word, "include_next") ||
            oc_word_is(word, "embed"));
}

static void note_words(struct key *key, size_t file, size_t begin, size_t end) {
    struct oc_words words = stretch(key, file, begin, end);
    struct oc_word word;
    while (oc_words_next(&words, &word)) {
        struct declared here = {file, word.begin};
        if (is_inclusion(words.text, word))
            oc_words_skip_line(&words);
        if (!bsearch(&here, key->declared, key->declared_count, sizeof here, compare_declared))
            note_mention(key, word);
    }
}

// Options mention names too: -DHOOK=name.
static void note_options(struct key *key, const struct oc_sourcekey_request *request) {
    for (size_t i = 0; i < request->option_count; i++) {
        const char *path;
        if (oc_inclusions_option(request->options[i], &path) != OC_PATH_NONE) {
            i += !*path;
            continue;
        }
        size_t length = strlen(request->options[i]);
        struct oc_words words = {.text = {request->options[i], length}, .end = length};
        struct oc_word word;
        key->traits |= oc_traits_of(&key->macros, words);
        while (oc_words_next(&words, &word))
            note_mention(key, word);
    }
}

static void note_outside_of_bodies(struct key *key, size_t begin, size_t end) {
    key->traits |= oc_traits_of(&key->macros, stretch(key, 0, begin, end));
    note_words(key, 0, begin, end);
}

static void note_main_file(struct key *key) {
    size_t at = 0;
    for (size_t i = 0; i < key->body_count; i++) {
        note_outside_of_bodies(key, at, key->bodies[i].begin);
        at = key->bodies[i].end;
        if (key->bodies[i].is_root)
            note_body(key, &key->bodies[i]);
    }
    note_outside_of_bodies(key, at, key->files[0].text.length);
    while (key->pending_count) {
        const struct body *body = key->pending[--key->pending_count];
        key->traits |= body->traits;
        note_words(key, 0, body->begin, body->end);
    }
}

static void note_all(struct key *key, const struct oc_sourcekey_request *request) {
    for (size_t i = 0; i < key->body_count; i++)
        key->bodies[i].counts = false;
    note_options(key, request);
    for (size_t i = 1; i < key->file_count; i++) {
        struct oc_words words = stretch(key, i, 0, key->files[i].text.length);
        if (key->files[i].is_users)
            key->traits |= oc_traits_of(&key->macros, words);
        note_words(key, i, 0, words.end);
    }
    note_main_file(key);
}

static void find_what_counts(struct key *key, const struct oc_sourcekey_request *request) {
    struct oc_arena *arena = key->ast->arena;
    key->pending = OC_NEW_ARRAY(arena, key->body_count, struct body *);
    key->by_name = OC_NEW_ARRAY(arena, key->body_count, struct body *);
    for (size_t i = 0; i < key->body_count; i++)
        key->by_name[i] = &key->bodies[i];
    if (key->body_count)
        qsort(key->by_name, key->body_count, sizeof *key->by_name, compare_bodies);
    if (key->declared_count)
        qsort(key->declared, key->declared_count, sizeof *key->declared, compare_declared);
    unsigned traits;
    do { // again, if what was found late makes more of what came before
        traits = key->traits;
        note_all(key, request);
    } while ((key->traits & ~traits) & OC_TRAIT_PASTES);
}

// ---- The key -----------------------------------------------------------------------------------

// Options that name files which change what is compiled, or that put places into code.
static void read_options(struct key *key, const struct oc_sourcekey_request *request) {
    static const char *const unknown[] = {
        "-include-pch",  "-ivfsoverlay", "-iwithprefix", "-working-directory",
        "--config",      "-fmodule",     "-fprofile",    "-fplugin",
        "-fpass-plugin", "-load",        "-fsanitize"};
    for (size_t i = 0; i < request->option_count; i++) {
        for (size_t j = 0; j < sizeof unknown / sizeof *unknown; j++)
            key->is_unknown |= oc_starts_with(request->options[i], unknown[j]);
        if (oc_starts_with(request->options[i], "-g") && strcmp(request->options[i], "-g0") != 0)
            key->traits |= OC_TRAIT_LINES;
    }
}

// The main file, with bodies that do not count empty.
static void add_main_file(struct oc_text *out, const struct key *key) {
    struct oc_bytes text = key->files[0].text;
    size_t at = 0;
    for (size_t i = 0; i < key->body_count; i++) {
        const struct body *body = &key->bodies[i];
        if (body->counts || key->traits & OC_TRAIT_OPAQUE)
            continue;
        oc_text_add_bytes(out, text.data + at, body->begin - at);
        for (size_t c = body->begin; c < body->end && key->traits & OC_TRAIT_LINES; c++)
            if (text.data[c] == '\n')
                oc_text_add(out, "\n");
        oc_text_add(out, "{}");
        at = body->end;
    }
    oc_text_add_bytes(out, text.data + at, text.length - at);
}

static void add_words(struct oc_text *out, const char *const *words, size_t count) {
    for (size_t i = 0; i < count; i++)
        oc_text_printf(out, "%zu:%s\n", strlen(words[i]), words[i]);
}

static void add_environment(struct oc_text *out) {
    static const char *const names[] = {"CPATH", "C_INCLUDE_PATH", "CCC_OVERRIDE_OPTIONS"};
    for (size_t i = 0; i < sizeof names / sizeof *names; i++) {
        const char *value = getenv(names[i]);
        oc_text_printf(out, "%s=%s\n", names[i], value ? value : "");
    }
}

static void add_directory(struct oc_text *out) {
    const char *directory = oc_file_working_directory(out->arena);
    oc_text_printf(out, "%s\n", directory ? directory : "");
}

static const char *hash_all(const struct key *key, const struct oc_unit *unit,
                            const struct oc_sourcekey_request *request) {
    struct oc_arena *arena = key->ast->arena;
    const char *ours = oc_identity_of_code(arena, (void (*)(void))oc_sourcekey);
    const char *llvm = oc_llvm_identity(arena);
    if (!ours || !llvm)
        return NULL;
    struct oc_text text = {.arena = arena};
    oc_text_printf(&text, "source %s %s\n", ours, llvm);
    add_words(&text, request->options, request->option_count);
    add_words(&text, request->toolchain, request->toolchain_count);
    add_environment(&text);
    if (key->traits & OC_TRAIT_LINES)
        add_directory(&text);
    for (size_t i = 1; i < key->file_count; i++)
        oc_text_printf(&text, "%s %s\n", key->files[i].name,
                       oc_hash_hex(arena, key->files[i].text.data, key->files[i].text.length));
    add_words(&text, key->inclusions.found.items, key->inclusions.found.count);
    oc_text_printf(&text, "%s\n%s\n", key->files[0].name, oc_unit_code_json(arena, unit));
    add_main_file(&text, key);
    return oc_hash_hex(arena, text.data, text.length);
}

// Our own headers' macros make only names that begin with __offloadcc_, and change no other text.
static bool is_ours(struct oc_bytes text) {
    return strstr(text.data, "\n#define OFFLOAD_H\n") ||
           strstr(text.data, "\n#define OFFLOAD_LANES_H\n") ||
           strstr(text.data, "\n#define OFFLOAD_DATA_H\n");
}

static void read_files(struct key *key) {
    for (size_t i = 0; i < key->file_count; i++) {
        struct oc_bytes text = key->files[i].text;
        key->is_unknown |= memchr(text.data, 0, text.length) != NULL;
        if (!key->files[i].is_users && !is_ours(text))
            oc_macros_add(&key->macros, text);
    }
}

static void find_inclusions(struct key *key, const struct oc_sourcekey_request *request) {
    oc_inclusions_init(&key->inclusions, key->ast->arena, request);
    for (size_t i = 0; i < key->file_count; i++) {
        CXFileUniqueID id;
        if (clang_getFileUniqueID(key->files[i].handle, &id) == 0)
            oc_inclusions_seen(&key->inclusions, (dev_t)id.data[0], (ino_t)id.data[1]);
    }
    for (size_t i = 0; i < key->file_count; i++)
        if (key->files[i].is_users)
            oc_inclusions_search(&key->inclusions, key->files[i].name, key->files[i].text);
    key->is_unknown |= key->inclusions.is_unknown;
}

const char *oc_sourcekey(struct oc_ast *ast, const struct oc_unit *unit,
                         const struct oc_sourcekey_request *request) {
    struct key key = {.ast = ast, .macros = {.arena = ast->arena}};
    CXFile main_file = clang_getFile(ast->unit, unit->source);
    if (!main_file)
        return NULL;
    add_file(&key, main_file);
    // For the parse, declarations for counts may have been added at the end of the text (counts.h).
    struct oc_bytes *text = &key.files[0].text;
    if (text->length < request->text.length ||
        memcmp(text->data, request->text.data, request->text.length) != 0)
        return NULL; // it was changed meanwhile
    *text = request->text;
    key.files[0].is_users = true;
    clang_getInclusions(ast->unit, add_inclusion, &key);
    read_files(&key);
    find_inclusions(&key, request);
    clang_visitChildren(clang_getTranslationUnitCursor(ast->unit), add_function, &key);
    read_options(&key, request);
    find_what_counts(&key, request);
    return key.is_unknown || key.traits & OC_TRAIT_DATED ? NULL : hash_all(&key, unit, request);
}

#include "cache/codestore.h"

#include "artifacts/dependencies.h"
#include "artifacts/depfile.h"
#include "model/hash.h"

#include <string.h>

// ---- Code --------------------------------------------------------------------------------------

static bool write_part(const struct oc_cache_entry *entry, const char *name, const char *path) {
    const struct oc_bytes *content = path ? oc_cache_part(entry, name) : NULL;
    return !path || (content && oc_file_write(path, content->data, content->length) == 0);
}

bool oc_codestore_take(struct oc_arena *arena, const struct oc_cache *cache, const char *key,
                       const struct oc_artifact *files) {
    struct oc_cache_entry entry;
    return oc_cache_get(arena, cache, key, &entry) && write_part(&entry, "usage", files->usage) &&
           write_part(&entry, "code", files->code) && write_part(&entry, "image", files->image) &&
           write_part(&entry, "object", files->object) && write_part(&entry, "bc", files->bitcode);
}

static void add_part(struct oc_cache_entry *entry, const char *name, struct oc_bytes content) {
    entry->parts[entry->count++] = (struct oc_cache_part){name, content};
}

static bool add_file(struct oc_arena *arena, struct oc_cache_entry *entry, const char *name,
                     const char *path) {
    struct oc_bytes content;
    if (path && oc_file_read(arena, path, &content))
        return false;
    if (path)
        add_part(entry, name, content);
    return true;
}

// The key that a step left in a file; NULL: it left none.
static const char *read_key(struct oc_arena *arena, const char *path) {
    struct oc_bytes key;
    return path && oc_file_read(arena, path, &key) == 0 && oc_hash_is_hex(key.data) ? key.data
                                                                                    : NULL;
}

void oc_codestore_put(struct oc_arena *arena, const struct oc_cache *cache,
                      const struct oc_artifact *files) {
    const char *key = read_key(arena, files->key);
    struct oc_cache_entry entry = {0};
    if (key && !oc_cache_has(arena, cache, key) && add_file(arena, &entry, "bc", files->bitcode) &&
        add_file(arena, &entry, "usage", files->usage) &&
        add_file(arena, &entry, "code", files->code) &&
        add_file(arena, &entry, "image", files->image) &&
        add_file(arena, &entry, "object", files->object))
        oc_cache_put(arena, cache, key, &entry);
}

// ---- Sources -----------------------------------------------------------------------------------

// Splits "first second\n" off the text; false at its end.
static bool take_line(struct oc_arena *arena, const char **at, const char **first,
                      const char **second) {
    size_t length = strcspn(*at, "\n"), blank = strcspn(*at, " ");
    if (!length || blank >= length)
        return false;
    *first = oc_arena_strndup(arena, *at, blank);
    *second = oc_arena_strndup(arena, *at + blank + 1, length - blank - 1);
    *at += length + ((*at)[length] == '\n');
    return true;
}

// As clang escapes names in rules.
static void add_prerequisite(struct oc_text *rule, const char *path) {
    oc_text_add(rule, " \\\n  ");
    for (; *path; path++) {
        if (*path == ' ' || *path == '#')
            oc_text_add(rule, "\\");
        else if (*path == '$')
            oc_text_add(rule, "$");
        oc_text_add_bytes(rule, path, 1);
    }
}

// Makes the rule of the files that the front ends read, if they are what they were.
static bool check_files(struct oc_arena *arena, const struct oc_bytes *files,
                        struct oc_text *rule) {
    const char *at = files->data, *hash, *path;
    oc_text_add(rule, "kernels:");
    while (take_line(arena, &at, &hash, &path)) {
        bool same;
        if (oc_dependency_check(&(struct oc_dependency){path, hash}, &same) || !same)
            return false;
        add_prerequisite(rule, path);
    }
    oc_text_add(rule, "\n");
    return *at == '\0';
}

static const char *key_of_arch(struct oc_arena *arena, const struct oc_bytes *keys,
                               const char *arch) {
    const char *at = keys->data, *name, *key;
    while (take_line(arena, &at, &name, &key))
        if (strcmp(name, arch) == 0)
            return oc_hash_is_hex(key) ? key : NULL;
    return NULL;
}

bool oc_codestore_take_source(struct oc_arena *arena, const struct oc_cache *cache, const char *key,
                              const struct oc_artifact *files, size_t count) {
    struct oc_cache_entry entry;
    if (!oc_cache_find(arena, cache, key, &entry))
        return false;
    const struct oc_bytes *read = oc_cache_part(&entry, "files");
    const struct oc_bytes *keys = oc_cache_part(&entry, "keys");
    struct oc_text rule = {.arena = arena};
    if (!read || !keys || !check_files(arena, read, &rule))
        return false;
    for (size_t i = 0; i < count; i++) {
        const char *code = key_of_arch(arena, keys, files[i].arch);
        // Whoever finds the bitcode takes all as done: it comes last.
        if (!code || !files[i].key || !files[i].depfile ||
            oc_file_write(files[i].depfile, rule.data, rule.length) ||
            oc_file_write(files[i].key, code, strlen(code)) ||
            !oc_codestore_take(arena, cache, code, &files[i]))
            return false;
    }
    return true;
}

// Under the names that the front ends gave them. The source is not among them: the key has what
// counts of it.
static bool list_files(struct oc_arena *arena, const char *source, const struct oc_artifact *files,
                       size_t count, struct oc_diag *diag, struct oc_text *out) {
    struct oc_args names = {.arena = arena};
    for (size_t i = 0; i < count; i++) {
        struct oc_bytes rules;
        if (files[i].depfile && (oc_file_read(arena, files[i].depfile, &rules) ||
                                 !oc_depfile_parse(arena, rules, files[i].depfile, diag, &names)))
            return false;
    }
    struct oc_dependencies read;
    const char *failed;
    if (oc_dependencies_hash(arena, &names, &read, &failed))
        return false;
    for (size_t i = 0; i < read.count; i++) {
        if (strchr(read.items[i].path, '\n'))
            return false;
        if (strcmp(read.items[i].path, source) != 0)
            oc_text_printf(out, "%s %s\n", read.items[i].blake3, read.items[i].path);
    }
    return true;
}

void oc_codestore_put_source(struct oc_arena *arena, const struct oc_cache *cache, const char *key,
                             const char *source, const struct oc_artifact *files, size_t count,
                             struct oc_diag *diag) {
    struct oc_text keys = {.arena = arena}, read = {.arena = arena};
    for (size_t i = 0; i < count; i++) {
        const char *code = read_key(arena, files[i].key);
        if (!code)
            return;
        oc_text_printf(&keys, "%s %s\n", files[i].arch, code);
    }
    if (!list_files(arena, source, files, count, diag, &read))
        return;
    struct oc_cache_entry entry = {0};
    add_part(&entry, "keys", (struct oc_bytes){keys.data, keys.length});
    add_part(&entry, "files", (struct oc_bytes){read.data ? read.data : "", read.length});
    oc_cache_put(arena, cache, key, &entry);
}

// ---- Verification ------------------------------------------------------------------------------

struct verification {
    struct oc_arena *arena;
    const struct oc_cache *cache;
    const char *source;
    struct oc_diag *diag;
};

// Names the parts that differ from the files, "" if none does; NULL: taking would have failed.
static const char *compare_code(struct verification *verification, const char *key,
                                const struct oc_artifact *files) {
    const struct {
        const char *part, *name, *path;
    } parts[] = {
        {"bc", "bitcode", files->bitcode},   {"usage", "usage data", files->usage},
        {"code", "assembly", files->code},   {"image", "image", files->image},
        {"object", "object", files->object},
    };
    struct oc_cache_entry entry;
    struct oc_text names = {.arena = verification->arena};
    if (!oc_cache_find(verification->arena, verification->cache, key, &entry))
        return NULL;
    for (size_t i = 0; i < sizeof parts / sizeof *parts; i++) {
        const struct oc_bytes *kept = oc_cache_part(&entry, parts[i].part);
        struct oc_bytes made;
        if (!parts[i].path)
            continue;
        if (!kept)
            return NULL;
        if (oc_file_read(verification->arena, parts[i].path, &made) ||
            made.length != kept->length || memcmp(made.data, kept->data, made.length) != 0)
            oc_text_printf(&names, "%s%s", names.length ? ", " : "", parts[i].name);
    }
    return names.length ? names.data : "";
}

// Reports what differs, unless that is "". `kind` of key found the entry.
static bool report_difference(struct verification *verification, const char *arch, const char *what,
                              const char *kind, const char *key) {
    if (!*what)
        return true;
    oc_error(verification->diag, "the cache differs from what '%s' was compiled to%s%s: %s",
             verification->source, arch ? " for " : "", arch ? arch : "", what);
    oc_note(verification->diag, "the %s's key found '%s/%.1s/%s'; nothing was taken from the cache",
            kind, verification->cache->directory, key, key);
    return false;
}

static bool verify_code(struct verification *verification, const struct oc_artifact *files) {
    const char *key = read_key(verification->arena, files->key);
    const char *what = key ? compare_code(verification, key, files) : NULL;
    return !what || report_difference(verification, files->arch, what, "code", key);
}

// The same for an architecture of a source, whose key led to the code under `kept`. What the code's
// own key leads to is verified already. Where there was a warning, the step left no key.
static const char *compare_kept(struct verification *verification, const char *kept,
                                const struct oc_artifact *files) {
    const char *now = read_key(verification->arena, files->key);
    const char *what = kept ? compare_code(verification, kept, files) : NULL;
    return !what ? NULL : !now ? "warnings" : strcmp(now, kept) == 0 ? "" : what;
}

static bool verify_source(struct verification *verification, const char *key,
                          const struct oc_artifact *files, size_t count) {
    struct oc_arena *arena = verification->arena;
    struct oc_text rule = {.arena = arena}, read = {.arena = arena};
    struct oc_cache_entry entry;
    if (!oc_cache_find(arena, verification->cache, key, &entry))
        return true;
    const struct oc_bytes *names = oc_cache_part(&entry, "files");
    const struct oc_bytes *keys = oc_cache_part(&entry, "keys");
    const char **what = OC_NEW_ARRAY(arena, count, const char *);
    if (!names || !keys || !check_files(arena, names, &rule))
        return true;
    for (size_t i = 0; i < count; i++) {
        what[i] = compare_kept(verification, key_of_arch(arena, keys, files[i].arch), &files[i]);
        if (!what[i])
            return true;
    }
    bool same = list_files(arena, verification->source, files, count, verification->diag, &read) &&
                read.length == names->length &&
                memcmp(read.length ? read.data : "", names->data, read.length) == 0;
    same = report_difference(verification, NULL, same ? "" : "the files that it includes", "source",
                             key);
    for (size_t i = 0; i < count; i++)
        same &= report_difference(verification, files[i].arch, what[i], "source", key);
    return same;
}

bool oc_codestore_verify(struct oc_arena *arena, const struct oc_cache *cache, const char *key,
                         const char *source, const struct oc_artifact *files, size_t count,
                         struct oc_diag *diag) {
    struct verification verification = {arena, cache, source, diag};
    bool same = true;
    for (size_t i = 0; i < count; i++)
        same &= verify_code(&verification, &files[i]);
    return (!key || verify_source(&verification, key, files, count)) && same;
}

#include "artifacts/manifest.h"

#include "base/text.h"
#include "glue/preamble.h"
#include "model/hash.h"
#include "model/json.h"
#include "model/llvm.h"
#include "targets/target.h"

#include <string.h>

_Static_assert(OC_MANIFEST_ABI == __offloadcc_abi, "docs/abi.md");

// The hash of a value, whatever its layout in a file: of its compact text with sorted keys.
static const char *hash_of(struct oc_arena *arena, const json_t *value) {
    char *text = json_dumps(value, JSON_COMPACT | JSON_SORT_KEYS);
    const char *hash = text ? oc_hash_hex(arena, text, strlen(text)) : "";
    free(text);
    return hash;
}

static const char *const fingerprinted[] = {"schema",   "producer", "llvm",
                                            "language", "options",  "unit"};

// What the device code depends on: no paths and no outputs, so that it is the same in every
// directory.
static const char *fingerprint_of(struct oc_arena *arena, json_t *root) {
    json_t *inputs = json_object(), *contents = json_array(), *dependency;
    size_t i;
    for (i = 0; i < sizeof fingerprinted / sizeof *fingerprinted; i++)
        json_object_set(inputs, fingerprinted[i], json_object_get(root, fingerprinted[i]));
    json_array_foreach(json_object_get(root, "dependencies"), i, dependency)
        json_array_append(contents, json_object_get(dependency, "blake3"));
    json_object_set_new(inputs, "contents", contents);
    const char *fingerprint = hash_of(arena, inputs);
    json_decref(inputs);
    return fingerprint;
}

static json_t *texts_to_json(const char *const *texts, size_t count) {
    json_t *array = json_array();
    for (size_t i = 0; i < count; i++)
        json_array_append_new(array, oc_json_string(texts[i]));
    return array;
}

static void set_file(json_t *target, const char *key, const struct oc_manifest_file *file) {
    if (file->name)
        json_object_set_new(target, key,
                            json_pack("{s:o, s:I, s:s}", "file", oc_json_string(file->name),
                                      "bytes", (json_int_t)file->bytes, "blake3", file->blake3));
}

static json_t *target_to_json(struct oc_arena *arena, const struct oc_unit *unit,
                              const struct oc_manifest_target *target) {
    json_t *object = json_pack("{s:s, s:s}", "arch", target->arch, "triple", target->triple);
    set_file(object, "bitcode", &target->bitcode);
    set_file(object, "code", &target->code);
    set_file(object, "image", &target->image);
    json_object_set_new(object, "entries", texts_to_json(target->entries, target->entry_count));
    json_object_set_new(
        object, "usage",
        json_loads(oc_usage_to_json(arena, unit, &target->usage), JSON_REJECT_DUPLICATES, NULL));
    if (target->words)
        json_object_set_new(object, "words", oc_json_string(target->words));
    return object;
}

const char *oc_manifest_to_json(struct oc_arena *arena, const struct oc_manifest *manifest) {
    const char *unit_text = oc_unit_to_json(arena, &manifest->unit);
    json_t *unit = unit_text ? json_loads(unit_text, JSON_REJECT_DUPLICATES, NULL) : NULL;
    json_t *dependencies = json_array(), *targets = json_array();
    for (size_t i = 0; i < manifest->dependencies.count; i++) {
        const struct oc_dependency *dependency = &manifest->dependencies.items[i];
        json_array_append_new(dependencies,
                              json_pack("{s:o, s:s}", "path", oc_json_string(dependency->path),
                                        "blake3", dependency->blake3));
    }
    for (size_t i = 0; i < manifest->target_count; i++)
        json_array_append_new(targets,
                              target_to_json(arena, &manifest->unit, &manifest->targets[i]));
    // json_pack takes over what it is given, also when it fails.
    json_t *root =
        json_pack("{s:i, s:s, s:s, s:o, s:o, s:o, s:o, s:o, s:o}", "schema", OC_MANIFEST_SCHEMA,
                  "producer", OC_MANIFEST_PRODUCER, "llvm", oc_llvm_version(arena), "source",
                  oc_json_string(manifest->source), "language", oc_json_string(manifest->language),
                  "options", texts_to_json(manifest->options, manifest->option_count),
                  "dependencies", dependencies, "unit", unit, "targets", targets);
    if (!root)
        return NULL;
    json_object_set_new(root, "fingerprint", json_string(fingerprint_of(arena, root)));
    json_object_set_new(root, "checksum", json_string(hash_of(arena, root)));
    char *text = json_dumps(root, JSON_INDENT(2));
    const char *copy = text ? oc_arena_printf(arena, "%s\n", text) : NULL;
    free(text);
    json_decref(root);
    return copy;
}

// Reading: the first fault is reported, and everything read after it is empty.
struct reader {
    struct oc_arena *arena;
    const char *path;
    struct oc_diag *diag;
    bool failed;
};

// Text from outside may hold what a terminal would act on.
static const char *printable(struct oc_arena *arena, const char *text) {
    char *copy = oc_arena_strdup(arena, text);
    for (char *at = copy; *at; at++)
        if ((unsigned char)*at < ' ' || *at == 0x7f)
            *at = '?';
    return copy;
}

__attribute__((format(printf, 2, 3))) static void refuse(struct reader *reader, const char *format,
                                                         ...) {
    if (reader->failed)
        return;
    va_list arguments;
    va_start(arguments, format);
    const char *reason = oc_arena_vprintf(reader->arena, format, arguments);
    va_end(arguments);
    oc_error(reader->diag, "'%s' %s", reader->path, printable(reader->arena, reason));
    reader->failed = true;
}

#define fail(reader, ...)                                                                          \
    refuse((reader), "is damaged: %s", oc_arena_printf((reader)->arena, __VA_ARGS__))

// A member that has to be there, of one type. `where` is the object's place, for messages.
static json_t *get_member(struct reader *reader, json_t *object, const char *where, const char *key,
                          json_type type) {
    static const char *const names[] = {[JSON_OBJECT] = "an object",
                                        [JSON_ARRAY] = "an array",
                                        [JSON_STRING] = "a string",
                                        [JSON_INTEGER] = "an integer"};
    json_t *value = json_object_get(object, key);
    if (!value)
        fail(reader, "'%s%s' is missing", where, key);
    else if (json_typeof(value) != type)
        fail(reader, "'%s%s' is not %s", where, key, names[type]);
    return reader->failed ? NULL : value;
}

static int hex_digit(char c) {
    const char *digits = "0123456789abcdef", *at = c ? strchr(digits, c) : NULL;
    return at ? (int)(at - digits) : -1;
}

static const char *decode_text(struct reader *reader, json_t *value, const char *name) {
    const char *hex = json_string_value(json_object_get(value, "hex"));
    if (!reader->failed && json_is_string(value))
        return oc_arena_strdup(reader->arena, json_string_value(value));
    size_t length = hex ? strlen(hex) : 1;
    char *text = oc_arena_alloc(reader->arena, length / 2 + 1);
    for (size_t i = 0; i + 1 < length; i += 2) {
        int high = hex_digit(hex[i]), low = hex_digit(hex[i + 1]);
        if (high < 0 || low < 0 || (high == 0 && low == 0))
            length = 1;
        else
            text[i / 2] = (char)(high * 16 + low);
    }
    if (length % 2)
        fail(reader, "'%s' is not a string", name);
    return reader->failed ? "" : text;
}

static const char *get_text(struct reader *reader, json_t *object, const char *where,
                            const char *key) {
    json_t *value = json_object_get(object, key);
    if (!value)
        fail(reader, "'%s%s' is missing", where, key);
    return reader->failed
               ? ""
               : decode_text(reader, value, oc_arena_printf(reader->arena, "%s%s", where, key));
}

static const char *get_hash(struct reader *reader, json_t *object, const char *where,
                            const char *key) {
    const char *text = get_text(reader, object, where, key);
    if (!reader->failed && !oc_hash_is_hex(text))
        fail(reader, "'%s%s' is not a BLAKE3 hash", where, key);
    return text;
}

static const char **get_texts(struct reader *reader, json_t *object, const char *where,
                              const char *key, size_t *count) {
    json_t *array = get_member(reader, object, where, key, JSON_ARRAY), *value;
    const char **texts = OC_NEW_ARRAY(reader->arena, json_array_size(array), const char *);
    size_t i;
    json_array_foreach(array, i, value) texts[i] =
        decode_text(reader, value, oc_arena_printf(reader->arena, "%s%s[%zu]", where, key, i));
    *count = json_array_size(array);
    return texts;
}

static struct oc_manifest_file get_file(struct reader *reader, json_t *target, const char *where,
                                        const char *key, bool required) {
    struct oc_manifest_file file = {0};
    if (!required && !json_object_get(target, key))
        return file;
    json_t *object = get_member(reader, target, where, key, JSON_OBJECT);
    const char *inside = oc_arena_printf(reader->arena, "%s%s.", where, key);
    file.name = get_text(reader, object, inside, "file");
    file.blake3 = get_hash(reader, object, inside, "blake3");
    json_int_t bytes =
        json_integer_value(get_member(reader, object, inside, "bytes", JSON_INTEGER));
    if (bytes < 0)
        fail(reader, "'%sbytes' is negative", inside);
    if (!reader->failed && (!*file.name || file.name[0] == '.' || strchr(file.name, '/')))
        fail(reader, "'%sfile' is not the name of a file beside the manifest: '%s'", inside,
             file.name);
    file.bytes = (uint64_t)bytes;
    return file;
}

static void get_target(struct reader *reader, json_t *object, const char *where,
                       struct oc_manifest_target *out) {
    if (!json_is_object(object))
        fail(reader, "'%.*s' is not an object", (int)strlen(where) - 1, where);
    out->arch = get_text(reader, object, where, "arch");
    out->triple = get_text(reader, object, where, "triple");
    out->bitcode = get_file(reader, object, where, "bitcode", true);
    out->code = get_file(reader, object, where, "code", false);
    out->image = get_file(reader, object, where, "image", false);
    out->entries = get_texts(reader, object, where, "entries", &out->entry_count);
    if (json_object_get(object, "words"))
        out->words = get_text(reader, object, where, "words");
    const struct oc_target *target = reader->failed ? NULL : oc_target_of_arch(out->arch);
    if (!target)
        fail(reader, "'%sarch' is not an architecture that offloadcc knows: '%s'", where,
             out->arch);
    else if (strcmp(target->triple, out->triple) != 0)
        fail(reader, "'%striple' is '%s', but '%s' is '%s'", where, out->triple, out->arch,
             target->triple);
}

static void get_targets(struct reader *reader, json_t *root, struct oc_manifest *out) {
    json_t *array = get_member(reader, root, "", "targets", JSON_ARRAY), *value;
    out->target_count = json_array_size(array);
    if (out->target_count > 256)
        fail(reader, "'targets' holds too many: %zu", out->target_count);
    out->targets = OC_NEW_ARRAY(reader->arena, out->target_count, struct oc_manifest_target);
    size_t i;
    json_array_foreach(array, i, value) {
        get_target(reader, value, oc_arena_printf(reader->arena, "targets[%zu].", i),
                   &out->targets[i]);
        for (size_t j = 0; j < i && !reader->failed; j++)
            if (strcmp(out->targets[i].arch, out->targets[j].arch) == 0)
                fail(reader, "architecture '%s' is there twice", out->targets[i].arch);
        if (reader->failed)
            return;
    }
}

static void get_dependencies(struct reader *reader, json_t *root, struct oc_manifest *out) {
    json_t *array = get_member(reader, root, "", "dependencies", JSON_ARRAY), *value;
    out->dependencies.count = json_array_size(array);
    out->dependencies.items =
        OC_NEW_ARRAY(reader->arena, out->dependencies.count, struct oc_dependency);
    size_t i;
    json_array_foreach(array, i, value) {
        const char *where = oc_arena_printf(reader->arena, "dependencies[%zu].", i);
        struct oc_dependency *dependency = &out->dependencies.items[i];
        dependency->path = get_text(reader, value, where, "path");
        dependency->blake3 = get_hash(reader, value, where, "blake3");
        if (!reader->failed && dependency->path[0] != '/')
            fail(reader, "'%spath' is not an absolute path", where);
        if (reader->failed)
            return;
    }
}

static void get_unit(struct reader *reader, json_t *root, struct oc_manifest *out) {
    json_t *object = get_member(reader, root, "", "unit", JSON_OBJECT);
    char *text = object ? json_dumps(object, JSON_COMPACT) : NULL;
    if (text && !oc_unit_from_json(reader->arena, text, strlen(text), reader->path, reader->diag,
                                   &out->unit))
        reader->failed = true;
    free(text);
}

// What each target's code does with the arrays of the unit, which was read before.
static void get_usage(struct reader *reader, json_t *root, struct oc_manifest *out) {
    json_t *array = get_member(reader, root, "", "targets", JSON_ARRAY), *value;
    size_t i;
    json_array_foreach(array, i, value) {
        const char *where = oc_arena_printf(reader->arena, "targets[%zu].", i);
        json_t *object = get_member(reader, value, where, "usage", JSON_OBJECT);
        char *text = object ? json_dumps(object, JSON_COMPACT) : NULL;
        if (text && !oc_usage_from_json(reader->arena, text, strlen(text), reader->path, &out->unit,
                                        reader->diag, &out->targets[i].usage))
            reader->failed = true;
        free(text);
        if (reader->failed)
            return;
    }
}

// Reports another schema, producer or LLVM. Only the schema's meaning is the same in all versions.
static void check_versions(struct reader *reader, json_t *root) {
    json_int_t schema = json_integer_value(get_member(reader, root, "", "schema", JSON_INTEGER));
    if (schema != OC_MANIFEST_SCHEMA)
        refuse(reader, "has schema %lld, but this offloadcc reads schema %d", (long long)schema,
               OC_MANIFEST_SCHEMA);
    const char *producer = get_text(reader, root, "", "producer");
    const char *llvm = get_text(reader, root, "", "llvm");
    const char *own_llvm = oc_llvm_version(reader->arena);
    if (strcmp(producer, OC_MANIFEST_PRODUCER) != 0)
        refuse(reader, "was made by '%s', but this is '%s'", producer, OC_MANIFEST_PRODUCER);
    else if (strcmp(llvm, own_llvm) != 0)
        refuse(reader, "was made with LLVM %s, but this is LLVM %s", llvm, own_llvm);
}

// Removes the member "checksum": it is over the rest.
static void check_checksum(struct reader *reader, json_t *root) {
    const char *checksum = get_hash(reader, root, "", "checksum");
    if (reader->failed)
        return;
    json_object_del(root, "checksum");
    if (strcmp(checksum, hash_of(reader->arena, root)) != 0)
        fail(reader, "it does not match its checksum");
}

bool oc_manifest_from_json(struct oc_arena *arena, const char *json, size_t length,
                           const char *path, struct oc_diag *diag, struct oc_manifest *out) {
    struct reader reader = {.arena = arena, .path = path, .diag = diag};
    json_error_t error = {0};
    json_t *root = json_loadb(json, length, JSON_REJECT_DUPLICATES, &error);
    if (!root)
        fail(&reader, "it is not JSON, line %d: %s", error.line, error.text);
    else if (!json_is_object(root))
        fail(&reader, "it is not a JSON object");
    check_versions(&reader, root);
    if (length && json[length - 1] != '\n')
        fail(&reader, "its end is missing");
    check_checksum(&reader, root);
    struct oc_manifest manifest = {0};
    manifest.source = get_text(&reader, root, "", "source");
    manifest.language = get_text(&reader, root, "", "language");
    manifest.options = get_texts(&reader, root, "", "options", &manifest.option_count);
    get_dependencies(&reader, root, &manifest);
    get_targets(&reader, root, &manifest);
    manifest.fingerprint = get_hash(&reader, root, "", "fingerprint");
    if (!reader.failed && strcmp(manifest.fingerprint, fingerprint_of(arena, root)) != 0)
        fail(&reader, "'fingerprint' does not match what it is made from");
    if (!reader.failed)
        get_unit(&reader, root, &manifest);
    if (!reader.failed)
        get_usage(&reader, root, &manifest);
    json_decref(root);
    if (!reader.failed)
        *out = manifest;
    return !reader.failed;
}

// libFuzzer: any bytes as manifest.json. A checksum would keep the fuzzer out, so what the reader
// takes after it is reached by giving each input that is a JSON object the versions and checksum
// that it needs.
#include "fuzz.h"

#include "artifacts/manifest.h"
#include "model/hash.h"
#include "model/llvm.h"

#include <assert.h>
#include <jansson.h>
#include <stdlib.h>
#include <string.h>

// Reads a manifest; one that is taken has to be taken again once it was written.
static void read_manifest(const char *json, size_t length, bool again) {
    struct oc_arena arena = {0};
    struct oc_diag diag = silent_diag();
    struct oc_manifest manifest;
    bool taken = oc_manifest_from_json(&arena, json, length, "manifest.json", &diag, &manifest);
    assert(taken == (diag.errors == 0));
    if (taken && again) {
        const char *written = oc_manifest_to_json(&arena, &manifest);
        assert(written);
        read_manifest(written, strlen(written), false);
    } else if (!again) {
        assert(taken);
    }
    oc_arena_release(&arena);
}

static void set_hash(struct oc_arena *arena, json_t *root, const char *key, json_t *of) {
    char *text = json_dumps(of, JSON_COMPACT | JSON_SORT_KEYS);
    json_object_set_new(root, key, json_string(oc_hash_hex(arena, text, strlen(text))));
    free(text);
}

// The fingerprint, as docs/artifacts.md defines it.
static void set_fingerprint(struct oc_arena *arena, json_t *root) {
    static const char *const keys[] = {"schema", "producer", "llvm", "language", "options", "unit"};
    json_t *inputs = json_object(), *contents = json_array(), *dependency;
    size_t i;
    for (i = 0; i < sizeof keys / sizeof *keys; i++)
        json_object_set(inputs, keys[i], json_object_get(root, keys[i]));
    json_array_foreach(json_object_get(root, "dependencies"), i, dependency)
        json_array_append(contents, json_object_get(dependency, "blake3"));
    json_object_set_new(inputs, "contents", contents);
    set_hash(arena, root, "fingerprint", inputs);
    json_decref(inputs);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
    read_manifest((const char *)data, size, true);
    json_t *root = json_loadb((const char *)data, size, JSON_REJECT_DUPLICATES, NULL);
    if (json_is_object(root)) {
        struct oc_arena arena = {0};
        json_object_set_new(root, "schema", json_integer(OC_MANIFEST_SCHEMA));
        json_object_set_new(root, "producer", json_string(OC_MANIFEST_PRODUCER));
        json_object_set_new(root, "llvm", json_string(oc_llvm_version(&arena)));
        json_object_del(root, "checksum");
        set_fingerprint(&arena, root);
        set_hash(&arena, root, "checksum", root);
        char *text = json_dumps(root, JSON_COMPACT);
        const char *line = oc_arena_printf(&arena, "%s\n", text);
        read_manifest(line, strlen(line), true);
        free(text);
        oc_arena_release(&arena);
    }
    json_decref(root);
    return 0;
}

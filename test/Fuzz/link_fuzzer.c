// libFuzzer: any bytes as an object, as an archive, as containers of device code, and as the inputs
// of a link. Nothing outside of them is read. Containers with any content are read back as they
// were written.
#include "fuzz.h"

#include "link/archive.h"
#include "link/object.h"
#include "link/resolve.h"

static struct oc_slice slice(const struct bounds *bounds) {
    return (struct oc_slice){bounds->start, (size_t)(bounds->end - bounds->start)};
}

// Reads each byte.
static void touch(struct oc_slice bytes) {
    volatile unsigned char sum = 0;
    for (size_t i = 0; i < bytes.length; i++)
        sum ^= (unsigned char)bytes.data[i];
    (void)sum;
}

static void read_object(struct oc_slice bytes) {
    struct oc_object object;
    struct oc_symbol symbol;
    struct oc_slice section;
    if (oc_object_open(bytes, &object))
        return;
    for (size_t at = 0; oc_object_next_symbol(&object, &at, &symbol);)
        assert(symbol.length && symbol.length == strlen(symbol.name));
    for (size_t at = 0; oc_object_next_section(&object, OC_DEVICE_SECTION, &at, &section);) {
        assert(oc_object_mentions(&object, OC_DEVICE_SECTION));
        touch(section);
    }
}

static void read_archive(struct oc_arena *arena, struct oc_slice bytes) {
    struct oc_archive archive;
    struct oc_archive_member member;
    const char *fault;
    if (!oc_archive_open(bytes, &archive))
        return;
    while (oc_archive_next(&archive, &member, &fault)) {
        touch(member.name);
        touch(member.bytes);
        oc_archive_label(arena, "lib/x.a", member.name);
        oc_archive_path(arena, "lib/x.a", member.name);
    }
}

static void read_containers(struct oc_arena *arena, struct oc_slice bytes) {
    struct oc_entry entry;
    const char *fault;
    size_t at = 0;
    while (oc_containers_next(arena, bytes, &at, &entry, &fault))
        touch(entry.image);
    assert(fault || at == bytes.length);
}

// The input as several files, which end at the text "----". A thin archive would name files that
// are really there.
static void link_all(struct oc_arena *arena, struct oc_slice bytes) {
    if (!bytes.length || memmem(bytes.data, bytes.length, "!<thin>", 7))
        return;
    struct oc_resolve_input inputs[8];
    struct oc_resolve_request request = {.inputs = inputs, .any_order = bytes.length & 1};
    while (bytes.length && request.input_count < 8) {
        const char *end = memmem(bytes.data, bytes.length, "----", 4);
        size_t length = end ? (size_t)(end - bytes.data) : bytes.length;
        // A copy, so that reading past its end is seen.
        char *copy = malloc(length + 1);
        memcpy(copy, bytes.data, length);
        inputs[request.input_count++] =
            (struct oc_resolve_input){.path = "x",
                                      .bytes = {realloc(copy, length ? length : 1), length},
                                      .is_whole = length & 4,
                                      .group = length & 2 ? 1 : 0};
        length += end ? 4 : 0;
        bytes = oc_slice_part(bytes, length, bytes.length - length);
    }
    struct oc_diag diag = silent_diag();
    struct oc_resolved resolved;
    if (oc_resolve(arena, &request, &diag, &resolved)) {
        struct oc_resolve_definer definer;
        assert(diag.errors == 0);
        for (size_t i = 0; i < resolved.count; i++)
            assert(resolved.objects[i].entry_count && resolved.objects[i].name);
        if (oc_resolve_find(&resolved, "main", &definer))
            assert(definer.name);
        oc_resolve_release(&resolved);
    } else {
        assert(diag.errors == 1);
    }
    for (size_t i = 0; i < request.input_count; i++)
        free((void *)(uintptr_t)inputs[i].bytes.data);
}

// The input's words as keys and values, and the input as an image, of two entries.
static void write_and_read(struct oc_arena *arena, struct oc_slice bytes) {
    struct oc_entry_pair pairs[4] = {0};
    struct oc_entry entries[2] = {{.kind = (uint16_t)bytes.length, .pairs = pairs}, {0}}, read;
    char *text = oc_arena_strndup(arena, bytes.data ? bytes.data : "", bytes.length), *rest;
    for (char *word = strtok_r(text, " ", &rest); word && entries[0].pair_count < 4;
         word = strtok_r(NULL, " ", &rest))
        pairs[entries[0].pair_count++] = (struct oc_entry_pair){word, rest ? rest : ""};
    entries[1] = entries[0];
    entries[0].image = bytes;
    entries[1].ends_with_null = true;
    struct oc_bytes written = oc_containers_write(arena, entries, 2);
    const char *fault;
    size_t at = 0;
    for (size_t i = 0; i < 2; i++) {
        bool found = oc_containers_next(arena, (struct oc_slice){written.data, written.length}, &at,
                                        &read, &fault);
        assert(found && read.kind == entries[i].kind);
        assert(read.pair_count == entries[i].pair_count);
        for (size_t p = 0; p < read.pair_count; p++)
            assert(strcmp(read.pairs[p].key, pairs[p].key) == 0 &&
                   strcmp(read.pairs[p].value, pairs[p].value) == 0);
        assert(read.image.length == entries[i].image.length);
        assert(!read.image.length || !memcmp(read.image.data, bytes.data, bytes.length));
        (void)found;
    }
    assert(at == written.length && !fault);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
    struct oc_arena arena = {0};
    struct bounds bounds = copy_input(data, size);
    read_object(slice(&bounds));
    read_archive(&arena, slice(&bounds));
    read_containers(&arena, slice(&bounds));
    link_all(&arena, slice(&bounds));
    write_and_read(&arena, slice(&bounds));
    free(bounds.start);
    oc_arena_release(&arena);
    return 0;
}

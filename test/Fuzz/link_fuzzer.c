// libFuzzer: any bytes as an object, as an archive, and as the section of an object that has device
// code. What is read stays within the bytes, and containers that were read are written as they
// were.
#include "fuzz.h"

#include "link/container.h"
#include "link/object.h"

#include <stdint.h>
#include <stdlib.h>
#include <string.h>

static unsigned sink;

static void touch(struct oc_bytes bytes) {
    for (size_t i = 0; i < bytes.length; i++)
        sink += (unsigned char)bytes.data[i];
}

static void read_section(struct oc_arena *arena, struct oc_bytes section) {
    struct oc_container_entry *entries, *same;
    size_t count, again;
    const char *fault = NULL;
    if (!oc_container_read(arena, section, &entries, &count, &fault)) {
        if (!fault)
            abort();
        return;
    }
    for (size_t i = 0; i < count; i++)
        touch(entries[i].bytes);
    struct oc_bytes written = oc_container_write(arena, entries, count);
    if (!oc_container_read(arena, written, &same, &again, &fault) || again != count)
        abort();
    for (size_t i = 0; i < count; i++)
        if (same[i].bytes.length != entries[i].bytes.length ||
            same[i].pair_count != entries[i].pair_count)
            abort();
}

static void read_object(struct oc_arena *arena, struct oc_bytes file) {
    struct oc_object object;
    if (oc_object_read(arena, file, OC_DEVICE_SECTION, &object)) {
        for (size_t i = 0; i < object.symbol_count; i++)
            sink += (unsigned)strlen(object.symbols[i].name);
        for (size_t i = 0; i < object.section_count; i++)
            read_section(arena, object.sections[i]);
    }
    if (oc_shared_read(arena, file, &object))
        for (size_t i = 0; i < object.symbol_count; i++)
            sink += (unsigned)strlen(object.symbols[i].name);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
    struct oc_arena arena = {0};
    // Of the size, so that a sanitizer sees what is beyond.
    char *copy = malloc(size ? size : 1);
    memcpy(copy, data, size);
    struct oc_bytes file = {copy, size};
    struct oc_archive_member *members;
    size_t count;
    read_section(&arena, file);
    read_object(&arena, file);
    oc_archive_read(&arena, file, &members, &count);
    for (size_t i = 0; i < count; i++) {
        sink += (unsigned)strlen(members[i].name);
        read_object(&arena, members[i].bytes);
    }
    oc_arena_release(&arena);
    free(copy);
    return 0;
}

#include "artifacts/dependencies.h"

#include "base/file.h"
#include "model/hash.h"

#include <errno.h>
#include <fcntl.h>
#include <stdlib.h>
#include <string.h>

static int compare_names(const void *left, const void *right) {
    return strcmp(*(const char *const *)left, *(const char *const *)right);
}

static int hash_file(struct oc_arena *arena, const char *path, const char **blake3) {
    struct oc_arena scratch = {0};
    struct oc_bytes content;
    int error = oc_file_read_regular(&scratch, AT_FDCWD, path, OC_DEPENDENCIES_MAX_FILE, &content);
    if (!error)
        *blake3 = oc_hash_hex(arena, content.data, content.length);
    oc_arena_release(&scratch);
    return error;
}

int oc_dependencies_hash(struct oc_arena *arena, struct oc_args *names, struct oc_dependencies *out,
                         const char **failed) {
    *out = (struct oc_dependencies){OC_NEW_ARRAY(arena, names->count, struct oc_dependency), 0};
    if (names->count)
        qsort(names->items, names->count, sizeof *names->items, compare_names);
    for (size_t i = 0; i < names->count; i++) {
        struct oc_dependency *dependency = &out->items[out->count];
        dependency->path = names->items[i];
        if (i > 0 && strcmp(names->items[i], names->items[i - 1]) == 0)
            continue;
        int error = hash_file(arena, dependency->path, &dependency->blake3);
        if (error && error != ENODEV) {
            *failed = dependency->path;
            return error;
        }
        out->count += !error;
    }
    return 0;
}

int oc_dependency_check(const struct oc_dependency *dependency, bool *same) {
    struct oc_arena scratch = {0};
    const char *now;
    int error = hash_file(&scratch, dependency->path, &now);
    *same = !error && strcmp(now, dependency->blake3) == 0;
    oc_arena_release(&scratch);
    return error;
}

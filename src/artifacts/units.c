// All incomplete units of a directory, for a link of their device code.
#include "artifacts/loader.h"

#include <dirent.h>
#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

enum { HASH_DIGITS = 16, MOST_TRIES = 100 };

// The source's base name, of a sub-directory's name.
static const char *source_of(struct oc_arena *arena, const char *name) {
    size_t length = strlen(name);
    return length > HASH_DIGITS + 1 && name[length - HASH_DIGITS - 1] == '-'
               ? oc_arena_strndup(arena, name, length - HASH_DIGITS - 1)
               : name;
}

// For messages, whose commands make the artifacts again.
static void take_request(struct oc_loader *loader, struct oc_artifact_request *request) {
    const struct oc_manifest *manifest = &loader->manifest;
    const char **archs = OC_NEW_ARRAY(loader->arena, manifest->target_count, const char *);
    request->source = manifest->source;
    request->options = manifest->options;
    request->option_count = manifest->option_count;
    for (size_t i = 0; i < manifest->target_count; i++) {
        const char *words = manifest->targets[i].words;
        if (!words || !strstr(words, "--cpu\n"))
            archs[request->arch_count++] = manifest->targets[i].arch;
    }
    request->archs = archs;
}

static bool read_unit(struct oc_loader *loader, struct oc_artifact_unit *out) {
    const struct oc_manifest *manifest = &loader->manifest;
    *out = (struct oc_artifact_unit){.path = loader->path, .unit = manifest->unit};
    out->codes = OC_NEW_ARRAY(loader->arena, manifest->target_count, struct oc_loaded_code);
    for (size_t i = 0; i < manifest->target_count; i++) {
        const struct oc_manifest_target *target = &manifest->targets[i];
        struct oc_loaded_code *code = &out->codes[out->code_count++];
        *code = (struct oc_loaded_code){.arch = target->arch, .words = target->words};
        if (!target->words)
            return oc_loader_damaged(loader, "manifest.json",
                                     "it does not say how '%s' is compiled", target->bitcode.name);
        if (!oc_loader_check_file(loader, loader->arena, &target->bitcode, &code->bitcode))
            return false;
    }
    return true;
}

// Sets *is_wanted to false for a complete unit.
static bool load_once(struct oc_loader *loader, struct oc_artifact_request *request,
                      struct oc_artifact_unit *out, bool *is_wanted) {
    loader->replaced = false;
    loader->fd = -1;
    bool good = oc_loader_open(loader) && oc_loader_read_manifest(loader);
    *is_wanted = good && oc_unit_is_incomplete(&loader->manifest.unit);
    if (*is_wanted) {
        request->arch_count = 0;
        take_request(loader, request);
        good = oc_loader_check_dependencies(loader) && read_unit(loader, out);
    }
    if (loader->fd >= 0)
        close(loader->fd);
    return good;
}

static bool load_unit(struct oc_arena *arena, const char *directory, const char *name,
                      struct oc_diag *diag, struct oc_artifact_unit *out, bool *is_wanted) {
    struct oc_artifact_request request = {.directory = directory, .source = source_of(arena, name)};
    struct oc_loader loader = {.arena = arena,
                               .request = &request,
                               .diag = diag,
                               .path = oc_arena_printf(arena, "%s/%s", directory, name)};
    for (int tries = 0; tries < MOST_TRIES; tries++) {
        if (load_once(&loader, &request, out, is_wanted))
            return true;
        if (!loader.replaced)
            return false;
    }
    return oc_loader_fail(&loader,
                          "cannot read kernel artifacts in '%s': another process keeps replacing "
                          "them",
                          loader.path);
}

static int compare_names(const void *left, const void *right) {
    return strcmp(*(const char *const *)left, *(const char *const *)right);
}

// Returns 0, or an errno value.
static int list(struct oc_arena *arena, const char *directory, struct oc_args *out) {
    DIR *stream = opendir(directory);
    if (!stream)
        return errno;
    for (const struct dirent *entry; (entry = readdir(stream));)
        if (entry->d_name[0] != '.' &&
            access(oc_arena_printf(arena, "%s/%s/manifest.json", directory, entry->d_name), F_OK) ==
                0)
            oc_args_add(out, oc_arena_strdup(arena, entry->d_name));
    closedir(stream);
    if (out->count)
        qsort(out->items, out->count, sizeof *out->items, compare_names);
    return 0;
}

bool oc_artifacts_load_units(struct oc_arena *arena, const char *directory, struct oc_diag *diag,
                             struct oc_artifact_unit **units, size_t *count) {
    struct oc_args names = {.arena = arena};
    int error = list(arena, directory, &names);
    bool good = true;
    if (error) {
        oc_error(diag, "cannot read kernel artifacts in '%s': %s", directory, strerror(error));
        return false;
    }
    *count = 0;
    *units = OC_NEW_ARRAY(arena, names.count, struct oc_artifact_unit);
    for (size_t i = 0; i < names.count; i++) {
        bool is_wanted;
        good = load_unit(arena, directory, names.items[i], diag, &(*units)[*count], &is_wanted) &&
               good;
        *count += is_wanted;
    }
    return good;
}

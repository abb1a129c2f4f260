#include "artifacts/loader.h"

#include "artifacts/artifacts.h"
#include "model/hash.h"

#include <errno.h>
#include <fcntl.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

static const char *reason(int error) {
    return error == ENODEV  ? "it is not a regular file"
           : error == EFBIG ? "it is too large"
                            : strerror(error);
}

// A word of a command, as a shell takes it.
static void add_word(struct oc_text *command, const char *word) {
    if (!strpbrk(word, " \t\n\"'\\$`*?[]()<>|&;#~!{}")) {
        oc_text_add(command, word);
        return;
    }
    oc_text_add(command, "'");
    for (; *word; word++)
        oc_text_add(command, *word == '\'' ? "'\\''" : (const char[]){*word, '\0'});
    oc_text_add(command, "'");
}

// The command that makes the artifacts.
const char *oc_loader_command(const struct oc_loader *loader) {
    const struct oc_artifact_request *request = loader->request;
    struct oc_text command = {.arena = loader->arena};
    oc_text_add(&command, "offloadcc --device-only --offload-artifacts=");
    add_word(&command, request->directory);
    for (size_t i = 0; i < request->arch_count; i++)
        oc_text_printf(&command, "%s%s", i ? "," : " --offload-arch=", request->archs[i]);
    for (size_t i = 0; i < request->option_count; i++) {
        oc_text_add(&command, " ");
        add_word(&command, request->options[i]);
    }
    oc_text_add(&command, " ");
    add_word(&command, request->source);
    return command.data;
}

bool oc_loader_fail(const struct oc_loader *loader, const char *format, ...) {
    va_list arguments;
    va_start(arguments, format);
    char *message = oc_arena_vprintf(loader->arena, format, arguments);
    va_end(arguments);
    for (char *at = message; *at; at++) // what comes from outside must not steer a terminal
        if ((unsigned char)*at < ' ' || *at == 0x7f)
            *at = '?';
    oc_error(loader->diag, "%s", message);
    return false;
}

bool oc_loader_open(struct oc_loader *loader) {
    const char *directory = loader->request->directory, *source = loader->request->source;
    struct stat status;
    int missing = stat(directory, &status) < 0 ? errno : 0;
    if (missing == ENOENT)
        return oc_loader_fail(
            loader, "kernel artifact directory '%s' does not exist; make the artifacts with '%s'",
            directory, oc_loader_command(loader));
    if (!missing && !S_ISDIR(status.st_mode))
        return oc_loader_fail(loader, "'%s' in '--offload-artifacts=%s' is not a directory",
                              directory, directory);
    if (!missing) {
        loader->fd = open(loader->path, O_RDONLY | O_DIRECTORY | O_CLOEXEC);
        if (loader->fd >= 0)
            return true;
        missing = errno;
        if (missing == ENOENT)
            return oc_loader_fail(
                loader,
                "kernel artifact directory '%s' has no artifacts for '%s'; make them with '%s'",
                directory, source, oc_loader_command(loader));
    }
    return oc_loader_fail(loader, "cannot read kernel artifacts for '%s' in '%s': %s", source,
                          directory, strerror(missing));
}

// A directory that another process has replaced loses its files, and nothing else does so.
static bool read_file(struct oc_loader *loader, struct oc_arena *arena, const char *name,
                      size_t limit, struct oc_bytes *out) {
    int error = oc_file_read_regular(arena, loader->fd, name, limit, out);
    struct stat opened, current;
    if (error == ENOENT && loader->fd >= 0 && fstat(loader->fd, &opened) == 0 &&
        (stat(loader->path, &current) < 0 || opened.st_ino != current.st_ino ||
         opened.st_dev != current.st_dev)) {
        loader->replaced = true;
        return false;
    }
    return !error || oc_loader_damaged(loader, name, "%s", reason(error));
}

bool oc_loader_read_manifest(struct oc_loader *loader) {
    struct oc_bytes json;
    const char *path = oc_arena_printf(loader->arena, "%s/manifest.json", loader->path);
    if (!read_file(loader, loader->arena, "manifest.json", OC_ARTIFACTS_MAX_MANIFEST, &json))
        return false;
    if (oc_manifest_from_json(loader->arena, json.data, json.length, path, loader->diag,
                              &loader->manifest))
        return true;
    oc_note(loader->diag, "run the device stage again: %s", oc_loader_command(loader));
    return false;
}

// A path as the user would write it here.
static const char *display_path(const struct oc_loader *loader, const char *path) {
    char *cwd = getcwd(NULL, 0);
    size_t length = cwd ? strlen(cwd) : 0;
    if (length && strncmp(path, cwd, length) == 0 && path[length] == '/' && path[length + 1])
        path = oc_arena_strdup(loader->arena, path + length + 1);
    free(cwd);
    return path;
}

bool oc_loader_check_dependencies(const struct oc_loader *loader) {
    for (size_t i = 0; i < loader->manifest.dependencies.count; i++) {
        const struct oc_dependency *dependency = &loader->manifest.dependencies.items[i];
        const char *name = display_path(loader, dependency->path);
        bool same;
        int error = oc_dependency_check(dependency, &same);
        if (error == ENOENT || error == ENOTDIR)
            return oc_loader_stale(loader, "'%s' was removed after the device stage", name);
        if (error)
            return oc_loader_stale(loader, "cannot compare '%s': %s", name, reason(error));
        if (!same)
            return oc_loader_stale(loader, "'%s' has changed since the device stage", name);
    }
    return true;
}

// Reads and checks one file, on `arena`.
bool oc_loader_check_file(struct oc_loader *loader, struct oc_arena *arena,
                          const struct oc_manifest_file *file, struct oc_bytes *content) {
    size_t limit = file->bytes < OC_ARTIFACTS_MAX_FILE ? file->bytes : OC_ARTIFACTS_MAX_FILE;
    if (!read_file(loader, arena, file->name, limit, content))
        return false;
    if (content->length != file->bytes)
        return oc_loader_damaged(loader, file->name, "it has %zu bytes instead of %llu",
                                 content->length, (unsigned long long)file->bytes);
    if (strcmp(oc_hash_hex(arena, content->data, content->length), file->blake3) != 0)
        return oc_loader_damaged(loader, file->name,
                                 "its content is not what the device stage wrote");
    return true;
}

// loader.h - reads one unit's sub-directory of an artifact directory. Everything in it is outside
// data. Private to this folder.
#ifndef OC_LOADER_H
#define OC_LOADER_H

#include "artifacts/artifacts.h"
#include "artifacts/manifest.h"
#include "base/text.h"

struct oc_loader {
    struct oc_arena *arena;
    const struct oc_artifact_request *request;
    struct oc_diag *diag;
    const char *path; // of the unit's sub-directory
    int fd;           // the same
    bool replaced;    // while it was read: nothing is reported, and it is read again
    struct oc_manifest manifest;
};

// Reports an error, and returns false. Control characters are replaced: what comes from outside
// must not steer a terminal.
bool oc_loader_fail(const struct oc_loader *loader, const char *format, ...)
    __attribute__((format(printf, 2, 3)));

// The command that makes the artifacts.
const char *oc_loader_command(const struct oc_loader *loader);

#define oc_loader_stale(loader, ...)                                                               \
    oc_loader_fail((loader),                                                                       \
                   "kernel artifacts for '%s' are stale: %s; run the device stage again: %s",      \
                   (loader)->request->source, oc_arena_printf((loader)->arena, __VA_ARGS__),       \
                   oc_loader_command(loader))

#define oc_loader_damaged(loader, name, ...)                                                       \
    oc_loader_fail((loader), "'%s/%s' is damaged: %s; run the device stage again: %s",             \
                   (loader)->path, (name), oc_arena_printf((loader)->arena, __VA_ARGS__),          \
                   oc_loader_command(loader))

// Opens the sub-directory, and reads its manifest. These, and those below, return false after a
// report, or if another process has replaced the sub-directory meanwhile (`replaced`).
bool oc_loader_open(struct oc_loader *loader);
bool oc_loader_read_manifest(struct oc_loader *loader);

// Checks that the source, and what it includes, have not changed.
bool oc_loader_check_dependencies(const struct oc_loader *loader);

// Reads and checks one file, on `arena`.
bool oc_loader_check_file(struct oc_loader *loader, struct oc_arena *arena,
                          const struct oc_manifest_file *file, struct oc_bytes *content);

#endif

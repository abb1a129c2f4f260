#include "driver/temp.h"

#include "base/claim.h"
#include "base/file.h"

#include <stdlib.h>
#include <string.h>
#include <unistd.h>

bool oc_temp_make(struct oc_temp *temp, struct oc_arena *arena, bool needed, struct oc_diag *diag) {
    const char *old = getenv("TMPDIR");
    const char *parent = old && *old && (needed || access(old, F_OK) == 0) ? old : "/tmp";
    const char *path;
    int error = oc_claim_directory(arena, oc_arena_printf(arena, "%s/offloadcc-", parent), 0700,
                                   &path, &temp->fd);
    if (error) {
        oc_error(diag, "cannot make a temporary directory in '%s': %s", parent, strerror(error));
        return false;
    }
    // What is written about files in it must hold whatever a job's working directory is.
    char *absolute = realpath(path, NULL);
    temp->path = absolute ? oc_arena_strdup(arena, absolute) : path;
    free(absolute);
    temp->old_tmpdir = old ? oc_arena_strdup(arena, old) : NULL;
    setenv("TMPDIR", temp->path, 1);
    return true;
}

void oc_temp_remove(struct oc_temp *temp) {
    if (!temp->path)
        return;
    oc_file_remove_tree(temp->path);
    close(temp->fd);
    temp->path = NULL;
    if (temp->old_tmpdir)
        setenv("TMPDIR", temp->old_tmpdir, 1);
    else
        unsetenv("TMPDIR");
}

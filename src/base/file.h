// file.h - whole files, read and written safely.
#ifndef OC_BASE_FILE_H
#define OC_BASE_FILE_H

#include "base/arena.h"
#include "base/diag.h"

#include <stdbool.h>
#include <stddef.h>

struct oc_bytes {
    const char *data; // `length` bytes and a NUL that is not counted
    size_t length;
};

// Reads a file whole. Returns 0, or the errno of what failed; `out` is then untouched.
// Directories give EISDIR.
int oc_file_read(struct oc_arena *arena, const char *path, struct oc_bytes *out);

// Reads a regular file of at most `limit` bytes, for data from outside: it never waits (as for a
// FIFO) and never reads without end (as from a device). `path` is relative to the open directory
// `dirfd`, or AT_FDCWD. Returns EISDIR or ENODEV if it is not a regular file, and EFBIG if it is
// larger than `limit`.
int oc_file_read_regular(struct oc_arena *arena, int dirfd, const char *path, size_t limit,
                         struct oc_bytes *out);

// Writes a new file in the open directory `dirfd`. Returns 0, EEXIST if the file exists, or another
// errno value. After a failure, part of the content may have been written.
int oc_file_create_at(int dirfd, const char *name, const void *data, size_t length);

// Writes a file so that `path` has either its old content or the whole new content, even if the
// process is killed: it writes a file without a name, and then names it. Only if the directory does
// not allow new files is the file written in place. A file without write permission is not changed.
// Returns 0 or an errno value.
int oc_file_write(const char *path, const void *data, size_t length);

// The same two operations, but a failure is reported and returns false. `what` is the kind of file,
// for the message.
bool oc_file_read_or_report(struct oc_arena *arena, const char *path, const char *what,
                            struct oc_diag *diag, struct oc_bytes *out);
bool oc_file_write_or_report(const char *path, const char *what, const void *data, size_t length,
                             struct oc_diag *diag);

// Removes a file, or a directory with its content. Symbolic links are removed, not followed. A
// missing file is not an error. Returns 0 or an errno value.
int oc_file_remove_tree(const char *path);

// The absolute path of the working directory, as clang spells it: $PWD, including symbolic links,
// if that names the working directory. NULL if the directory has no path any more.
const char *oc_file_working_directory(struct oc_arena *arena);

// The absolute path of the running program's directory, without a slash at its end.
const char *oc_file_program_dir(struct oc_arena *arena);

#endif

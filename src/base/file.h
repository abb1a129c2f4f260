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

// Reads a regular file of at most `limit` bytes, for data from outside: it never waits (a FIFO) and
// never reads without end (a device). `path` is relative to the open directory `dirfd`, or
// AT_FDCWD. What is no regular file gives EISDIR or ENODEV, what is larger EFBIG.
int oc_file_read_regular(struct oc_arena *arena, int dirfd, const char *path, size_t limit,
                         struct oc_bytes *out);

// Writes a new file in the open directory `dirfd`; EEXIST if there is one. When it fails, part of
// the content may be there. Returns 0 or an errno.
int oc_file_create_at(int dirfd, const char *name, const void *data, size_t length);

// Writes a file so that `path` is either what it was or the whole new content, also when the
// process is killed: a file without a name is written and then named. Only where the directory
// takes no new file is a file written in place. A file that may not be written is left as it is.
// Returns 0 or an errno.
int oc_file_write(const char *path, const void *data, size_t length);

// Both report a failure and return false then; `what` is the kind of file, for the message.
bool oc_file_read_or_report(struct oc_arena *arena, const char *path, const char *what,
                            struct oc_diag *diag, struct oc_bytes *out);
bool oc_file_write_or_report(const char *path, const char *what, const void *data, size_t length,
                             struct oc_diag *diag);

// Removes a file or a directory with all that is in it. Symbolic links are removed, not followed.
// What is missing is no error. Returns 0 or an errno.
int oc_file_remove_tree(const char *path);

// The absolute path of the working directory, by the name that clang gives it: $PWD, with its
// symbolic links, if that is where we are. NULL if it has none.
const char *oc_file_working_directory(struct oc_arena *arena);

// The absolute path of the running program's directory, without a slash at its end.
const char *oc_file_program_dir(struct oc_arena *arena);

#endif

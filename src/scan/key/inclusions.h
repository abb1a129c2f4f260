// inclusions.h - which files the directives of user's text may find, in any branch of an #if.
//
// A target's front end takes branches that the host's does not, and may look for headers there that
// the scan never sees (#include, #embed, __has_include). The files that such a front end has read
// are checked by other means (codestore.h). Those that it looked for and did not find are not
// known: they may be there the next time, and so may others before them on the way of a search. So
// the key has, for each name in a directive, every file that it could mean: in the directory of the
// text and in the directories that options and the environment name. Headers that only such a front
// end reads are searched likewise. Directories of the system are left out.
#ifndef OC_INCLUSIONS_H
#define OC_INCLUSIONS_H

#include "base/file.h"
#include "base/text.h"
#include "scan/key/request.h"

#include <stdbool.h>
#include <sys/types.h>

struct oc_inclusions {
    struct oc_arena *arena;
    struct oc_args directories;   // in which headers are looked for
    struct oc_args found;         // the paths of files that directives may mean
    struct oc_inclusion_id *seen; // files that need not be searched any more
    size_t seen_count, seen_capacity;
    bool is_unknown; // a directive's name is not in the text: #include MACRO
};

// Makes `out` empty, with the directories that the options of the parse and the environment name.
void oc_inclusions_init(struct oc_inclusions *out, struct oc_arena *arena,
                        const struct oc_sourcekey_request *request);

// Notes that a file of this device and inode is searched by the caller, or needs no search.
void oc_inclusions_seen(struct oc_inclusions *inclusions, dev_t device, ino_t inode);

// Adds to `found` what the directives of the file `path` with this text may mean, and what those of
// the files found may mean, if these were not seen yet.
void oc_inclusions_search(struct oc_inclusions *inclusions, const char *path, struct oc_bytes text);

#endif

// inclusions.h - the files that #include, #embed and __has_include in the user's files could find,
// in any branch of an #if.
//
// A device's front end takes branches that the host's does not take. It may look for headers there
// that the scan never sees. The cache checks that the files which the front end read are unchanged
// (codestore.h). It does not know which files the front end looked for in vain. If one of these
// exists at the next build, the front end finds it, and the code is another.
//
// So the key contains, for each name in a directive, the paths of all existing files that the name
// could mean: in the directory of the file with the directive, and in the directories that options
// and the environment name. The files found are searched for directives in turn, except those that
// the scan has read as system headers. The system's own directories are left out.
#ifndef OC_INCLUSIONS_H
#define OC_INCLUSIONS_H

#include "base/file.h"
#include "base/text.h"
#include "scan/key/request.h"

#include <stdbool.h>
#include <sys/types.h>

struct oc_inclusions {
    struct oc_arena *arena;
    struct oc_args directories;   // where headers may be
    struct oc_args found;         // the paths of existing files that directives may mean
    struct oc_inclusion_id *seen; // files that need no search any more
    size_t seen_count, seen_capacity;
    // A name that a directive means cannot be told from the text (#include MACRO), or a directory
    // cannot be told from an option.
    bool is_unknown;
};

enum oc_path_option {
    OC_PATH_NONE,
    OC_PATH_DIRECTORY, // headers are searched for in a directory: -I
    OC_PATH_FILE,      // a file is included before the source: -include
};

// The kind of option that a word of the command is. If the kind is not OC_PATH_NONE, sets `value`
// to the path in the word, or to "" if the path is the next word.
enum oc_path_option oc_inclusions_option(const char *option, const char **value);

// Makes `out` empty, with the directories that the options of the parse and the environment name.
void oc_inclusions_init(struct oc_inclusions *out, struct oc_arena *arena,
                        const struct oc_sourcekey_request *request);

// Notes that a file of this device and inode is searched by the caller, or needs no search.
void oc_inclusions_seen(struct oc_inclusions *inclusions, dev_t device, ino_t inode);

// Adds to `found` what the directives of the file `path` with this text may mean, and what those of
// the files found may mean, if these were not seen yet.
void oc_inclusions_search(struct oc_inclusions *inclusions, const char *path, struct oc_bytes text);

#endif

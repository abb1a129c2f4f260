// irmessages.h - brings messages of a clang that reads bitcode into the form that they have when it
// reads C.
//
// Such a clang has no source, and writes the place into the text:
//
//   remark: x.c:3:5: vectorized loop [-Rpass=loop-vectorize]
//   warning: <unknown>:0:0: loop not unrolled: ... [-Wpass-failed=transform-warning]
//
// The second one is about code without line tables; our own host step's messages about such code
// begin with "<unknown>: ". Messages about calls of functions with the
// attribute error or warning have no place. Remarks of our device step have their place already,
// and are handled in the same way.
#ifndef OC_DRIVER_IRMESSAGES_H
#define OC_DRIVER_IRMESSAGES_H

#include "base/text.h"

// Whether an error or a warning in the text lacks its place.
bool oc_irmessages_lack_places(struct oc_arena *arena, const char *text, size_t length);

struct oc_irmessages {
    const char *source;        // as messages name it: debug information may name it differently
    const char *path;          // from which the source can be read
    const struct oc_args *cc1; // clang's command, which names the directories of system headers
    bool color;
};

// Adds a back end's messages to `out`, each with its place before it and the source line after it.
// Left out are messages about system headers, as in clang, and about our own code: remarks without
// a place, and about functions that are not in the source. Errors are never left out.
void oc_irmessages_add(const struct oc_irmessages *form, const char *text, size_t length,
                       struct oc_text *out);

#endif

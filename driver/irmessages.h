// irmessages.h - what clang says where it reads bitcode, in the form that it has where it reads C.
//
// clang's back end has no source then, and writes the place into the text:
//
//   remark: x.c:3:5: vectorized loop [-Rpass=loop-vectorize]
//   warning: <unknown>:0:0: loop not unrolled: ... [-Wpass-failed=transform-warning]
//
// The second is about code that has no lines. Calls of functions that are declared with the
// attribute error or warning have no place at all. Remarks of our device step have theirs already,
// and are treated alike.
#ifndef OC_DRIVER_IRMESSAGES_H
#define OC_DRIVER_IRMESSAGES_H

#include "base/text.h"

// Whether an error or a warning lacks its place.
bool oc_irmessages_lack_places(struct oc_arena *arena, const char *text, size_t length);

struct oc_irmessages {
    const char *source;        // as messages name it: debug information may name it differently
    const char *path;          // where it can be read
    const struct oc_args *cc1; // clang's command, which has the directories of system headers
    bool color;
};

// Adds the text of a back end to `out`: with each place before the message, and the source's line
// after it. What is said of system headers is left out, as clang does, and so is what is said of
// code of ours: remarks without a place, and about functions that no source has. Errors stay in any
// case.
void oc_irmessages_add(const struct oc_irmessages *form, const char *text, size_t length,
                       struct oc_text *out);

#endif

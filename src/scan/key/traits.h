// traits.h - what C text has that keeps others from judging it by its words.
//
// It may have that through macros, too. Those of the user's own files need no care, since all of
// that text is judged as well; this knows the macros of system headers.
#ifndef OC_TRAITS_H
#define OC_TRAITS_H

#include "scan/key/words.h"

enum {
    OC_TRAIT_PASTES = 1, // it may make a name of two (##)
    OC_TRAIT_OPAQUE = 2, // it may change what other text means: _Pragma, __COUNTER__, split words
    OC_TRAIT_LINES = 4,  // it depends on the line that it stands at
    OC_TRAIT_DATED = 8,  // it is another one each time
};

// All zero, but for the arena: no macros.
struct oc_macros {
    struct oc_arena *arena;
    struct oc_macro *items;
    struct oc_macro **pending; // room for a search through all
    size_t count, capacity;
    size_t searches;
};

// Adds all macros of a header, whatever its conditions.
void oc_macros_add(struct oc_macros *macros, struct oc_bytes header);

// The traits of a stretch of text, and of the macros that it mentions.
unsigned oc_traits_of(struct oc_macros *macros, struct oc_words words);

#endif

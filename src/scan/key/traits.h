// traits.h - properties of C text that make it impossible to judge the text by its words alone.
//
// Macros may bring these properties too. Macros in the user's own files need no special treatment,
// since all of that text is examined as well; this module knows the macros of system headers.
#ifndef OC_TRAITS_H
#define OC_TRAITS_H

#include "scan/key/words.h"

enum {
    OC_TRAIT_PASTES = 1, // it may join two words to one name (##)
    OC_TRAIT_OPAQUE = 2, // it may change the meaning of other text: _Pragma, __COUNTER__; or it has
                         // words that oc_words_next would split
    OC_TRAIT_LINES = 4,  // it depends on its line number
    OC_TRAIT_DATED = 8,  // it is different in each compilation (__TIME__)
};

// A set of macros. Initialise with {.arena = arena}: it is then empty.
struct oc_macros {
    struct oc_arena *arena;
    struct oc_macro *items;
    struct oc_macro **pending; // memory for a search through all; NULL: not allocated yet
    size_t count, capacity;    // of `items`
    size_t searches;           // how many searches there have been, to mark macros as visited
};

// Adds all macros that a header defines, in any branch of its #ifs.
void oc_macros_add(struct oc_macros *macros, struct oc_bytes header);

// The traits of a part of a text, including those of the macros that it mentions.
unsigned oc_traits_of(struct oc_macros *macros, struct oc_words words);

#endif

#include "scan/key/traits.h"

#include <stdlib.h>
#include <string.h>

struct oc_macro {
    struct oc_word name;
    struct oc_words rest; // of the directive
    size_t search;        // the last one that came here
};

// ---- Macros ------------------------------------------------------------------------------------

// Where a directive ends; comments may span lines.
static size_t end_of_directive(struct oc_bytes text, size_t at) {
    for (; at < text.length; at++) {
        const char *here = text.data + at;
        if (here[0] == '/' && here[1] == '*') {
            const char *end = strstr(here + 2, "*/");
            at = end ? (size_t)(end - text.data) + 1 : text.length;
        } else if (*here == '\n') {
            size_t last = at - (at > 0 && here[-1] == '\r');
            if (last == 0 || text.data[last - 1] != '\\')
                return at;
        }
    }
    return text.length;
}

void oc_macros_add(struct oc_macros *macros, struct oc_bytes header) {
    struct oc_words words = {.text = header, .end = header.length};
    while (oc_words_directive(&words)) {
        struct oc_words line = {header, words.at, end_of_directive(header, words.at), 0};
        struct oc_word define;
        struct oc_macro macro = {.search = 0};
        if (!oc_words_next(&line, &define) || !oc_word_is(define, "define") ||
            !oc_words_next(&line, &macro.name))
            continue;
        macro.rest = line;
        words.at = line.end;
        if (macros->count == macros->capacity)
            macros->items = oc_arena_grow(macros->arena, macros->items, macros->count,
                                          &macros->capacity, sizeof *macros->items);
        macros->items[macros->count++] = macro;
        macros->pending = NULL;
    }
}

static int compare_words(struct oc_word left, struct oc_word right) {
    size_t length = left.length < right.length ? left.length : right.length;
    int order = memcmp(left.text, right.text, length);
    return order ? order : (left.length > right.length) - (left.length < right.length);
}

static int compare_macros(const void *left, const void *right) {
    const struct oc_macro *a = left, *b = right;
    return compare_words(a->name, b->name);
}

// The first macro whose name is not before the word's.
static size_t position(const struct oc_macros *macros, struct oc_word word) {
    size_t low = 0, high = macros->count;
    while (low < high) {
        size_t middle = (low + high) / 2;
        if (compare_words(macros->items[middle].name, word) < 0)
            low = middle + 1;
        else
            high = middle;
    }
    return low;
}

// ---- Traits ------------------------------------------------------------------------------------

static const struct {
    const char *word;
    unsigned traits;
} telling[] = {
    {"_Pragma", OC_TRAIT_OPAQUE},       {"__pragma", OC_TRAIT_OPAQUE},
    {"__COUNTER__", OC_TRAIT_OPAQUE},   {"__LINE__", OC_TRAIT_LINES},
    {"__builtin_LINE", OC_TRAIT_LINES}, {"__DATE__", OC_TRAIT_DATED},
    {"__TIME__", OC_TRAIT_DATED},       {"__TIMESTAMP__", OC_TRAIT_DATED},
};

// What is left to look at.
struct search {
    struct oc_macros *macros;
    size_t pending_count;
    unsigned traits;
};

static void look_for_traits(struct search *search, struct oc_words words) {
    struct oc_macros *macros = search->macros;
    struct oc_word word;
    if (oc_words_contain(words, "##") || oc_words_contain(words, "%:%:"))
        search->traits |= OC_TRAIT_PASTES;
    if (oc_words_contain(words, "?\?/") || oc_words_contain(words, "?\?=") || oc_words_split(words))
        search->traits |= OC_TRAIT_OPAQUE;
    while (oc_words_next(&words, &word)) {
        for (size_t i = 0; i < sizeof telling / sizeof *telling; i++)
            if (oc_word_is(word, telling[i].word))
                search->traits |= telling[i].traits;
        for (size_t i = position(macros, word);
             i < macros->count && compare_words(macros->items[i].name, word) == 0; i++) {
            if (macros->items[i].search != macros->searches)
                macros->pending[search->pending_count++] = &macros->items[i];
            macros->items[i].search = macros->searches;
        }
    }
}

static void sort_macros(struct oc_macros *macros) {
    if (macros->pending || !macros->count)
        return;
    qsort(macros->items, macros->count, sizeof *macros->items, compare_macros);
    macros->pending = OC_NEW_ARRAY(macros->arena, macros->count, struct oc_macro *);
}

unsigned oc_traits_of(struct oc_macros *macros, struct oc_words words) {
    struct search search = {.macros = macros};
    sort_macros(macros);
    macros->searches++;
    look_for_traits(&search, words);
    while (search.pending_count)
        look_for_traits(&search, macros->pending[--search.pending_count]->rest);
    return search.traits;
}

#include "scan/extents/polytext.h"

#include "base/text.h"

#include <inttypes.h>
#include <stdlib.h>

static int by_degree(const void *left, const void *right) {
    const struct oc_term *a = left, *b = right;
    if (a->factor_count != b->factor_count)
        return a->factor_count > b->factor_count ? -1 : 1;
    for (unsigned i = 0; i < a->factor_count; i++)
        if (a->factors[i] != b->factors[i])
            return a->factors[i] < b->factors[i] ? -1 : 1;
    return 0;
}

const char *oc_polytext(struct oc_arena *arena, const struct oc_poly *poly,
                        const char *const *names) {
    struct oc_text text = {.arena = arena};
    struct oc_poly sorted = *poly;
    qsort(sorted.terms, sorted.count, sizeof *sorted.terms, by_degree);
    for (unsigned i = 0; i < sorted.count; i++) {
        const struct oc_term *term = &sorted.terms[i];
        bool negative = term->coefficient < 0;
        // Of the most negative number too.
        uint64_t size = negative ? 0 - (uint64_t)term->coefficient : (uint64_t)term->coefficient;
        oc_text_add(&text, i ? negative ? " - " : " + " : negative ? "-" : "");
        bool shows_size = size != 1 || !term->factor_count;
        if (shows_size)
            oc_text_printf(&text, "%" PRIu64, size);
        for (unsigned j = 0; j < term->factor_count; j++)
            oc_text_printf(&text, "%s%s", j || shows_size ? " * " : "", names[term->factors[j]]);
    }
    return sorted.count ? text.data : "0";
}

unsigned oc_polytext_degree(const struct oc_poly *poly) {
    unsigned degree = 0;
    for (unsigned i = 0; i < poly->count; i++)
        degree = poly->terms[i].factor_count > degree ? poly->terms[i].factor_count : degree;
    return degree;
}

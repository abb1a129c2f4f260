#include "cpu/tiles/bounds.h"

#include "cpu/tiles/atoms.h"

// Whether a condition limits a block's number in a dimension: *times * number is at most, or at
// least, *limit, a polynomial without the numbers of blocks.
static bool limits_block(const struct oc_poly *condition, unsigned d, bool at_most, int64_t *times,
                         struct oc_poly *limit) {
    struct oc_poly factor, rest;
    if (!oc_poly_split(condition, OC_ATOM_BLOCK_ID + d, &factor, &rest) ||
        !oc_poly_is_number(&factor, times) || !*times || (*times < 0) != at_most)
        return false;
    for (unsigned other = 0; other < 3; other++)
        if (oc_poly_mentions(&rest, OC_ATOM_BLOCK_ID + other))
            return false;
    *times = at_most ? -*times : *times;
    *limit = at_most ? rest : oc_poly_subtract(oc_poly_number(0), rest);
    return true;
}

// The greatest, or least, value of *times * a block's number where some facts hold. *times divides
// `factor`. Of two facts that limit the number, the one that limits it more.
static struct oc_poly limit_of_block(const struct oc_facts *facts, unsigned d, bool at_most,
                                     const struct oc_poly *factor, int64_t *times) {
    struct oc_poly least = {0}, one = oc_poly_number(1);
    struct oc_poly best =
        at_most ? oc_poly_subtract(oc_poly_unknown(OC_ATOM_BLOCK_COUNT + d), one) : least;
    bool found = false;
    *times = 1;
    for (; facts; facts = facts->outer)
        for (size_t i = 0; i < facts->known.count; i++) {
            int64_t by;
            struct oc_poly limit, divisor, quotient;
            if (!limits_block(&facts->known.conditions[i].poly, d, at_most, &by, &limit))
                continue;
            divisor = oc_poly_number(by);
            bool is_narrower = at_most ? oc_poly_is_plainly_at_least(&best, &limit)
                                       : oc_poly_is_plainly_at_least(&limit, &best);
            if (oc_poly_divide(factor, &divisor, &quotient) &&
                (!found || (by == *times && is_narrower))) {
                best = limit;
                *times = by;
                found = true;
            }
        }
    return best;
}

struct oc_poly oc_bounds_of(const struct oc_facts *facts, struct oc_poly poly, bool greatest) {
    for (unsigned d = 0; d < 3; d++) {
        struct oc_poly factor, rest, quotient;
        if (!oc_poly_split(&poly, OC_ATOM_BLOCK_ID + d, &factor, &rest))
            return (struct oc_poly){.invalid = true};
        struct oc_poly opposite = oc_poly_subtract(oc_poly_number(0), factor);
        bool grows = oc_poly_is_plainly_positive(&factor);
        if (!grows && !oc_poly_is_plainly_positive(&opposite))
            return (struct oc_poly){.invalid = true};
        int64_t times;
        struct oc_poly limit = limit_of_block(facts, d, grows == greatest, &factor, &times);
        struct oc_poly divisor = oc_poly_number(times);
        if (!oc_poly_divide(&factor, &divisor, &quotient))
            return (struct oc_poly){.invalid = true};
        poly = oc_poly_add(rest, oc_poly_multiply(quotient, limit));
    }
    return poly;
}

#include "model/polynomial.h"

#include <string.h>

struct oc_poly oc_poly_number(int64_t value) {
    struct oc_poly poly = {.count = value != 0};
    poly.terms[0].coefficient = value;
    return poly;
}

struct oc_poly oc_poly_unknown(unsigned unknown) {
    struct oc_poly poly = {.invalid = unknown > UINT16_MAX, .count = 1};
    poly.terms[0] =
        (struct oc_term){.coefficient = 1, .factors = {(uint16_t)unknown}, .factor_count = 1};
    return poly;
}

static bool same_factors(const struct oc_term *left, const struct oc_term *right) {
    bool same = left->factor_count == right->factor_count;
    for (unsigned i = 0; same && i < left->factor_count; i++)
        same = left->factors[i] == right->factors[i];
    return same;
}

static void add_term(struct oc_poly *poly, const struct oc_term *term) {
    for (unsigned i = 0; i < poly->count; i++) {
        struct oc_term *at = &poly->terms[i];
        if (!same_factors(at, term))
            continue;
        poly->invalid |=
            __builtin_add_overflow(at->coefficient, term->coefficient, &at->coefficient);
        if (!at->coefficient)
            *at = poly->terms[--poly->count];
        return;
    }
    if (poly->count == OC_POLY_TERMS)
        poly->invalid = true;
    else if (term->coefficient)
        poly->terms[poly->count++] = *term;
}

struct oc_poly oc_poly_add(struct oc_poly left, struct oc_poly right) {
    left.invalid |= right.invalid;
    for (unsigned i = 0; i < right.count; i++)
        add_term(&left, &right.terms[i]);
    return left;
}

struct oc_poly oc_poly_subtract(struct oc_poly left, struct oc_poly right) {
    left.invalid |= right.invalid;
    for (unsigned i = 0; i < right.count; i++) {
        struct oc_term term = right.terms[i];
        left.invalid |= __builtin_sub_overflow(0, term.coefficient, &term.coefficient);
        add_term(&left, &term);
    }
    return left;
}

static bool multiply_terms(const struct oc_term *left, const struct oc_term *right,
                           struct oc_term *out) {
    *out = *left;
    if (__builtin_mul_overflow(left->coefficient, right->coefficient, &out->coefficient) ||
        left->factor_count + right->factor_count > OC_POLY_FACTORS)
        return false;
    for (unsigned i = 0; i < right->factor_count; i++) {
        unsigned at = out->factor_count++;
        for (; at > 0 && out->factors[at - 1] > right->factors[i]; at--)
            out->factors[at] = out->factors[at - 1];
        out->factors[at] = right->factors[i];
    }
    return true;
}

struct oc_poly oc_poly_multiply(struct oc_poly left, struct oc_poly right) {
    struct oc_poly product = {.invalid = left.invalid || right.invalid};
    for (unsigned i = 0; i < left.count; i++)
        for (unsigned j = 0; j < right.count; j++) {
            struct oc_term term;
            if (multiply_terms(&left.terms[i], &right.terms[j], &term))
                add_term(&product, &term);
            else
                product.invalid = true;
        }
    return product;
}

bool oc_poly_equal(const struct oc_poly *left, const struct oc_poly *right) {
    struct oc_poly difference = oc_poly_subtract(*left, *right);
    return !difference.invalid && difference.count == 0;
}

bool oc_poly_is_number(const struct oc_poly *poly, int64_t *value) {
    if (poly->invalid || poly->count > 1 || (poly->count && poly->terms[0].factor_count))
        return false;
    *value = poly->count ? poly->terms[0].coefficient : 0;
    return true;
}

static bool has_factor(const struct oc_term *term, unsigned unknown) {
    for (unsigned i = 0; i < term->factor_count; i++)
        if (term->factors[i] == unknown)
            return true;
    return false;
}

bool oc_poly_mentions(const struct oc_poly *poly, unsigned unknown) {
    for (unsigned i = 0; i < poly->count; i++)
        if (has_factor(&poly->terms[i], unknown))
            return true;
    return false;
}

// Takes one factor out of a term. False: it is not there.
static bool take_factor(struct oc_term *term, unsigned unknown) {
    for (unsigned i = 0; i < term->factor_count; i++) {
        if (term->factors[i] != unknown)
            continue;
        memmove(term->factors + i, term->factors + i + 1,
                (term->factor_count - i - 1U) * sizeof *term->factors);
        term->factor_count--;
        return true;
    }
    return false;
}

bool oc_poly_split(const struct oc_poly *poly, unsigned unknown, struct oc_poly *factor,
                   struct oc_poly *rest) {
    struct oc_poly in = {.invalid = poly->invalid}, out = in;
    for (unsigned i = 0; i < poly->count; i++) {
        struct oc_term term = poly->terms[i];
        if (!take_factor(&term, unknown))
            add_term(&out, &term);
        else if (has_factor(&term, unknown))
            return false;
        else
            add_term(&in, &term);
    }
    *factor = in;
    *rest = out;
    return true;
}

bool oc_poly_divide(const struct oc_poly *left, const struct oc_poly *right, struct oc_poly *out) {
    if (left->invalid || right->invalid || right->count != 1)
        return false;
    struct oc_poly quotient = {0};
    for (unsigned i = 0; i < left->count; i++) {
        struct oc_term term = left->terms[i];
        const struct oc_term *by = &right->terms[0];
        if (by->coefficient == -1 || term.coefficient % by->coefficient != 0)
            return false;
        term.coefficient /= by->coefficient;
        for (unsigned f = 0; f < by->factor_count; f++)
            if (!take_factor(&term, by->factors[f]))
                return false;
        add_term(&quotient, &term);
    }
    *out = quotient;
    return true;
}

// The coefficient of the term with a term's factors.
static int64_t coefficient_in(const struct oc_poly *poly, const struct oc_term *term) {
    for (unsigned i = 0; i < poly->count; i++)
        if (same_factors(&poly->terms[i], term))
            return poly->terms[i].coefficient;
    return 0;
}

struct oc_poly oc_poly_bound(struct oc_poly left, struct oc_poly right, bool greatest) {
    struct oc_poly bound = {.invalid = left.invalid || right.invalid};
    for (unsigned i = 0; i < left.count + right.count; i++) {
        bool is_of_right = i >= left.count;
        struct oc_term term = is_of_right ? right.terms[i - left.count] : left.terms[i];
        if (is_of_right && coefficient_in(&left, &term))
            continue; // it was with the terms of `left`
        int64_t other = coefficient_in(is_of_right ? &left : &right, &term);
        if ((other > term.coefficient) == greatest)
            term.coefficient = other;
        add_term(&bound, &term);
    }
    return bound;
}

bool oc_poly_is_plainly_positive(const struct oc_poly *poly) {
    for (unsigned i = 0; i < poly->count; i++)
        if (poly->terms[i].coefficient < 0)
            return false;
    return !poly->invalid;
}

bool oc_poly_is_plainly_at_least(const struct oc_poly *poly, const struct oc_poly *other) {
    for (unsigned i = 0; i < poly->count; i++)
        if (poly->terms[i].coefficient < coefficient_in(other, &poly->terms[i]))
            return false;
    for (unsigned i = 0; i < other->count; i++)
        if (coefficient_in(poly, &other->terms[i]) < other->terms[i].coefficient)
            return false;
    return !poly->invalid && !other->invalid;
}

// polynomial.h - polynomials with integer coefficients in numbered unknowns that are never
// negative. src/effects/coverage.h uses them to describe which bytes of an array a kernel writes.
//
// A polynomial is a small value that is copied. It is invalid if it has too many terms or factors,
// or too large a coefficient; so is every result computed from an invalid one.
#ifndef OC_POLYNOMIAL_H
#define OC_POLYNOMIAL_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

enum { OC_POLY_TERMS = 12, OC_POLY_FACTORS = 5 };

struct oc_term {
    int64_t coefficient;               // not 0
    uint16_t factors[OC_POLY_FACTORS]; // unknowns, ascending; an unknown may occur several times
    uint16_t factor_count;
};

struct oc_poly {
    bool invalid;
    uint16_t count;
    struct oc_term terms[OC_POLY_TERMS]; // no two terms have the same factors
};

struct oc_poly oc_poly_number(int64_t value);
struct oc_poly oc_poly_unknown(unsigned unknown);
struct oc_poly oc_poly_add(struct oc_poly left, struct oc_poly right);
struct oc_poly oc_poly_subtract(struct oc_poly left, struct oc_poly right);
struct oc_poly oc_poly_multiply(struct oc_poly left, struct oc_poly right);

// Whether they are equal. An invalid polynomial is not equal to any.
bool oc_poly_equal(const struct oc_poly *left, const struct oc_poly *right);

bool oc_poly_is_number(const struct oc_poly *poly, int64_t *value);
bool oc_poly_mentions(const struct oc_poly *poly, unsigned unknown);

// Splits the polynomial into factor * unknown + rest, so that neither factor nor rest contains the
// unknown. Returns false if a term contains the unknown more than once.
bool oc_poly_split(const struct oc_poly *poly, unsigned unknown, struct oc_poly *factor,
                   struct oc_poly *rest);

// Computes left / right. Returns false unless right is a single term that divides every term of
// left.
bool oc_poly_divide(const struct oc_poly *left, const struct oc_poly *right, struct oc_poly *out);

// A polynomial that is at most as great as both (greatest false), or at least as great: each
// coefficient is the lesser or the greater one of theirs.
struct oc_poly oc_poly_bound(struct oc_poly left, struct oc_poly right, bool greatest);

// Whether each coefficient of `poly` is at least that of the same factors in `other`, which implies
// that its value is, too.
bool oc_poly_is_plainly_at_least(const struct oc_poly *poly, const struct oc_poly *other);

// Whether no coefficient is negative, which implies that the value is not negative.
bool oc_poly_is_plainly_positive(const struct oc_poly *poly);

#endif

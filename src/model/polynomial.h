// polynomial.h - polynomials with integer coefficients over numbered unknowns, none of which is
// negative. src/effects/coverage.h says with them which bytes of an array a kernel writes.
//
// A polynomial is a small value that is copied. One with more terms or factors than fit, or with a
// coefficient too large, is invalid, and so is whatever is computed of it.
#ifndef OC_POLYNOMIAL_H
#define OC_POLYNOMIAL_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

enum { OC_POLY_TERMS = 12, OC_POLY_FACTORS = 5 };

struct oc_term {
    int64_t coefficient;               // not 0
    uint16_t factors[OC_POLY_FACTORS]; // unknowns, ascending; one may be there several times
    uint16_t factor_count;
};

struct oc_poly {
    bool invalid;
    uint16_t count;
    struct oc_term terms[OC_POLY_TERMS]; // of different factors
};

struct oc_poly oc_poly_number(int64_t value);
struct oc_poly oc_poly_unknown(unsigned unknown);
struct oc_poly oc_poly_add(struct oc_poly left, struct oc_poly right);
struct oc_poly oc_poly_subtract(struct oc_poly left, struct oc_poly right);
struct oc_poly oc_poly_multiply(struct oc_poly left, struct oc_poly right);

// Whether they are the same; an invalid one is equal to none.
bool oc_poly_equal(const struct oc_poly *left, const struct oc_poly *right);

bool oc_poly_is_number(const struct oc_poly *poly, int64_t *value);
bool oc_poly_mentions(const struct oc_poly *poly, unsigned unknown);

// The polynomial as factor * unknown + rest, where the unknown is not in the factor or the rest.
// False: the unknown has a square in it.
bool oc_poly_split(const struct oc_poly *poly, unsigned unknown, struct oc_poly *factor,
                   struct oc_poly *rest);

// left / right, where right is one term and divides every term of left.
bool oc_poly_divide(const struct oc_poly *left, const struct oc_poly *right, struct oc_poly *out);

// Whether no coefficient is negative, so that the value cannot be.
bool oc_poly_is_plainly_positive(const struct oc_poly *poly);

#endif

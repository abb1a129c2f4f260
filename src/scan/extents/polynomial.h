// polynomial.h - sums of products of integers that have only names here, such as
// rows * cols - 1. Private to extents.
#ifndef OC_POLYNOMIAL_H
#define OC_POLYNOMIAL_H

#include "base/arena.h"

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

enum { OC_MAX_PRODUCTS = 8, OC_MAX_DEGREE = 4 };

// A factor and the numbers of the names that it is multiplied with, in ascending order.
struct oc_product {
    int64_t factor; // not 0
    unsigned degree;
    unsigned names[OC_MAX_DEGREE];
};

// The products are in the order of oc_polynomial_text; each set of names occurs once.
struct oc_polynomial {
    bool known; // false: the value is not known, or has too many products
    size_t count;
    struct oc_product products[OC_MAX_PRODUCTS];
};

struct oc_polynomial oc_polynomial_constant(int64_t value);
struct oc_polynomial oc_polynomial_name(unsigned name);

// a + factor * b, and a * b. Not known if an operand is not, or if a number overflows.
struct oc_polynomial oc_polynomial_add(const struct oc_polynomial *a, const struct oc_polynomial *b,
                                       int64_t factor);
struct oc_polynomial oc_polynomial_multiply(const struct oc_polynomial *a,
                                            const struct oc_polynomial *b);

// a / b, if b is one product that divides each product of a; else not known.
struct oc_polynomial oc_polynomial_divide(const struct oc_polynomial *a,
                                          const struct oc_polynomial *b);

// Whether it is a known constant; sets *value then.
bool oc_polynomial_is_constant(const struct oc_polynomial *polynomial, int64_t *value);

// The largest number of names in a product.
unsigned oc_polynomial_degree(const struct oc_polynomial *polynomial);

// C text of a known polynomial: `names[i]` is the text of name i, which needs no parentheses in a
// product.
const char *oc_polynomial_text(struct oc_arena *arena, const struct oc_polynomial *polynomial,
                               const char *const *names);

#endif

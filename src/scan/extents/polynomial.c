#include "scan/extents/polynomial.h"

#include "base/text.h"

#include <inttypes.h>
#include <string.h>

struct oc_polynomial oc_polynomial_constant(int64_t value) {
    return (struct oc_polynomial){
        .known = true, .count = value != 0, .products = {{.factor = value}}};
}

struct oc_polynomial oc_polynomial_name(unsigned name) {
    return (struct oc_polynomial){
        .known = true, .count = 1, .products = {{.factor = 1, .degree = 1, .names = {name}}}};
}

// Products of more names come first, then those with smaller names.
static int compare(const struct oc_product *a, const struct oc_product *b) {
    if (a->degree != b->degree)
        return a->degree > b->degree ? -1 : 1;
    for (unsigned i = 0; i < a->degree; i++)
        if (a->names[i] != b->names[i])
            return a->names[i] < b->names[i] ? -1 : 1;
    return 0;
}

static void add_product(struct oc_polynomial *into, const struct oc_product *product) {
    size_t at = 0;
    while (at < into->count && compare(&into->products[at], product) < 0)
        at++;
    struct oc_product *here = &into->products[at];
    if (at < into->count && compare(here, product) == 0) {
        into->known =
            into->known && !__builtin_add_overflow(here->factor, product->factor, &here->factor);
        if (here->factor == 0) {
            into->count--;
            memmove(here, here + 1, (into->count - at) * sizeof *here);
        }
        return;
    }
    if (into->count == OC_MAX_PRODUCTS) {
        into->known = false;
        return;
    }
    memmove(here + 1, here, (into->count - at) * sizeof *here);
    *here = *product;
    into->count++;
}

struct oc_polynomial oc_polynomial_add(const struct oc_polynomial *a, const struct oc_polynomial *b,
                                       int64_t factor) {
    struct oc_polynomial sum = *a;
    sum.known = a->known && b->known;
    for (size_t i = 0; sum.known && factor && i < b->count; i++) {
        struct oc_product product = b->products[i];
        if (__builtin_mul_overflow(product.factor, factor, &product.factor))
            sum.known = false;
        else
            add_product(&sum, &product);
    }
    return sum;
}

// Sets *product to a * b. Returns false if it cannot be represented.
static bool multiply(const struct oc_product *a, const struct oc_product *b,
                     struct oc_product *product) {
    *product = (struct oc_product){.degree = a->degree + b->degree};
    if (product->degree > OC_MAX_DEGREE ||
        __builtin_mul_overflow(a->factor, b->factor, &product->factor))
        return false;
    for (unsigned i = 0, from_a = 0, from_b = 0; i < product->degree; i++) {
        bool takes_a =
            from_b == b->degree || (from_a < a->degree && a->names[from_a] <= b->names[from_b]);
        product->names[i] = takes_a ? a->names[from_a++] : b->names[from_b++];
    }
    return true;
}

struct oc_polynomial oc_polynomial_multiply(const struct oc_polynomial *a,
                                            const struct oc_polynomial *b) {
    struct oc_polynomial out = {.known = a->known && b->known};
    for (size_t i = 0; out.known && i < a->count; i++)
        for (size_t j = 0; out.known && j < b->count; j++) {
            struct oc_product product;
            if (multiply(&a->products[i], &b->products[j], &product))
                add_product(&out, &product);
            else
                out.known = false;
        }
    return out;
}

// Sets *quotient to a / b. Returns false if there is a remainder.
static bool divide(const struct oc_product *a, const struct oc_product *b,
                   struct oc_product *quotient) {
    if (a->factor % b->factor != 0)
        return false;
    *quotient = (struct oc_product){.factor = a->factor / b->factor};
    unsigned used = 0;
    for (unsigned i = 0; i < a->degree; i++)
        if (used < b->degree && a->names[i] == b->names[used])
            used++;
        else
            quotient->names[quotient->degree++] = a->names[i];
    return used == b->degree;
}

struct oc_polynomial oc_polynomial_divide(const struct oc_polynomial *a,
                                          const struct oc_polynomial *b) {
    struct oc_polynomial out = {.known = a->known && b->known && b->count == 1 &&
                                         b->products[0].factor > 0};
    for (size_t i = 0; out.known && i < a->count; i++) {
        struct oc_product quotient;
        out.known = divide(&a->products[i], &b->products[0], &quotient);
        if (out.known)
            add_product(&out, &quotient);
    }
    return out;
}

bool oc_polynomial_is_constant(const struct oc_polynomial *polynomial, int64_t *value) {
    if (!polynomial->known || polynomial->count > 1 ||
        (polynomial->count && polynomial->products[0].degree))
        return false;
    *value = polynomial->count ? polynomial->products[0].factor : 0;
    return true;
}

unsigned oc_polynomial_degree(const struct oc_polynomial *polynomial) {
    return polynomial->count ? polynomial->products[0].degree : 0;
}

const char *oc_polynomial_text(struct oc_arena *arena, const struct oc_polynomial *polynomial,
                               const char *const *names) {
    struct oc_text text = {.arena = arena};
    for (size_t i = 0; i < polynomial->count; i++) {
        const struct oc_product *product = &polynomial->products[i];
        bool negative = product->factor < 0;
        // Of the most negative number too.
        uint64_t factor = negative ? 0 - (uint64_t)product->factor : (uint64_t)product->factor;
        oc_text_add(&text, i ? negative ? " - " : " + " : negative ? "-" : "");
        bool shows_factor = factor != 1 || !product->degree;
        if (shows_factor)
            oc_text_printf(&text, "%" PRIu64, factor);
        for (unsigned j = 0; j < product->degree; j++)
            oc_text_printf(&text, "%s%s", j || shows_factor ? " * " : "", names[product->names[j]]);
    }
    return polynomial->count ? text.data : "0";
}

#include "effects/unknowns.h"

// ---- Unknowns ----------------------------------------------------------------------------------

static double most_of_argument(struct oc_argument argument) {
    unsigned bits = 8 * argument.bytes - 1;
    return (double)((UINT64_C(1) << (bits < OC_ARGUMENT_BITS ? bits : OC_ARGUMENT_BITS)) - 1);
}

static bool same_unknown(const struct oc_unknown *left, const struct oc_unknown *right) {
    return left->kind == right->kind && left->dimension == right->dimension &&
           left->value == right->value && left->argument.param == right->argument.param &&
           left->argument.offset == right->argument.offset &&
           left->argument.bytes == right->argument.bytes;
}

unsigned oc_unknowns_add(struct oc_algebra *algebra, struct oc_unknown unknown) {
    for (unsigned i = 0; i < algebra->unknown_count; i++)
        if (same_unknown(&algebra->unknowns[i], &unknown))
            return i;
    if (algebra->unknown_count == OC_MAX_UNKNOWNS)
        return OC_MAX_UNKNOWNS;
    algebra->unknowns[algebra->unknown_count] = unknown;
    return (unsigned)algebra->unknown_count++;
}

struct oc_poly oc_unknowns_value(const struct oc_algebra *algebra, unsigned number) {
    for (size_t i = 0; i < algebra->fixed_count; i++)
        if (algebra->fixed[i].unknown == number)
            return algebra->fixed[i].value;
    return oc_poly_unknown(number);
}

unsigned oc_unknowns_argument(struct oc_algebra *algebra, struct oc_argument argument) {
    return oc_unknowns_add(algebra, (struct oc_unknown){.kind = OC_ARGUMENT,
                                                        .argument = argument,
                                                        .most = most_of_argument(argument)});
}

struct oc_poly oc_unknowns_argument_value(struct oc_algebra *algebra, struct oc_argument argument) {
    return oc_unknowns_value(algebra, oc_unknowns_argument(algebra, argument));
}

bool oc_unknowns_are_arguments(const struct oc_algebra *algebra, const struct oc_poly *poly) {
    for (unsigned i = 0; i < poly->count; i++)
        for (unsigned f = 0; f < poly->terms[i].factor_count; f++)
            if (algebra->unknowns[poly->terms[i].factors[f]].kind != OC_ARGUMENT)
                return false;
    return !poly->invalid;
}

// ---- What is known -----------------------------------------------------------------------------

static double most_of(const struct oc_algebra *algebra, unsigned unknown);

// How much less a product of the grid's sizes is than that of their greatest values.
static double share_of_grid(const struct oc_algebra *algebra, const struct oc_term *term) {
    bool found[3][2] = {{false}};
    for (unsigned f = 0; f < term->factor_count; f++) {
        const struct oc_unknown *unknown = &algebra->unknowns[term->factors[f]];
        if (unknown->kind == OC_BLOCK_SIZE || unknown->kind == OC_BLOCK_COUNT)
            found[unknown->dimension][unknown->kind == OC_BLOCK_SIZE] = true;
    }
    double share = 1;
    for (int d = 0; d < 3; d++)
        if (found[d][0] && found[d][1] && algebra->grid_most[d] > 0)
            share *= algebra->grid_most[d] / (OC_MOST_THREADS * OC_MOST_BLOCKS);
    return share < 1 ? share : 1;
}

double oc_unknowns_magnitude(const struct oc_algebra *algebra, const struct oc_poly *poly,
                             bool positive) {
    double sum = 0;
    for (unsigned i = 0; i < poly->count; i++) {
        const struct oc_term *term = &poly->terms[i];
        double product = (double)term->coefficient;
        if ((product > 0) != positive)
            continue;
        for (unsigned f = 0; f < term->factor_count; f++)
            product *= most_of(algebra, term->factors[f]);
        product *= share_of_grid(algebra, term);
        sum += positive ? product : -product;
    }
    return sum;
}

// An active counter is less than its range.
static double most_of(const struct oc_algebra *algebra, unsigned unknown) {
    double most = algebra->unknowns[unknown].most;
    for (size_t i = 0; i < algebra->counter_count; i++) {
        const struct oc_counter *counter = &algebra->counters[i];
        if (!counter->active || counter->unknown != unknown)
            continue;
        double range = oc_unknowns_magnitude(algebra, &counter->range, true);
        most = range < most ? range : most;
    }
    return most;
}

bool oc_unknowns_fit(struct oc_algebra *algebra, const struct oc_poly *poly, unsigned width) {
    if (algebra->looking)
        return !poly->invalid;
    if (poly->invalid || width == 0 || width > 64)
        return false;
    // Doubles are exact up to 2^53; above, a little less than the limit is asked for.
    double limit = (double)(UINT64_C(1) << (width - 1)) * (width > 53 ? 0.999 : 1);
    if (oc_unknowns_magnitude(algebra, poly, true) < limit &&
        oc_unknowns_magnitude(algebra, poly, false) < limit)
        return true;
    if (width != 64 || !oc_unknowns_are_arguments(algebra, poly) ||
        !oc_poly_is_plainly_positive(poly) || algebra->supposed_count == OC_MAX_SUPPOSED)
        return false;
    algebra->supposed[algebra->supposed_count++] = *poly;
    return true;
}

// Tries to show that poly >= 0 by what is known of the counters from `from` on. Where the counter's
// factor is -q, q * (limit - 1 - counter), which is not negative, is taken off.
static bool shows_positive(const struct oc_algebra *algebra, struct oc_poly poly, size_t from) {
    if (oc_poly_is_plainly_positive(&poly))
        return true;
    if (poly.invalid || from == algebra->counter_count)
        return false;
    if (shows_positive(algebra, poly, from + 1))
        return true;
    const struct oc_counter *counter = &algebra->counters[from];
    struct oc_poly factor, rest;
    if (!counter->active || !oc_poly_split(&poly, counter->unknown, &factor, &rest))
        return false;
    struct oc_poly taken = oc_poly_multiply(oc_poly_number(-1), factor);
    if (!taken.count || !oc_poly_is_plainly_positive(&taken))
        return false;
    struct oc_poly limits[] = {counter->range, oc_poly_unknown(counter->end)};
    for (size_t i = 0; i < (counter->kind == OC_STRETCH ? 2 : 1); i++) {
        struct oc_poly slack =
            oc_poly_subtract(oc_poly_subtract(limits[i], oc_poly_number(1)), counter->value);
        if (shows_positive(algebra, oc_poly_subtract(poly, oc_poly_multiply(taken, slack)),
                           from + 1))
            return true;
    }
    return false;
}

bool oc_unknowns_prove_positive(const struct oc_algebra *algebra, struct oc_poly poly) {
    return shows_positive(algebra, poly, 0);
}

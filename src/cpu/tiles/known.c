#include "cpu/tiles/known.h"

unsigned oc_known_width(LLVMValueRef value) {
    unsigned width = oc_ir_width(value);
    return LLVMGetTypeKind(LLVMTypeOf(value)) == LLVMPointerTypeKind ? 64 : width;
}

uint64_t oc_known_unsigned(int64_t number, unsigned width) {
    return width == 64 ? (uint64_t)number : (uint64_t)number & ((1ull << width) - 1);
}

struct oc_known oc_known_nothing(void) {
    return (struct oc_known){.kind = OC_UNKNOWN};
}

struct oc_known oc_known_number(uint64_t bits, unsigned width) {
    unsigned unused = 64 - width;
    return (struct oc_known){.kind = OC_NUMBER, .number = (int64_t)(bits << unused) >> unused};
}

struct oc_known oc_known_polynomial(struct oc_arena *arena, struct oc_poly poly) {
    int64_t number;
    if (poly.invalid)
        return oc_known_nothing();
    if (oc_poly_is_number(&poly, &number))
        return oc_known_number((uint64_t)number, 64);
    struct oc_poly *kept = OC_NEW(arena, struct oc_poly);
    *kept = poly;
    return (struct oc_known){.kind = OC_POLYNOMIAL, .poly = kept};
}

struct oc_poly oc_known_reduced(struct oc_poly poly, unsigned width) {
    bool is_reduced = true;
    for (unsigned i = 0; i < poly.count; i++) {
        int64_t coefficient = poly.terms[i].coefficient;
        is_reduced &= oc_known_number((uint64_t)coefficient, width).number == coefficient;
    }
    if (is_reduced)
        return poly;
    struct oc_poly reduced = {.invalid = poly.invalid};
    for (unsigned i = 0; i < poly.count; i++) {
        struct oc_poly term = {.count = 1, .terms = {poly.terms[i]}};
        struct oc_term *at = &term.terms[0];
        at->coefficient = oc_known_number((uint64_t)at->coefficient, width).number;
        if (at->coefficient)
            reduced = oc_poly_add(reduced, term);
    }
    return reduced;
}

bool oc_known_is_integer(const struct oc_known *known) {
    return known->kind == OC_NUMBER || known->kind == OC_POLYNOMIAL;
}

struct oc_poly oc_known_poly(const struct oc_known *known) {
    if (known->kind == OC_NUMBER)
        return oc_poly_number(known->number);
    if (known->kind == OC_POLYNOMIAL)
        return *known->poly;
    return (struct oc_poly){.invalid = true};
}

bool oc_known_equal(const struct oc_known *left, const struct oc_known *right) {
    struct oc_poly first = oc_known_poly(left), second = oc_known_poly(right);
    return oc_poly_equal(&first, &second);
}

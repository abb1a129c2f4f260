// facts.h - the largest values of integer expressions in a kernel, in terms of its parameters.
// Private to extents.
#ifndef OC_FACTS_H
#define OC_FACTS_H

#include "model/polynomial.h"
#include "scan/ast/ast.h"

// What a name in a polynomial is: a parameter of the kernel (or a member of one), a variable, or an
// expression that is no sum or product. Each has one name, wherever it is used.
struct oc_quantity {
    enum oc_quantity_kind { OC_QUANTITY_PARAM, OC_QUANTITY_VARIABLE, OC_QUANTITY_EXPRESSION } kind;
    CXCursor cursor;  // of the declaration, or of one use of the expression
    const char *text; // C text; of a parameter without parentheses needed in a product
    unsigned last;    // the last of the parameters that a parameter's text uses
};

// A variable, or a parameter of a function that the kernel calls.
struct oc_variable {
    CXCursor declaration;
    bool grows;           // by ++, += or the like
    unsigned assignments; // by =, not counting an initial value
    CXCursor value;       // its last known value: an expression; null: none
};

// left <= limit, as a comparison says; of two that follow each other, one of each operand.
struct oc_fact {
    struct oc_poly left, limit;
    bool negated; // the comparison says so where it does not hold
    bool active;  // of the first of a comparison's two: one of them is being used
};

// After so many steps, nothing more is known.
enum { OC_FACTS_MAX_STEPS = 10000 };

struct oc_facts {
    struct oc_ast *ast;
    CXCursor function; // the kernel
    struct oc_quantity *quantities;
    size_t quantity_count, quantity_capacity;
    struct oc_variable *variables;
    size_t variable_count, variable_capacity;
    struct oc_fact *facts;
    size_t fact_count, fact_capacity;
    unsigned steps; // that were taken
    unsigned depth; // of values that follow from others
};

// The value of what nothing shows: an invalid polynomial.
struct oc_poly oc_facts_unknown(void);

// Adds what the assignments and comparisons in a function say.
void oc_facts_collect(struct oc_facts *facts, CXCursor function);

// A variable's entry, made if there is none. It is valid until the next call.
struct oc_variable *oc_facts_variable(struct oc_facts *facts, CXCursor declaration);

// The value of a variable if it has one value only; else a null cursor.
CXCursor oc_facts_value(struct oc_facts *facts, CXCursor declaration);

// An integer expression as a polynomial of quantities. A variable that always has one value over
// parameters is replaced by that.
struct oc_poly oc_facts_read(struct oc_facts *facts, CXCursor expression);

// The last parameter of the kernel that a polynomial over parameters uses; 0 if it uses none.
unsigned oc_facts_last(const struct oc_facts *facts, const struct oc_poly *poly);

// A polynomial over parameters as C text.
const char *oc_facts_text(const struct oc_facts *facts, const struct oc_poly *poly);

// The largest value of a polynomial, over parameters only; not known if nothing shows it.
struct oc_poly oc_facts_largest(struct oc_facts *facts, const struct oc_poly *polynomial);

// Which of two values over parameters is the larger, if no parameter is negative: 1 for b; 0 for a,
// or if they are equal; -1 if that depends. What has a product of more parameters counts as larger,
// and what is not known as smaller.
int oc_facts_compare(const struct oc_poly *a, const struct oc_poly *b);

#endif

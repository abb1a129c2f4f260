// expression.h - an array bound as a tree.
//
// `int n, float x[n * 4ul]` gives x the bound (unit_json.c writes it so)
//
//   {"op": "*", "type": "unsigned long", "of": [
//      {"op": "convert", "type": "unsigned long", "of": [{"param": 0, "type": "int"}]},
//      {"value": 4, "type": "unsigned long"}]}
//
// Every node says its type, and each conversion that C makes without saying so is a node. So the
// operands of * have its type, and who reads a tree needs none of C's rules for types: the glue
// prints it as C (glue/bounds.h), evaluate.h computes it.
//
// A bound has no side effects, calls nothing, and reads no memory but the parameters and, in the
// count of a member, the struct that the member is in. The scan refuses all others, so no bound is
// kept as text.
#ifndef OC_EXPRESSION_H
#define OC_EXPRESSION_H

#include "base/arena.h"

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

// An integer type, which is C's of this name on a 64-bit host. `long long` is `long`, `char` is one
// of the other types of a byte, and an enum is the type that holds it.
struct oc_integer {
    const char *name; // "unsigned long"
    unsigned bytes;   // 1, 2, 4 or 8
    bool is_signed;
};

// Return the integer type: bool, the one of this size and signedness, the one with this name. The
// type of an expression is one of these addresses. NULL if there is no such integer type.
const struct oc_integer *oc_integer_bool(void);
const struct oc_integer *oc_integer_of(unsigned bytes, bool is_signed);
const struct oc_integer *oc_integer_named(const char *name);

// A value as the type holds it, converted as C does: its bits, with the sign or with zeros in front
// of them. What `unsigned long` holds is the int64_t of the same bits.
int64_t oc_integer_convert(const struct oc_integer *type, int64_t value);

enum oc_operator {
    OC_EXPR_OTHER, // never in a valid unit
    // Without operands.
    OC_EXPR_CONSTANT,
    OC_EXPR_PARAM,  // of the kernel; with a path: the member of a struct that is passed by value
    OC_EXPR_MEMBER, // of the struct that the counted pointer is in
    // Of one.
    OC_EXPR_CONVERT,
    OC_EXPR_NEGATE,
    OC_EXPR_COMPLEMENT, // ~
    OC_EXPR_NOT,        // !
    // Of two. && and || compute the second only where the first leaves them open.
    OC_EXPR_MULTIPLY,
    OC_EXPR_DIVIDE,
    OC_EXPR_REMAINDER,
    OC_EXPR_ADD,
    OC_EXPR_SUBTRACT,
    OC_EXPR_SHIFT_LEFT,
    OC_EXPR_SHIFT_RIGHT,
    OC_EXPR_LESS,
    OC_EXPR_GREATER,
    OC_EXPR_AT_MOST,
    OC_EXPR_AT_LEAST,
    OC_EXPR_EQUAL,
    OC_EXPR_UNEQUAL,
    OC_EXPR_BITS_AND,
    OC_EXPR_BITS_XOR,
    OC_EXPR_BITS_OR,
    OC_EXPR_AND,
    OC_EXPR_OR,
    // Of three, of which it computes two.
    OC_EXPR_CHOOSE, // ?:
    OC_EXPR_COUNT
};

// How an operator is written, in C ("<<") and in JSON ("convert" for conversions), and how many
// operands it has: 0 to 3.
struct oc_operator_form {
    const char *spelling;
    unsigned operands;
};
extern const struct oc_operator_form oc_operator_forms[OC_EXPR_COUNT];

struct oc_expression {
    enum oc_operator op;
    const struct oc_integer *type;
    int64_t value;    // OC_EXPR_CONSTANT: as oc_integer_convert makes it
    size_t param;     // OC_EXPR_PARAM: its number
    const char *path; // OC_EXPR_MEMBER: "in.parts[2].n". OC_EXPR_PARAM: likewise, or NULL
    const struct oc_expression *operands[3];
};

// `value` is converted to the type.
const struct oc_expression *oc_expression_constant(struct oc_arena *arena,
                                                   const struct oc_integer *type, int64_t value);

// Whether the operands are there and have the types that C gives them: those of arithmetic, and
// what ?: chooses from, the node's type; the left one of a shift likewise; those that are compared
// the same type. What yields 0 or 1 is an int. Says nothing of the operands' own operands.
bool oc_expression_is_typed(const struct oc_expression *node);

bool oc_expression_equal(const struct oc_expression *left, const struct oc_expression *right);

bool oc_expression_is_constant(const struct oc_expression *expression, int64_t *value);

// Whether it is a parameter as it is, and its number.
bool oc_expression_is_param(const struct oc_expression *expression, size_t *param);

// The operator's character in C where some values have no result in the type: signed arithmetic may
// overflow, a divisor may be 0, a shift may be too far ('<' and '>'). 0: all have one.
char oc_expression_check(const struct oc_expression *node);

#endif

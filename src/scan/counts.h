// counts.h - the counts of pointers in structs, and of parameters without a bound. Private to the
// scan (see scan.h).
//
//   struct matrix { int rows, cols; float *data offload_count(rows * cols); };
//   struct vector { size_t n; float *data __counted_by(n); };
//   offload_kernel void k(float (*rows)[4] offload_count(n), size_t n);
//
// Both have a form with _or_null at the end, for pointers that may be null even if the count is not
// 0. A parameter's count may use all parameters, including later ones. clang's attribute is for
// members only.
//
// libclang shows neither as an expression: offload_count is text in an annotation, and __counted_by
// appears only in the spelling of the pointer's type. So the scan parses such a source twice. For
// the second parse, a function for each count is appended, so that clang resolves the text:
//
//   static void __offloadcc_count_0(struct matrix *__offloadcc_e) {
//       __auto_type rows = __offloadcc_e->rows; __auto_type cols = __offloadcc_e->cols; ...
//       (rows * cols); }
//   static void __offloadcc_count_1(const void *rows, unsigned long n) { (n); }
#ifndef OC_COUNTS_H
#define OC_COUNTS_H

#include "scan/ast/ast.h"

// A pointer in a struct that a kernel's parameters reach, or a parameter, and its count.
struct oc_count {
    CXCursor declaration; // of the member or parameter
    struct oc_place place;
    const char *what; // "member" or "parameter"
    const char *name;
    const char *text;    // the count, as written
    bool or_null;        // the form with _or_null
    const char *problem; // what is wrong with it, for "member 'x' %s"; NULL: nothing is known to be
    CXCursor function;   // the appended function; null before the second parse
};

struct oc_counts {
    struct oc_count *items;
    size_t count;
};

// All counts on the parameters of these functions and in the structs that these contain or point
// to; with the appended functions, if this is the second parse.
void oc_counts_read(struct oc_ast *ast, const struct oc_cursors *kernels, struct oc_counts *out);

// The functions to append, as C text.
const char *oc_counts_functions(struct oc_ast *ast, const struct oc_cursors *kernels);

// After a second parse that failed: reports clang's errors in the appended functions, at the
// pointers' declarations. `counts` are those of the first parse, of which only texts are used.
// Returns false if there is no error in these functions.
bool oc_counts_explain(struct oc_ast *ast, const struct oc_counts *counts);

// The mark of a count on any declaration, such as "offload_count", or NULL if it has none.
const char *oc_counts_mark(struct oc_ast *ast, CXCursor declaration);

// The count of a field or parameter, or NULL if it has none.
const struct oc_count *oc_counts_find(const struct oc_counts *counts, CXCursor declaration);

// The expression in the count's function. False where there is none.
bool oc_count_expression(struct oc_ast *ast, const struct oc_count *count, CXCursor *expression);

// What a count may use, for messages: "parameters".
const char *oc_count_operands(const struct oc_count *count);

#endif

// counts.h - the counts of pointers in structs, and of parameters without a bound. Private to the
// scan (see scan.h).
//
//   struct matrix { int rows, cols; float *data offload_count(rows * cols); };
//   struct vector { size_t n; float *data __counted_by(n); };
//   offload_kernel void k(float (*rows)[4] offload_count(n), size_t n);
//
// In structs there is a form whose name ends in _or_null, for pointers that may be null whatever
// the count. A parameter's count may use all parameters, also later ones.
//
// libclang shows neither as an expression: the first is text in an annotation, the second can be
// seen in the spelling of the pointer's type only. So the scan parses such a source twice, the
// second time with a function behind it for each count, in which C itself says what the text means:
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
    CXCursor declaration;
    struct oc_place place;
    const char *what; // "member" or "parameter"
    const char *name;
    const char *text;
    bool or_null;
    CXCursor function; // null before the second parse
};

struct oc_counts {
    struct oc_count *items;
    size_t count;
};

// All counts that the parameters of these functions reach, with their functions where the parse has
// them.
void oc_counts_read(struct oc_ast *ast, const struct oc_cursors *kernels, struct oc_counts *out);

// The functions, as C text for the end of the source.
const char *oc_counts_functions(struct oc_ast *ast, const struct oc_cursors *kernels);

// Reports what clang found wrong in the functions of a second parse that failed, at the pointers.
// Of `counts`, from the first parse, only text is used. False if it found nothing there.
bool oc_counts_explain(struct oc_ast *ast, const struct oc_counts *counts);

// The mark of a count that a declaration, of whatever it is, carries: "offload_count"; or NULL.
const char *oc_counts_mark(struct oc_ast *ast, CXCursor declaration);

// The count of a field or parameter, or NULL if it has none.
const struct oc_count *oc_counts_find(const struct oc_counts *counts, CXCursor declaration);

// The expression in the count's function. False where there is none.
bool oc_count_expression(struct oc_ast *ast, const struct oc_count *count, CXCursor *expression);

// What a count may use, for messages: "parameters".
const char *oc_count_operands(const struct oc_count *count);

#endif

// ast.h - libclang's AST in the forms that the scan needs. Private to the scan (see scan.h).
//
// The functions never fail: for what does not exist they return a null cursor, NULL or false. The
// strings and arrays that they return live on the scan's arena.
#ifndef OC_AST_H
#define OC_AST_H

#include "base/arena.h"
#include "base/diag.h"
#include "base/slice.h"
#include "model/unit.h"

#include <clang-c/Index.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

// What the parts of one scan share.
struct oc_ast {
    struct oc_arena *arena;
    struct oc_diag *diag;
    CXTranslationUnit unit;
    bool offers_all;  // -fgpu-rdc: all external functions are for device code of other files
    bool has_plugins; // the command names LLVM plugins, which may define functions that are called
};

// A growing array of cursors.
struct oc_cursors {
    CXCursor *items;
    size_t count;
    size_t capacity;
};

void oc_cursors_add(struct oc_ast *ast, struct oc_cursors *cursors, CXCursor cursor);

// Returns a copy of libclang's string, and disposes of that; and the name of a cursor. Never NULL.
const char *oc_ast_string(struct oc_ast *ast, CXString string);
const char *oc_ast_name(struct oc_ast *ast, CXCursor cursor);

// A cursor's place as clang reports it: for macros, where they are expanded; #line is respected.
struct oc_place oc_ast_place(struct oc_ast *ast, CXCursor cursor);

// The same of one of clang's messages.
struct oc_place oc_ast_error_place(struct oc_ast *ast, CXDiagnostic error);

// The text of the file that a message of clang's is about. Sets *at to the message's place in it.
// Its data is NULL if the message has no place in a file.
struct oc_slice oc_ast_error_text(struct oc_ast *ast, CXDiagnostic error, size_t *at);

// Whether the line that a message of clang's is about has a word before the message's place.
bool oc_ast_follows(struct oc_ast *ast, CXDiagnostic error, const char *word);

// Reports an error at a cursor's place, and sets `*valid` to false.
void oc_ast_refuse(struct oc_ast *ast, bool *valid, CXCursor at, const char *format, ...)
    __attribute__((format(printf, 4, 5)));
bool oc_ast_in_system_header(CXCursor cursor);

// How clang prints a declaration, with its attributes, without its body.
const char *oc_ast_declaration(struct oc_ast *ast, CXCursor declaration);

// The type of a function or variable without typedefs, as C text.
const char *oc_ast_type_text(struct oc_ast *ast, CXCursor declaration);

// The children, in libclang's order: all, or those that are expressions.
struct oc_cursors oc_ast_children(struct oc_ast *ast, CXCursor cursor);
struct oc_cursors oc_ast_expressions(struct oc_ast *ast, CXCursor cursor);

// The function that an expression names, through casts and operators; a null cursor if none.
CXCursor oc_ast_function(struct oc_ast *ast, CXCursor expression);

// Whether an expression, statement or declaration mentions a variable, by any of its declarations.
bool oc_ast_mentions(CXCursor where, CXCursor variable);

// Whether a declaration has __attribute__((annotate(mark))).
bool oc_ast_is_marked(CXCursor declaration, const char *mark);

// The arguments of annotate(mark, arguments...) on a declaration; none if it has no such mark. And
// the first of them; a null cursor if there is none.
struct oc_cursors oc_ast_mark_arguments(struct oc_ast *ast, CXCursor declaration, const char *mark);
CXCursor oc_ast_mark_argument(struct oc_ast *ast, CXCursor declaration, const char *mark);

// Whether a cursor, such as a mark, is in the text of this declaration. A declaration inherits the
// marks of earlier ones.
bool oc_ast_lies_in(CXCursor cursor, CXCursor declaration);

// Whether a function is a kernel: it or its definition has the mark, perhaps from an earlier
// declaration.
bool oc_ast_is_kernel(CXCursor function);

// Whether a call is of an index function whose result differs between the threads of a block.
bool oc_ast_is_index_call(struct oc_ast *ast, CXCursor call);

// If the expression is a __builtin_choose_expr, sets *chosen to the operand that it selects. Else
// returns false.
bool oc_ast_chosen(struct oc_ast *ast, CXCursor expression, CXCursor *chosen);

// Sets *value to the value of a constant integer expression of at most 8 bytes, as an int64_t with
// the same bits. Returns false for other expressions.
bool oc_ast_evaluate(CXCursor expression, int64_t *value);

// Whether such an expression is true: 1 or 0; -1 for other expressions.
int oc_ast_truth(CXCursor expression);

// The type without typedefs, qualifiers and _Atomic; enums are the integer types that hold them.
CXType oc_ast_plain_type(CXType type);
const char *oc_ast_type_name(struct oc_ast *ast, CXType type);
bool oc_ast_is_integer(CXType plain);
bool oc_ast_is_signed(CXType plain);
bool oc_ast_is_array(CXType canonical);

// Whether a variable is const: for an array, its elements.
bool oc_ast_is_const(CXCursor variable);

// The canonical type of an array's elements, over all dimensions, or of what is not an array; and
// whether it is const.
CXType oc_ast_element(CXType type, bool *is_const);

bool oc_ast_is_function(CXType canonical);

// The fields of a struct or union, in their order. An anonymous struct or union in it is one field,
// for which oc_ast_is_nameless is true: its fields are used like those of the outer struct.
struct oc_cursors oc_ast_fields(struct oc_ast *ast, CXType record);
bool oc_ast_is_nameless(CXCursor field);

// C text that names a struct or union at the end of the file; NULL if there is none, as for a
// struct that is declared in a function. `type` is the type as it was written, `record` the
// canonical one.
const char *oc_ast_record_name(struct oc_ast *ast, CXType type, CXType record);

// The source text of an expression in a parameter's declaration; NULL if it comes from a macro that
// spans more than the expression.
const char *oc_ast_source_text(struct oc_ast *ast, CXCursor expression, CXCursor param);

#endif

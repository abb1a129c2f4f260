// ast.h - libclang's AST in the forms that the scan needs. Private to the scan (see scan.h).
//
// All functions are thin and total: they never fail, and strings and arrays that they return live
// on the scan's arena.
#ifndef OC_AST_H
#define OC_AST_H

#include "base/arena.h"
#include "base/diag.h"
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
    bool has_plugins; // of LLVM's, which may define what is called
};

// A growing array of cursors.
struct oc_cursors {
    CXCursor *items;
    size_t count;
    size_t capacity;
};

void oc_cursors_add(struct oc_ast *ast, struct oc_cursors *cursors, CXCursor cursor);

// A copy of libclang's string, which is disposed of. Never NULL.
const char *oc_ast_string(struct oc_ast *ast, CXString string);
const char *oc_ast_name(struct oc_ast *ast, CXCursor cursor);

// Where clang would say that the cursor is: in macros, where they are expanded; #line is honoured.
struct oc_place oc_ast_place(struct oc_ast *ast, CXCursor cursor);

// Reports an error at a cursor's place, and sets `*valid` to false.
void oc_ast_refuse(struct oc_ast *ast, bool *valid, CXCursor at, const char *format, ...)
    __attribute__((format(printf, 4, 5)));
bool oc_ast_in_system_header(CXCursor cursor);

// The children, in libclang's order: all, or those that are expressions.
struct oc_cursors oc_ast_children(struct oc_ast *ast, CXCursor cursor);
struct oc_cursors oc_ast_expressions(struct oc_ast *ast, CXCursor cursor);

// The function that an expression names, through casts and operators; a null cursor if none.
CXCursor oc_ast_function(struct oc_ast *ast, CXCursor expression);

// Whether the declaration carries __attribute__((annotate(mark))).
bool oc_ast_is_marked(CXCursor declaration, const char *mark);

// The argument of annotate(mark, argument); a null cursor where there is no such mark.
CXCursor oc_ast_mark_argument(struct oc_ast *ast, CXCursor declaration, const char *mark);

// Whether a function is a kernel: the mark may stand at any declaration before.
bool oc_ast_is_kernel(CXCursor function);

// Whether a call asks for something that differs between the threads of a block.
bool oc_ast_is_index_call(struct oc_ast *ast, CXCursor call);

// The operand that __builtin_choose_expr takes, if that is what the expression is.
bool oc_ast_chosen(struct oc_ast *ast, CXCursor expression, CXCursor *chosen);

// The value of a constant integer expression of at most 8 bytes, as an int64_t with its bits.
bool oc_ast_evaluate(CXCursor expression, int64_t *value);

// The type without typedefs, qualifiers and _Atomic; enums are the integer types that hold them.
CXType oc_ast_plain_type(CXType type);
const char *oc_ast_type_name(struct oc_ast *ast, CXType type);
bool oc_ast_is_integer(CXType plain);
bool oc_ast_is_signed(CXType plain);
bool oc_ast_is_array(CXType canonical);

// The type in all dimensions of an array, canonical, or the type itself; and whether it is const.
CXType oc_ast_element(CXType type, bool *is_const);

bool oc_ast_is_function(CXType canonical);

// The fields of a struct or union, in their order. A struct in it that has no name of its own is
// one field, for which is_nameless holds: its fields are used like those of the outer one.
struct oc_cursors oc_ast_fields(struct oc_ast *ast, CXType record);
bool oc_ast_is_nameless(CXCursor field);

// C text that names a struct or union at the end of the file; NULL if there is none. `type` is as
// it was written, `record` canonical.
const char *oc_ast_record_name(struct oc_ast *ast, CXType type, CXType record);

// The source text of an expression as written in a parameter; NULL where a macro that spans more
// than the expression made it.
const char *oc_ast_source_text(struct oc_ast *ast, CXCursor expression, CXCursor param);

#endif

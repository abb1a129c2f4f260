#include "scan/variables.h"

#include "base/names.h"
#include "scan/marks.h"

#include <string.h>

struct reader {
    struct oc_ast *ast;
    struct oc_cursors cursors;
    bool valid;
};

static bool has_initializer(CXCursor variable) {
    return !clang_Cursor_isNull(clang_Cursor_getVarDeclInitializer(variable));
}

static bool is_at_file_scope(CXCursor variable) {
    return clang_Cursor_hasVarDeclExternalStorage(variable) == 1 ||
           clang_getCursorKind(clang_getCursorSemanticParent(variable)) == CXCursor_TranslationUnit;
}

// ---- Shared variables --------------------------------------------------------------------------

static void check_shared(struct reader *reader, CXCursor cursor) {
    const char *name = oc_ast_name(reader->ast, cursor);
    if (clang_getCursorKind(cursor) != CXCursor_VarDecl)
        oc_ast_refuse(
            reader->ast, &reader->valid, cursor,
            "'%s' is marked offload_shared, which is for variables in kernels and in functions "
            "that kernels call; remove the mark",
            name);
    else if (is_at_file_scope(cursor))
        oc_ast_refuse(
            reader->ast, &reader->valid, cursor,
            "shared variable '%s' is at file scope; declare it in the kernel, or in a function "
            "that the kernel calls",
            name);
    else if (clang_getCursorTLSKind(cursor) != CXTLS_None)
        oc_ast_refuse(
            reader->ast, &reader->valid, cursor,
            "shared variable '%s' is thread-local, but the threads of a block share it; remove "
            "one of the two",
            name);
    else if (has_initializer(cursor))
        oc_ast_refuse(
            reader->ast, &reader->valid, cursor,
            "shared variable '%s' has an initial value, which shared memory cannot have; assign "
            "it in the kernel, and let a barrier follow",
            name);
    else if (oc_ast_is_const(cursor))
        oc_ast_refuse(
            reader->ast, &reader->valid, cursor,
            "shared variable '%s' is const, so nothing can give it a value; remove the const",
            name);
    else if (clang_Type_getSizeOf(clang_getCursorType(cursor)) == 0)
        oc_ast_refuse(reader->ast, &reader->valid, cursor,
                      "shared variable '%s' has a size of 0; for a size that the launch gives, use "
                      "offload_dynamic_shared()",
                      name);
}

// ---- Device variables --------------------------------------------------------------------------

static enum CXVisitorResult find_flexible(CXCursor field, CXClientData data) {
    bool *found = data;
    *found = clang_getCanonicalType(clang_getCursorType(field)).kind == CXType_IncompleteArray;
    return *found ? CXVisit_Break : CXVisit_Continue;
}

// What stands in a flexible array adds to the variable, but not to its type's size.
static bool is_flexible(CXCursor variable) {
    CXType type = clang_getCanonicalType(clang_getCursorType(variable));
    bool found = false;
    if (type.kind == CXType_Record)
        clang_Type_visitFields(type, find_flexible, &found);
    return found;
}

// Why the variable cannot be a device variable; NULL if it can.
static const char *global_fault(struct reader *reader, CXCursor variable) {
    if (!is_at_file_scope(variable))
        return "is declared in a function; declare it at file scope";
    if (clang_getCursorTLSKind(variable) != CXTLS_None)
        return "is thread-local, and devices have no thread-local variables; remove "
               "'_Thread_local'";
    if (strcmp(oc_ast_string(reader->ast, clang_Cursor_getMangling(variable)),
               oc_ast_name(reader->ast, variable)) != 0)
        return "has another name in assembly; remove the asm label or the attribute that gives it";
    if (clang_Type_getSizeOf(clang_getCursorType(variable)) == 0)
        return "has a size of 0; give it a size";
    if (is_flexible(variable))
        return "has a flexible array, whose size is not known; give the array a size";
    return NULL;
}

// Keeps one declaration of each variable: the definition, or the tentative one that has the size.
static void add_global(struct reader *reader, CXCursor variable) {
    if (oc_ast_is_const(variable) ||
        (clang_Cursor_hasVarDeclExternalStorage(variable) == 1 && !has_initializer(variable)))
        return;
    CXCursor canonical = clang_getCanonicalCursor(variable);
    for (size_t i = 0; i < reader->cursors.count; i++) {
        CXCursor *known = &reader->cursors.items[i];
        if (!clang_equalCursors(clang_getCanonicalCursor(*known), canonical))
            continue;
        if (has_initializer(variable) || clang_Type_getSizeOf(clang_getCursorType(*known)) < 0)
            *known = variable;
        return;
    }
    oc_cursors_add(reader->ast, &reader->cursors, variable);
}

static void check_global(struct reader *reader, CXCursor cursor) {
    const char *name = oc_ast_name(reader->ast, cursor);
    if (clang_getCursorKind(cursor) != CXCursor_VarDecl) {
        oc_ast_refuse(reader->ast, &reader->valid, cursor,
                      "'%s' is marked %s, which is for variables at file scope; remove the mark",
                      name,
                      oc_ast_is_marked(cursor, OC_ANNOTATION_CONSTANT) ? OC_ANNOTATION_CONSTANT
                                                                       : OC_ANNOTATION_GLOBAL);
        return;
    }
    const char *fault = global_fault(reader, cursor);
    if (fault)
        oc_ast_refuse(reader->ast, &reader->valid, cursor, "device variable '%s' %s", name, fault);
    else
        add_global(reader, cursor);
}

// A variable that is defined for good with a size of one element: C's rule for `int x[];`.
static uint64_t size_of(CXCursor variable) {
    CXType type = clang_getCanonicalType(clang_getCursorType(variable));
    if (type.kind == CXType_IncompleteArray)
        type = clang_getArrayElementType(type);
    long long size = clang_Type_getSizeOf(type);
    return size > 0 ? (uint64_t)size : 1;
}

static struct oc_global *describe_globals(struct reader *reader) {
    struct oc_cursors *cursors = &reader->cursors;
    struct oc_global *globals = OC_NEW_ARRAY(reader->ast->arena, cursors->count, struct oc_global);
    for (size_t i = 0; i < cursors->count; i++)
        globals[i] = (struct oc_global){
            .name = oc_ast_name(reader->ast, cursors->items[i]),
            .place = oc_ast_place(reader->ast, cursors->items[i]),
            .is_static = clang_getCursorLinkage(cursors->items[i]) == CXLinkage_Internal,
            .size = size_of(cursors->items[i]),
        };
    return globals;
}

// ---- The unit ----------------------------------------------------------------------------------

static enum CXChildVisitResult visit_declaration(CXCursor cursor, CXCursor parent,
                                                 CXClientData data) {
    struct reader *reader = data;
    if (!clang_isDeclaration(clang_getCursorKind(cursor)))
        return CXChildVisit_Recurse;
    oc_marks_check(reader->ast, cursor, parent, &reader->valid);
    if (oc_ast_is_marked(cursor, OC_ANNOTATION_SHARED))
        check_shared(reader, cursor);
    if (oc_ast_is_marked(cursor, OC_ANNOTATION_GLOBAL))
        check_global(reader, cursor);
    return CXChildVisit_Recurse;
}

static enum CXChildVisitResult visit_top(CXCursor cursor, CXCursor parent, CXClientData data) {
    if (oc_ast_in_system_header(cursor) && clang_getCursorKind(cursor) != CXCursor_VarDecl)
        return CXChildVisit_Continue;
    if (visit_declaration(cursor, parent, data) == CXChildVisit_Recurse)
        clang_visitChildren(cursor, visit_declaration, data);
    return CXChildVisit_Continue;
}

bool oc_variables_read(struct oc_ast *ast, struct oc_variables *out) {
    struct reader reader = {.ast = ast, .valid = true};
    clang_visitChildren(clang_getTranslationUnitCursor(ast->unit), visit_top, &reader);
    *out = (struct oc_variables){.cursors = reader.cursors, .globals = describe_globals(&reader)};
    return reader.valid;
}

bool oc_variables_contain(const struct oc_variables *variables, CXCursor variable) {
    CXCursor canonical = clang_getCanonicalCursor(variable);
    for (size_t i = 0; i < variables->cursors.count; i++)
        if (clang_equalCursors(clang_getCanonicalCursor(variables->cursors.items[i]), canonical))
            return true;
    return false;
}

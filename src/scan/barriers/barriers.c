#include "scan/barriers/barriers.h"

#include "base/names.h"
#include "base/text.h"

#include <string.h>

static CXCursor callee(struct oc_ast *ast, CXCursor call) {
    CXCursor function = clang_getCursorReferenced(call);
    if (clang_getCursorKind(function) == CXCursor_FunctionDecl)
        return function;
    struct oc_cursors parts = oc_ast_expressions(ast, call);
    return parts.count ? oc_ast_function(ast, parts.items[0]) : clang_getNullCursor();
}

static bool is_reduction(struct oc_ast *ast, CXCursor function) {
    return oc_starts_with(oc_ast_name(ast, function), OC_NAME_REDUCE);
}

static bool is_of_grid(struct oc_ast *ast, CXCursor function) {
    const char *name = oc_ast_name(ast, function);
    return strcmp(name, OC_USER_GRID_BARRIER) == 0 || strcmp(name, OC_NAME_GRID_BARRIER) == 0;
}

// Whether a function of offload.h is a barrier.
static bool is_barrier_of_ours(struct oc_ast *ast, CXCursor function) {
    const char *name = oc_ast_name(ast, function);
    return strcmp(name, OC_USER_BARRIER) == 0 || strcmp(name, OC_NAME_BARRIER) == 0 ||
           is_of_grid(ast, function) || is_reduction(ast, function);
}

// How the user calls such a function. The operation of a reduction is an argument, of
// enum __offloadcc_reduction.
static const char *written_name(struct oc_ast *ast, CXCursor call, CXCursor function) {
    static const char *const reductions[] = {"offload_block_reduce_add", "offload_block_reduce_min",
                                             "offload_block_reduce_max"};
    if (is_of_grid(ast, function))
        return OC_USER_GRID_BARRIER;
    if (!is_reduction(ast, function))
        return OC_USER_BARRIER;
    int64_t operation;
    bool known = oc_ast_evaluate(clang_Cursor_getArgument(call, 1), &operation);
    return reductions[known ? operation : 0];
}

static enum CXChildVisitResult add_call(CXCursor cursor, CXCursor parent, CXClientData data) {
    (void)parent;
    struct oc_barriers *barriers = data;
    struct oc_barrier_caller *caller = &barriers->callers[barriers->count - 1];
    if (clang_getCursorKind(cursor) == CXCursor_CallExpr) {
        CXCursor function = callee(barriers->ast, cursor);
        if (is_barrier_of_ours(barriers->ast, function))
            caller->reaches = true;
        else if (!clang_Cursor_isNull(function))
            oc_cursors_add(barriers->ast, &caller->calls, clang_getCanonicalCursor(function));
    }
    return CXChildVisit_Recurse;
}

static enum CXChildVisitResult add_function(CXCursor cursor, CXCursor parent, CXClientData data) {
    (void)parent;
    struct oc_barriers *barriers = data;
    if (clang_getCursorKind(cursor) != CXCursor_FunctionDecl || !clang_isCursorDefinition(cursor) ||
        oc_ast_in_system_header(cursor))
        return CXChildVisit_Continue;
    if (barriers->count == barriers->capacity) {
        size_t capacity = barriers->capacity ? 2 * barriers->capacity : 16;
        struct oc_barrier_caller *callers =
            OC_NEW_ARRAY(barriers->ast->arena, capacity, struct oc_barrier_caller);
        if (barriers->count)
            memcpy(callers, barriers->callers, barriers->count * sizeof *callers);
        barriers->callers = callers;
        barriers->capacity = capacity;
    }
    barriers->callers[barriers->count++] = (struct oc_barrier_caller){.definition = cursor};
    clang_visitChildren(cursor, add_call, barriers);
    return CXChildVisit_Continue;
}

static bool caller_reaches_barrier(const struct oc_barriers *barriers, CXCursor canonical) {
    for (size_t i = 0; i < barriers->count; i++)
        if (barriers->callers[i].reaches &&
            clang_equalCursors(clang_getCanonicalCursor(barriers->callers[i].definition),
                               canonical))
            return true;
    return false;
}

static bool calls_one_that_reaches(const struct oc_barriers *barriers,
                                   const struct oc_barrier_caller *function) {
    for (size_t i = 0; i < function->calls.count; i++)
        if (caller_reaches_barrier(barriers, function->calls.items[i]))
            return true;
    return false;
}

void oc_barriers_find(struct oc_ast *ast, struct oc_barriers *out) {
    *out = (struct oc_barriers){.ast = ast};
    clang_visitChildren(clang_getTranslationUnitCursor(ast->unit), add_function, out);
    for (bool changed = true; changed;) {
        changed = false;
        for (size_t i = 0; i < out->count; i++) {
            struct oc_barrier_caller *caller = &out->callers[i];
            if (!caller->reaches && calls_one_that_reaches(out, caller))
                changed = caller->reaches = true;
        }
    }
}

const char *oc_barriers_called(const struct oc_barriers *barriers, CXCursor call, bool *is_ours) {
    CXCursor function = callee(barriers->ast, call);
    if (clang_Cursor_isNull(function))
        return NULL;
    *is_ours = is_barrier_of_ours(barriers->ast, function);
    if (*is_ours)
        return written_name(barriers->ast, call, function);
    return caller_reaches_barrier(barriers, clang_getCanonicalCursor(function))
               ? oc_ast_name(barriers->ast, function)
               : NULL;
}

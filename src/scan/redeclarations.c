#include "scan/redeclarations.h"

#include "base/names.h"
#include "base/text.h"
#include "scan/directions.h"
#include "scan/hostevents.h"

#include <ctype.h>
#include <string.h>

#define WARNING "offload-declarations-differ"

enum { OTHER, DEFINITION, BOTH };

// A kernel's definition, and another declaration of it.
struct pair {
    struct oc_ast *ast;
    const char *kernel;
    CXCursor functions[BOTH];
};

// ---- What one declaration says -----------------------------------------------------------------

// Of a parameter.
struct said {
    struct oc_ast *ast;
    CXCursor function;
    unsigned marks;    // enum oc_mark; also those of earlier declarations
    const char *count; // the text in its own offload_count(); NULL: it has none
    bool has_bound;
};

static enum CXChildVisitResult read_count(CXCursor cursor, CXCursor parent, CXClientData data) {
    static const char mark[] = OC_ANNOTATION_COUNT "=";
    (void)parent;
    struct said *said = data;
    if (clang_getCursorKind(cursor) != CXCursor_AnnotateAttr ||
        !oc_ast_lies_in(cursor, said->function))
        return CXChildVisit_Continue;
    const char *text = oc_ast_name(said->ast, cursor);
    if (oc_starts_with(text, mark))
        said->count = text + strlen(mark);
    return CXChildVisit_Continue;
}

static struct said said_of(struct oc_ast *ast, CXCursor function, CXCursor param) {
    CXType type = clang_getCanonicalType(clang_getCursorType(param));
    struct said said = {.ast = ast,
                        .function = function,
                        .marks = oc_marks_read(param),
                        .has_bound =
                            type.kind == CXType_ConstantArray || type.kind == CXType_VariableArray};
    if (clang_Cursor_hasAttrs(param))
        clang_visitChildren(param, read_count, &said);
    return said;
}

static bool says_nothing(const struct said *said) {
    return !said->marks && !said->count && !said->has_bound;
}

// ---- Bounds ------------------------------------------------------------------------------------

static int index_of(CXCursor function, CXCursor param) {
    int count = clang_Cursor_getNumArguments(function);
    for (int i = 0; i < count; i++)
        if (clang_equalCursors(clang_Cursor_getArgument(function, (unsigned)i), param))
            return i;
    return -1;
}

// Whether two names are of the same parameter, which may be called otherwise in each declaration,
// or of the same member or variable.
static bool is_same_name(const struct pair *pair, const CXCursor names[BOTH]) {
    CXCursor targets[BOTH] = {clang_getCursorReferenced(names[OTHER]),
                              clang_getCursorReferenced(names[DEFINITION])};
    int index = index_of(pair->functions[OTHER], targets[OTHER]);
    if (index >= 0)
        return index == index_of(pair->functions[DEFINITION], targets[DEFINITION]);
    return clang_equalCursors(clang_getCanonicalCursor(targets[OTHER]),
                              clang_getCanonicalCursor(targets[DEFINITION]));
}

static bool is_same(const struct pair *pair, CXCursor other, CXCursor definition);

static bool are_same(const struct pair *pair, const struct oc_cursors *other,
                     const struct oc_cursors *definition, bool swapped) {
    bool same = other->count == definition->count;
    for (size_t i = 0; same && i < other->count; i++)
        same = is_same(pair, other->items[i],
                       definition->items[swapped ? definition->count - 1 - i : i]);
    return same;
}

// Whether two expressions compute the same in the same way, except that the operands of + and * may
// be swapped.
static bool is_same(const struct pair *pair, CXCursor other, CXCursor definition) {
    CXCursor both[BOTH] = {oc_hostevents_strip(pair->ast, other, true),
                           oc_hostevents_strip(pair->ast, definition, true)};
    int64_t values[BOTH];
    bool constant[BOTH] = {oc_ast_evaluate(both[OTHER], &values[OTHER]),
                           oc_ast_evaluate(both[DEFINITION], &values[DEFINITION])};
    if (constant[OTHER] || constant[DEFINITION])
        return constant[OTHER] && constant[DEFINITION] && values[OTHER] == values[DEFINITION];
    enum CXCursorKind kind = clang_getCursorKind(both[OTHER]);
    if (kind != clang_getCursorKind(both[DEFINITION]))
        return false;
    enum CXBinaryOperatorKind operator = CXBinaryOperator_Invalid;
    if (kind == CXCursor_DeclRefExpr)
        return is_same_name(pair, both);
    if (kind == CXCursor_MemberRefExpr && !is_same_name(pair, both))
        return false;
    if (kind == CXCursor_BinaryOperator) {
        operator = clang_getCursorBinaryOperatorKind(both[OTHER]);
        if (operator != clang_getCursorBinaryOperatorKind(both[DEFINITION]))
            return false;
    }
    if (kind == CXCursor_UnaryOperator && clang_getCursorUnaryOperatorKind(both[OTHER]) !=
                                              clang_getCursorUnaryOperatorKind(both[DEFINITION]))
        return false;
    struct oc_cursors parts[BOTH] = {oc_ast_expressions(pair->ast, both[OTHER]),
                                     oc_ast_expressions(pair->ast, both[DEFINITION])};
    bool commutes = operator == CXBinaryOperator_Add || operator == CXBinaryOperator_Mul;
    return are_same(pair, &parts[OTHER], &parts[DEFINITION], false) ||
           (commutes && are_same(pair, &parts[OTHER], &parts[DEFINITION], true));
}

// Whether two arrays have the same bounds. A dimension whose bound a typedef hides, or that is `*`,
// is not compared.
static bool have_same_bounds(const struct pair *pair, const CXCursor params[BOTH]) {
    CXType types[BOTH];
    struct oc_cursors bounds[BOTH];
    for (size_t side = 0; side < BOTH; side++) {
        types[side] = clang_getCanonicalType(clang_getCursorType(params[side]));
        bounds[side] = oc_ast_expressions(pair->ast, params[side]);
    }
    for (size_t i = 0; oc_ast_is_array(types[OTHER]) && oc_ast_is_array(types[DEFINITION]); i++) {
        int64_t sizes[BOTH] = {clang_getArraySize(types[OTHER]),
                               clang_getArraySize(types[DEFINITION])}; // -1: not constant
        if (sizes[OTHER] != sizes[DEFINITION])
            return false;
        // Innermost first; clang's types have the outermost first.
        if (sizes[OTHER] < 0 && i < bounds[OTHER].count && i < bounds[DEFINITION].count &&
            bounds[OTHER].count == bounds[DEFINITION].count &&
            !is_same(pair, bounds[OTHER].items[bounds[OTHER].count - 1 - i],
                     bounds[DEFINITION].items[bounds[DEFINITION].count - 1 - i]))
            return false;
        for (size_t side = 0; side < BOTH; side++)
            types[side] = clang_getCanonicalType(clang_getArrayElementType(types[side]));
    }
    return true;
}

// ---- Counts ------------------------------------------------------------------------------------

static bool is_word(char c) {
    return c == '_' || isalnum((unsigned char)c);
}

// The next word or other character of a count, in which parameters are called by their numbers.
static const char *next_token(const struct pair *pair, CXCursor function, const char **at) {
    *at += strspn(*at, " \t\n");
    size_t length = 0;
    while (is_word((*at)[length]))
        length++;
    if (!length && **at)
        length = 1;
    const char *token = oc_arena_strndup(pair->ast->arena, *at, length);
    *at += length;
    int count = clang_Cursor_getNumArguments(function);
    for (int i = 0; i < count; i++)
        if (strcmp(oc_ast_name(pair->ast, clang_Cursor_getArgument(function, (unsigned)i)),
                   token) == 0 &&
            *token)
            return oc_arena_printf(pair->ast->arena, "parameter %d", i);
    return token;
}

static bool are_same_counts(const struct pair *pair, const struct said said[BOTH]) {
    const char *at[BOTH] = {said[OTHER].count, said[DEFINITION].count}, *tokens[BOTH];
    do {
        for (size_t side = 0; side < BOTH; side++)
            tokens[side] = next_token(pair, pair->functions[side], &at[side]);
        if (strcmp(tokens[OTHER], tokens[DEFINITION]) != 0)
            return false;
    } while (*tokens[OTHER]);
    return true;
}

// ---- Comparing ---------------------------------------------------------------------------------

static void report(const struct pair *pair, CXCursor other, CXCursor definition, const char *what) {
    struct oc_ast *ast = pair->ast;
    oc_report(ast->diag, OC_WARNING, oc_ast_place(ast, other), WARNING, "%s", what);
    if (oc_diag_shows(ast->diag, WARNING))
        oc_report(ast->diag, OC_NOTE, oc_ast_place(ast, definition), NULL,
                  "the kernel's definition is here");
}

static const char *spelling(const struct pair *pair, CXCursor param) {
    return oc_ast_string(pair->ast, clang_getTypeSpelling(clang_getCursorType(param)));
}

// What differs, for a message; or NULL.
static const char *difference(const struct pair *pair, const CXCursor params[BOTH],
                              const char *label) {
    struct oc_arena *arena = pair->ast->arena;
    struct said said[BOTH];
    for (size_t side = 0; side < BOTH; side++)
        said[side] = said_of(pair->ast, pair->functions[side], params[side]);
    if (says_nothing(&said[OTHER]) || says_nothing(&said[DEFINITION]))
        return NULL;
    unsigned only[BOTH] = {said[OTHER].marks & ~said[DEFINITION].marks,
                           said[DEFINITION].marks & ~said[OTHER].marks};
    if (only[OTHER]) // it comes after the definition, which else had the mark too
        return oc_arena_printf(arena,
                               "%s is marked %s in this declaration, which has no effect after its "
                               "definition; write the mark there",
                               label, oc_marks_name(only[OTHER]));
    if (only[DEFINITION])
        return oc_arena_printf(arena,
                               "%s is marked %s, but not in this declaration; write the mark here "
                               "too",
                               label, oc_marks_name(only[DEFINITION]));
    if (said[OTHER].count && said[DEFINITION].count && !are_same_counts(pair, said))
        return oc_arena_printf(arena,
                               "%s has offload_count(%s) in this declaration, but "
                               "offload_count(%s) in its definition, which is what counts; write "
                               "the same in both",
                               label, said[OTHER].count, said[DEFINITION].count);
    if (said[OTHER].has_bound && said[DEFINITION].has_bound && !have_same_bounds(pair, params))
        return oc_arena_printf(arena,
                               "%s is '%s' in this declaration, but '%s' in its definition, which "
                               "is what counts; write the same bound in both",
                               label, spelling(pair, params[OTHER]),
                               spelling(pair, params[DEFINITION]));
    return NULL;
}

static void compare_params(const struct pair *pair) {
    struct oc_ast *ast = pair->ast;
    int count = clang_Cursor_getNumArguments(pair->functions[DEFINITION]);
    for (int i = 0; i < count; i++) {
        CXCursor params[BOTH];
        for (size_t side = 0; side < BOTH; side++)
            params[side] = clang_Cursor_getArgument(pair->functions[side], (unsigned)i);
        const char *name = oc_ast_name(ast, params[DEFINITION]);
        const char *label =
            *name ? oc_arena_printf(ast->arena, "parameter '%s' of kernel '%s'", name, pair->kernel)
                  : oc_arena_printf(ast->arena, "parameter %d of kernel '%s'", i + 1, pair->kernel);
        const char *what = difference(pair, params, label);
        if (what)
            report(pair, params[OTHER], params[DEFINITION], what);
    }
}

static void compare_block_limits(const struct pair *pair) {
    int64_t limits[BOTH];
    for (size_t side = 0; side < BOTH; side++) {
        CXCursor limit =
            oc_ast_mark_argument(pair->ast, pair->functions[side], OC_ANNOTATION_BLOCK_LIMIT);
        if (clang_Cursor_isNull(limit) || !oc_ast_evaluate(limit, &limits[side]))
            return;
    }
    if (limits[OTHER] != limits[DEFINITION])
        report(pair, pair->functions[OTHER], pair->functions[DEFINITION],
               oc_arena_printf(pair->ast->arena,
                               "kernel '%s' has offload_block_limit(%lld) in this declaration, but "
                               "offload_block_limit(%lld) in its definition, which is what counts; "
                               "write the same in both",
                               pair->kernel, (long long)limits[OTHER],
                               (long long)limits[DEFINITION]));
}

// ---- The unit ----------------------------------------------------------------------------------

struct walk {
    struct oc_ast *ast;
    const struct oc_cursors *definitions;
    CXCursorSet kernels; // canonical
};

static enum CXChildVisitResult visit_function(CXCursor cursor, CXCursor parent, CXClientData data) {
    (void)parent;
    struct walk *walk = data;
    if (clang_getCursorKind(cursor) != CXCursor_FunctionDecl || clang_isCursorDefinition(cursor))
        return CXChildVisit_Continue;
    CXCursor canonical = clang_getCanonicalCursor(cursor);
    if (!clang_CXCursorSet_contains(walk->kernels, canonical))
        return CXChildVisit_Continue;
    for (size_t i = 0; i < walk->definitions->count; i++) {
        CXCursor definition = walk->definitions->items[i];
        struct pair pair = {walk->ast, oc_ast_name(walk->ast, cursor), {cursor, definition}};
        if (!clang_equalCursors(clang_getCanonicalCursor(definition), canonical) ||
            clang_Cursor_getNumArguments(cursor) != clang_Cursor_getNumArguments(definition))
            continue;
        compare_params(&pair);
        compare_block_limits(&pair);
    }
    return CXChildVisit_Continue;
}

void oc_redeclarations_check(struct oc_ast *ast, const struct oc_cursors *definitions) {
    struct walk walk = {ast, definitions, clang_createCXCursorSet()};
    for (size_t i = 0; i < definitions->count; i++)
        clang_CXCursorSet_insert(walk.kernels, clang_getCanonicalCursor(definitions->items[i]));
    clang_visitChildren(clang_getTranslationUnitCursor(ast->unit), visit_function, &walk);
    clang_disposeCXCursorSet(walk.kernels);
}

#include "scan/dataregions.h"

#include "base/names.h"
#include "base/text.h"

#include <string.h>

#define WARNING "offload-data-break"
#define WARNING_EMPTY "offload-empty-region"

// What is around a statement.
struct place {
    struct oc_ast *ast;
    bool in_region; // `break` leaves a region's block; `continue` does if continues_region
    bool continues_region;
    const char *outer_break, *outer_continue; // what they may be meant for, around it; or NULL
    CXCursor break_target, continue_target;
};

// The `for` that offload_data makes declares a region.
bool oc_dataregions_is_region(struct oc_ast *ast, CXCursor loop) {
    if (clang_getCursorKind(loop) != CXCursor_ForStmt)
        return false;
    struct oc_cursors parts = oc_ast_children(ast, loop);
    if (!parts.count || clang_getCursorKind(parts.items[0]) != CXCursor_DeclStmt)
        return false;
    struct oc_cursors variables = oc_ast_children(ast, parts.items[0]);
    if (!variables.count)
        return false;
    CXType type = clang_getCanonicalType(clang_getCursorType(variables.items[0]));
    return strcmp(oc_ast_string(ast, clang_getTypeSpelling(type)), "struct " OC_NAME_REGION) == 0;
}

static void report_leaving(const struct place *place, CXCursor statement, const char *word,
                           const char *outer, CXCursor target) {
    struct oc_diag *diag = place->ast->diag;
    oc_report(diag, OC_WARNING, oc_ast_place(place->ast, statement), WARNING,
              "'%s' leaves the block of offload_data, not the %s around it; use goto, or set a "
              "variable and test it after the block",
              word, outer);
    if (oc_diag_shows(diag, WARNING))
        oc_report(diag, OC_NOTE, oc_ast_place(place->ast, target), NULL, "the %s is here", outer);
}

// ---- Items -------------------------------------------------------------------------------------

enum { COUNT, SIZE, OBJECT, TEXT, ARGUMENTS = 6 };

static bool is_count(struct oc_ast *ast, CXCursor call) {
    return clang_getCursorKind(call) == CXCursor_CallExpr &&
           strcmp(oc_ast_name(ast, call), OC_NAME_WITHIN) == 0 &&
           clang_Cursor_getNumArguments(call) == ARGUMENTS;
}

// Whether what a pointer or an array has as elements is const, as it was written.
static bool is_const_array(struct oc_ast *ast, CXCursor address) {
    for (struct oc_cursors inner = oc_ast_expressions(ast, address);
         clang_getCursorKind(address) == CXCursor_UnexposedExpr && inner.count == 1;
         inner = oc_ast_expressions(ast, address))
        address = inner.items[0];
    CXType type = clang_getCanonicalType(clang_getCursorType(address));
    if (type.kind == CXType_Pointer)
        type = clang_getPointeeType(type);
    bool is_const;
    oc_ast_element(type, &is_const);
    return is_const;
}

// The only part of an expression, if it is of this kind; else a null cursor.
static CXCursor part_of(struct oc_ast *ast, CXCursor expression,
                        enum CXUnaryOperatorKind operator) {
    struct oc_cursors parts = oc_ast_expressions(ast, expression);
    while (clang_getCursorKind(expression) != CXCursor_UnaryOperator && parts.count == 1) {
        expression = parts.items[0];
        parts = oc_ast_expressions(ast, expression);
    }
    return parts.count == 1 && clang_getCursorUnaryOperatorKind(expression) == operator
               ? parts.items[0]
               : clang_getNullCursor();
}

// An item's address as it was written: the macro makes (&*(p)) of some.
static CXCursor written_address(struct oc_ast *ast, CXCursor address) {
    CXCursor element = part_of(ast, address, CXUnaryOperator_AddrOf);
    CXCursor written =
        clang_Cursor_isNull(element) ? element : part_of(ast, element, CXUnaryOperator_Deref);
    return clang_Cursor_isNull(written) ? address : written;
}

const char *oc_dataregions_item(struct oc_ast *ast, CXCursor item, CXCursor *address,
                                CXCursor *count) {
    static const char prefix[] = OC_NAME_ITEM;
    const char *function =
        clang_getCursorKind(item) == CXCursor_CallExpr ? oc_ast_name(ast, item) : "";
    if (!oc_starts_with(function, prefix) || clang_Cursor_getNumArguments(item) != 4)
        return NULL;
    *address = written_address(ast, clang_Cursor_getArgument(item, 0));
    CXCursor within = clang_Cursor_getArgument(item, 1);
    *count = is_count(ast, within) ? clang_Cursor_getArgument(within, COUNT) : within;
    return function + strlen(prefix);
}

static void check_item(struct oc_ast *ast, CXCursor call) {
    CXCursor address, count;
    const char *direction = oc_dataregions_item(ast, call, &address, &count);
    if (!direction)
        return;
    bool copies_back = strcmp(direction, "from") == 0 || strcmp(direction, "tofrom") == 0;
    if (copies_back && is_const_array(ast, address))
        oc_report(ast->diag, OC_ERROR, oc_ast_place(ast, call), NULL,
                  "offload_%s copies back to its elements, which are const; write offload_to, or "
                  "remove the const",
                  direction);
}

// The text in a literal, through conversions.
static const char *literal_text(struct oc_ast *ast, CXCursor expression) {
    while (clang_getCursorKind(expression) != CXCursor_StringLiteral) {
        struct oc_cursors parts = oc_ast_expressions(ast, expression);
        if (parts.count != 1)
            return "";
        expression = parts.items[0];
    }
    const char *text = oc_ast_name(ast, expression);
    size_t length = strlen(text);
    return length >= 2 ? oc_arena_strndup(ast->arena, text + 1, length - 2) : text;
}

// A count of elements, and the object that they are in, as offload_data.h hands them over.
static void check_count(struct oc_ast *ast, CXCursor call) {
    int64_t count, size, object;
    if (!is_count(ast, call))
        return;
    CXCursor counted = clang_Cursor_getArgument(call, COUNT);
    while (clang_getCursorKind(counted) == CXCursor_ParenExpr)
        counted = oc_ast_expressions(ast, counted).items[0];
    if (is_count(ast, counted)) // of offload_memcpy, which has two arrays
        counted = clang_Cursor_getArgument(counted, COUNT);
    if (!oc_ast_evaluate(counted, &count) ||
        !oc_ast_evaluate(clang_Cursor_getArgument(call, SIZE), &size) ||
        !oc_ast_evaluate(clang_Cursor_getArgument(call, OBJECT), &object) || object < 0 ||
        size < 1 || count <= object / size)
        return;
    const char *text = literal_text(ast, clang_Cursor_getArgument(call, TEXT));
    if (size == 1)
        oc_report(ast->diag, OC_WARNING, oc_ast_place(ast, call), "offload-beyond-array",
                  "%lld bytes do not fit in '%s', which has room for only %lld; when this runs, it "
                  "stops the program",
                  (long long)count, text, (long long)object);
    else
        oc_report(ast->diag, OC_WARNING, oc_ast_place(ast, call), "offload-beyond-array",
                  "%lld elements of %lld bytes do not fit in '%s', which has room for only %lld; "
                  "when this runs, it stops the program; give the number of elements, not of bytes",
                  (long long)count, (long long)size, text, (long long)(object / size));
}

static enum CXChildVisitResult visit_construct(CXCursor cursor, CXCursor parent, CXClientData data);

// The user's block: the macro's own `break` stands in the branch before it.
CXCursor oc_dataregions_block(struct oc_ast *ast, CXCursor region) {
    struct oc_cursors parts = oc_ast_children(ast, region);
    struct oc_cursors branches = oc_ast_children(ast, parts.items[parts.count - 1]);
    return branches.count ? branches.items[branches.count - 1] : clang_getNullCursor();
}

struct items {
    struct oc_ast *ast;
    struct oc_cursors found;
    unsigned devices; // designators
};

static enum CXChildVisitResult find_items(CXCursor cursor, CXCursor parent, CXClientData data) {
    (void)parent;
    struct items *items = data;
    CXCursor address, count;
    if (clang_getCursorKind(cursor) == CXCursor_MemberRef)
        items->devices += strcmp(oc_ast_name(items->ast, cursor), "device") == 0;
    if (!oc_dataregions_item(items->ast, cursor, &address, &count))
        return CXChildVisit_Recurse;
    oc_cursors_add(items->ast, &items->found, cursor);
    return CXChildVisit_Continue;
}

static struct items items_of(struct oc_ast *ast, CXCursor region) {
    struct items items = {.ast = ast};
    clang_visitChildren(oc_ast_children(ast, region).items[0], find_items, &items);
    return items;
}

struct oc_cursors oc_dataregions_items(struct oc_ast *ast, CXCursor region) {
    return items_of(ast, region).found;
}

// The macro itself has the default.
bool oc_dataregions_has_device(struct oc_ast *ast, CXCursor region) {
    return items_of(ast, region).devices != 1;
}

static void visit_region(const struct place *outer, CXCursor region) {
    struct place inner = *outer;
    inner.in_region = inner.continues_region = true;
    CXCursor block = oc_dataregions_block(outer->ast, region);
    if (clang_getCursorKind(block) == CXCursor_NullStmt)
        oc_report(outer->ast->diag, OC_WARNING, oc_ast_place(outer->ast, region), WARNING_EMPTY,
                  "this region ends at the ';' after offload_data(...), so nothing runs in it; "
                  "put the launches into a block after it: offload_data(...) { ... }");
    clang_visitChildren(oc_ast_children(outer->ast, region).items[0], visit_construct, &inner);
    if (visit_construct(block, region, &inner) == CXChildVisit_Recurse)
        clang_visitChildren(block, visit_construct, &inner);
}

static void visit_breakable(const struct place *outer, CXCursor statement, const char *word) {
    struct place inner = *outer;
    bool is_loop = clang_getCursorKind(statement) != CXCursor_SwitchStmt;
    inner.in_region = false;
    inner.outer_break = word;
    inner.break_target = statement;
    if (is_loop) {
        inner.continues_region = false;
        inner.outer_continue = word;
        inner.continue_target = statement;
    }
    clang_visitChildren(statement, visit_construct, &inner);
}

static enum CXChildVisitResult visit_construct(CXCursor cursor, CXCursor parent,
                                               CXClientData data) {
    (void)parent;
    const struct place *place = data;
    switch (clang_getCursorKind(cursor)) {
    case CXCursor_ForStmt:
        if (oc_dataregions_is_region(place->ast, cursor))
            visit_region(place, cursor);
        else
            visit_breakable(place, cursor, "loop");
        return CXChildVisit_Continue;
    case CXCursor_WhileStmt:
    case CXCursor_DoStmt:
        visit_breakable(place, cursor, "loop");
        return CXChildVisit_Continue;
    case CXCursor_SwitchStmt:
        visit_breakable(place, cursor, "switch");
        return CXChildVisit_Continue;
    case CXCursor_CallExpr:
        check_item(place->ast, cursor);
        check_count(place->ast, cursor);
        return CXChildVisit_Recurse;
    case CXCursor_BreakStmt:
        if (place->in_region && place->outer_break)
            report_leaving(place, cursor, "break", place->outer_break, place->break_target);
        return CXChildVisit_Continue;
    case CXCursor_ContinueStmt:
        if (place->continues_region && place->outer_continue)
            report_leaving(place, cursor, "continue", place->outer_continue,
                           place->continue_target);
        return CXChildVisit_Continue;
    default:
        return CXChildVisit_Recurse;
    }
}

static enum CXChildVisitResult visit_top(CXCursor cursor, CXCursor parent, CXClientData data) {
    (void)parent;
    struct place place = {.ast = data};
    if (clang_getCursorKind(cursor) == CXCursor_FunctionDecl && clang_isCursorDefinition(cursor) &&
        !oc_ast_in_system_header(cursor))
        clang_visitChildren(cursor, visit_construct, &place);
    return CXChildVisit_Continue;
}

void oc_dataregions_check(struct oc_ast *ast) {
    clang_visitChildren(clang_getTranslationUnitCursor(ast->unit), visit_top, ast);
}

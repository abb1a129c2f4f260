#include "scan/offers.h"

#include "base/names.h"
#include "scan/uses.h"

#include <string.h>

// ---- Variables ---------------------------------------------------------------------------------

// The external variables at file scope that may be offered, by their canonical cursors.
struct variables {
    struct oc_ast *ast;
    CXCursorSet declared; // with `extern` and the mark
    CXCursorSet defined;
    struct oc_cursors constants; // definitions
    bool any;                    // something is declared and defined, or a constant
};

static bool can_be_constant(const struct variables *variables, CXCursor cursor) {
    return oc_ast_is_const(cursor) && clang_isCursorDefinition(cursor) &&
           !oc_ast_in_system_header(cursor) &&
           (variables->ast->offers_all || oc_ast_is_marked(cursor, OC_ANNOTATION_GLOBAL));
}

static enum CXChildVisitResult visit_variable(CXCursor cursor, CXCursor parent, CXClientData data) {
    (void)parent;
    struct variables *variables = data;
    bool is_extern = clang_Cursor_getStorageClass(cursor) == CX_SC_Extern;
    if (clang_getCursorKind(cursor) != CXCursor_VarDecl ||
        clang_getCursorLinkage(cursor) != CXLinkage_External)
        return CXChildVisit_Continue;
    if (can_be_constant(variables, cursor))
        oc_cursors_add(variables->ast, &variables->constants, cursor);
    if (!oc_ast_is_marked(cursor, OC_ANNOTATION_GLOBAL))
        return CXChildVisit_Continue;
    CXCursor canonical = clang_getCanonicalCursor(cursor);
    clang_CXCursorSet_insert(is_extern ? variables->declared : variables->defined, canonical);
    variables->any |= clang_CXCursorSet_contains(variables->declared, canonical) &&
                      clang_CXCursorSet_contains(variables->defined, canonical);
    return CXChildVisit_Continue;
}

static struct variables find_variables(struct oc_ast *ast) {
    struct variables variables = {
        .ast = ast, .declared = clang_createCXCursorSet(), .defined = clang_createCXCursorSet()};
    clang_visitChildren(clang_getTranslationUnitCursor(ast->unit), visit_variable, &variables);
    return variables;
}

static void dispose(struct variables *variables) {
    clang_disposeCXCursorSet(variables->declared);
    clang_disposeCXCursorSet(variables->defined);
}

// ---- The unit ----------------------------------------------------------------------------------

static void add(struct oc_ast *ast, struct oc_offers *out, CXCursor definition) {
    out->items[out->count++] =
        (struct oc_external){.name = oc_ast_name(ast, definition),
                             .is_variable = clang_getCursorKind(definition) == CXCursor_VarDecl,
                             .place = oc_ast_place(ast, definition),
                             .type = oc_ast_type_text(ast, definition)};
}

static bool is_external(CXCursor function) {
    return clang_getCursorLinkage(function) == CXLinkage_External;
}

bool oc_offers_any(struct oc_ast *ast, const struct oc_cursors *functions) {
    struct variables variables = find_variables(ast);
    dispose(&variables);
    for (size_t i = 0; i < functions->count; i++)
        if (is_external(functions->items[i]))
            return true;
    return variables.any;
}

// Of a kernel it is said elsewhere.
static void check_name(struct oc_ast *ast, CXCursor function, bool *valid) {
    const char *name = oc_ast_name(ast, function);
    if (!oc_ast_is_kernel(function) &&
        strcmp(oc_ast_string(ast, clang_Cursor_getMangling(function)), name) != 0)
        oc_ast_refuse(ast, valid, function,
                      "device function '%s' has another name in assembly, '%s'; remove the asm "
                      "label or the attribute that gives it",
                      name, oc_ast_string(ast, clang_Cursor_getMangling(function)));
}

static bool can_be_asked_for(struct oc_ast *ast, CXCursor function) {
    const char *name = oc_ast_name(ast, function);
    return strcmp(name, "main") != 0 && !oc_ast_in_system_header(function) &&
           !oc_ast_is_marked(function, OC_ANNOTATION_DEVICE) &&
           strcmp(oc_ast_string(ast, clang_Cursor_getMangling(function)), name) == 0;
}

static void add_definition(struct oc_ast *ast, struct oc_offers *out, struct oc_cursors *kind,
                           CXCursor definition) {
    oc_cursors_add(ast, kind, definition);
    add(ast, out, definition);
    struct oc_external *offer = &out->items[out->count - 1];
    offer->waits =
        !offer->is_variable && (oc_ast_is_kernel(definition) || oc_uses_of(ast, definition).waits);
    offer->is_optional = kind == &out->optional;
}

static void add_optional(struct oc_ast *ast, const struct oc_cursors *asked,
                         const struct oc_variables *variables, struct oc_offers *out) {
    oc_reach_graph(ast, asked, variables, &out->graph);
    for (size_t i = 0; i < asked->count; i++) {
        size_t number = oc_callgraph_node(&out->graph, ast, asked->items[i]);
        if (out->graph.nodes[number].is_refused)
            oc_callgraph_explain(&out->graph, ast, number);
        else
            add_definition(ast, out, &out->optional, asked->items[i]);
    }
}

// A constant has no mark of its own: the declaration in a header offers it.
static bool is_declared(const struct variables *variables, CXCursor variable) {
    return clang_CXCursorSet_contains(variables->declared, clang_getCanonicalCursor(variable));
}

void oc_offers_read(struct oc_ast *ast, const struct oc_cursors *functions,
                    const struct oc_cursors *all, const struct oc_variables *known,
                    struct oc_offers *out, bool *valid) {
    struct variables variables = find_variables(ast);
    const struct oc_cursors *constants = &variables.constants;
    size_t most = functions->count + all->count + constants->count + known->cursors.count;
    struct oc_cursors asked = {0};
    *out = (struct oc_offers){.items = OC_NEW_ARRAY(ast->arena, most, struct oc_external)};
    for (size_t i = 0; i < functions->count; i++) {
        if (!is_external(functions->items[i]))
            continue;
        check_name(ast, functions->items[i], valid);
        add_definition(ast, out, &out->definitions, functions->items[i]);
    }
    for (size_t i = 0; i < constants->count; i++)
        if (is_declared(&variables, constants->items[i]))
            add_definition(ast, out, &out->definitions, constants->items[i]);
        else if (ast->offers_all)
            oc_cursors_add(ast, &asked, constants->items[i]);
    for (size_t i = 0; i < all->count; i++)
        if (is_external(all->items[i]) && can_be_asked_for(ast, all->items[i]))
            oc_cursors_add(ast, &asked, all->items[i]);
    add_optional(ast, &asked, known, out);
    for (size_t i = 0; i < known->cursors.count; i++)
        if (is_declared(&variables, known->cursors.items[i]))
            add(ast, out, known->cursors.items[i]);
    dispose(&variables);
}

static size_t index_of(const struct oc_reached *reached, const char *name) {
    size_t i = 0;
    while (i < reached->need_count && strcmp(reached->needs[i].name, name) != 0)
        i++;
    return i;
}

void oc_offers_reach(struct oc_ast *ast, const struct oc_offers *offers,
                     const struct oc_reached *reached) {
    for (size_t i = 0; i < offers->optional.count; i++) {
        struct oc_external *offer = &offers->items[offers->definitions.count + i];
        struct oc_callgraph graph = offers->graph;
        struct oc_args needs = {.arena = ast->arena};
        oc_callgraph_needs(&graph, oc_callgraph_node(&graph, ast, offers->optional.items[i]),
                           &needs);
        offer->reaches = OC_NEW_ARRAY(ast->arena, needs.count, size_t);
        for (size_t n = 0; n < needs.count; n++) {
            size_t index = index_of(reached, needs.items[n]);
            if (index < reached->need_count)
                offer->reaches[offer->reach_count++] = index;
        }
    }
}

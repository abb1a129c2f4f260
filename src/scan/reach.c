#include "scan/reach.h"

#include "base/names.h"
#include "model/libcalls.h"
#include "scan/hostcode.h"

#include <assert.h>
#include <string.h>

// A function or constant of device code, and who referred to it first.
struct node {
    struct node *next;
    CXCursor definition;
    const char *name;
    struct node *user; // NULL: a kernel, a device variable or a function that is offered
    CXCursor site;     // the reference to it, in the user
    bool is_variable;
    bool is_system; // in a system header: its user is to blame for what it does
    size_t number;  // in the call graph, if there is one
};

struct queue {
    struct node *first, *last;
};

struct walk {
    struct oc_ast *ast;
    const struct oc_variables *variables;
    struct oc_reached *out;
    struct queue certain;    // the shortest chain of calls is found first
    struct queue maybe;      // what was found while tolerant; walked last, and tolerantly
    CXCursorSet seen;        // definitions that have a node
    struct oc_args reported; // place and message of each: a macro can make one error twice
    struct node *node;       // the one being walked
    bool explained;          // a note has said what kernels can call
    bool tolerant;           // in code that may not be selected: follow, but report nothing
    bool valid;
    bool optional;              // the functions being walked are optional
    struct oc_callgraph *graph; // not NULL: it is to be filled, and nothing is reported
};

static enum CXChildVisitResult visit_reached(CXCursor cursor, CXCursor parent, CXClientData data);

static void enqueue(struct walk *walk, CXCursor definition, struct node *user, CXCursor site) {
    size_t number = walk->graph ? oc_callgraph_node(walk->graph, walk->ast, definition) : 0;
    if (walk->graph && user)
        oc_callgraph_add_call(walk->graph, user->number, number, site);
    // Maybes are not marked as seen before they are walked: they may turn out to be certain.
    if (walk->tolerant ? clang_CXCursorSet_contains(walk->seen, definition)
                       : !clang_CXCursorSet_insert(walk->seen, definition))
        return;
    struct node *node = OC_NEW(walk->ast->arena, struct node);
    node->definition = definition;
    node->name = oc_ast_name(walk->ast, definition);
    node->user = user;
    node->site = site;
    node->number = number;
    node->is_variable = clang_getCursorKind(definition) == CXCursor_VarDecl;
    node->is_system = user && oc_ast_in_system_header(definition);
    struct queue *queue = walk->tolerant ? &walk->maybe : &walk->certain;
    if (queue->last)
        queue->last->next = node;
    else
        queue->first = node;
    queue->last = node;
}

// ---- Messages ----------------------------------------------------------------------------------

static const char *kind_of_root(const struct node *node) {
    return node->is_variable                    ? "device variable"
           : oc_ast_is_kernel(node->definition) ? "kernel"
                                                : "device function";
}

// "kernel 'k'": what leads to the node.
static const char *root_name(struct walk *walk, const struct node *node) {
    assert(node);
    while (node->user)
        node = node->user;
    return oc_arena_printf(walk->ast->arena, "%s '%s'", kind_of_root(node), node->name);
}

// How a node is reached from its user.
static struct oc_note chain_note(struct walk *walk, const struct node *node) {
    const struct node *user = node->user;
    return (struct oc_note){oc_ast_place(walk->ast, node->site),
                            oc_arena_printf(walk->ast->arena, "'%s' is %s by %s%s'%s' here",
                                            node->name, node->is_variable ? "used" : "called",
                                            user->user ? "" : kind_of_root(user),
                                            user->user ? "" : " ", user->name)};
}

static void note_chain(struct walk *walk, const struct node *node) {
    for (; node->user; node = node->user) {
        struct oc_note note = chain_note(walk, node);
        oc_report(walk->ast->diag, OC_NOTE, note.place, NULL, "%s", note.text);
    }
}

static void report_use(struct walk *walk, const struct node *node, CXCursor at, const char *what,
                       bool explains) {
    struct oc_place place = oc_ast_place(walk->ast, at);
    const char *key = oc_arena_printf(walk->ast->arena, "%s:%u:%u:%s", place.file, place.line,
                                      place.column, what);
    walk->valid = false;
    for (size_t i = 0; i < walk->reported.count; i++)
        if (strcmp(walk->reported.items[i], key) == 0)
            return;
    oc_args_add(&walk->reported, key);
    oc_report(walk->ast->diag, OC_ERROR, place, NULL, "%s %s", root_name(walk, node), what);
    note_chain(walk, node);
    if (explains && !walk->explained)
        oc_report(walk->ast->diag, OC_NOTE, place, NULL,
                  "a kernel can call functions that are defined in its file or in a header, most "
                  "of <math.h>, <string.h>, <ctype.h> and <stdlib.h>, printf and assert");
    walk->explained |= explains;
}

static void refuse_host_function(struct walk *walk, const struct node *node, CXCursor at,
                                 const char *name) {
    const char *instead = oc_hostcode_instead(name), *written = oc_hostcode_written(name);
    bool is_variable = strcmp(written, "errno") == 0;
    const char *what = oc_arena_printf(
        walk->ast->arena, "%s '%s', which %s only on the host%s%s", is_variable ? "uses" : "calls",
        written, is_variable ? "exists" : "runs", instead ? "; use " : "", instead ? instead : "");
    report_use(walk, node, at, what, !instead && !is_variable);
}

// The outermost function of a system header through which the node being walked is reached, or
// NULL. What it does is blamed on the reference to it.
static const struct node *find_blamed(const struct walk *walk) {
    const struct node *blamed = NULL;
    for (const struct node *user = walk->node; user; user = user->user)
        if (user->is_system)
            blamed = user;
    return blamed;
}

// Whether nothing is to be reported of what the node being walked does.
static bool is_quiet(struct walk *walk, CXCursor at, const char *what) {
    if (walk->graph && !walk->tolerant)
        oc_callgraph_refuse(walk->graph, walk->node->number, oc_ast_place(walk->ast, at), what);
    return walk->graph || walk->tolerant;
}

// Reports once "kernel 'k' <what>" at `at` in the node being walked.
static void refuse_use(struct walk *walk, CXCursor at, const char *what) {
    const struct node *blamed = find_blamed(walk);
    if (is_quiet(walk, at, what))
        return;
    if (blamed)
        refuse_host_function(walk, blamed->user, blamed->site, blamed->name);
    else
        report_use(walk, walk->node, at, what, false);
}

// Reports a function of a system header that is not defined there.
static void refuse_system_function(struct walk *walk, CXCursor at, const char *name) {
    const struct node *blamed = find_blamed(walk);
    const char *what = oc_arena_printf(walk->ast->arena, "calls '%s', which runs only on the host",
                                       oc_hostcode_written(name));
    if (is_quiet(walk, at, what))
        return;
    if (blamed)
        refuse_host_function(walk, blamed->user, blamed->site, blamed->name);
    else
        refuse_host_function(walk, walk->node, at, name);
}

static void refuse_named(struct walk *walk, CXCursor at, const char *format, const char *name)
    __attribute__((format(printf, 3, 0)));

static void refuse_named(struct walk *walk, CXCursor at, const char *format, const char *name) {
    refuse_use(walk, at, oc_arena_printf(walk->ast->arena, format, name));
}

// ---- References --------------------------------------------------------------------------------

// What another file is to define.
static void need(struct walk *walk, CXCursor at, CXCursor target) {
    struct oc_reached *out = walk->out;
    const char *name = oc_ast_name(walk->ast, target);
    if (walk->graph) {
        oc_args_add(&walk->graph->nodes[walk->node->number].needs, name);
        return;
    }
    for (size_t i = 0; i < out->need_count; i++)
        if (strcmp(out->needs[i].name, name) == 0)
            return;
    size_t count = 0;
    for (const struct node *node = walk->node; node->user; node = node->user)
        count++;
    struct oc_note *notes = OC_NEW_ARRAY(walk->ast->arena, count, struct oc_note);
    count = 0;
    for (const struct node *node = walk->node; node->user; node = node->user)
        notes[count++] = chain_note(walk, node);
    out->needs = oc_arena_grow(walk->ast->arena, out->needs, out->need_count, &out->need_capacity,
                               sizeof *out->needs);
    if (clang_getCursorKind(target) == CXCursor_VarDecl)
        oc_cursors_add(walk->ast, &out->variables, target);
    out->needs[out->need_count++] =
        (struct oc_external){.name = name,
                             .is_variable = clang_getCursorKind(target) == CXCursor_VarDecl,
                             .is_optional = walk->optional,
                             .place = oc_ast_place(walk->ast, at),
                             .type = oc_ast_type_text(walk->ast, target),
                             .user = root_name(walk, walk->node),
                             .notes = notes,
                             .note_count = count};
}

static void refer_to_undefined(struct walk *walk, CXCursor at, CXCursor function) {
    const char *name = oc_ast_name(walk->ast, function);
    bool is_device = (oc_ast_is_marked(function, OC_ANNOTATION_DEVICE) ||
                      (walk->ast->offers_all && !oc_ast_in_system_header(function))) &&
                     clang_getCursorLinkage(function) == CXLinkage_External;
    if (is_device &&
        strcmp(oc_ast_string(walk->ast, clang_Cursor_getMangling(function)), name) != 0)
        refuse_named(walk, at,
                     "calls '%s', which has another name in assembly; remove the asm label or the "
                     "attribute that gives it",
                     name);
    else if (is_device)
        need(walk, at, function);
    else if (oc_ast_is_marked(function, OC_ANNOTATION_KERNEL))
        refuse_named(
            walk, at,
            "calls kernel '%s', which is not defined in this file; mark it offload_device too, "
            "where it is declared for both files, so that kernels of other files can call it",
            name);
    else if (oc_ast_in_system_header(function))
        refuse_system_function(walk, at, name);
    else if (!walk->ast->has_plugins) // else src/device/undefined.h sees what they leave
        refuse_named(
            walk, at,
            "calls '%s', which is not defined in this file; if another file defines it, mark it "
            "offload_device in a header that both include; else define it here, or as a static "
            "inline function in a header",
            name);
}

// What offload.h has for the host to say which data is on the device.
static void refuse_data(struct walk *walk, CXCursor at, const char *name) {
    if (strcmp(name, OC_NAME_UPDATE) == 0)
        refuse_use(walk, at,
                   "updates a copy on the device, which only the host can do; a kernel reads and "
                   "writes the device's copy");
    else if (strcmp(name, OC_NAME_BEGIN_DATA) == 0 || strcmp(name, OC_NAME_ENTER_DATA) == 0 ||
             strcmp(name, OC_NAME_EXIT_DATA) == 0)
        refuse_use(walk, at,
                   "maps data, which only the host can do; map it where the kernel is "
                   "launched");
    else if (strcmp(name, OC_NAME_MALLOC) == 0 || strcmp(name, OC_NAME_FREE) == 0)
        refuse_use(walk, at,
                   "allocates or frees device memory, which only the host can do; use an "
                   "offload_scratch parameter, or allocate before the launch");
    else if (strcmp(name, OC_NAME_SYNC) == 0)
        refuse_use(walk, at,
                   "calls 'offload_sync', which is for the host; threads of a block wait for each "
                   "other at offload_barrier()");
    else if (strcmp(name, OC_NAME_MEMCPY) == 0)
        refuse_use(walk, at,
                   "calls 'offload_memcpy', which is for the host; use memcpy in kernels");
}

static void refer_to_function(struct walk *walk, CXCursor at, CXCursor function) {
    const char *name = oc_ast_name(walk->ast, function);
    if (oc_starts_with(name, "__builtin_alloca"))
        refuse_use(walk, at,
                   "calls 'alloca', but a device's stack has a fixed size; use an array of "
                   "constant size, or pass one as an offload_scratch parameter");
    if (strcmp(name, "__builtin_thread_pointer") == 0)
        refuse_use(
            walk, at,
            "calls '__builtin_thread_pointer', but devices have no thread-local variables; pass "
            "the value as a parameter");
    refuse_data(walk, at, name);
    const char *type = oc_ast_string(walk->ast, clang_getTypeSpelling(clang_getCursorType(at)));
    if (strcmp(type, "<builtin fn type>") == 0 || oc_starts_with(name, "__builtin_") ||
        oc_starts_with(name, OC_NAME_PREFIX))
        return;
    CXCursor definition = clang_getCursorDefinition(function);
    bool is_defined = !clang_Cursor_isNull(definition);
    // The C library's own inline definitions of what devices have count for nothing.
    const struct oc_libcall *call = oc_libcall_find(name);
    if (call && !oc_ast_is_marked(function, OC_ANNOTATION_DEVICE) &&
        (!is_defined || oc_ast_in_system_header(definition)))
        walk->out->stops |= call->class == OC_LIBCALL_ABORT;
    else if (is_defined)
        enqueue(walk, definition, walk->node, at);
    else
        refer_to_undefined(walk, at, function);
}

// Whether it is a shared or a device variable. Where those may be declared is variables.c's.
static bool refer_to_marked(struct walk *walk, CXCursor at, CXCursor variable) {
    const char *name = oc_ast_name(walk->ast, variable);
    if (oc_ast_is_marked(variable, OC_ANNOTATION_SHARED)) {
        if (walk->node->is_variable)
            refuse_named(walk, at,
                         "uses the address of shared variable '%s' as an initial value, but each "
                         "block has a variable of its own; assign the address in the kernel",
                         name);
        return true;
    }
    if (oc_variables_contain(walk->variables, variable))
        return true;
    if (!oc_ast_is_marked(variable, OC_ANNOTATION_GLOBAL) || oc_ast_is_const(variable))
        return false;
    if (clang_Cursor_hasVarDeclExternalStorage(variable) == 1)
        need(walk, at, variable);
    return true;
}

// How a variable is made const that looks it already: `const char *names[]`. Else NULL.
static const char *const_spelling(struct walk *walk, CXCursor variable) {
    CXType type = clang_getCursorType(variable);
    bool is_array = false;
    for (; oc_ast_is_array(type); type = clang_getArrayElementType(type))
        is_array = true;
    CXType pointee = clang_getPointeeType(type);
    if (type.kind != CXType_Pointer || !clang_isConstQualifiedType(pointee))
        return NULL;
    return oc_arena_printf(walk->ast->arena, "'%s *const %s%s'",
                           oc_ast_string(walk->ast, clang_getTypeSpelling(pointee)),
                           oc_ast_name(walk->ast, variable), is_array ? "[]" : "");
}

static bool is_standard_stream(const char *name) {
    return strcmp(name, "stdin") == 0 || strcmp(name, "stdout") == 0 || strcmp(name, "stderr") == 0;
}

static const char *way_to_variable(struct walk *walk, CXCursor variable) {
    bool in_function =
        clang_getCursorKind(clang_getCursorSemanticParent(variable)) != CXCursor_TranslationUnit;
    const char *spelling = const_spelling(walk, variable);
    if (oc_ast_in_system_header(variable))
        return is_standard_stream(oc_ast_name(walk->ast, variable))
                   ? "kernels can only print, with printf"
                   : "pass its value as a parameter";
    const char *way = walk->node->is_variable ? "" : "pass it as a parameter, ";
    const char *mark =
        in_function ? "move it to file scope and mark it offload_global" : "mark it offload_global";
    if (spelling)
        return oc_arena_printf(walk->ast->arena, "%s%s, or make it const itself: %s", way, mark,
                               spelling);
    return in_function ? oc_arena_printf(walk->ast->arena, "%sor %s", way, mark)
                       : oc_arena_printf(walk->ast->arena, "%s%s, or make it const", way, mark);
}

static void refuse_host_variable(struct walk *walk, CXCursor at, CXCursor variable) {
    const char *what =
        oc_arena_printf(walk->ast->arena, "uses %s '%s', which lives on the host; %s",
                        walk->node->is_variable ? "the address of variable" : "variable",
                        oc_ast_name(walk->ast, variable), way_to_variable(walk, variable));
    refuse_use(walk, at, what);
}

// One that is not defined in this file.
static void refer_to_constant(struct walk *walk, CXCursor at, CXCursor variable) {
    if (oc_ast_is_marked(variable, OC_ANNOTATION_GLOBAL) ||
        (walk->ast->offers_all && !oc_ast_in_system_header(variable)))
        need(walk, at, variable);
    else
        refuse_named(walk, at,
                     "uses '%s', which is not defined in this file; if another file defines it, "
                     "declare it `extern offload_global` in a header that both include; else "
                     "define it here, or pass it as a parameter",
                     oc_ast_name(walk->ast, variable));
}

static void refer_to_variable(struct walk *walk, CXCursor at, CXCursor variable) {
    const char *name = oc_ast_name(walk->ast, variable);
    if (clang_Cursor_hasVarDeclGlobalStorage(variable) != 1)
        return;
    if (refer_to_marked(walk, at, variable))
        return;
    if (clang_getCursorTLSKind(variable) != CXTLS_None) {
        refuse_named(
            walk, at,
            "uses '%s', which is thread-local, and devices have no thread-local variables; "
            "pass its value as a parameter",
            name);
        return;
    }
    // A plug-in's marker: see undefined.h.
    if (walk->ast->has_plugins && clang_Cursor_isNull(clang_getCursorDefinition(variable)) &&
        clang_Cursor_hasVarDeclExternalStorage(variable) == 1 && !oc_ast_in_system_header(variable))
        return;
    if (!oc_ast_is_const(variable)) {
        refuse_host_variable(walk, at, variable);
        return;
    }
    CXCursor definition = clang_getCursorDefinition(variable);
    if (clang_Cursor_isNull(definition)) {
        if (clang_Cursor_hasVarDeclExternalStorage(variable) == 1) {
            refer_to_constant(walk, at, variable);
            return;
        }
        definition = clang_getCanonicalCursor(variable); // a tentative definition: zero
    }
    enqueue(walk, definition, walk->node, at);
}

static void refer_to_target(struct walk *walk, CXCursor at) {
    CXCursor target = clang_getCursorReferenced(at);
    if (clang_getCursorKind(target) == CXCursor_FunctionDecl)
        refer_to_function(walk, at, target);
    else if (clang_getCursorKind(target) == CXCursor_VarDecl)
        refer_to_variable(walk, at, target);
}

// ---- Expressions and statements ----------------------------------------------------------------

static void walk_into(struct walk *walk, CXCursor cursor) {
    if (visit_reached(cursor, cursor, walk) == CXChildVisit_Recurse)
        clang_visitChildren(cursor, visit_reached, walk);
}

static void walk_last(struct walk *walk, CXCursor cursor) {
    struct oc_cursors parts = oc_ast_expressions(walk->ast, cursor);
    if (parts.count)
        walk_into(walk, parts.items[parts.count - 1]);
}

static void walk_local(struct walk *walk, CXCursor variable) {
    // The initial value of a static variable is a node of its own, if something uses the variable.
    if (clang_Cursor_hasVarDeclGlobalStorage(variable) == 1)
        return;
    if (clang_getCanonicalType(clang_getCursorType(variable)).kind == CXType_VariableArray)
        refuse_named(
            walk, variable,
            "has the variable-length array '%s', but a device's stack has a fixed size; use "
            "an array of constant size (in C, an enum or a macro is constant, and a const "
            "variable is not), or pass one as an offload_scratch parameter",
            oc_ast_name(walk->ast, variable));
    CXCursor initializer = clang_Cursor_getVarDeclInitializer(variable);
    if (!clang_Cursor_isNull(initializer))
        walk_into(walk, initializer);
}

// libclang does not say which association is selected. Types do, where just one has the type of the
// whole; else all are followed, and their faults left to the device's linker.
static void walk_generic(struct walk *walk, CXCursor generic) {
    struct oc_cursors parts = oc_ast_expressions(walk->ast, generic);
    CXType type = clang_getCanonicalType(clang_getCursorType(generic));
    size_t matches = 0, match = 0;
    for (size_t i = 1; i < parts.count; i++)
        if (clang_equalTypes(clang_getCanonicalType(clang_getCursorType(parts.items[i])), type)) {
            matches++;
            match = i;
        }
    if (matches == 1) {
        walk_into(walk, parts.items[match]);
        return;
    }
    bool tolerant = walk->tolerant;
    walk->tolerant = true;
    for (size_t i = 1; i < parts.count; i++)
        walk_into(walk, parts.items[i]);
    walk->tolerant = tolerant;
}

static void refuse_launch(struct walk *walk, CXCursor call) {
    CXCursor kernel = clang_Cursor_getNumArguments(call) > 0
                          ? oc_ast_function(walk->ast, clang_Cursor_getArgument(call, 0))
                          : clang_getNullCursor();
    if (clang_Cursor_isNull(kernel))
        refuse_use(walk, call,
                   "launches a kernel, which only the host can do; call it as a function");
    else
        refuse_named(walk, call,
                     "launches a kernel, which only the host can do; call '%s' as a function",
                     oc_ast_name(walk->ast, kernel));
}

// Of a function that nothing but -fgpu-rdc says is device code.
static void refuse_host_code(struct walk *walk, CXCursor cursor) {
    const char *what = walk->graph ? oc_hostcode_what(walk->ast, cursor) : NULL;
    if (what)
        is_quiet(walk, cursor, what);
}

static enum CXChildVisitResult visit_reached(CXCursor cursor, CXCursor parent, CXClientData data) {
    (void)parent;
    struct walk *walk = data;
    CXCursor chosen;
    refuse_host_code(walk, cursor);
    switch (clang_getCursorKind(cursor)) {
    case CXCursor_DeclRefExpr:
        refer_to_target(walk, cursor);
        return CXChildVisit_Continue;
    case CXCursor_CallExpr:
        if (strcmp(oc_ast_name(walk->ast, cursor), OC_NAME_CONFIGURE) != 0)
            return CXChildVisit_Recurse;
        refuse_launch(walk, cursor);
        return CXChildVisit_Continue;
    case CXCursor_VarDecl:
        walk_local(walk, cursor);
        return CXChildVisit_Continue;
    // The type of these may hold expressions that are not evaluated; their operand is last.
    case CXCursor_CStyleCastExpr:
    case CXCursor_CompoundLiteralExpr:
        walk_last(walk, cursor);
        return CXChildVisit_Continue;
    case CXCursor_GenericSelectionExpr:
        walk_generic(walk, cursor);
        return CXChildVisit_Continue;
    case CXCursor_UnexposedExpr:
        if (!oc_ast_chosen(walk->ast, cursor, &chosen))
            return CXChildVisit_Recurse;
        walk_into(walk, chosen);
        return CXChildVisit_Continue;
    case CXCursor_UnaryExpr: // sizeof, _Alignof
    case CXCursor_ParmDecl:
    case CXCursor_FunctionDecl:
    case CXCursor_TypedefDecl:
    case CXCursor_StructDecl:
    case CXCursor_UnionDecl:
    case CXCursor_EnumDecl:
        return CXChildVisit_Continue;
    default:
        return clang_isAttribute(clang_getCursorKind(cursor)) ? CXChildVisit_Continue
                                                              : CXChildVisit_Recurse;
    }
}

static void walk_node(struct walk *walk, struct node *node) {
    walk->node = node;
    if (!node->is_variable) {
        if (clang_Cursor_isFunctionInlined(node->definition) &&
            clang_Cursor_getStorageClass(node->definition) != CX_SC_Static)
            oc_args_add(&walk->out->inlines, node->name);
        refuse_host_code(walk, node->definition);
        clang_visitChildren(node->definition, visit_reached, walk);
        return;
    }
    CXCursor owner = clang_getCursorSemanticParent(node->definition);
    if (clang_getCursorKind(owner) == CXCursor_TranslationUnit &&
        !oc_variables_contain(walk->variables, node->definition))
        oc_args_add(&walk->out->tables, node->name);
    CXCursor initializer = clang_Cursor_getVarDeclInitializer(node->definition);
    if (!clang_Cursor_isNull(initializer))
        walk_into(walk, initializer);
}

static struct walk begin_walk(struct oc_ast *ast, const struct oc_variables *variables,
                              struct oc_reached *out) {
    *out = (struct oc_reached){.tables = {.arena = ast->arena}, .inlines = {.arena = ast->arena}};
    return (struct walk){.ast = ast,
                         .variables = variables,
                         .out = out,
                         .seen = clang_createCXCursorSet(),
                         .reported = {.arena = ast->arena},
                         .valid = true};
}

static void walk_certain(struct walk *walk, const struct oc_cursors *definitions) {
    walk->certain = (struct queue){0};
    for (size_t i = 0; i < definitions->count; i++)
        enqueue(walk, definitions->items[i], NULL, clang_getNullCursor());
    for (struct node *node = walk->certain.first; node; node = node->next)
        walk_node(walk, node);
}

static void end_walk(struct walk *walk) {
    walk->tolerant = true;
    for (struct node *node = walk->maybe.first; node; node = node->next)
        if (clang_CXCursorSet_insert(walk->seen, node->definition))
            walk_node(walk, node);
    clang_disposeCXCursorSet(walk->seen);
}

bool oc_reach_walk(struct oc_ast *ast, const struct oc_cursors *definitions,
                   const struct oc_cursors *optional, const struct oc_variables *variables,
                   struct oc_reached *out) {
    struct walk walk = begin_walk(ast, variables, out);
    struct oc_cursors certain = {0};
    for (size_t i = 0; i < definitions->count; i++)
        oc_cursors_add(ast, &certain, definitions->items[i]);
    for (size_t i = 0; i < variables->cursors.count; i++)
        oc_cursors_add(ast, &certain, variables->cursors.items[i]);
    walk_certain(&walk, &certain);
    walk.optional = true;
    walk_certain(&walk, optional);
    end_walk(&walk);
    return walk.valid;
}

void oc_reach_graph(struct oc_ast *ast, const struct oc_cursors *definitions,
                    const struct oc_variables *variables, struct oc_callgraph *out) {
    struct oc_reached unused;
    struct walk walk = begin_walk(ast, variables, &unused);
    oc_callgraph_begin(ast->arena, out);
    walk.graph = out;
    walk_certain(&walk, definitions);
    end_walk(&walk);
    oc_callgraph_spread(out);
}

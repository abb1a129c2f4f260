#include "scan/scan.h"

#include "base/names.h"
#include "base/text.h"
#include "scan/advice.h"
#include "scan/ast/ast.h"
#include "scan/barriers/divergence.h"
#include "scan/clangerrors.h"
#include "scan/counts.h"
#include "scan/cplusplus.h"
#include "scan/dataregions.h"
#include "scan/hostaccess.h"
#include "scan/hostwrites.h"
#include "scan/key/sourcekey.h"
#include "scan/launches.h"
#include "scan/live.h"
#include "scan/offers.h"
#include "scan/params.h"
#include "scan/reach.h"
#include "scan/redeclarations.h"
#include "scan/uses.h"
#include "scan/variables.h"

#include <string.h>

#ifndef OC_LLVM_BINDIR
#define OC_LLVM_BINDIR "/usr/lib/llvm-22/bin"
#endif

// ---- Parsing -----------------------------------------------------------------------------------

// Options that name outputs or stop the driver before it compiles: each alone, or with an operand.
static bool takes_part_in_output(const char *arg, bool *has_operand) {
    static const char *const alone[] = {"-c",  "-S",  "-E",   "-emit-llvm",  "-save-temps",
                                        "-M",  "-MM", "-MD",  "-MMD",        "-MG",
                                        "-MP", "-v",  "-###", "--save-temps"};
    static const char *const with_operand[] = {"-o", "-MF", "-MT", "-MQ", "-MJ"};
    *has_operand = false;
    for (size_t i = 0; i < sizeof(alone) / sizeof(*alone); i++)
        if (strcmp(arg, alone[i]) == 0)
            return true;
    for (size_t i = 0; i < sizeof(with_operand) / sizeof(*with_operand); i++)
        if (oc_starts_with(arg, with_operand[i])) {
            *has_operand = strcmp(arg, with_operand[i]) == 0;
            return true;
        }
    return oc_starts_with(arg, "-Wp,-M") || oc_starts_with(arg, "-save-temps=") ||
           oc_starts_with(arg, "--save-temps=");
}

// What clang's own compiler is to make, which parses for us.
static bool is_action(const char *arg) {
    static const char *const actions[] = {"-emit-llvm", "-emit-llvm-bc",      "-emit-llvm-only",
                                          "-emit-obj",  "-emit-codegen-only", "-S"};
    for (size_t i = 0; i < sizeof(actions) / sizeof(*actions); i++)
        if (strcmp(arg, actions[i]) == 0)
            return true;
    return false;
}

// What is parsed, and how clang was asked to.
struct request {
    CXIndex index;
    const char *source;
    const char *language;
    const char *const *args;
    size_t arg_count;
};

// Of what clang says of the source, this alone is not said by the front ends: text of ours follows
// there.
static void report_missing_newline(struct oc_ast *ast, CXDiagnostic diagnostic) {
    const char *option = oc_ast_string(ast, clang_getDiagnosticOption(diagnostic, NULL));
    if (strcmp(option, "-Wnewline-eof") == 0)
        oc_report(ast->diag, OC_WARNING, oc_ast_error_place(ast, diagnostic), "newline-eof",
                  "no newline at end of file");
}

static bool has_errors(struct oc_ast *ast) {
    bool found = false;
    for (unsigned i = 0; i < clang_getNumDiagnostics(ast->unit) && !found; i++) {
        CXDiagnostic diagnostic = clang_getDiagnostic(ast->unit, i);
        found = clang_getDiagnosticSeverity(diagnostic) >= CXDiagnostic_Error;
        clang_disposeDiagnostic(diagnostic);
    }
    return found;
}

static bool is_cplusplus(const struct request *request) {
    return strcmp(request->language, "c++") == 0;
}

// Parses the source, or text in its place. In C++ without the bodies of functions.
static bool parse_source(struct oc_ast *ast, const struct request *request,
                         const struct oc_text *text) {
    const char *const *args = request->args;
    size_t arg_count = request->arg_count;
    struct oc_args argv = {.arena = ast->arena};
    oc_args_add(&argv, OC_LLVM_BINDIR "/clang");
    for (size_t i = 0; i < arg_count; i++) {
        bool has_operand, leave_out = takes_part_in_output(args[i], &has_operand);
        if (i + 1 < arg_count && strcmp(args[i], "-Xclang") == 0 && is_action(args[i + 1]))
            leave_out = has_operand = true;
        if (!leave_out)
            oc_args_add(&argv, args[i]);
        else if (has_operand)
            i++;
    }
    // The C library's checking variants of its functions do not exist on devices.
    oc_args_add(&argv, "-U_FORTIFY_SOURCE");
    // A macro may have many errors, which are explained as one.
    oc_args_add(&argv, "-ferror-limit=0");
    // offload.h calls in another way for it, which launches.c does not read.
    oc_args_add(&argv, "-fno-sanitize=kcfi");
    if (is_cplusplus(request))
        oc_args_add(&argv, "-w"); // without bodies, functions seem to be unused
    oc_args_add(&argv, "-x");
    oc_args_add(&argv, request->language);
    struct CXUnsavedFile file = {request->source, text ? text->data : NULL,
                                 text ? text->length : 0};
    enum CXErrorCode code = clang_parseTranslationUnit2FullArgv(
        request->index, request->source, argv.items, (int)argv.count, &file, text ? 1 : 0,
        is_cplusplus(request) ? CXTranslationUnit_SkipFunctionBodies : CXTranslationUnit_None,
        &ast->unit);
    if (code != CXError_Success)
        return false;
    if (has_errors(ast))
        return false;
    for (unsigned i = 0; i < clang_getNumDiagnostics(ast->unit) && !text; i++) {
        CXDiagnostic diagnostic = clang_getDiagnostic(ast->unit, i);
        report_missing_newline(ast, diagnostic);
        clang_disposeDiagnostic(diagnostic);
    }
    return true;
}

// ---- Kernels -----------------------------------------------------------------------------------

// The functions at file scope with a mark; NULL: all.
struct functions {
    struct oc_ast *ast;
    const char *mark;
    struct oc_cursors definitions;
    CXCursorSet emitted; // canonical; some declaration makes the definition more than an inline one
    bool gnu89_inline;
};

// Whether this declaration makes the definition one that is emitted: C's inline functions are where
// one says `extern` or leaves out `inline`, GNU's where one says no `extern`.
static bool emits(const struct functions *functions, CXCursor declaration) {
    enum CX_StorageClass storage = clang_Cursor_getStorageClass(declaration);
    // clang_Cursor_isFunctionInlined inherits `inline`; the text has this declaration's own.
    if (storage == CX_SC_Static || !clang_Cursor_isFunctionInlined(declaration))
        return true;
    const char *text = oc_ast_declaration(functions->ast, declaration);
    bool is_gnu = functions->gnu89_inline || strstr(text, "gnu_inline");
    bool says_inline = oc_starts_with(text, "inline ") || strstr(text, " inline ");
    return (storage == CX_SC_Extern) != is_gnu || !says_inline;
}

static enum CXChildVisitResult add_function(CXCursor cursor, CXCursor parent, CXClientData data) {
    (void)parent;
    struct functions *functions = data;
    if (clang_getCursorKind(cursor) != CXCursor_FunctionDecl ||
        (functions->mark && !oc_ast_is_marked(cursor, functions->mark)))
        return CXChildVisit_Continue;
    if (emits(functions, cursor))
        clang_CXCursorSet_insert(functions->emitted, clang_getCanonicalCursor(cursor));
    if (clang_isCursorDefinition(cursor))
        oc_cursors_add(functions->ast, &functions->definitions, cursor);
    return CXChildVisit_Continue;
}

static bool has_gnu89_inline(const char *const *args, size_t count) {
    static const char *const dialects[] = {"-fgnu89-inline", "-ansi",      "-std=c89",
                                           "-std=c90",       "-std=gnu89", "-std=gnu90"};
    bool found = false;
    for (size_t i = 0; i < count; i++) {
        if (oc_starts_with(args[i], "-std=") || strcmp(args[i], "-fno-gnu89-inline") == 0)
            found = oc_starts_with(args[i], "-std=iso9899:199") &&
                    strcmp(args[i], "-std=iso9899:1999") != 0;
        for (size_t j = 0; j < sizeof(dialects) / sizeof(*dialects); j++)
            if (strcmp(args[i], dialects[j]) == 0)
                found = true;
    }
    return found;
}

// The definitions of functions with a mark that are emitted.
static struct oc_cursors find_marked(struct oc_ast *ast, const char *mark, bool gnu89_inline) {
    struct functions functions = {.ast = ast,
                                  .mark = mark,
                                  .emitted = clang_createCXCursorSet(),
                                  .gnu89_inline = gnu89_inline};
    clang_visitChildren(clang_getTranslationUnitCursor(ast->unit), add_function, &functions);
    struct oc_cursors found = {0};
    for (size_t i = 0; i < functions.definitions.count; i++) {
        CXCursor canonical = clang_getCanonicalCursor(functions.definitions.items[i]);
        if (clang_CXCursorSet_contains(functions.emitted, canonical))
            oc_cursors_add(ast, &found, functions.definitions.items[i]);
    }
    clang_disposeCXCursorSet(functions.emitted);
    return found;
}

static struct oc_cursors find_kernels(struct oc_ast *ast, bool gnu89_inline) {
    struct oc_cursors kernels = find_marked(ast, OC_ANNOTATION_KERNEL, gnu89_inline);
    oc_live_keep(ast, &kernels);
    return kernels;
}

// ---- One kernel --------------------------------------------------------------------------------

static bool check_function(struct oc_ast *ast, CXCursor definition,
                           const struct oc_kernel *kernel) {
    CXType type = clang_getCanonicalType(clang_getCursorType(definition));
    CXType result = clang_getCursorResultType(definition);
    unsigned errors = ast->diag->errors;
    if (strcmp(kernel->name, "main") == 0)
        oc_report(ast->diag, OC_ERROR, kernel->place, NULL,
                  "'main' cannot be a kernel; give the kernel a name of its own");
    else if (clang_getCanonicalType(result).kind != CXType_Void)
        oc_report(ast->diag, OC_ERROR, kernel->place, NULL,
                  "kernel '%s' returns '%s'; a kernel returns void; write results through a "
                  "parameter such as '%s result[1]'",
                  kernel->name, oc_ast_string(ast, clang_getTypeSpelling(result)),
                  oc_ast_string(ast, clang_getTypeSpelling(clang_getUnqualifiedType(result))));
    enum CXCallingConv convention = clang_getFunctionTypeCallingConv(type);
    if (convention != CXCallingConv_Default && convention != CXCallingConv_C)
        oc_report(ast->diag, OC_ERROR, kernel->place, NULL,
                  "kernel '%s' has a calling convention of its own; remove that attribute",
                  kernel->name);
    else if (strcmp(oc_ast_string(ast, clang_Cursor_getMangling(definition)), kernel->name) != 0)
        oc_report(ast->diag, OC_ERROR, kernel->place, NULL,
                  "kernel '%s' has another name in assembly, '%s'; remove the asm label or the "
                  "attribute that gives it",
                  kernel->name, oc_ast_string(ast, clang_Cursor_getMangling(definition)));
    if (clang_isFunctionTypeVariadic(type) && type.kind == CXType_FunctionProto)
        oc_report(ast->diag, OC_ERROR, kernel->place, NULL,
                  "kernel '%s' takes variable arguments; give each argument a parameter",
                  kernel->name);
    if (type.kind == CXType_FunctionNoProto)
        oc_report(ast->diag, OC_ERROR, kernel->place, NULL,
                  "kernel '%s' has no prototype; write '%s(void)'", kernel->name, kernel->name);
    return ast->diag->errors == errors;
}

// The limits that a definition itself has.
struct limits {
    struct oc_ast *ast;
    CXCursor definition;
    int64_t first, other; // different ones; 0: there is none
};

static enum CXChildVisitResult add_limit(CXCursor cursor, CXCursor parent, CXClientData data) {
    (void)parent;
    struct limits *limits = data;
    int64_t threads;
    if (clang_getCursorKind(cursor) != CXCursor_AnnotateAttr ||
        strcmp(oc_ast_name(limits->ast, cursor), OC_ANNOTATION_BLOCK_LIMIT) != 0 ||
        !oc_ast_lies_in(cursor, limits->definition))
        return CXChildVisit_Continue;
    struct oc_cursors arguments = oc_ast_expressions(limits->ast, cursor);
    if (arguments.count && oc_ast_evaluate(arguments.items[0], &threads))
        *(limits->first && limits->first != threads ? &limits->other : &limits->first) = threads;
    return CXChildVisit_Continue;
}

static bool read_block_limit(struct oc_ast *ast, CXCursor definition, struct oc_kernel *kernel) {
    CXCursor argument = oc_ast_mark_argument(ast, definition, OC_ANNOTATION_BLOCK_LIMIT);
    struct limits limits = {.ast = ast, .definition = definition};
    int64_t threads = 0;
    if (clang_Cursor_isNull(argument))
        return true;
    clang_visitChildren(definition, add_limit, &limits);
    if (limits.other) {
        oc_report(ast->diag, OC_ERROR, kernel->place, NULL,
                  "kernel '%s' has two limits, offload_block_limit(%lld) and "
                  "offload_block_limit(%lld); remove one of them",
                  kernel->name, (long long)limits.first, (long long)limits.other);
        return false;
    }
    bool is_integer = oc_ast_is_integer(oc_ast_plain_type(clang_getCursorType(argument)));
    if (!is_integer || !oc_ast_evaluate(argument, &threads) || threads < 1 ||
        threads > OC_MAX_BLOCK_THREADS) {
        oc_report(ast->diag, OC_ERROR, kernel->place, NULL,
                  "offload_block_limit of kernel '%s' is not a number of threads; give it a "
                  "constant from 1 to %d",
                  kernel->name, OC_MAX_BLOCK_THREADS);
        return false;
    }
    kernel->block_limit = (unsigned)threads;
    return true;
}

static bool read_waves(struct oc_ast *ast, CXCursor definition, struct oc_kernel *kernel) {
    struct oc_cursors numbers = oc_ast_mark_arguments(ast, definition, OC_ANNOTATION_WAVES);
    int64_t waves[2] = {0, 0};
    bool valid = numbers.count <= 2;
    for (size_t i = 0; valid && i < numbers.count; i++)
        valid = oc_ast_is_integer(oc_ast_plain_type(clang_getCursorType(numbers.items[i]))) &&
                oc_ast_evaluate(numbers.items[i], &waves[i]) && waves[i] >= 1 &&
                waves[i] <= OC_MAX_WAVES;
    if (!valid || (waves[1] && waves[1] < waves[0])) {
        oc_report(
            ast->diag, OC_ERROR, kernel->place, NULL,
            "amdgpu_waves_per_eu of kernel '%s' is not a number of waves; give it one constant "
            "from 1 to %d, or two, of which the second is not smaller",
            kernel->name, OC_MAX_WAVES);
        return false;
    }
    kernel->least_waves = (unsigned)waves[0];
    kernel->most_waves = (unsigned)waves[1];
    return true;
}

static bool read_kernel(struct oc_ast *ast, const struct oc_counts *counts, CXCursor definition,
                        struct oc_kernel *kernel) {
    kernel->name = oc_ast_name(ast, definition);
    kernel->place = oc_ast_place(ast, definition);
    kernel->is_static = clang_getCursorLinkage(definition) == CXLinkage_Internal;
    struct oc_uses uses = oc_uses_of(ast, definition);
    kernel->dynamic_shared = uses.dynamic_shared;
    kernel->grid_barrier = uses.grid_barrier;
    kernel->dimensions = uses.dimensions;
    kernel->places = uses.strides ? 0 : uses.places;
    bool valid = check_function(ast, definition, kernel);
    valid = read_block_limit(ast, definition, kernel) && valid;
    valid = read_waves(ast, definition, kernel) && valid;
    return oc_params_read(ast, counts, definition, kernel) && valid;
}

// Whether device code calls a function that waits for other threads, or takes its address.
static bool any_waits(struct oc_ast *ast, const struct oc_cursors *roots,
                      const struct oc_offers *offers, const struct oc_variables *variables) {
    const struct oc_cursors *all[] = {roots, &offers->optional, &variables->cursors};
    for (size_t i = 0; i < sizeof all / sizeof *all; i++)
        for (size_t c = 0; c < all[i]->count; c++)
            if (oc_uses_of(ast, all[i]->items[c]).waits)
                return true;
    return false;
}

static enum oc_scan_result read_unit(struct oc_ast *ast, bool gnu89_inline, struct oc_unit *unit) {
    struct oc_cursors definitions = find_kernels(ast, gnu89_inline);
    unit->kernel_count = definitions.count;
    unit->kernels = OC_NEW_ARRAY(ast->arena, definitions.count, struct oc_kernel);
    struct oc_counts counts;
    oc_counts_read(ast, &definitions, &counts);
    bool valid = true;
    for (size_t i = 0; i < definitions.count; i++)
        valid = read_kernel(ast, &counts, definitions.items[i], &unit->kernels[i]) && valid;
    struct oc_variables variables;
    struct oc_offers offers;
    struct oc_reached reached;
    valid = oc_variables_read(ast, &variables) && valid;
    struct oc_cursors marked = find_marked(ast, OC_ANNOTATION_DEVICE, gnu89_inline), all = {0};
    if (ast->offers_all)
        all = find_marked(ast, NULL, gnu89_inline);
    oc_offers_read(ast, &marked, &all, &variables, &offers, &valid);
    struct oc_cursors roots = {0};
    for (size_t i = 0; i < definitions.count + offers.definitions.count; i++)
        oc_cursors_add(ast, &roots,
                       i < definitions.count ? definitions.items[i]
                                             : offers.definitions.items[i - definitions.count]);
    valid = oc_reach_walk(ast, &roots, &offers.optional, &variables, &reached) && valid;
    oc_offers_reach(ast, &offers, &reached);
    unit->stops = reached.stops;
    valid = oc_launches_read(ast, unit) && valid;
    if (valid) {
        oc_divergence_check(ast);
        oc_advice_give(ast, unit);
        oc_hostaccess_check(ast, unit);
        for (size_t i = 0; i < variables.cursors.count; i++)
            oc_cursors_add(ast, &reached.variables, variables.cursors.items[i]);
        oc_hostwrites_check(ast, unit, &reached.variables);
        oc_redeclarations_check(ast, &definitions);
        valid = ast->diag->errors == 0; // -Werror
    }
    unit->tables = reached.tables.items;
    unit->table_count = reached.tables.count;
    unit->inlines = reached.inlines.items;
    unit->inline_count = reached.inlines.count;
    unit->needs = reached.needs;
    unit->need_count = reached.need_count;
    unit->offers = offers.items;
    unit->offer_count = offers.count;
    unit->waits = oc_unit_is_incomplete(unit) && any_waits(ast, &roots, &offers, &variables);
    unit->globals = variables.globals;
    unit->global_count = variables.cursors.count;
    return !valid                                              ? OC_SCAN_ERRORS
           : unit->kernel_count || oc_unit_is_incomplete(unit) ? OC_SCAN_KERNELS
                                                               : OC_SCAN_NONE;
}

// Parses the source again, with functions after it that show what counts mean (counts.h).
static enum oc_scan_result parse_counts(struct oc_ast *ast, const struct request *request,
                                        const struct oc_cursors *kernels, const char *functions) {
    struct oc_counts counts;
    oc_counts_read(ast, kernels, &counts);
    size_t size;
    const char *source =
        clang_getFileContents(ast->unit, clang_getFile(ast->unit, request->source), &size);
    struct oc_text text = {.arena = ast->arena};
    oc_text_add_bytes(&text, source ? source : "", source ? size : 0);
    oc_text_add(&text, functions);
    clang_disposeTranslationUnit(ast->unit);
    ast->unit = NULL;
    if (parse_source(ast, request, &text))
        return OC_SCAN_KERNELS;
    return ast->unit && oc_counts_explain(ast, &counts) ? OC_SCAN_ERRORS : OC_SCAN_UNPARSABLE;
}

// C++ has no kernels, but may not look as if.
static enum oc_scan_result scan_cplusplus(struct oc_ast *ast, const struct request *request) {
    if (!parse_source(ast, request, NULL))
        return ast->unit && oc_cplusplus_explain(ast) ? OC_SCAN_ERRORS : OC_SCAN_UNPARSABLE;
    oc_cplusplus_check(ast);
    return ast->diag->errors ? OC_SCAN_ERRORS : OC_SCAN_NONE;
}

static enum oc_scan_result scan_source(struct oc_ast *ast, const struct request *request,
                                       struct oc_unit *unit) {
    if (is_cplusplus(request))
        return scan_cplusplus(ast, request);
    if (!parse_source(ast, request, NULL))
        return ast->unit && oc_clangerrors_explain(ast) ? OC_SCAN_ERRORS : OC_SCAN_UNPARSABLE;
    bool gnu89_inline = has_gnu89_inline(request->args, request->arg_count);
    struct oc_cursors kernels = find_kernels(ast, gnu89_inline);
    struct oc_cursors marked = find_marked(ast, OC_ANNOTATION_DEVICE, gnu89_inline);
    oc_dataregions_check(ast);
    if (kernels.count == 0 && !ast->offers_all && !oc_offers_any(ast, &marked)) {
        struct oc_variables variables;
        oc_variables_read(ast, &variables); // for its messages
        if (oc_launches_read(ast, unit))    // kernels of other files
            oc_hostaccess_check(ast, unit);
        return ast->diag->errors ? OC_SCAN_ERRORS : OC_SCAN_NONE;
    }
    const char *functions = oc_counts_functions(ast, &kernels);
    enum oc_scan_result result =
        functions ? parse_counts(ast, request, &kernels, functions) : OC_SCAN_KERNELS;
    return result == OC_SCAN_KERNELS ? read_unit(ast, gnu89_inline, unit) : result;
}

static bool names_plugins(const char *const *args, size_t count) {
    for (size_t i = 0; i < count; i++)
        if (oc_starts_with(args[i], "-fpass-plugin=") || oc_starts_with(args[i], "-fplugin=") ||
            strcmp(args[i], "-load") == 0)
            return true;
    return false;
}

// The last of two options counts.
static bool offers_all(const char *const *args, size_t count) {
    bool all = false;
    for (size_t i = 0; i < count; i++)
        if (strcmp(args[i], "-fgpu-rdc") == 0 || strcmp(args[i], "-fno-gpu-rdc") == 0)
            all = args[i][2] == 'g';
    return all;
}

enum oc_scan_result oc_scan(struct oc_arena *arena, const char *source, const char *language,
                            const char *const *args, size_t arg_count, struct oc_diag *diag,
                            struct oc_unit *out, const struct oc_sourcekey_request *wanted,
                            const char **key) {
    struct oc_ast ast = {.arena = arena,
                         .diag = diag,
                         .offers_all = offers_all(args, arg_count),
                         .has_plugins = names_plugins(args, arg_count)};
    struct oc_unit unit = {.source = oc_arena_strdup(arena, source)};
    struct request request = {.index = clang_createIndex(0, 0),
                              .source = source,
                              .language = language,
                              .args = args,
                              .arg_count = arg_count};
    enum oc_scan_result result = scan_source(&ast, &request, &unit);
    if (key)
        *key = result == OC_SCAN_KERNELS ? oc_sourcekey(&ast, &unit, wanted) : NULL;
    if (ast.unit)
        clang_disposeTranslationUnit(ast.unit);
    clang_disposeIndex(request.index);
    if (result == OC_SCAN_KERNELS)
        *out = unit;
    return result;
}

#include "scan/clangerrors.h"

#include "base/names.h"
#include "base/text.h"
#include "scan/cudawords.h"
#include "scan/laterbounds.h"

#include <ctype.h>
#include <string.h>

// All errors at one place in the file: of a macro, where it is expanded.
struct fault {
    CXFile file;
    unsigned offset;
    struct oc_place place;
    const char *word;        // the identifier there: the macro; "" if there is none
    const char *explanation; // NULL: not known
    struct oc_args values;   // launch options without a name, as written
    bool has_others;         // an error that the macro does not explain
    bool is_of_alignment;    // the explanation, which another one replaces
};

struct faults {
    struct oc_ast *ast;
    struct fault *items;
    size_t count, capacity;
};

// ---- Macros ------------------------------------------------------------------------------------

#define ATOMIC                                                                                     \
    "%s is for integers and floating-point numbers of 2, 4 or 8 bytes, and for integers of 16 "    \
    "bytes; its first argument points to another type"
#define SMALL_ATOMIC                                                                               \
    "%s is for objects of 2 bytes and more; its first argument points to a type of 1 byte: use "   \
    "an int, or C's own atomics, such as __atomic_fetch_add"
#define MISALIGNED_ATOMIC                                                                          \
    "%s is for types that are aligned to their size; its first argument points to a type that is " \
    "aligned to less: align the type to its size, such as by __attribute__((aligned(8))) if it "   \
    "has "                                                                                         \
    "8 bytes"

#define SHUFFLE                                                                                    \
    "%s is for integers and floating-point numbers of 2, 4 or 8 bytes; its first argument has "    \
    "another type"
#define REDUCTION                                                                                  \
    "%s is for integers of up to 8 bytes, float, double, _Float16 and __bf16; its argument has "   \
    "another type"
#define BITWISE "%s is for integers of up to 8 bytes; its argument has another type"
#define MEMBERS "; pass the members of a struct one by one"
#define POINTER "; pass a pointer as a uintptr_t, and convert the result to a pointer"
#define POINTED "; pass what the pointer points to"
#define COUNT_FIRST                                                                                \
    "%s takes the number of elements first, and then arrays; its comment in offload_algorithms.h " \
    "says which"
#define NOT_POINTER "indirection requires pointer operand"

// What clang says of a macro that begins with `macro`, and what that means: a format for the
// macro's name. The first row that fits counts.
static const struct {
    const char *macro, *error, *meaning;
} meanings[] = {
    {OC_USER_ATOMIC, "address of bit-field",
     "%s cannot be used for a bit-field; make it an int or unsigned int member"},
    {OC_USER_ATOMIC, NOT_POINTER,
     "the first argument of %s is an address; write '&x' for a variable x"},
    {OC_USER_ATOMIC, "pointer to non-const type",
     "%s changes what its first argument points to, which is const"},
    {OC_USER_ATOMIC, OC_NAME_NO_BYTE_ATOMICS, SMALL_ATOMIC},
    {OC_USER_ATOMIC, OC_NAME_NOT_ALIGNED, MISALIGNED_ATOMIC},
    {OC_USER_ATOMIC, "must be a pointer to integer (",
     "%s is for integers of 2, 4, 8 or 16 bytes; its first argument points to another type"},
    {OC_USER_ATOMIC, OC_NAME_NO_ATOMICS, ATOMIC},
    {OC_USER_ATOMIC, "address argument to atomic operation", ATOMIC},
    {OC_USER_ATOMIC, "where arithmetic or pointer type is required", ATOMIC},
    {OC_USER_ATOMIC, "incompatible pointer to integer conversion", ATOMIC},
    {OC_USER_SHUFFLE, OC_NAME_NO_SHUFFLES, SHUFFLE},
    {OC_USER_SHUFFLE, "*' to unary expression", SHUFFLE POINTER},
    {OC_USER_SHUFFLE, "invalid argument type", SHUFFLE MEMBERS},
    {OC_USER_MATCH, OC_NAME_NO_SHUFFLES, SHUFFLE},
    {OC_USER_MATCH, "*' to unary expression", SHUFFLE POINTER},
    {OC_USER_MATCH, "invalid argument type", SHUFFLE MEMBERS},
    {OC_USER_BLOCK_REDUCE, OC_NAME_NO_REDUCTIONS, REDUCTION},
    {OC_USER_BLOCK_REDUCE, "*' to unary expression", REDUCTION POINTED},
    {OC_USER_BLOCK_REDUCE, "invalid argument type", REDUCTION MEMBERS},
    {OC_USER_LANE_REDUCE "and", OC_NAME_NO_REDUCTIONS, BITWISE},
    {OC_USER_LANE_REDUCE "or", OC_NAME_NO_REDUCTIONS, BITWISE},
    {OC_USER_LANE_REDUCE "xor", OC_NAME_NO_REDUCTIONS, BITWISE},
    {OC_USER_LANE_REDUCE, OC_NAME_NO_REDUCTIONS, REDUCTION},
    {OC_USER_LANE_REDUCE, "*' to unary expression", REDUCTION POINTED},
    {OC_USER_LANE_REDUCE, "invalid argument type", REDUCTION MEMBERS},
    {OC_USER_LANES, OC_NAME_TOO_FEW,
     "%s takes more arguments; its comment in offload_lanes.h says which"},
    {OC_USER_LANES, OC_NAME_TOO_MANY,
     "%s takes fewer arguments; its comment in offload_lanes.h says which"},
    {"offload_reduce_", NOT_POINTER, COUNT_FIRST},
    {"offload_inclusive_scan_", NOT_POINTER, COUNT_FIRST},
    {"offload_exclusive_scan_", NOT_POINTER, COUNT_FIRST},
    {"offload_sort", NOT_POINTER, COUNT_FIRST},
    {"offload_histogram", NOT_POINTER, COUNT_FIRST},
    {"offload_select", NOT_POINTER, COUNT_FIRST},
    {"offload_fill", NOT_POINTER, COUNT_FIRST},
    {"offload_transpose", NOT_POINTER,
     "%s takes the numbers of rows and columns first, and then the two arrays"},
    {OC_USER_ATOMIC "compare_exchange", "incompatible integer to pointer conversion",
     "the second argument of %s is the address of a variable that has the expected value, and gets "
     "the one that was there"},
    {OC_ANNOTATION_SHARED, "cannot combine with previous 'extern'",
     "%s is not for extern arrays; write 'T *s = offload_dynamic_shared();' in the kernel, and "
     ".shared_bytes in the launch"},
    {OC_ANNOTATION_SHARED, "invalid storage class specifier",
     "a parameter cannot be marked %s, which is for variables in kernels; remove the mark: a "
     "shared array can be passed to any pointer"},
    {OC_ANNOTATION_SHARED, "does not allow storage class",
     "a member cannot be marked %s, which is for variables in kernels; mark a variable that has "
     "the struct's type"},
};

static const char *meaning_of(struct oc_arena *arena, const char *macro, const char *error) {
    for (size_t i = 0; i < sizeof meanings / sizeof *meanings; i++) {
        const char *at = strstr(meanings[i].meaning, "%s");
        if (oc_starts_with(macro, meanings[i].macro) && strstr(error, meanings[i].error))
            return oc_arena_printf(arena, "%.*s%s%s", (int)(at - meanings[i].meaning),
                                   meanings[i].meaning, macro, at + strlen("%s"));
    }
    return NULL;
}

// The text that an error is about, on one line; NULL: it is not in the file.
static const char *text_of(struct oc_ast *ast, CXDiagnostic error) {
    if (clang_getDiagnosticNumRanges(error) == 0)
        return NULL;
    CXSourceRange range = clang_getDiagnosticRange(error, 0);
    CXFile file, end_file;
    unsigned start, end;
    clang_getFileLocation(clang_getRangeStart(range), &file, NULL, NULL, &start);
    clang_getFileLocation(clang_getRangeEnd(range), &end_file, NULL, NULL, &end);
    size_t size;
    const char *text = file ? clang_getFileContents(ast->unit, file, &size) : NULL;
    if (!text || !clang_File_isEqual(file, end_file) || start >= end || end > size ||
        memchr(text + start, '\n', end - start))
        return NULL;
    return oc_arena_strndup(ast->arena, text + start, end - start);
}

// Options without a name: one is taken for the threads, two for CUDA's blocks and threads.
static void explain_options(struct oc_ast *ast, struct fault *fault, CXDiagnostic error) {
    const char *value = text_of(ast, error);
    fault->values.arena = ast->arena;
    if (value)
        oc_args_add(&fault->values, value);
    const char *const *values = fault->values.items;
    fault->explanation =
        fault->values.count == 1
            ? oc_arena_printf(ast->arena,
                              "the options of a launch have names; write .threads = {%s}",
                              values[0])
        : fault->values.count == 2
            ? oc_arena_printf(ast->arena,
                              "the options of a launch have names; write .blocks = {%s}, "
                              ".block_size = {%s}",
                              values[0], values[1])
            : "the options of a launch have names; write .threads = {n}, or .blocks = {n} and "
              ".block_size = {n}";
}

// `threads = {n}`, of which clang does not know the name, and `true` in C before C23.
static const char *unknown_in_options(struct oc_ast *ast, const char *error) {
    static const char *const options[] = {"threads",      "blocks", "block_size",
                                          "shared_bytes", "device", "cooperative"};
    if (strstr(error, "'true'"))
        return "'true' is of C23, or of <stdbool.h>; include that, or write .cooperative = 1";
    for (size_t i = 0; i < sizeof options / sizeof *options; i++)
        if (strstr(error, oc_arena_printf(ast->arena, "'%s'", options[i])))
            return oc_arena_printf(
                ast->arena, "the options of a launch begin with a dot; write .%s", options[i]);
    return NULL;
}

// ---- One error ---------------------------------------------------------------------------------

// A type that an operation does not have is no better for being aligned.
static void explain_macro(struct oc_ast *ast, struct fault *fault, const char *error) {
    const char *meaning = meaning_of(ast->arena, fault->word, error);
    if (!meaning)
        return;
    fault->explanation = meaning;
    fault->is_of_alignment = strstr(error, OC_NAME_NOT_ALIGNED) != NULL;
}

static void explain(struct oc_ast *ast, struct fault *fault, CXDiagnostic error) {
    const char *text = oc_ast_string(ast, clang_getDiagnosticSpelling(error));
    bool launches = strcmp(fault->word, "offload") == 0;
    bool is_unknown = oc_starts_with(text, "use of undeclared identifier");
    const char *unknown = !is_unknown ? NULL
                          : launches  ? unknown_in_options(ast, text)
                                      : oc_laterbounds_explain(ast, error, text);
    if (unknown)
        fault->explanation = unknown;
    else if (is_unknown)
        fault->has_others = true;
    else if (launches && (fault->values.count || strstr(text, OC_NAME_OPTIONS)))
        explain_options(ast, fault, error);
    else if (!fault->explanation || fault->is_of_alignment)
        explain_macro(ast, fault, text);
    if ((strstr(text, "variable length array declaration cannot have 'static'") ||
         strstr(text, "array type needs an explicit size")) &&
        oc_ast_follows(ast, error, OC_ANNOTATION_SHARED))
        fault->explanation = "the size of a shared array is constant; for a size that the launch "
                             "gives, use offload_dynamic_shared()";
}

// ---- All errors --------------------------------------------------------------------------------

static const char *word_at(struct oc_ast *ast, CXFile file, unsigned offset) {
    size_t size, length = 0;
    const char *text = file ? clang_getFileContents(ast->unit, file, &size) : NULL;
    while (text && offset + length < size &&
           (isalnum((unsigned char)text[offset + length]) || text[offset + length] == '_'))
        length++;
    return text ? oc_arena_strndup(ast->arena, text + offset, length) : "";
}

static struct fault *fault_at(struct faults *faults, CXDiagnostic error) {
    struct fault fault = {0};
    clang_getExpansionLocation(clang_getDiagnosticLocation(error), &fault.file, NULL, NULL,
                               &fault.offset);
    for (size_t i = 0; i < faults->count; i++)
        if (faults->items[i].offset == fault.offset &&
            clang_File_isEqual(faults->items[i].file, fault.file))
            return &faults->items[i];
    fault.place = oc_ast_error_place(faults->ast, error);
    fault.word = word_at(faults->ast, fault.file, fault.offset);
    faults->items = oc_arena_grow(faults->ast->arena, faults->items, faults->count,
                                  &faults->capacity, sizeof *faults->items);
    faults->items[faults->count] = fault;
    return &faults->items[faults->count++];
}

bool oc_clangerrors_explain(struct oc_ast *ast) {
    struct faults faults = {.ast = ast};
    for (unsigned i = 0; i < clang_getNumDiagnostics(ast->unit); i++) {
        CXDiagnostic error = clang_getDiagnostic(ast->unit, i);
        if (clang_getDiagnosticSeverity(error) >= CXDiagnostic_Error)
            explain(ast, fault_at(&faults, error), error);
        clang_disposeDiagnostic(error);
    }
    bool all = faults.count > 0;
    for (size_t i = 0; i < faults.count; i++)
        all = all && faults.items[i].explanation && !faults.items[i].has_others;
    for (size_t i = 0; i < faults.count; i++)
        if (faults.items[i].explanation)
            oc_report(ast->diag, all ? OC_ERROR : OC_NOTE, faults.items[i].place, NULL, "%s",
                      faults.items[i].explanation);
    oc_cudawords_explain(ast);
    return all;
}

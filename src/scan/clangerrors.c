#include "scan/clangerrors.h"

#include "base/names.h"
#include "base/text.h"

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
    "aligned to less: give the type __attribute__((aligned(16))), or what its size is"

#define SHUFFLE                                                                                    \
    "%s is for integers and floating-point numbers of 2, 4 or 8 bytes; its first argument has "    \
    "another type"
#define REDUCTION                                                                                  \
    "%s is for integers of up to 8 bytes, float, double, _Float16 and __bf16; its argument has "   \
    "another type"
#define BITWISE "%s is for integers of up to 8 bytes; its argument has another type"
#define MEMBERS "; pass the members of a struct one by one"

// What clang says of a macro that begins with `macro`, and what that means: a format for the
// macro's name. The first row that fits counts.
static const struct {
    const char *macro, *error, *meaning;
} meanings[] = {
    {OC_USER_ATOMIC, "address of bit-field",
     "%s cannot be used for a bit-field; make it an int or unsigned int member"},
    {OC_USER_ATOMIC, "indirection requires pointer operand",
     "the first argument of %s is an address; write '&x' for a variable x"},
    {OC_USER_ATOMIC, OC_NAME_NO_BYTE_ATOMICS, SMALL_ATOMIC},
    {OC_USER_ATOMIC, OC_NAME_NOT_ALIGNED, MISALIGNED_ATOMIC},
    {OC_USER_ATOMIC, "must be a pointer to integer (",
     "%s is for integers of 2, 4, 8 or 16 bytes; its first argument points to another type"},
    {OC_USER_ATOMIC, OC_NAME_NO_ATOMICS, ATOMIC},
    {OC_USER_ATOMIC, "address argument to atomic operation", ATOMIC},
    {OC_USER_ATOMIC, "where arithmetic or pointer type is required", ATOMIC},
    {OC_USER_ATOMIC, "incompatible pointer to integer conversion", ATOMIC},
    {OC_USER_SHUFFLE, OC_NAME_NO_SHUFFLES, SHUFFLE},
    {OC_USER_SHUFFLE, "invalid argument type", SHUFFLE MEMBERS},
    {OC_USER_MATCH, OC_NAME_NO_SHUFFLES, SHUFFLE},
    {OC_USER_MATCH, "invalid argument type", SHUFFLE MEMBERS},
    {OC_USER_BLOCK_REDUCE, OC_NAME_NO_REDUCTIONS, REDUCTION},
    {OC_USER_BLOCK_REDUCE, "invalid argument type", REDUCTION MEMBERS},
    {OC_USER_LANE_REDUCE "and", OC_NAME_NO_REDUCTIONS, BITWISE},
    {OC_USER_LANE_REDUCE "or", OC_NAME_NO_REDUCTIONS, BITWISE},
    {OC_USER_LANE_REDUCE "xor", OC_NAME_NO_REDUCTIONS, BITWISE},
    {OC_USER_LANE_REDUCE, OC_NAME_NO_REDUCTIONS, REDUCTION},
    {OC_USER_LANE_REDUCE, "invalid argument type", REDUCTION MEMBERS},
    {OC_USER_LANES, OC_NAME_TOO_FEW,
     "%s takes more arguments; its comment in offload_lanes.h says which"},
    {OC_USER_LANES, OC_NAME_TOO_MANY,
     "%s takes fewer arguments; its comment in offload_lanes.h says which"},
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

// Whether the line has a word before the place of an error.
static bool follows(struct oc_ast *ast, CXDiagnostic error, const char *word) {
    CXFile file;
    unsigned end;
    size_t size;
    clang_getFileLocation(clang_getDiagnosticLocation(error), &file, NULL, NULL, &end);
    const char *text = file ? clang_getFileContents(ast->unit, file, &size) : NULL;
    if (!text || end > size)
        return false;
    unsigned start = end;
    while (start > 0 && text[start - 1] != '\n')
        start--;
    return strstr(oc_arena_strndup(ast->arena, text + start, end - start), word);
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
    const char *option = is_unknown && launches ? unknown_in_options(ast, text) : NULL;
    if (option)
        fault->explanation = option;
    else if (is_unknown)
        fault->has_others = true;
    else if (launches && (fault->values.count || strstr(text, OC_NAME_OPTIONS)))
        explain_options(ast, fault, error);
    else if (!fault->explanation || fault->is_of_alignment)
        explain_macro(ast, fault, text);
    if (strstr(text, "variable length array declaration cannot have 'static'") &&
        follows(ast, error, OC_ANNOTATION_SHARED))
        fault->explanation = "the size of a shared array is constant; for a size that the launch "
                             "gives, use offload_dynamic_shared()";
}

// ---- CUDA --------------------------------------------------------------------------------------

#define CUDA_LAUNCH "<<<"
#define FENCE(scope) "__scoped_atomic_thread_fence(__ATOMIC_SEQ_CST, __MEMORY_SCOPE_" scope ")"

#define VECTOR(type, count) "an ext_vector_type(" count ") of " type ", or a struct"

static const struct {
    const char *cuda, *ours;
} translations[] = {
    {"__global__", OC_ANNOTATION_KERNEL},
    {"__device__", OC_ANNOTATION_GLOBAL " for variables, and nothing for functions"},
    {"__host__", "nothing"},
    {"__constant__", OC_ANNOTATION_CONSTANT},
    {"__shared__", OC_ANNOTATION_SHARED},
    {CUDA_LAUNCH, "offload(kernel, .blocks = {...}, .block_size = {...})(arguments)"},
    {"__managed__", OC_ANNOTATION_GLOBAL},
    {"__forceinline__", "inline __attribute__((always_inline))"},
    {"__noinline__", "__attribute__((noinline))"},
    {"dim3", "a list in braces, as in .blocks = {x, y, z}"},
    {"threadIdx", "offload_thread_id(0), with 1 for y and 2 for z"},
    {"blockIdx", "offload_block_id(0)"},
    {"blockDim", "offload_block_size(0)"},
    {"gridDim", "offload_block_count(0)"},
    {"warpSize", "offload_lane_count()"},
    {"__syncthreads", "offload_barrier()"},
    {"__syncthreads_count", "offload_block_reduce_add(predicate != 0)"},
    {"__syncthreads_and", "offload_block_reduce_min(predicate != 0)"},
    {"__syncthreads_or", "offload_block_reduce_max(predicate != 0)"},
    {"__syncwarp", "offload_lanes_sync(mask)"},
    {"__threadfence", FENCE("DEVICE")},
    {"__threadfence_block", FENCE("WRKGRP")},
    {"__threadfence_system", FENCE("SYSTEM")},
    {"__shfl_sync", "offload_lane_shuffle(value, lane, width, mask)"},
    {"__shfl_up_sync", "offload_lane_shuffle_up(value, delta, width, mask)"},
    {"__shfl_down_sync", "offload_lane_shuffle_down(value, delta, width, mask)"},
    {"__shfl_xor_sync", "offload_lane_shuffle_xor(value, lane_mask, width, mask)"},
    {"__ballot_sync", "offload_lane_ballot(predicate, mask)"},
    {"__any_sync", "offload_lane_any(predicate, mask)"},
    {"__all_sync", "offload_lane_all(predicate, mask)"},
    {"__activemask", "offload_lanes_active()"},
    {"__match_any_sync", "offload_lane_match_any(value, mask)"},
    {"__match_all_sync", "offload_lane_match_all(value, mask)"},
    {"__reduce_add_sync", "offload_lane_reduce_add(value, mask)"},
    {"__reduce_min_sync", "offload_lane_reduce_min(value, mask)"},
    {"__reduce_max_sync", "offload_lane_reduce_max(value, mask)"},
    {"__reduce_and_sync", "offload_lane_reduce_and(value, mask)"},
    {"__reduce_or_sync", "offload_lane_reduce_or(value, mask)"},
    {"__reduce_xor_sync", "offload_lane_reduce_xor(value, mask)"},
    {"atomicAdd", "offload_atomic_add"},
    {"atomicSub", "offload_atomic_sub"},
    {"atomicMin", "offload_atomic_min"},
    {"atomicMax", "offload_atomic_max"},
    {"atomicAnd", "offload_atomic_and"},
    {"atomicOr", "offload_atomic_or"},
    {"atomicXor", "offload_atomic_xor"},
    {"atomicExch", "offload_atomic_exchange"},
    {"atomicCAS", "offload_atomic_compare_exchange"},
    {"atomicInc", "clang's __scoped_atomic_fetch_uinc"},
    {"atomicDec", "clang's __scoped_atomic_fetch_udec"},
    {"atomicAdd_block", "clang's __scoped_atomic_fetch_add with __MEMORY_SCOPE_WRKGRP"},
    {"atomicAdd_system", "C's __atomic_fetch_add"},
    {"__popc", "__builtin_popcount"},
    {"__popcll", "__builtin_popcountll"},
    {"__ffs", "__builtin_ffs"},
    {"__ffsll", "__builtin_ffsll"},
    {"__clz", "__builtin_clzg(x, 32) of an unsigned x"},
    {"__clzll", "__builtin_clzg(x, 64) of an unsigned x"},
    {"__brev", "__builtin_bitreverse32"},
    {"__brevll", "__builtin_bitreverse64"},
    {"__funnelshift_l", "__builtin_elementwise_fshl(high, low, shift) of unsigned values"},
    {"__funnelshift_r", "__builtin_elementwise_fshr(high, low, shift) of unsigned values"},
    {"__mulhi", "(int)((long)a * b >> 32)"},
    {"__umulhi", "(unsigned)((unsigned long)a * b >> 32)"},
    {"__mul64hi", "(long)((__int128)a * b >> 64)"},
    {"__umul64hi", "(unsigned long)((unsigned __int128)a * b >> 64)"},
    {"__mul24", "a * b"},
    {"__umul24", "a * b"},
    {"min", "__builtin_elementwise_min of integers, fminf or fmin of others"},
    {"max", "__builtin_elementwise_max of integers, fmaxf or fmax of others"},
    {"__float_as_int", "__builtin_bit_cast(int, x)"},
    {"__float_as_uint", "__builtin_bit_cast(unsigned, x)"},
    {"__int_as_float", "__builtin_bit_cast(float, i)"},
    {"__uint_as_float", "__builtin_bit_cast(float, i)"},
    {"__double_as_longlong", "__builtin_bit_cast(long, x)"},
    {"__longlong_as_double", "__builtin_bit_cast(double, i)"},
    {"__float2int_rn", "(int)rintf(x)"},
    {"__float2int_rz", "(int)x"},
    {"__int2float_rn", "(float)i"},
    {"__saturatef", "fminf(fmaxf(x, 0), 1)"},
    {"__fdividef", "fdividef of <offload_math.h>"},
    {"__expf", "expf"},
    {"__logf", "logf"},
    {"__powf", "powf"},
    {"__sinf", "sinf"},
    {"__cosf", "cosf"},
    {"__fmaf_rn", "fmaf"},
    {"half", "_Float16"},
    {"__half", "_Float16"},
    {"__half2float", "(float)x"},
    {"__float2half", "(_Float16)x"},
    {"__nv_bfloat16", "__bf16"},
    {"__bfloat162float", "(float)x"},
    {"__float2bfloat16", "(__bf16)x"},
    {"float2", VECTOR("float", "2")},
    {"float4", VECTOR("float", "4")},
    {"double2", VECTOR("double", "2")},
    {"int2", VECTOR("int", "2")},
    {"int4", VECTOR("int", "4")},
    {"uint2", VECTOR("unsigned", "2")},
    {"uint4", VECTOR("unsigned", "4")},
    {"uchar4", VECTOR("unsigned char", "4")},
    {"make_float2", "(float2){x, y}"},
    {"make_float4", "(float4){x, y, z, w}"},
    {"clock64", "clock() of <time.h>, in microseconds"},
    {"__nanosleep", "nanosleep of <time.h>"},
    {"__trap", "__builtin_trap()"},
    {"__ldg", "offload_load_readonly"},
    {"__ldcs", "offload_load_streaming"},
    {"__stcs", "offload_store_streaming"},
    {"rsqrtf", "a function of <offload_math.h>"},
    {"rsqrt", "a function of <offload_math.h>"},
    {"sincospif", "a function of <offload_math.h>"},
    {"normcdff", "a function of <offload_math.h>"},
    {"norm3df", "a function of <offload_math.h>"},
    {"cudaMalloc", "offload_malloc, or nothing: launches map arrays"},
    {"cudaMemcpy", "offload_memcpy, or nothing"},
    {"cudaFree", "offload_free"},
    {"cudaMemset", "memset, or nothing"},
    {"cudaMallocManaged", "malloc: launches map arrays"},
    {"cudaMemcpyToSymbol", "an assignment and offload_update_to"},
    {"cudaMemcpyFromSymbol", "offload_update_from"},
    {"cudaLaunchCooperativeKernel", "offload(kernel, .cooperative = true, ...)(arguments)"},
    {"cudaGetDeviceCount", "omp_get_num_devices()"},
    {"cudaDeviceSynchronize", "nothing: a launch returns when its kernel has ended"},
};
enum { TRANSLATIONS = sizeof translations / sizeof *translations };

// Whether an error is about a word of CUDA's. A word that a program may use for something else
// counts where it is not declared. Of a launch clang expects an expression at the last of three
// signs.
static bool is_about(struct oc_ast *ast, CXDiagnostic error, const char *word) {
    const char *text = oc_ast_string(ast, clang_getDiagnosticSpelling(error));
    if (strcmp(word, CUDA_LAUNCH) != 0)
        return strstr(text, oc_arena_printf(ast->arena, "'%s'", word)) &&
               (oc_starts_with(word, "__") || oc_starts_with(text, "use of undeclared") ||
                oc_starts_with(text, "call to undeclared") ||
                oc_starts_with(text, "unknown type name"));
    CXFile file;
    unsigned at;
    size_t size, before = strlen(CUDA_LAUNCH) - 1;
    clang_getFileLocation(clang_getDiagnosticLocation(error), &file, NULL, NULL, &at);
    const char *source = file ? clang_getFileContents(ast->unit, file, &size) : NULL;
    return source && at >= before && at < size &&
           strncmp(source + at - before, CUDA_LAUNCH, before + 1) == 0;
}

static struct oc_place place_of(struct oc_ast *ast, CXDiagnostic error) {
    struct oc_place place = {0};
    CXString file;
    clang_getPresumedLocation(clang_getDiagnosticLocation(error), &file, &place.line,
                              &place.column);
    place.file = oc_ast_string(ast, file);
    return place;
}

// One note for the file, at the first error about CUDA's language.
static void translate(struct oc_ast *ast) {
    struct oc_text text = {.arena = ast->arena};
    struct oc_place place = {0};
    bool known[TRANSLATIONS] = {false};
    for (unsigned i = 0; i < clang_getNumDiagnostics(ast->unit); i++) {
        CXDiagnostic error = clang_getDiagnostic(ast->unit, i);
        bool counts = clang_getDiagnosticSeverity(error) >= CXDiagnostic_Error;
        for (size_t t = 0; t < TRANSLATIONS && counts; t++) {
            if (known[t] || !is_about(ast, error, translations[t].cuda))
                continue;
            known[t] = true;
            if (!text.length)
                place = place_of(ast, error);
            oc_text_printf(&text, "%s'%s' is %s", text.length ? "; " : "", translations[t].cuda,
                           translations[t].ours);
        }
        clang_disposeDiagnostic(error);
    }
    if (text.length)
        oc_report(ast->diag, OC_NOTE, place, NULL, "offloadcc has other names than CUDA: %s",
                  text.data);
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
    fault.place = place_of(faults->ast, error);
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
    translate(ast);
    return all;
}

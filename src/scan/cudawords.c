#include "scan/cudawords.h"

#include "base/names.h"
#include "base/text.h"

#include <string.h>

#define CUDA_LAUNCH "<<<"
#define CUDA_DYNAMIC "extern __shared__"

#define FENCE(scope) "__scoped_atomic_thread_fence(__ATOMIC_SEQ_CST, __MEMORY_SCOPE_" scope ")"
#define COUNTER(operation)                                                                         \
    "__scoped_atomic_fetch_" operation "(address, limit, __ATOMIC_RELAXED, __MEMORY_SCOPE_DEVICE)"
#define UNFUSED(sign) "a " sign " b, under #pragma clang fp contract(off) if it must not be fused"
#define VECTOR(type, count) "an ext_vector_type(" count ") of " type ", or a struct"
#define TRIPLE(type) "a struct of " type " x, y, z: CUDA's has 12 bytes, an ext_vector_type(3) 16"
#define TEXTURE "a load of the element, or of those around it with weights: there are no textures"
#define RETURNS "nothing: a launch returns when its kernel has ended"
#define STREAMS "nothing: launches of several threads of the host may run at once"
#define ERRORS                                                                                     \
    "nothing: what fails stops the program with a message, but offload_malloc returns NULL"

// scripts/cuda-words reads these rows and the macros above.
static const struct {
    const char *cuda, *ours;
} translations[] = {
    {"__global__", OC_ANNOTATION_KERNEL},
    {"__device__", OC_ANNOTATION_GLOBAL " for variables, and nothing for functions"},
    {"__host__", "nothing"},
    {"__constant__", OC_ANNOTATION_CONSTANT},
    {"__shared__", OC_ANNOTATION_SHARED},
    {CUDA_DYNAMIC, "T *s = offload_dynamic_shared() in the kernel, of the launch's .shared_bytes"},
    {CUDA_LAUNCH, "offload(kernel, .blocks = {...}, .block_size = {...})(arguments), with "
                  ".shared_bytes for a third number"},
    {"__managed__", OC_ANNOTATION_GLOBAL},
    {"__forceinline__", "inline __attribute__((always_inline))"},
    {"__noinline__", "__attribute__((noinline))"},
    {"__launch_bounds__", "offload_block_limit(threads), without a second number"},
    {"__align__", "__attribute__((aligned(n)))"},
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
    {"__shfl", "offload_lane_shuffle(value, lane, width)"},
    {"__shfl_up", "offload_lane_shuffle_up(value, delta, width)"},
    {"__shfl_down", "offload_lane_shuffle_down(value, delta, width)"},
    {"__shfl_xor", "offload_lane_shuffle_xor(value, lane_mask, width)"},
    {"__ballot_sync", "offload_lane_ballot(predicate, mask)"},
    {"__any_sync", "offload_lane_any(predicate, mask)"},
    {"__all_sync", "offload_lane_all(predicate, mask)"},
    {"__ballot", "offload_lane_ballot(predicate)"},
    {"__any", "offload_lane_any(predicate)"},
    {"__all", "offload_lane_all(predicate)"},
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
    {"atomicCAS", "offload_atomic_compare_exchange(address, &old, desired), which returns a bool: "
                  "old is expected before it, and CUDA's result after it"},
    {"atomicInc", COUNTER("uinc")},
    {"atomicDec", COUNTER("udec")},
    {"atomicAdd_block",
     "__scoped_atomic_fetch_add(address, value, __ATOMIC_RELAXED, __MEMORY_SCOPE_WRKGRP)"},
    {"atomicAdd_system", "__atomic_fetch_add(address, value, __ATOMIC_RELAXED)"},
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
    {"__byte_perm",
     "shifts of v = x | (unsigned long)y << 32: byte i is v >> 8 * (s >> 4 * i & 7) & 255"},
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
    {"__double2int_rn", "(int)rint(x)"},
    {"__float2int_rz", "(int)x"},
    {"__int2float_rn", "(float)i"},
    {"__saturatef", "fminf(fmaxf(x, 0), 1)"},
    {"__fdividef", "fdividef of <offload_math.h>"},
    {"__expf", "expf"},
    {"__logf", "logf"},
    {"__powf", "powf"},
    {"__log2f", "log2f"},
    {"__log10f", "log10f"},
    {"__exp10f", "exp10f, which <math.h> declares for _GNU_SOURCE"},
    {"__tanf", "tanf"},
    {"__sinf", "sinf"},
    {"__cosf", "cosf"},
    {"__fmaf_rn", "fmaf"},
    {"__fadd_rn", UNFUSED("+")},
    {"__fsub_rn", UNFUSED("-")},
    {"__fmul_rn", UNFUSED("*")},
    {"__dadd_rn", UNFUSED("+")},
    {"__dsub_rn", UNFUSED("-")},
    {"__dmul_rn", UNFUSED("*")},
    {"__fdiv_rn", "a / b"},
    {"__fsqrt_rn", "sqrtf"},
    {"__frcp_rn", "1 / x"},
    {"__frsqrt_rn", "rsqrtf of <offload_math.h>, which is not rounded exactly"},
    {"half", "_Float16"},
    {"__half", "_Float16"},
    {"half2", "an ext_vector_type(2) of _Float16"},
    {"__half2", "an ext_vector_type(2) of _Float16"},
    {"__half2float", "(float)x"},
    {"__float2half", "(_Float16)x"},
    {"__float2half2_rn", "(half2)(_Float16)x"},
    {"__hadd2", "a + b"},
    {"__hmul2", "a * b"},
    {"__hfma2", "__builtin_elementwise_fma(a, b, c)"},
    {"__nv_bfloat16", "__bf16"},
    {"__bfloat162float", "(float)x"},
    {"__float2bfloat16", "(__bf16)x"},
    {"float2", VECTOR("float", "2")},
    {"float3", TRIPLE("float")},
    {"float4", VECTOR("float", "4")},
    {"double2", VECTOR("double", "2")},
    {"int2", VECTOR("int", "2")},
    {"int3", TRIPLE("int")},
    {"int4", VECTOR("int", "4")},
    {"uint2", VECTOR("unsigned", "2")},
    {"uint3", TRIPLE("unsigned")},
    {"uint4", VECTOR("unsigned", "4")},
    {"uchar4", VECTOR("unsigned char", "4")},
    {"ushort4", VECTOR("unsigned short", "4")},
    {"make_float2", "(float2){x, y}"},
    {"make_float3", "(float3){x, y, z}"},
    {"make_float4", "(float4){x, y, z, w}"},
    {"make_double2", "(double2){x, y}"},
    {"make_int2", "(int2){x, y}"},
    {"make_int3", "(int3){x, y, z}"},
    {"make_int4", "(int4){x, y, z, w}"},
    {"make_uint2", "(uint2){x, y}"},
    {"make_uint3", "(uint3){x, y, z}"},
    {"make_uint4", "(uint4){x, y, z, w}"},
    {"make_uchar4", "(uchar4){x, y, z, w}"},
    {"make_ushort4", "(ushort4){x, y, z, w}"},
    {"clock64", "clock() of <time.h>, in microseconds"},
    {"__nanosleep", "nanosleep of <time.h>"},
    {"__trap", "__builtin_trap()"},
    {"__ldg", "offload_load_readonly"},
    {"__ldcs", "offload_load_streaming"},
    {"__stcs", "offload_store_streaming"},
    {"tex1Dfetch", "a load, x[i]: there are no textures"},
    {"tex1D", TEXTURE},
    {"tex2D", TEXTURE},
    {"tex3D", TEXTURE},
    {"rsqrtf", "a function of <offload_math.h>"},
    {"rsqrt", "a function of <offload_math.h>"},
    {"sincospif", "a function of <offload_math.h>"},
    {"normcdff", "a function of <offload_math.h>"},
    {"norm3df", "a function of <offload_math.h>"},
    {"cudaMalloc", "offload_malloc, or nothing: launches map arrays"},
    {"cudaMallocPitch", "offload_malloc of rows without padding, or nothing"},
    {"cudaMemcpy", "offload_memcpy, or nothing"},
    {"cudaMemcpyAsync", "offload_memcpy, which waits, or nothing"},
    {"cudaMemcpy2D", "offload_memcpy of each row, or nothing"},
    {"cudaFree", "offload_free"},
    {"cudaMemset", "memset, or nothing"},
    {"cudaMallocManaged", "malloc: launches map arrays"},
    {"cudaMallocHost", "malloc"},
    {"cudaHostAlloc", "malloc"},
    {"cudaFreeHost", "free"},
    {"cudaMemcpyToSymbol", "an assignment and offload_update_to"},
    {"cudaMemcpyFromSymbol", "offload_update_from"},
    {"cudaLaunchCooperativeKernel", "offload(kernel, .cooperative = true, ...)(arguments)"},
    {"cudaGetDeviceCount", "omp_get_num_devices()"},
    {"cudaSetDevice", ".device = n in a launch, or omp_set_default_device(n)"},
    {"cudaGetDeviceProperties", "nothing: a launch without .threads and .blocks fills the device"},
    {"cudaDeviceSynchronize", RETURNS},
    {"cudaThreadSynchronize", RETURNS},
    {"cudaStream_t", STREAMS},
    {"cudaStreamCreate", STREAMS},
    {"cudaStreamDestroy", STREAMS},
    {"cudaStreamSynchronize", RETURNS},
    {"cudaEvent_t", "a struct timespec"},
    {"cudaEventCreate", "nothing"},
    {"cudaEventRecord",
     "clock_gettime(CLOCK_MONOTONIC, &t): a launch returns when its kernel has ended"},
    {"cudaEventSynchronize", "nothing"},
    {"cudaEventElapsedTime", "the difference of two times"},
    {"cudaEventDestroy", "nothing"},
    {"cudaError_t", ERRORS},
    {"cudaGetLastError", ERRORS},
    {"cudaFuncSetCacheConfig", "nothing"},
};
enum { TRANSLATIONS = sizeof translations / sizeof *translations };

// Of a launch clang expects an expression at the last of three signs.
static bool is_launch(struct oc_ast *ast, CXDiagnostic error) {
    size_t at, before = strlen(CUDA_LAUNCH) - 1;
    struct oc_slice source = oc_ast_error_text(ast, error, &at);
    return source.data && at >= before && at < source.length &&
           strncmp(source.data + at - before, CUDA_LAUNCH, before + 1) == 0;
}

static bool names(struct oc_ast *ast, const char *text, const char *word) {
    return strstr(text, oc_arena_printf(ast->arena, "'%s'", word));
}

// Whether an error is about a word of CUDA's. A word that a program may use for something else
// counts where it is not declared. What clang takes for a declarator with parameters, it does not
// name: its error is about what is in the parentheses or after them.
static bool is_about(struct oc_ast *ast, CXDiagnostic error, const char *word) {
    const char *text = oc_ast_string(ast, clang_getDiagnosticSpelling(error));
    if (strcmp(word, CUDA_LAUNCH) == 0)
        return is_launch(ast, error);
    if (strcmp(word, "__shared__") == 0)
        return names(ast, text, word) && !oc_ast_follows(ast, error, "extern");
    if (strcmp(word, CUDA_DYNAMIC) == 0)
        return names(ast, text, "__shared__") && oc_ast_follows(ast, error, "extern");
    if (strcmp(word, "__launch_bounds__") == 0 || strcmp(word, "__align__") == 0)
        return oc_starts_with(text, "expected ") && oc_ast_follows(ast, error, word);
    return names(ast, text, word) &&
           (oc_starts_with(word, "__") || oc_starts_with(text, "use of undeclared") ||
            oc_starts_with(text, "call to undeclared") ||
            oc_starts_with(text, "unknown type name"));
}

void oc_cudawords_explain(struct oc_ast *ast) {
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
                place = oc_ast_error_place(ast, error);
            oc_text_printf(&text, "%s'%s' is %s", text.length ? "; " : "", translations[t].cuda,
                           translations[t].ours);
        }
        clang_disposeDiagnostic(error);
    }
    if (text.length)
        oc_report(ast->diag, OC_NOTE, place, NULL, "offloadcc has other names than CUDA: %s",
                  text.data);
}

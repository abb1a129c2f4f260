// gpu.c - our device functions on GPUs, over clang's gpuintrin.h; and the functions of the C
// library that neither LLVM nor libclc has there. Compiled to bitcode for each GPU target and
// linked into device code, where all that is not used goes.
#include <gpuintrin.h>
#include <stdbool.h>
#include <stddef.h>

unsigned int __offloadcc_thread_id(unsigned int dimension) {
    return __gpu_thread_id((int)dimension);
}

unsigned int __offloadcc_block_id(unsigned int dimension) {
    return __gpu_block_id((int)dimension);
}

unsigned int __offloadcc_block_size(unsigned int dimension) {
    return __gpu_num_threads((int)dimension);
}

unsigned int __offloadcc_block_count(unsigned int dimension) {
#ifdef __AMDGPU__
    // What is handed over after a kernel's arguments begins with the counts (AMDGPUUsage, "Code
    // Object V5 Metadata", hidden_block_count_x). gpuintrin.h's function divides.
    typedef const __attribute__((address_space(4))) uint32_t *counts;
    return ((counts)__builtin_amdgcn_implicitarg_ptr())[dimension];
#else
    return __gpu_num_blocks((int)dimension);
#endif
}

// With the size read first, ptxas 13.0 needs fewer registers where a loop uses the size again.
size_t __offloadcc_global_id(unsigned int dimension) {
    size_t size = __gpu_num_threads((int)dimension);
    return size * __gpu_block_id((int)dimension) + __gpu_thread_id((int)dimension);
}

// Its lower half (src/device/narrowids.c).
uint32_t __offloadcc_global_id_low(unsigned int dimension) {
    uint32_t size = __gpu_num_threads((int)dimension);
    return size * __gpu_block_id((int)dimension) + __gpu_thread_id((int)dimension);
}

// ---- Blocks ------------------------------------------------------------------------------------

// All threads of the block, whatever its dimensions. gpuintrin.h's has no fence before the barrier
// on AMD GPUs, where writes of other waves may still be on their way.
void __offloadcc_barrier(void) {
#ifdef __AMDGPU__
    __builtin_amdgcn_fence(__ATOMIC_RELEASE, "workgroup");
    __builtin_amdgcn_s_barrier();
    __builtin_amdgcn_fence(__ATOMIC_ACQUIRE, "workgroup");
#else
    __gpu_sync_threads();
#endif
}

// How many blocks have come to a barrier of the grid, in the low 31 bits. The top bit changes when
// all have: block 0 adds what is missing to that then. So the count is 0 again, for the next
// barrier. The runtime lets one cooperative launch run on all devices at a time.
static __gpu_global uint32_t blocks_that_wait;

static bool is_first_block(void) {
    return !(__gpu_block_id(0) | __gpu_block_id(1) | __gpu_block_id(2));
}

#ifdef __NVPTX__
// clang's builtins have the scope of the whole system here (offload_scopes.h).
static void release_to_device(void) {
    __nvvm_membar_gl();
}

static void acquire_of_device(void) {
    __nvvm_membar_gl();
}

static uint32_t add_waiting(uint32_t blocks) {
    uint32_t before;
    __asm__ volatile("atom.global.add.u32 %0, [%1], %2;"
                     : "=r"(before)
                     : "l"(&blocks_that_wait), "r"(blocks)
                     : "memory");
    return before;
}

static uint32_t read_waiting(void) {
    return *(volatile __gpu_global uint32_t *)&blocks_that_wait;
}
#else
static void release_to_device(void) {
    __builtin_amdgcn_fence(__ATOMIC_RELEASE, "agent");
}

static void acquire_of_device(void) {
    __builtin_amdgcn_fence(__ATOMIC_ACQUIRE, "agent");
}

static uint32_t add_waiting(uint32_t blocks) {
    return __scoped_atomic_fetch_add(&blocks_that_wait, blocks, __ATOMIC_RELAXED,
                                     __MEMORY_SCOPE_DEVICE);
}

static uint32_t read_waiting(void) {
    __builtin_amdgcn_s_sleep(1);
    return __scoped_atomic_load_n(&blocks_that_wait, __ATOMIC_RELAXED, __MEMORY_SCOPE_DEVICE);
}
#endif

// The fences of this thread order what all threads of the block did, because of the barriers of the
// block around this.
static void wait_for_blocks(void) {
    const uint32_t top = 1u << 31;
    uint32_t blocks =
        __offloadcc_block_count(0) * __offloadcc_block_count(1) * __offloadcc_block_count(2);
    release_to_device();
    uint32_t before = add_waiting(is_first_block() ? top - (blocks - 1) : 1);
    while (!((before ^ read_waiting()) & top))
        ;
    acquire_of_device();
}

// On AMD GPUs each wave has fences of its own: one wave's do not wait for what others have stored.
void __offloadcc_grid_barrier(void) {
#ifdef __AMDGPU__
    release_to_device();
#endif
    __offloadcc_barrier();
    if (!(__gpu_thread_id(0) | __gpu_thread_id(1) | __gpu_thread_id(2)))
        wait_for_blocks();
    __offloadcc_barrier();
#ifdef __AMDGPU__
    acquire_of_device();
#endif
}

// Without a size and outside of the module: what the launch adds to a kernel's shared memory.
extern __gpu_local char __offloadcc_dynamic_shared_memory[] __attribute__((aligned(16)));

void *__offloadcc_dynamic_shared(void) {
    return (void *)__offloadcc_dynamic_shared_memory;
}

// Its size, for src/ir/checks.c. On AMD GPUs the launch's packet has that of all shared memory, of
// which this is the end.
size_t __offloadcc_dynamic_shared_bytes(void) {
#ifdef __AMDGPU__
    enum { GROUP_SEGMENT_SIZE = 28 }; // in hsa_kernel_dispatch_packet_t
    const __attribute__((address_space(4))) char *packet = __builtin_amdgcn_dispatch_ptr();
    uint32_t all =
        *(const __attribute__((address_space(4))) uint32_t *)(packet + GROUP_SEGMENT_SIZE);
    return all - (uint32_t)(__gpu_local char *)__offloadcc_dynamic_shared_memory;
#else
    uint32_t bytes;
    __asm__("mov.u32 %0, %%dynamic_smem_size;" : "=r"(bytes));
    return bytes;
#endif
}

// ---- Lanes -------------------------------------------------------------------------------------

#include "lanes.h"

#ifdef __AMDGPU__
uint32_t permute_bytes(uint32_t high, uint32_t low, uint32_t choice) __asm__("llvm.amdgcn.perm");

// In place of llvm.bswap.i64 (targets/amdgcn.c), which this must not become again.
uint64_t __offloadcc_swap_bytes(uint64_t value) {
    enum { REVERSED = 0x00010203 };
    uint32_t low = permute_bytes(0, (uint32_t)value, REVERSED);
    uint32_t high = permute_bytes(0, (uint32_t)(value >> 32), REVERSED);
    return (uint64_t)low << 32 | high;
}
#endif

// ---- Reductions over a block -------------------------------------------------------------------

static inline uint32_t thread_number(void) {
    return __gpu_thread_id(0) +
           __gpu_num_threads(0) * (__gpu_thread_id(1) + __gpu_num_threads(1) * __gpu_thread_id(2));
}

static inline uint32_t thread_count(void) {
    return __gpu_num_threads(0) * __gpu_num_threads(1) * __gpu_num_threads(2);
}

enum { GROUP = 32, GROUPS = 1024 / 32 }; // as many as lanes

#include "combine.h"
#ifdef __AMDGPU__
#include "amdreduce.h"
#else
#include "warpreduce.h"
#endif
#include "lanemasks.h"

// ---- <string.h>. The intrinsics become loops or vector moves, never calls of these. ------------

void *memcpy(void *restrict to, const void *restrict from, size_t size) {
    return __builtin_memcpy(to, from, size);
}

void *memmove(void *to, const void *from, size_t size) {
    return __builtin_memmove(to, from, size);
}

void *memset(void *to, int byte, size_t size) {
    return __builtin_memset(to, byte, size);
}

int memcmp(const void *left, const void *right, size_t size) {
    const unsigned char *a = left, *b = right;
    for (size_t i = 0; i < size; i++)
        if (a[i] != b[i])
            return a[i] < b[i] ? -1 : 1;
    return 0;
}

void *memchr(const void *from, int byte, size_t size) {
    const unsigned char *at = from;
    for (size_t i = 0; i < size; i++)
        if (at[i] == (unsigned char)byte)
            return (void *)(at + i);
    return NULL;
}

// GNU's, which has no end.
void *rawmemchr(const void *from, int byte) {
    const unsigned char *at = from;
    while (*at != (unsigned char)byte)
        at++;
    return (void *)at;
}

void *memrchr(const void *from, int byte, size_t size) {
    const unsigned char *at = from;
    while (size-- > 0)
        if (at[size] == (unsigned char)byte)
            return (void *)(at + size);
    return NULL;
}

void *memmem(const void *in, size_t size, const void *wanted, size_t wanted_size) {
    const unsigned char *at = in;
    for (size_t i = 0; wanted_size <= size && i <= size - wanted_size; i++)
        if (memcmp(at + i, wanted, wanted_size) == 0)
            return (void *)(at + i);
    return NULL;
}

void *mempcpy(void *restrict to, const void *restrict from, size_t size) {
    return (char *)__builtin_memcpy(to, from, size) + size;
}

void *memccpy(void *restrict to, const void *restrict from, int byte, size_t size) {
    unsigned char *target = to;
    const unsigned char *source = from;
    for (size_t i = 0; i < size; i++)
        if ((target[i] = source[i]) == (unsigned char)byte)
            return target + i + 1;
    return NULL;
}

// Whether the memory is read again or not.
void *memset_explicit(void *to, int byte, size_t size) {
    for (volatile unsigned char *at = to; size > 0; size--)
        *at++ = (unsigned char)byte;
    return to;
}

// ---- <strings.h> -------------------------------------------------------------------------------

int bcmp(const void *left, const void *right, size_t size) {
    return memcmp(left, right, size);
}

void bcopy(const void *from, void *to, size_t size) {
    __builtin_memmove(to, from, size);
}

void bzero(void *to, size_t size) {
    __builtin_memset(to, 0, size);
}

void explicit_bzero(void *to, size_t size) {
    memset_explicit(to, 0, size);
}

// ---- <stdio.h> ---------------------------------------------------------------------------------

#ifdef __AMDGPU__
#include "rpcclient.h"

struct rpc_client __llvm_rpc_client;

static int print_lane_by_lane(enum rpc_request request, const char *format, const void *arguments) {
    int result = 0;
    FOR_EACH_LANE
    result = rpc_print(rpc_client(), request, format, arguments);
    return result;
}

// A list of arguments is the address of them, one after the other.
int printf(const char *restrict format, ...) {
    __builtin_va_list arguments;
    __builtin_va_start(arguments, format);
    int result = print_lane_by_lane(RPC_PRINTF_TO_STDOUT, format, (const void *)arguments);
    __builtin_va_end(arguments);
    return result;
}
#endif

// ---- <assert.h>, and abort. --------------------------------------------------------------------

// Where they are called by name, src/ir/stops.h makes calls of __offloadcc_end of them.
_Noreturn void abort(void) {
    __builtin_trap();
}

_Noreturn void exit(int status) {
    (void)status;
    __builtin_trap();
}

#ifdef __NVPTX__
// CUDA's: prints the message and stops the kernel.
void __assertfail(const char *what, const char *file, unsigned int line, const char *function,
                  size_t character_size);
#endif

// The format, for AMD GPUs, has the file, line, function, block, thread and `what`.
static void say_end(const char *format, const char *what, const char *file, unsigned int line,
                    const char *function) {
#ifdef __NVPTX__
    (void)format;
    __assertfail(what, file, line, function, 1);
#else
    struct __attribute__((packed)) {
        const char *file;
        uint32_t line;
        const char *function;
        uint32_t block[3], thread[3];
        const char *what;
    } arguments = {
        .file = file,
        .line = line,
        .function = function,
        .block = {__gpu_block_id(0), __gpu_block_id(1), __gpu_block_id(2)},
        .thread = {__gpu_thread_id(0), __gpu_thread_id(1), __gpu_thread_id(2)},
        .what = what,
    };
    print_lane_by_lane(RPC_PRINTF_TO_STDERR, format, &arguments);
#endif
}

#define WHERE "%s:%u: %s: block: [%u,%u,%u], thread: [%u,%u,%u] "

_Noreturn void __assert_fail(const char *what, const char *file, unsigned int line,
                             const char *function) {
    say_end(WHERE "Assertion `%s' failed.\n", what, file, line, function);
    __builtin_trap();
}

// The end for another reason. On NVIDIA GPUs that is a failed assertion too, as nothing else prints
// at the end of a kernel.
_Noreturn void __offloadcc_end(const char *what, const char *file, unsigned int line,
                               const char *function) {
    say_end(WHERE "%s\n", what, file, line, function);
    __builtin_trap();
}

// A text that grows as long as there is room in it, with a NUL at the end.
struct message {
    char text[256];
    unsigned length;
};

static void add_text(struct message *message, const char *text) {
    while (*text && message->length + 1 < sizeof message->text)
        message->text[message->length++] = *text++;
    message->text[message->length] = 0;
}

static void add_number(struct message *message, unsigned long number) {
    char digits[24];
    unsigned at = sizeof digits - 1;
    digits[at] = 0;
    do
        digits[--at] = (char)('0' + number % 10);
    while (number /= 10);
    add_text(message, digits + at);
}

// What src/ir/stops.c makes of exit(status), where that is not a constant.
_Noreturn __attribute__((noinline)) void __offloadcc_exit(int status, const char *file,
                                                          unsigned int line, const char *function) {
    struct message message = {.length = 0};
    add_text(&message, status < 0 ? "the kernel called exit(-" : "the kernel called exit(");
    add_number(&message, status < 0 ? 0 - (unsigned long)status : (unsigned long)status);
    add_text(&message, ")");
    __offloadcc_end(message.text, file, line, function);
}

// An access outside of an array (src/ir/checks.h).
_Noreturn __attribute__((noinline)) void __offloadcc_outside(const char *what, long index,
                                                             unsigned long count, const char *file,
                                                             unsigned int line,
                                                             const char *function) {
    struct message message = {.length = 0};
    add_text(&message, index < 0 ? "index -" : "index ");
    add_number(&message, index < 0 ? 0 - (unsigned long)index : (unsigned long)index);
    add_text(&message, " is outside of ");
    add_text(&message, what);
    if (~count) {
        add_text(&message, ", which has ");
        add_number(&message, count);
        add_text(&message, " elements");
    } else {
        add_text(&message, ", which is null");
    }
    __offloadcc_end(message.text, file, line, function);
}

#include "builtins/gpumeets.h"

// ---- <math.h>. What these call is libclc's or has instructions. --------------------------------

#define FOR_TYPE(type, suffix)                                                                     \
    type sin##suffix(type), cos##suffix(type);                                                     \
    type fmod##suffix(type, type), remainder##suffix(type, type);                                  \
    long lrint##suffix(type x) {                                                                   \
        return (long)__builtin_rint##suffix(x);                                                    \
    }                                                                                              \
    long long llrint##suffix(type x) {                                                             \
        return (long long)__builtin_rint##suffix(x);                                               \
    }                                                                                              \
    long lround##suffix(type x) {                                                                  \
        return (long)__builtin_round##suffix(x);                                                   \
    }                                                                                              \
    long long llround##suffix(type x) {                                                            \
        return (long long)__builtin_round##suffix(x);                                              \
    }                                                                                              \
    type nan##suffix(const char *tag) {                                                            \
        (void)tag;                                                                                 \
        return __builtin_nan##suffix("");                                                          \
    }                                                                                              \
    /* What glibc's macros call with -Os; with its numbers of FP_NAN and the others. */            \
    int __fpclassify##suffix(type x) {                                                             \
        return __builtin_fpclassify(0, 1, 4, 3, 2, x);                                             \
    }                                                                                              \
    type frexp##suffix(type x, int *exponent) {                                                    \
        return __builtin_frexp##suffix(x, exponent);                                               \
    }                                                                                              \
    type __offloadcc_fraction##suffix(type x) {                                                    \
        type rest = __builtin_isinf(x) ? 0 : x - __builtin_trunc##suffix(x);                       \
        return __builtin_copysign##suffix(rest, x);                                                \
    }                                                                                              \
    type modf##suffix(type x, type *whole) {                                                       \
        *whole = __builtin_trunc##suffix(x);                                                       \
        return __offloadcc_fraction##suffix(x);                                                    \
    }                                                                                              \
    type ldexp##suffix(type x, int exponent) {                                                     \
        return __builtin_ldexp##suffix(x, exponent);                                               \
    }                                                                                              \
    type scalbn##suffix(type x, int exponent) {                                                    \
        return __builtin_ldexp##suffix(x, exponent);                                               \
    }                                                                                              \
    type scalbln##suffix(type x, long exponent) {                                                  \
        int limited = exponent > 9999 ? 9999 : exponent < -9999 ? -9999 : (int)exponent;           \
        return ldexp##suffix(x, limited);                                                          \
    }                                                                                              \
    type remquo##suffix(type x, type y, int *quotient) {                                           \
        type rest = remainder##suffix(x, y);                                                       \
        type few = fmod##suffix(x, 8 * y);                                                         \
        /* Two quotients: the difference of large numbers is an infinity. */                       \
        type bits = __builtin_isfinite(rest) ? __builtin_rint##suffix(few / y - rest / y) : 0;     \
        *quotient = (int)bits % 8;                                                                 \
        return rest;                                                                               \
    }                                                                                              \
    void sincos##suffix(type x, type *sine, type *cosine) {                                        \
        *sine = sin##suffix(x);                                                                    \
        *cosine = cos##suffix(x);                                                                  \
    }
FOR_TYPE(double, )
FOR_TYPE(float, f)

// ---- <complex.h>'s parts; and products and quotients (C17, G.5.1), which clang calls these for.
// ---

#pragma STDC FP_CONTRACT OFF

// An infinity becomes a signed 1, a number a signed 0: what is left of the direction.
#define BOXED(x, suffix) __builtin_copysign##suffix(__builtin_isinf(x) ? 1 : 0, x)
// A NaN beside an infinity counts as a zero.
#define NUMBER(x, suffix) (__builtin_isnan(x) ? __builtin_copysign##suffix(0, x) : (x))

#define COMPLEX_FOR_TYPE(type, suffix, letter)                                                     \
    type creal##suffix(type _Complex z) {                                                          \
        return __real__ z;                                                                         \
    }                                                                                              \
    type cimag##suffix(type _Complex z) {                                                          \
        return __imag__ z;                                                                         \
    }                                                                                              \
    type _Complex conj##suffix(type _Complex z) {                                                  \
        return ~z;                                                                                 \
    }                                                                                              \
    type hypot##suffix(type, type), atan2##suffix(type, type);                                     \
    type cabs##suffix(type _Complex z) {                                                           \
        return hypot##suffix(__real__ z, __imag__ z);                                              \
    }                                                                                              \
    type carg##suffix(type _Complex z) {                                                           \
        return atan2##suffix(__imag__ z, __real__ z);                                              \
    }                                                                                              \
    type fmax##suffix(type, type), logb##suffix(type);                                             \
    type _Complex __mul##letter##c3(type a, type b, type c, type d) {                              \
        type ac = a * c, bd = b * d, ad = a * d, bc = b * c;                                       \
        type _Complex result;                                                                      \
        __real__ result = ac - bd;                                                                 \
        __imag__ result = ad + bc;                                                                 \
        if (!__builtin_isnan(__real__ result) || !__builtin_isnan(__imag__ result))                \
            return result;                                                                         \
        int left = __builtin_isinf(a) || __builtin_isinf(b);                                       \
        int right = __builtin_isinf(c) || __builtin_isinf(d);                                      \
        int over = __builtin_isinf(ac) || __builtin_isinf(bd) || __builtin_isinf(ad) ||            \
                   __builtin_isinf(bc);                                                            \
        if (!left && !right && !over)                                                              \
            return result;                                                                         \
        a = left ? BOXED(a, suffix) : NUMBER(a, suffix);                                           \
        b = left ? BOXED(b, suffix) : NUMBER(b, suffix);                                           \
        c = right ? BOXED(c, suffix) : NUMBER(c, suffix);                                          \
        d = right ? BOXED(d, suffix) : NUMBER(d, suffix);                                          \
        __real__ result = (type)__builtin_inf() * (a * c - b * d);                                 \
        __imag__ result = (type)__builtin_inf() * (a * d + b * c);                                 \
        return result;                                                                             \
    }                                                                                              \
    type _Complex __div##letter##c3(type a, type b, type c, type d) {                              \
        int scale = 0;                                                                             \
        type larger =                                                                              \
            logb##suffix(fmax##suffix(__builtin_fabs##suffix(c), __builtin_fabs##suffix(d)));      \
        if (__builtin_isfinite(larger)) {                                                          \
            scale = (int)larger;                                                                   \
            c = ldexp##suffix(c, -scale);                                                          \
            d = ldexp##suffix(d, -scale);                                                          \
        }                                                                                          \
        type norm = c * c + d * d;                                                                 \
        type _Complex result;                                                                      \
        __real__ result = ldexp##suffix((a * c + b * d) / norm, -scale);                           \
        __imag__ result = ldexp##suffix((b * c - a * d) / norm, -scale);                           \
        if (!__builtin_isnan(__real__ result) || !__builtin_isnan(__imag__ result))                \
            return result;                                                                         \
        if (norm == 0 && (!__builtin_isnan(a) || !__builtin_isnan(b))) {                           \
            __real__ result = __builtin_copysign##suffix((type)__builtin_inf(), c) * a;            \
            __imag__ result = __builtin_copysign##suffix((type)__builtin_inf(), c) * b;            \
        } else if ((__builtin_isinf(a) || __builtin_isinf(b)) && __builtin_isfinite(c) &&          \
                   __builtin_isfinite(d)) {                                                        \
            a = BOXED(a, suffix);                                                                  \
            b = BOXED(b, suffix);                                                                  \
            __real__ result = (type)__builtin_inf() * (a * c + b * d);                             \
            __imag__ result = (type)__builtin_inf() * (b * c - a * d);                             \
        } else if (__builtin_isinf(larger) && larger > 0 && __builtin_isfinite(a) &&               \
                   __builtin_isfinite(b)) {                                                        \
            c = BOXED(c, suffix);                                                                  \
            d = BOXED(d, suffix);                                                                  \
            __real__ result = 0 * (a * c + b * d);                                                 \
            __imag__ result = 0 * (b * c - a * d);                                                 \
        }                                                                                          \
        return result;                                                                             \
    }
COMPLEX_FOR_TYPE(double, , d)
COMPLEX_FOR_TYPE(float, f, s)

// ---- What the compiler calls -------------------------------------------------------------------

#include "arithmetic.h"

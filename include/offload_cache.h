/* offload_cache.h - hints about caches. offload.h includes this file.
 *
 * They change only how fast a kernel is. `address` points to a number, a pointer or a vector
 * (ext_vector_type, vector_size) in an array or a device variable.
 */
#ifndef OFFLOAD_H
#include "offload.h" /* which includes this file */
#endif

#if !defined(OFFLOAD_CACHE_H) && !defined(__cplusplus)
#define OFFLOAD_CACHE_H

/* Loads or stores a value that nothing uses again soon, so that it does not displace other data in
 * the caches: CUDA's __ldcs and __stcs. NVIDIA GPUs: ld.cs and st.cs; AMD GPUs: nt, or glc and slc;
 * on the CPU plain accesses, since others need whole aligned vectors. clang's
 * __builtin_nontemporal_load and __builtin_nontemporal_store are the same in kernels on GPUs.
 *
 *     offload_store_streaming(&y[i], a * offload_load_streaming(&x[i]));
 */
#if defined(__NVPTX__) || defined(__AMDGPU__)
#define offload_load_streaming(address) __builtin_nontemporal_load(address)
#define offload_store_streaming(address, value) __builtin_nontemporal_store((value), (address))
#else
#define offload_load_streaming(address)                                                            \
    ((void)sizeof(__builtin_nontemporal_load(address)), *(address))
#define offload_store_streaming(address, value)                                                    \
    ((void)sizeof(__builtin_nontemporal_store((value), (address)), 0), (void)(*(address) = (value)))
#endif

/* Loads a value that nothing writes during the launch: CUDA's __ldg. NVIDIA GPUs load it through
 * the read-only cache (ld.global.nc), AMD GPUs by a scalar load where all threads of a wavefront
 * load the same. If a thread does write it, the result is undefined. Loads from
 * `const T x[restrict n]` are like that anyway. Structs are allowed too; NVIDIA GPUs load them so
 * only if they are aligned to their size, of at most 16 bytes. */
#if defined(__NVPTX__)
#define offload_load_readonly(address)                                                             \
    (__extension__({                                                                               \
        typedef unsigned int __offloadcc_four __attribute__((ext_vector_type(4)));                 \
        union {                                                                                    \
            __typeof__(__typeof__(*(address))) value;                                              \
            unsigned char one, bytes[sizeof(*(address))];                                          \
            unsigned short two;                                                                    \
            unsigned int four;                                                                     \
            unsigned long eight;                                                                   \
            __offloadcc_four sixteen;                                                              \
        } __offloadcc_loaded;                                                                      \
        const void *__offloadcc_from = (address);                                                  \
        if (__alignof__(*(address)) < sizeof __offloadcc_loaded.value)                             \
            __builtin_memcpy(__offloadcc_loaded.bytes, __offloadcc_from,                           \
                             sizeof __offloadcc_loaded.value);                                     \
        else if (sizeof __offloadcc_loaded.value == 1)                                             \
            __offloadcc_loaded.one = __nvvm_ldg_uc((const unsigned char *)__offloadcc_from);       \
        else if (sizeof __offloadcc_loaded.value == 2)                                             \
            __offloadcc_loaded.two = __nvvm_ldg_us((const unsigned short *)__offloadcc_from);      \
        else if (sizeof __offloadcc_loaded.value == 4)                                             \
            __offloadcc_loaded.four = __nvvm_ldg_ui((const unsigned int *)__offloadcc_from);       \
        else if (sizeof __offloadcc_loaded.value == 8)                                             \
            __offloadcc_loaded.eight = __nvvm_ldg_ul((const unsigned long *)__offloadcc_from);     \
        else if (sizeof __offloadcc_loaded.value == 16)                                            \
            __offloadcc_loaded.sixteen =                                                           \
                __nvvm_ldg_ui4((const __offloadcc_four *)__offloadcc_from);                        \
        else                                                                                       \
            __builtin_memcpy(__offloadcc_loaded.bytes, __offloadcc_from,                           \
                             sizeof __offloadcc_loaded.value);                                     \
        __offloadcc_loaded.value;                                                                  \
    }))
#elif defined(__AMDGPU__)
#define offload_load_readonly(address)                                                             \
    (*(const __attribute__((address_space(4))) __typeof__(__typeof__(*(address))) *)(address))
#else
#define offload_load_readonly(address) (*(address))
#endif

/* Begins to bring the memory at an address, which need not be valid, into a cache. NVIDIA GPUs:
 * into L2 and L1, as __builtin_prefetch(address); with __builtin_prefetch(address, 0, 2) into L2
 * alone. AMD GPUs before gfx12 have no such instruction. */
#define offload_prefetch(address) __builtin_prefetch(address)

#endif

/* offload_cplusplus.h - what offload.h declares in C++. It is a part of offload.h, which includes
 * it.
 *
 * Kernels and their launches are C. C++ includes headers that declare kernels, takes their
 * addresses, calls C functions that launch them, and manages the data on the device:
 *
 *     #include <offload.h>                                          // kernels.h, of C and C++
 *     offload_kernel void scale(float *x offload_count(n), size_t n, float by);
 *     #ifdef __cplusplus
 *     extern "C"
 *     #endif
 *     void scale_all(float *x, size_t n, float by);                 // launches scale
 *
 * In such a header, a kernel's bounds are offload_count, and `restrict` is `__restrict`: g++ knows
 * no parameters like `float x[n]`, and clang++ warns of them. A kernel has C linkage without saying
 * so; `extern` before the mark does not compile. In C++, calling a kernel runs one thread of it, as
 * in C. The code works with offloadcc, clang++ and g++. */
#ifndef OFFLOAD_H
#include "offload.h" /* which includes this file */
#endif

#if !defined(OFFLOAD_CPLUSPLUS_H) && defined(__cplusplus)
#define OFFLOAD_CPLUSPLUS_H

#if defined(__CUDA__) || defined(__HIP__)
#error CUDA and HIP cannot use offload.h, whose kernels are C: put them in a .c file
#endif

#include <stddef.h>

/* ---- Marks ----------------------------------------------------------------------------------- */

/* offloadcc finds definitions of kernels by this annotation, and refuses them. */
#ifdef __clang__
#define __OFFLOADCC_MARK(text) __attribute__((annotate(text)))
#else
#define __OFFLOADCC_MARK(text)
#endif
#define offload_kernel extern "C" __OFFLOADCC_MARK("offload_kernel")
#define offload_device extern "C"

/* What these say is for the compiler of the C files. */
#define offload_if_used
#define offload_block_limit(threads)
#define amdgpu_waves_per_eu(...) __unused__
#define offload_out
#define offload_scratch
#define offload_device_ptr
#define offload_global
#define offload_constant
#define offload_count(...)
#define offload_count_or_null(...)
#ifndef __counted_by
#define __counted_by(member)
#endif
#ifndef __counted_by_or_null
#define __counted_by_or_null(member)
#endif

/* ---- What C++ does not have ------------------------------------------------------------------ */

/* An error at each use, which says what to do. g++ takes one literal in a pragma. */
/* clang-format off */
#define __OFFLOADCC_KERNELS_ARE_C                                                                  \
    "kernels are C: move this code into a .c file, and declare the kernel in a header that the C++ file includes"
/* clang-format on */
#define __OFFLOADCC_REFUSED_KERNEL __OFFLOADCC_REFUSED(__OFFLOADCC_KERNELS_ARE_C)
#define __OFFLOADCC_REFUSED_LAUNCH                                                                 \
    __OFFLOADCC_REFUSED("launches are C: move this launch into a function in a .c file, and "      \
                        "declare that extern \"C\" in a header that the C++ file includes")
#ifdef __clang__
#define __OFFLOADCC_REFUSED(text) __attribute__((unavailable(text)))
#else
#define __OFFLOADCC_REFUSED(text) __attribute__((error(text)))
#endif

struct __offloadcc_refused_launch {
    void operator()(...) const {
    }
};
extern "C" __offloadcc_refused_launch *__offloadcc_launch_in_cplusplus() __OFFLOADCC_REFUSED_LAUNCH;
#define offload(...) (*__offloadcc_launch_in_cplusplus())

extern "C" {
unsigned int offload_thread_id(int) __OFFLOADCC_REFUSED_KERNEL;
unsigned int offload_block_id(int) __OFFLOADCC_REFUSED_KERNEL;
unsigned int offload_block_size(int) __OFFLOADCC_REFUSED_KERNEL;
unsigned int offload_block_count(int) __OFFLOADCC_REFUSED_KERNEL;
size_t offload_global_id(int) __OFFLOADCC_REFUSED_KERNEL;
size_t offload_global_size(int) __OFFLOADCC_REFUSED_KERNEL;
void offload_barrier() __OFFLOADCC_REFUSED_KERNEL;
void offload_grid_barrier() __OFFLOADCC_REFUSED_KERNEL;
void *offload_dynamic_shared() __OFFLOADCC_REFUSED_KERNEL;
unsigned int offload_lane_id() __OFFLOADCC_REFUSED_KERNEL;
unsigned int offload_lane_count() __OFFLOADCC_REFUSED_KERNEL;
unsigned long offload_lanes_active() __OFFLOADCC_REFUSED_KERNEL;
int __offloadcc_kernel_in_cplusplus() __OFFLOADCC_REFUSED_KERNEL;
}
#define offload_for(i, n) for (size_t i = offload_global_id(0); i < (n); i++)
#define offload_all_lanes (~0ul)
#define offload_atomic_add(...) __offloadcc_kernel_in_cplusplus()
#define offload_atomic_add_explicit(...) __offloadcc_kernel_in_cplusplus()
#define offload_atomic_sub(...) __offloadcc_kernel_in_cplusplus()
#define offload_atomic_sub_explicit(...) __offloadcc_kernel_in_cplusplus()
#define offload_atomic_min(...) __offloadcc_kernel_in_cplusplus()
#define offload_atomic_min_explicit(...) __offloadcc_kernel_in_cplusplus()
#define offload_atomic_max(...) __offloadcc_kernel_in_cplusplus()
#define offload_atomic_max_explicit(...) __offloadcc_kernel_in_cplusplus()
#define offload_atomic_and(...) __offloadcc_kernel_in_cplusplus()
#define offload_atomic_and_explicit(...) __offloadcc_kernel_in_cplusplus()
#define offload_atomic_or(...) __offloadcc_kernel_in_cplusplus()
#define offload_atomic_or_explicit(...) __offloadcc_kernel_in_cplusplus()
#define offload_atomic_xor(...) __offloadcc_kernel_in_cplusplus()
#define offload_atomic_xor_explicit(...) __offloadcc_kernel_in_cplusplus()
#define offload_atomic_exchange(...) __offloadcc_kernel_in_cplusplus()
#define offload_atomic_exchange_explicit(...) __offloadcc_kernel_in_cplusplus()
#define offload_atomic_load(...) __offloadcc_kernel_in_cplusplus()
#define offload_atomic_load_explicit(...) __offloadcc_kernel_in_cplusplus()
#define offload_atomic_store(...) __offloadcc_kernel_in_cplusplus()
#define offload_atomic_store_explicit(...) __offloadcc_kernel_in_cplusplus()
#define offload_atomic_compare_exchange(...) __offloadcc_kernel_in_cplusplus()
#define offload_atomic_compare_exchange_explicit(...) __offloadcc_kernel_in_cplusplus()
#define offload_lane_ballot(...) __offloadcc_kernel_in_cplusplus()
#define offload_lane_any(...) __offloadcc_kernel_in_cplusplus()
#define offload_lane_all(...) __offloadcc_kernel_in_cplusplus()
#define offload_lane_shuffle(...) __offloadcc_kernel_in_cplusplus()
#define offload_lane_shuffle_up(...) __offloadcc_kernel_in_cplusplus()
#define offload_lane_shuffle_down(...) __offloadcc_kernel_in_cplusplus()
#define offload_lane_shuffle_xor(...) __offloadcc_kernel_in_cplusplus()
#define offload_lane_match_any(...) __offloadcc_kernel_in_cplusplus()
#define offload_lane_match_all(...) __offloadcc_kernel_in_cplusplus()
#define offload_lane_reduce_add(...) __offloadcc_kernel_in_cplusplus()
#define offload_lane_reduce_min(...) __offloadcc_kernel_in_cplusplus()
#define offload_lane_reduce_max(...) __offloadcc_kernel_in_cplusplus()
#define offload_lane_reduce_and(...) __offloadcc_kernel_in_cplusplus()
#define offload_lane_reduce_or(...) __offloadcc_kernel_in_cplusplus()
#define offload_lane_reduce_xor(...) __offloadcc_kernel_in_cplusplus()
#define offload_lanes_sync(...) __offloadcc_kernel_in_cplusplus()
#define offload_block_reduce_add(...) __offloadcc_kernel_in_cplusplus()
#define offload_block_reduce_min(...) __offloadcc_kernel_in_cplusplus()
#define offload_block_reduce_max(...) __offloadcc_kernel_in_cplusplus()

/* A pragma is an error even if the variable is not used. */
#define offload_shared __OFFLOADCC_PRAGMA(GCC error __OFFLOADCC_KERNELS_ARE_C) static
#define __OFFLOADCC_PRAGMA(...) __OFFLOADCC_PRAGMA_OF(__VA_ARGS__)
#define __OFFLOADCC_PRAGMA_OF(...) _Pragma(#__VA_ARGS__)

/* ---- Hints about caches ---------------------------------------------------------------------- */

/* As in offload_cache.h for the host. */
#define offload_load_streaming(address) (*(address))
#define offload_store_streaming(address, value) ((void)(*(address) = (value)))
#define offload_load_readonly(address) (*(address))
#define offload_prefetch(address) __builtin_prefetch(address)

/* ---- The runtime's functions ----------------------------------------------------------------- */

/* As in offload_data.h, where their manuals are. */
struct __offloadcc_item {
    size_t __count;
    size_t __size;
    const volatile void *__address;
    const char *__text;
    int __direction, __padding;
};
struct __offloadcc_region {
    __offloadcc_item __items[16];
    const char *__file;
    unsigned int __line;
    int device;
};
struct offload_update {
    int device;
    int __padding;
};
struct offload_allocation {
    int device;
    int __padding;
};

extern "C" {
__offloadcc_region *__offloadcc_begin_data(__offloadcc_region *) __OFFLOADCC_VERSION(begin_data, 1);
void __offloadcc_end_data(__offloadcc_region *) __OFFLOADCC_VERSION(end_data, 1);
void __offloadcc_enter_data(const __offloadcc_region *) __OFFLOADCC_VERSION(enter_data, 1);
void __offloadcc_exit_data(const __offloadcc_region *) __OFFLOADCC_VERSION(exit_data, 1);
void __offloadcc_update(void *, size_t, size_t, int, const offload_update *, const char *,
                        const char *, unsigned int) __OFFLOADCC_VERSION(update, 1);
void __offloadcc_sync() __OFFLOADCC_VERSION(sync, 1);
void *__offloadcc_malloc(size_t, const offload_allocation *, const char *, unsigned int)
    __OFFLOADCC_VERSION(malloc, 1);
void __offloadcc_free(void *, const char *, const char *, unsigned int)
    __OFFLOADCC_VERSION(free, 1);
void __offloadcc_memcpy(void *, const void *, size_t, const char *, const char *, const char *,
                        unsigned int) __OFFLOADCC_VERSION(memcpy, 1);
}

/* ---- Device memory by hand ------------------------------------------------------------------- */

/* As in C, but for the device: offload_malloc(bytes, 1) allocates on device 1, where C says
 * `.device = 1`. -1 is the default device. */
#define offload_malloc(...) __offloadcc_allocate(__FILE__, __LINE__, __VA_ARGS__)
inline void *__offloadcc_allocate(const char *__file, unsigned int __line, size_t __bytes,
                                  int __device = -1) {
    offload_allocation __options = {__device, 0};
    return __offloadcc_malloc(__bytes, &__options, __file, __line);
}

#define offload_free(p) __offloadcc_free((p), #p, __FILE__, __LINE__)
#define offload_memcpy(to, from, bytes)                                                            \
    __offloadcc_memcpy((to), (from), (bytes), #to, #from, __FILE__, __LINE__)

/* ---- Updates --------------------------------------------------------------------------------- */

/* What is copied back to the host must not be const there. */
template <class __T> struct __offloadcc_is_const {
    enum { value = 0 };
};
template <class __T> struct __offloadcc_is_const<const __T> {
    enum { value = 1 };
};
#if __cplusplus >= 201103L
#define __OFFLOADCC_NOT_CONST(type)                                                                \
    static_assert(!__offloadcc_is_const<type>::value,                                              \
                  "this array is copied back to the host, but it is const")
#else
#define __OFFLOADCC_NOT_CONST(type)                                                                \
    __attribute__((unused)) typedef char                                                           \
        __offloadcc_copied_back_but_const[__offloadcc_is_const<type>::value ? -1 : 1]
#endif

/* As in C, but for the device: offload_update_to(table, 256, 1) is for device 1. */
#define offload_update_to(address, ...)                                                            \
    __offloadcc_copy(1, #address, __FILE__, __LINE__, address, __VA_ARGS__)
#define offload_update_from(address, ...)                                                          \
    __offloadcc_copy_back(#address, __FILE__, __LINE__, address, __VA_ARGS__)
template <class __T>
inline void __offloadcc_copy(int __to, const char *__text, const char *__file, unsigned int __line,
                             const __T *__address, size_t __count, int __device = -1) {
    offload_update __options = {__device, 0};
    __offloadcc_update(const_cast<__T *>(__address), __count, sizeof(__T), __to, &__options, __text,
                       __file, __line);
}

template <class __T>
inline void __offloadcc_copy_back(const char *__text, const char *__file, unsigned int __line,
                                  __T *__address, size_t __count, int __device = -1) {
    __OFFLOADCC_NOT_CONST(__T);
    __offloadcc_copy(0, __text, __file, __line, __address, __count, __device);
}

/* Brings back all arrays that launches have left on a device, as in C. */
#define offload_sync() __offloadcc_sync()

/* ---- Regions --------------------------------------------------------------------------------- */

/* As in C, without `.device`: a region is for the default device. An exception that leaves the
 * block ends the region too. */
#define offload_to(p, n) __offloadcc_make_item((p), (n), #p, 1)
#define offload_from(p, n) __offloadcc_make_result((p), (n), #p, 2)
#define offload_tofrom(p, n) __offloadcc_make_result((p), (n), #p, 3)
#define offload_alloc(p, n) __offloadcc_make_item((p), (n), #p, 0)
template <class __T>
inline __offloadcc_item __offloadcc_make_item(const __T *__p, size_t __n, const char *__text,
                                              int __direction) {
    __offloadcc_item __item = {__n, sizeof(__T), __p, __text, __direction, 0};
    return __item;
}

template <class __T>
inline __offloadcc_item __offloadcc_make_result(__T *__p, size_t __n, const char *__text,
                                                int __direction) {
    __OFFLOADCC_NOT_CONST(__T);
    return __offloadcc_make_item(__p, __n, __text, __direction);
}

#if __cplusplus >= 201103L
template <class... __Items>
inline __offloadcc_region __offloadcc_make_region(const char *__file, unsigned int __line,
                                                  __Items... __items) {
    static_assert(sizeof...(__Items) <= 16,
                  "a region has at most 16 items: nest another region in its block");
    return {{__items...}, __file, __line, -1};
}
#define offload_enter_data(...) __offloadcc_enter(__FILE__, __LINE__, __VA_ARGS__)
#define offload_exit_data(...) __offloadcc_exit(__FILE__, __LINE__, __VA_ARGS__)
template <class... __Items>
inline void __offloadcc_enter(const char *__file, unsigned int __line, __Items... __items) {
    __offloadcc_region __region = __offloadcc_make_region(__file, __line, __items...);
    __offloadcc_enter_data(&__region);
}
template <class... __Items>
inline void __offloadcc_exit(const char *__file, unsigned int __line, __Items... __items) {
    __offloadcc_region __region = __offloadcc_make_region(__file, __line, __items...);
    __offloadcc_exit_data(&__region);
}

class __offloadcc_block {
  public:
    template <class... __Items>
    __offloadcc_block(const char *__file, unsigned int __line, __Items... __items)
        : __region(__offloadcc_make_region(__file, __line, __items...)), __runs(true) {
        __offloadcc_begin_data(&__region);
    }
    __offloadcc_block(const __offloadcc_block &) = delete;
    __offloadcc_block &operator=(const __offloadcc_block &) = delete;
    ~__offloadcc_block() {
        __offloadcc_end_data(&__region);
    }
    bool __once() {
        bool __first = __runs;
        __runs = false;
        return __first;
    }

  private:
    __offloadcc_region __region;
    bool __runs;
};
#define offload_data(...)                                                                          \
    for (__offloadcc_block __offloadcc_region_here(__FILE__, __LINE__, __VA_ARGS__);               \
         __offloadcc_region_here.__once();)
#endif

#endif

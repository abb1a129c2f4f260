/* offload_data.h - data that stays on the device between launches: regions, updates, and explicitly
 * allocated device memory. It is a part of offload.h, which includes it. */
#ifndef OFFLOAD_H
#include "offload.h" /* which includes this file */
#endif

#if !defined(OFFLOAD_DATA_H) && !defined(__cplusplus)
#define OFFLOAD_DATA_H

/* ---- Regions and updates --------------------------------------------------------------------- */

/* A launch moves its arrays to the device and back. Data that several launches use can stay:
 *
 *     offload_data(offload_to(x, n), offload_tofrom(y, n)) {
 *         for (int i = 0; i < 100; i++)
 *             offload(saxpy, .threads = {n})(n, 2.0f, x, y);
 *     }
 *
 * The region maps x and y: it gives them memory on the device and copies them there. Mapped data is
 * not moved again: launches in the block, and in functions that it calls, find x and y on the
 * device and leave them there, whatever the kernel's prototype says. A launch may be passed any
 * part of a mapped array. Meanwhile the host has its own copies. What a kernel writes is copied
 * back at the end of the block, if the item says so, and earlier by offload_update_from. What the
 * host writes is copied to the device by offload_update_to. Elements are copied bitwise: if they
 * contain pointers, the memory that these point to is not mapped.
 *
 * When the block ends, by reaching its end or by return, goto, break or continue, the items that
 * say so are copied back, and all are released. The value of a `return` is computed before that, so
 * `return y[0];` returns what y[0] was on the host before the copy back. `break` and `continue`
 * leave only the block, not a loop around it; -Woffload-data-break warns of those. A goto or a case
 * label cannot jump into the block. exit() and longjmp() copy nothing back.
 *
 * Regions may be nested. If an outer region or offload_enter_data has mapped the data already, an
 * inner region's item for it moves nothing.
 *
 * Arrays that are passed to the same launch may be identical, nested or disjoint. They may overlap
 * partially only if one mapping, such as that of a region around the launch, contains all of them.
 *
 * A region has at most 16 items. The option `.device` may follow them, with the number of a device
 * as in a launch: `offload_data(offload_to(x, n), .device = 1)`. Where the host runs the kernels,
 * there is only one copy of the data, and nothing is moved. The same mistakes stop the program with
 * a message as on a device: an array that overlaps in part with mapped data, a null pointer, a
 * negative count, and a count beyond the end of an array whose size the compiler knows. */
#if defined(__STDC_VERSION__) && __STDC_VERSION__ >= 199901L
#define offload_data(...)                                                                          \
    __OFFLOADCC_QUIETLY _Pragma("clang diagnostic ignored \"-Wc2y-extensions\"")                   \
        __OFFLOADCC_DATA(__COUNTER__, __VA_ARGS__) _Pragma("clang diagnostic pop")
#else /* in C89 a variable declared in a `for` lives on after it, and so would the region */
#define offload_data(...) if (offload_data_in_c89())
int offload_data_in_c89(void)
    __attribute__((__unavailable__("offload_data needs -std=c99, gnu99 or later; in C89 use "
                                   "offload_enter_data and offload_exit_data")));
#endif

/* The items of a region: `n` elements at `p`, an array or a pointer to a complete type. */
/* clang-format off */
#define offload_to(p, n) __OFFLOADCC_ITEM(to, p, n)         /* copied to the device at the start */
#define offload_from(p, n) __OFFLOADCC_ITEM(from, p, n)     /* copied back at the end */
#define offload_tofrom(p, n) __OFFLOADCC_ITEM(tofrom, p, n) /* both */
#define offload_alloc(p, n) __OFFLOADCC_ITEM(alloc, p, n)   /* device memory only, no copies */
/* clang-format on */

/* The same as a region, for data whose mapping begins and ends in different functions or threads.
 * offload_enter_data maps its items; offload_exit_data releases them. Data that was entered several
 * times has to be exited as many times; only the last exit releases it, and copies it back if its
 * item says so. No launch of another thread may use the data at that time: they would not be copied
 * back. If the data are structs, pointers whose elements a launch has mapped are not copied back:
 * the host's stay as they were. Both take the same items and `.device`:
 *
 *     offload_enter_data(offload_to(grid->cells, grid->count));
 *     offload_exit_data(offload_from(grid->cells, grid->count));
 */
#define offload_enter_data(...)                                                                    \
    (__OFFLOADCC_QUIETLY __offloadcc_enter_data(&(struct __offloadcc_region)__OFFLOADCC_REGION(    \
        __VA_ARGS__)) _Pragma("clang diagnostic pop"))
#define offload_exit_data(...)                                                                     \
    (__OFFLOADCC_QUIETLY __offloadcc_exit_data(&(struct __offloadcc_region)__OFFLOADCC_REGION(     \
        __VA_ARGS__)) _Pragma("clang diagnostic pop"))

/* The type of the first member of an item, which an argument that is not an item initialises, as in
 * offload_data(x, n). A pointer cannot initialise it, and clang's error message names this type. */
typedef size_t __offloadcc_item_made_by_offload_to_from_tofrom_or_alloc;
struct __offloadcc_item {
    __offloadcc_item_made_by_offload_to_from_tofrom_or_alloc __count;
    size_t __size;
    const volatile void *__address;
    const char *__text; /* the address as written in the source; NULL: this is not an item */
    int __direction, __padding;
};

/* The type of the member that a 17th item would initialise; clang's error message names this type.
 */
typedef const char *__offloadcc_at_most_16_items_in_one_region_so_nest_another;
struct __offloadcc_region {
    struct __offloadcc_item __items[16];
    __offloadcc_at_most_16_items_in_one_region_so_nest_another __file;
    unsigned int __line;
    int device;
};

struct __offloadcc_region *__offloadcc_begin_data(struct __offloadcc_region *__region)
    __OFFLOADCC_VERSION(begin_data, 1);
void __offloadcc_end_data(struct __offloadcc_region *__region) __OFFLOADCC_VERSION(end_data, 1);
void __offloadcc_enter_data(const struct __offloadcc_region *__region)
    __OFFLOADCC_VERSION(enter_data, 1);
void __offloadcc_exit_data(const struct __offloadcc_region *__region)
    __OFFLOADCC_VERSION(exit_data, 1);

#define __OFFLOADCC_QUIETLY                                                                        \
    _Pragma("clang diagnostic push")                                                               \
        _Pragma("clang diagnostic ignored \"-Winitializer-overrides\"")                            \
            _Pragma("clang diagnostic ignored \"-Wmissing-field-initializers\"")                   \
                _Pragma("clang diagnostic ignored \"-Wreserved-identifier\"")                      \
                    _Pragma("clang diagnostic ignored \"-Wcast-qual\"")
#define __OFFLOADCC_REGION(...)                                                                    \
    {.__file = __FILE__, .__line = __LINE__, .device = -1, .__items[0] = __VA_ARGS__}

/* The cleanup function of the variable ends the region however the loop is left. The loop has no
 * condition, so that the compiler sees that the block runs exactly once. */
#define __OFFLOADCC_DATA(id, ...)                                                                  \
    __OFFLOADCC_DATA_LOOP(__OFFLOADCC_JOIN(__offloadcc_region_, id),                               \
                          __OFFLOADCC_JOIN(__offloadcc_begun_, id),                                \
                          __OFFLOADCC_JOIN(__offloadcc_end_, id), __VA_ARGS__)
/* clang-format off */
#define __OFFLOADCC_DATA_LOOP(region, begun, end, ...)                                             \
    for (struct __offloadcc_region region __attribute__((__cleanup__(__offloadcc_end_data))) =     \
             __OFFLOADCC_REGION(__VA_ARGS__),                                                      \
             *begun __attribute__((__unused__)) = __offloadcc_begin_data(&region);                 \
         ; __extension__({ goto end; }))                                                           \
        if (0) {                                                                                   \
        end:                                                                                       \
            break;                                                                                 \
        } else
/* clang-format on */
#define __OFFLOADCC_JOIN(a, b) __OFFLOADCC_JOIN_EXPANDED(a, b)
#define __OFFLOADCC_JOIN_EXPANDED(a, b) a##b

#define __OFFLOADCC_ITEM(direction, p, n)                                                          \
    __offloadcc_item_##direction(__OFFLOADCC_ADDRESS_##direction(p),                               \
                                 __OFFLOADCC_WITHIN(__OFFLOADCC_POINTER(p), n, sizeof *(p), #p),   \
                                 sizeof *(p), #p)
/* Where only `p` itself is used, clang shall not warn that what it points to has no value. */
#define __OFFLOADCC_POINTER(p) (&*(p))
#define __OFFLOADCC_ADDRESS_to(p) (p)
#define __OFFLOADCC_ADDRESS_tofrom(p) (p)
#define __OFFLOADCC_ADDRESS_from(p) __OFFLOADCC_POINTER(p)
#define __OFFLOADCC_ADDRESS_alloc(p) __OFFLOADCC_POINTER(p)

/* Returns the count `n`. If the compiler knows the size of the object that `p` points into, and the
 * elements go beyond its end, stops the program with a message. If the compiler knows the count
 * too, -Woffload-beyond-array warns. */
#define __OFFLOADCC_WITHIN(p, n, size, text)                                                       \
    __offloadcc_within((n), (size), __builtin_dynamic_object_size((const void *)(p), 0), text,     \
                       __FILE__, __LINE__)
void __offloadcc_beyond(size_t __count, size_t __size, size_t __object, const char *__text,
                        const char *__file, unsigned int __line) __OFFLOADCC_VERSION(beyond, 1);
__OFFLOADCC_INLINE size_t __offloadcc_within(size_t __count, size_t __size, size_t __object,
                                             const char *__text, const char *__file,
                                             unsigned int __line) {
    if (__size && __object != (size_t)-1 && __count > __object / __size &&
        __count <=
            (size_t)-1 / 2 / __size) /* the called functions report negative and huge counts */
        __offloadcc_beyond(__count, __size, __object, __text, __file, __line);
    return __count;
}
#define __OFFLOADCC_DEFINE_ITEM(name, direction)                                                   \
    __OFFLOADCC_INLINE struct __offloadcc_item __offloadcc_item_##name(                            \
        const volatile void *__address, size_t __count, size_t __size, const char *__text) {       \
        struct __offloadcc_item __item = {__count, __size, __address, __text, direction, 0};       \
        return __item;                                                                             \
    }
__OFFLOADCC_DEFINE_ITEM(alloc, 0)
__OFFLOADCC_DEFINE_ITEM(to, 1)
__OFFLOADCC_DEFINE_ITEM(from, 2)
__OFFLOADCC_DEFINE_ITEM(tofrom, 3)

/* Options of an update. `device` is the number of the device, as in struct offload_launch; if it is
 * left out, it is the default device. */
struct offload_update {
    int device;
    int __padding;
};

/* offload_update_to copies `count` elements at `address` from the host to their copy on the device;
 * offload_update_from copies them from the device to the host. `address` points into a device
 * variable or into mapped data:
 *
 *     offload_update_to(table, 256);
 *     offload_update_from(&y[first], 10);
 *     offload_update_to(table, 256, .device = 1);
 *
 * Where the host runs the kernels, they do nothing. An address that has no copy on the device, or a
 * count that goes beyond the copy's end, stops the program with a message. */
#define offload_update_to(address, ...) __OFFLOADCC_UPDATE(1, #address, address, __VA_ARGS__, )
#define offload_update_from(address, ...) __OFFLOADCC_UPDATE(0, #address, address, __VA_ARGS__, )

/* clang-format off */
#define __OFFLOADCC_UPDATE(to, text, address, count, ...)                                          \
    (__OFFLOADCC_QUIETLY                                                                           \
     __offloadcc_update((void *)(address),                                                         \
                        __OFFLOADCC_WITHIN(address, count, sizeof *(address), text),               \
                        sizeof *(address), to,                                                     \
                        &(struct offload_update){.device = -1, .__padding = 0, __VA_ARGS__}, text, \
                        __FILE__, __LINE__)                                                                  \
     _Pragma("clang diagnostic pop"))
/* clang-format on */
void __offloadcc_update(void *__address, size_t __count, size_t __size, int __to,
                        const struct offload_update *__options, const char *__text,
                        const char *__file, unsigned int __line) __OFFLOADCC_VERSION(update, 1);

/* ---- Arrays that stay between launches --------------------------------------------------------
 */

/* Arrays of launches may stay on a device until host code looks at them (docs/resident.md).
 * offload_sync() brings all of them back, for what the compiler cannot see: a signal handler, a
 * debugger, another process that shares the memory. It returns when that is done. Data of regions
 * (offload_data) is not copied. With -fno-offload-resident, and where the host runs the kernels,
 * it does nothing. */
#define offload_sync() __offloadcc_sync()
void __offloadcc_sync(void) __OFFLOADCC_VERSION(sync, 1);

/* ---- Device memory by hand ------------------------------------------------------------------- */

/* Options of an allocation. `device` is the number of the device, as in struct offload_launch. */
struct offload_allocation {
    int device;
    int __padding;
};

/* Memory on the device, for kernel parameters marked offload_device_ptr, and for the arrays of
 * offload_algorithms.h:
 *
 *     float *p = offload_malloc(n * sizeof *p);
 *     offload_memcpy(p, x, n * sizeof *p);
 *     offload(k, .threads = {n})(n, p);
 *     offload_memcpy(x, p, n * sizeof *p);
 *     offload_free(p);
 *
 * `offload_malloc(bytes, .device = 1)` allocates on device 1. The memory's value is undefined. The
 * result is NULL if there is not enough memory or `bytes` is 0. Host code may use the address only
 * for arithmetic and for these functions. Where the host runs the kernels, it is host memory.
 *
 * offload_memcpy copies from the host to a device, from a device to the host, or between devices.
 * An address within memory of offload_malloc is a device address; every other address is taken to
 * be a host address. At least one of the two must be a device address. Each device range must lie
 * within one allocation, and the two ranges must not overlap. */
#define offload_malloc(...) __OFFLOADCC_MALLOC(__VA_ARGS__, )
#define offload_free(p) __offloadcc_free((p), #p, __FILE__, __LINE__)
#define offload_memcpy(to, from, bytes)                                                            \
    __offloadcc_memcpy(                                                                            \
        (to), (from),                                                                              \
        __OFFLOADCC_WITHIN(from, __OFFLOADCC_WITHIN(to, bytes, (size_t)1, #to), (size_t)1, #from), \
        #to, #from, __FILE__, __LINE__)

/* clang-format off */
#define __OFFLOADCC_MALLOC(bytes, ...)                                                             \
    (__OFFLOADCC_QUIETLY                                                                           \
     __offloadcc_malloc(                                                                           \
         (bytes), &(struct offload_allocation){.device = -1, .__padding = 0, __VA_ARGS__},         \
         __FILE__, __LINE__)                                                        \
     _Pragma("clang diagnostic pop"))
/* clang-format on */
void *__offloadcc_malloc(size_t __bytes, const struct offload_allocation *__options,
                         const char *__file, unsigned int __line) __OFFLOADCC_VERSION(malloc, 1);
void __offloadcc_free(void *__pointer, const char *__text, const char *__file, unsigned int __line)
    __OFFLOADCC_VERSION(free, 1);
void __offloadcc_memcpy(void *__to, const void *__from, size_t __bytes, const char *__to_text,
                        const char *__from_text, const char *__file, unsigned int __line)
    __OFFLOADCC_VERSION(memcpy, 1);

#endif

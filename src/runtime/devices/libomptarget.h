// libomptarget.h - LLVM's libomptarget. It is loaded when a device may be needed for the first
// time, because loading it and its libraries takes 10 ms, and loading a GPU's driver much more.
//
// Layouts and signatures are LLVM 22's: offload/include/omptarget.h and Shared/APITypes.h.
#ifndef OC_RUNTIME_LIBOMPTARGET_H
#define OC_RUNTIME_LIBOMPTARGET_H

#include "runtime/abi.h"

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

// __tgt_device_image
struct target_image {
    const void *start, *end;
    const struct __offloadcc_entry *entries, *entries_end;
};

// __tgt_bin_desc: images of the same code. Each device loads the first one that it can.
// libomptarget may read this until the process ends.
struct target_library {
    int32_t image_count;
    const struct target_image *images;
    const struct __offloadcc_entry *entries, *entries_end;
};

// KernelArgsTy, 104 bytes. We use version 2: from version 3 on, libomptarget adds an argument of
// its own before the kernel's.
struct kernel_arguments {
    uint32_t version;
    uint32_t count;
    void **bases;
    void **pointers;
    int64_t *sizes;
    int64_t *types;
    void **names;
    void **mappers;
    uint64_t trip_count;
    uint64_t flags;
    uint32_t block_count[3];
    uint32_t block_size[3];
    uint32_t shared_bytes;
};
_Static_assert(sizeof(struct kernel_arguments) == 104, "KernelArgsTy");
_Static_assert(sizeof(struct __offloadcc_entry) == 56, "__tgt_offload_entry");
_Static_assert(sizeof(struct target_image) == 32, "__tgt_device_image");
_Static_assert(sizeof(struct target_library) == 32, "__tgt_bin_desc");

// ident_t, as in libomp's kmp.h.
struct source_location {
    int32_t reserved[4];
    const char *text;
};

enum {
    MAP_TO = 0x1,
    MAP_FROM = 0x2,
    MAP_PTR_AND_OBJ = 0x10, // the base is the address of a pointer, which points to the memory
    MAP_TARGET_PARAM = 0x20,
    MAP_PRIVATE = 0x80,
    MAP_LITERAL = 0x100,
    MAP_IMPLICIT = 0x200,     // on a literal: it is a device address; libomptarget ignores this
    MAP_MEMBER_OF_SHIFT = 48, // the upper 16 bits have the number of an entry, from 1
};

typedef void target_data_fn(void *location, int64_t device, int32_t count, void **bases,
                            void **pointers, int64_t *sizes, int64_t *types, void **names,
                            void **mappers);

// libomptarget's functions, by their names. NULL until it is loaded.
struct __offloadcc_libomptarget {
    void (*__tgt_register_lib)(struct target_library *library);
    void (*__tgt_unregister_lib)(struct target_library *library);
    int (*__tgt_target_kernel)(const struct source_location *location, int64_t device,
                               int32_t blocks, int32_t threads, const void *kernel,
                               struct kernel_arguments *arguments);
    target_data_fn *__tgt_target_data_begin_mapper;
    target_data_fn *__tgt_target_data_end_mapper;
    target_data_fn *__tgt_target_data_update_mapper;
    int (*omp_get_num_devices)(void);
    int (*omp_target_is_present)(const void *pointer, int device);
    void *(*omp_get_mapped_ptr)(const void *pointer, int device);
    void *(*omp_target_alloc)(size_t bytes, int device);
    void (*omp_target_free)(void *pointer, int device);
    int (*omp_target_memcpy)(void *destination, const void *source, size_t length,
                             size_t destination_offset, size_t source_offset,
                             int destination_device, int source_device);
    void *(*omp_target_memset)(void *pointer, int byte, size_t length, int device);
    const char *(*omp_get_uid_from_device)(int device);
};
extern struct __offloadcc_libomptarget __offloadcc_target;

// Whether the program or one of its libraries is linked with libomptarget. Then other code may use
// devices, and our images have to be registered when the program starts.
bool __offloadcc_target_is_there(void);

// Loads libomptarget if that has not been done yet. On failure returns false, and writes the reason
// to `problem`, a buffer of `size` bytes.
bool __offloadcc_target_load(char *problem, size_t size);

// Functions of libomp.
int omp_get_max_threads(void);
int omp_get_default_device(void);

#endif

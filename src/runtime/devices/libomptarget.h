// libomptarget.h - LLVM's libomptarget, which is loaded when a device may be needed for the first
// time: it takes 10 ms with all that it loads itself, and a GPU's driver much more.
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

// __tgt_bin_desc: images of the same code, of which each device gets the first that it can load.
// libomptarget may look at it until the process ends.
struct target_library {
    int32_t image_count;
    const struct target_image *images;
    const struct __offloadcc_entry *entries, *entries_end;
};

// KernelArgsTy, 104 bytes. Version 2: from 3 on, the runtime puts an argument of its own first.
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

// ident_t, which libomp has too (kmp.h).
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
    MAP_IMPLICIT = 0x200, // on a literal: the address of device memory; to libomptarget, nothing
    MAP_MEMBER_OF_SHIFT = 48, // the number of an entry, from 1, in the upper 16 bits
};

typedef void target_data_fn(void *location, int64_t device, int32_t count, void **bases,
                            void **pointers, int64_t *sizes, int64_t *types, void **names,
                            void **mappers);

// Its functions, under their own names. Null until it is loaded.
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
    const char *(*omp_get_uid_from_device)(int device);
};
extern struct __offloadcc_libomptarget __offloadcc_target;

// Whether the program or a library of its brought libomptarget along: what else it does with
// devices expects our images there from the start.
bool __offloadcc_target_is_there(void);

// Loads it, once. False: it cannot be, and `problem` is why, in a buffer of so many bytes.
bool __offloadcc_target_load(char *problem, size_t size);

// libomp's.
int omp_get_max_threads(void);
int omp_get_default_device(void);

#endif

// code-object.h - reading AMD's code objects (ELF shared objects of version 4, 5 or 6).
//
// The file is copied and checked: whatever is used of it is inside. What is wrong is the real
// loader's status, and `why` says more.
#ifndef AMD_HSA_CODE_OBJECT_H
#define AMD_HSA_CODE_OBJECT_H

#include "agents.h"

#include <elf.h>

struct code_object {
    uint8_t *file;
    size_t size;
    uint32_t flags;  // e_flags
    uint64_t extent; // its segments are within so many bytes
    const Elf64_Phdr *segments;
    unsigned segment_count;
    const Elf64_Sym *symbols; // the dynamic ones
    size_t symbol_count;
    const char *names;
    size_t names_size;
};

hsa_status_t code_object_read(struct code_object *object, const void *file, size_t size, char *why);
void code_object_free(struct code_object *object);

// Whether a GPU runs the code: HSA_STATUS_ERROR_INCOMPATIBLE_ARGUMENTS, if not.
hsa_status_t code_object_fits(const struct code_object *object, const struct agent *gpu, char *why);

// Puts the segments into memory of `extent` bytes, all 0, and relocates them.
hsa_status_t code_object_load(const struct code_object *object, uint8_t *memory, char *why);

const char *code_object_name(const struct code_object *object, const Elf64_Sym *symbol);

// The segment that has all of `size` bytes at an address of the file's, or NULL.
const Elf64_Phdr *code_object_segment(const struct code_object *object, uint64_t address,
                                      uint64_t size);

// A kernel's descriptor (LLVM's AMDGPUUsage, "Kernel Descriptor").
struct kernel_descriptor {
    uint32_t group_segment_fixed_size, private_segment_fixed_size, kernarg_size, reserved0;
    int64_t kernel_code_entry_byte_offset;
    uint8_t reserved1[20];
    uint32_t compute_pgm_rsrc3, compute_pgm_rsrc1, compute_pgm_rsrc2;
    uint16_t kernel_code_properties, kernarg_preload;
    uint32_t reserved3;
};
_Static_assert(sizeof(struct kernel_descriptor) == 64, "a kernel descriptor");

enum { USES_WAVES_OF_32 = 1 << 10, USES_DYNAMIC_STACK = 1 << 11 }; // kernel_code_properties

#endif

// amdblocks.c - how many blocks of a kernel an AMD GPU runs at the same time.
//
// The numbers are those of LLVM's AMDGPUUsage ("Code Object V3 Kernel Descriptor") and of its
// AMDGPUBaseInfo.cpp, which computes the same for its own heuristics.
#include "runtime/devices/amdblocks.h"

#include "runtime/devices/gpus.h"
#include "runtime/devices/hsa.h"

#include <elf.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#ifndef EM_AMDGPU
#define EM_AMDGPU 224
#endif

// ---- The kernel's descriptor -------------------------------------------------------------------

// The parts of it that matter here.
struct descriptor {
    uint32_t shared_bytes; // static ones
    bool has_32_lanes;     // a wave, else 64
    bool is_of_pair;       // a block runs on two compute units together (WGP mode)
    unsigned int steps;    // of vector registers, from 1
};

static const void *at_address(const char *image, uint64_t address) {
    const Elf64_Ehdr *header = (const void *)image;
    const Elf64_Phdr *segments = (const void *)(image + header->e_phoff);
    for (int i = 0; i < header->e_phnum; i++)
        if (segments[i].p_type == PT_LOAD && address >= segments[i].p_vaddr &&
            address - segments[i].p_vaddr < segments[i].p_filesz)
            return image + segments[i].p_offset + (address - segments[i].p_vaddr);
    return NULL;
}

// The symbol `<kernel>.kd`.
static const char *find_descriptor(const char *image, const char *kernel) {
    const Elf64_Ehdr *header = (const void *)image;
    const Elf64_Shdr *sections = (const void *)(image + header->e_shoff);
    size_t length = strlen(kernel);
    for (int s = 0; s < header->e_shnum; s++) {
        if (sections[s].sh_type != SHT_DYNSYM)
            continue;
        const Elf64_Sym *symbols = (const void *)(image + sections[s].sh_offset);
        const char *names = image + sections[sections[s].sh_link].sh_offset;
        for (size_t i = 0; i < sections[s].sh_size / sizeof *symbols; i++) {
            const char *name = names + symbols[i].st_name;
            if (strncmp(name, kernel, length) == 0 && strcmp(name + length, ".kd") == 0)
                return at_address(image, symbols[i].st_value);
        }
    }
    return NULL;
}

static uint32_t word_at(const char *descriptor, size_t offset) {
    uint32_t word;
    memcpy(&word, descriptor + offset, sizeof word);
    return word;
}

static bool read_descriptor(const char *image, const char *kernel, struct descriptor *out) {
    enum { SHARED_BYTES = 0, RSRC1 = 48, PROPERTIES = 56 };
    enum { VECTOR_STEPS = 63, PAIR = 1 << 29, WAVE32 = 1 << 10 };
    const Elf64_Ehdr *header = (const void *)image;
    const char *descriptor = memcmp(image, ELFMAG, SELFMAG) == 0 && header->e_machine == EM_AMDGPU
                                 ? find_descriptor(image, kernel)
                                 : NULL;
    if (!descriptor)
        return false;
    uint32_t rsrc1 = word_at(descriptor, RSRC1);
    *out = (struct descriptor){
        .shared_bytes = word_at(descriptor, SHARED_BYTES),
        .has_32_lanes = word_at(descriptor, PROPERTIES) & WAVE32,
        .is_of_pair = rsrc1 & PAIR,
        .steps = (rsrc1 & VECTOR_STEPS) + 1,
    };
    return true;
}

// ---- What a GPU has ----------------------------------------------------------------------------

// Of the compute unit that runs a block, or of the pair of them.
struct room {
    unsigned int simds;
    unsigned int waves;     // of a SIMD, at most
    unsigned int registers; // of a SIMD, for each lane of a wave
    unsigned int step;      // registers in one step of the descriptor
    unsigned int granule;   // registers are allocated in multiples of it
    unsigned int shared_bytes;
    unsigned int blocks; // at most, if they have more than one wave
};

// "gfx90a" is of generation 9, "gfx1100" of 11.
static unsigned int generation_of(const char *arch) {
    size_t digits = strcspn(arch, ":") - strlen("gfx");
    return digits < 4 ? (unsigned int)(arch[3] - '0')
                      : (unsigned int)((arch[3] - '0') * 10 + (arch[4] - '0'));
}

static bool has_unified_registers(const char *arch) {
    return strncmp(arch, "gfx90a", 6) == 0 || strncmp(arch, "gfx94", 5) == 0 ||
           strncmp(arch, "gfx95", 5) == 0;
}

// In generation 9, scalar registers allow for 7 waves of a SIMD, if a kernel uses all.
static struct room room_of(const char *arch, const struct descriptor *descriptor) {
    enum { SHARED = 64 << 10 };
    if (generation_of(arch) < 10)
        return has_unified_registers(arch) ? (struct room){4, 7, 512, 8, 8, SHARED, 16}
                                           : (struct room){4, 7, 256, 4, 4, SHARED, 16};
    unsigned int units = descriptor->is_of_pair ? 2 : 1;
    struct room room = {2 * units, 16, 1024, 8, 24, SHARED * units, 16 * units};
    if (!descriptor->has_32_lanes)
        room.registers /= 2, room.step /= 2, room.granule /= 2;
    return room;
}

static unsigned int smaller(unsigned int left, unsigned int right) {
    return left < right ? left : right;
}

static unsigned int rounded_up(unsigned int value, unsigned int unit) {
    return (value + unit - 1) / unit * unit;
}

// A block that runs at all has the room that it needs.
static unsigned int blocks_of_unit(const struct room *room, const struct descriptor *descriptor,
                                   const struct resident_kernel *kernel) {
    enum { SHARED_GRANULE = 2048 };
    unsigned int lanes = descriptor->has_32_lanes ? 32 : 64;
    unsigned int needed = (kernel->threads + lanes - 1) / lanes;
    unsigned int registers = rounded_up(descriptor->steps * room->step, room->granule);
    unsigned int waves = room->simds * smaller(room->waves, room->registers / registers);
    unsigned int shared =
        rounded_up(descriptor->shared_bytes + (unsigned int)kernel->shared_bytes, SHARED_GRANULE);
    unsigned int blocks = waves / needed;
    if (shared)
        blocks = smaller(blocks, room->shared_bytes / shared);
    if (needed > 1)
        blocks = smaller(blocks, room->blocks);
    return blocks ? blocks : 1;
}

// Where there are images of several GPUs, the answer is right for all of them.
unsigned long __offloadcc_amd_resident(const struct resident_kernel *kernel, char *problem,
                                       size_t size) {
    unsigned int units = __offloadcc_hsa_compute_units(kernel->gpu);
    unsigned long least = 0;
    for (int i = 0; i < kernel->image_count; i++) {
        struct descriptor descriptor;
        if (!read_descriptor(kernel->images[i][0], kernel->name, &descriptor))
            continue;
        struct room room = room_of(kernel->gpu->arch, &descriptor);
        unsigned long blocks = (unsigned long)blocks_of_unit(&room, &descriptor, kernel) *
                               (units / (descriptor.is_of_pair ? 2 : 1));
        least = least && least < blocks ? least : blocks;
    }
    if (!least)
        snprintf(problem, size, "%s",
                 units ? "no image has the kernel's descriptor"
                       : "ROCm's runtime does not say how many compute units the GPU has");
    return least;
}

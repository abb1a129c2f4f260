#include "code-object.h"

#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

// What elf.h has not (LLVM's AMDGPUUsage, "Header" and "Relocation Records").
enum { MACHINE_AMDGPU = 224, OSABI_AMDGPU_HSA = 64, OLDEST_VERSION = 2, NEWEST_VERSION = 4 };
enum { ABS32_LO = 1, ABS32_HI = 2, ABS64 = 3, ABS32 = 6, RELATIVE64 = 13 };

#define INVALID(...) refuse(why, HSA_STATUS_ERROR_INVALID_CODE_OBJECT, __VA_ARGS__)

// ---- Reading -----------------------------------------------------------------------------------

// An array in the file: NULL, if it is not inside of it or not aligned.
static const void *array_at(const struct code_object *object, uint64_t offset, uint64_t count,
                            uint64_t element, uint64_t alignment) {
    bool is_inside = offset <= object->size && count <= (object->size - offset) / element;
    return is_inside && offset % alignment == 0 ? object->file + offset : NULL;
}

static hsa_status_t read_header(struct code_object *object, const Elf64_Ehdr **header, char *why) {
    const Elf64_Ehdr *h = *header = array_at(object, 0, 1, sizeof *h, 8);
    if (!h || memcmp(h->e_ident, ELFMAG, SELFMAG) != 0)
        return INVALID("it is no ELF file");
    if (h->e_ident[EI_CLASS] != ELFCLASS64 || h->e_ident[EI_DATA] != ELFDATA2LSB ||
        h->e_machine != MACHINE_AMDGPU || h->e_ident[EI_OSABI] != OSABI_AMDGPU_HSA)
        return INVALID("it is not of AMD's GPUs");
    if (h->e_ident[EI_ABIVERSION] < OLDEST_VERSION || h->e_ident[EI_ABIVERSION] > NEWEST_VERSION)
        return INVALID("its version, %d, is not between 4 and 6", h->e_ident[EI_ABIVERSION] + 2);
    if (h->e_type != ET_DYN)
        return INVALID("it is not linked");
    if (h->e_phentsize != sizeof(Elf64_Phdr) || h->e_shentsize != sizeof(Elf64_Shdr))
        return INVALID("its headers have other sizes than they should");
    object->flags = h->e_flags;
    return HSA_STATUS_SUCCESS;
}

static hsa_status_t read_segments(struct code_object *object, const Elf64_Ehdr *header, char *why) {
    const uint64_t most = (uint64_t)1 << 32;
    object->segments = array_at(object, header->e_phoff, header->e_phnum, sizeof(Elf64_Phdr), 8);
    object->segment_count = header->e_phnum;
    if (!object->segments)
        return INVALID("its program headers are not in the file");
    for (unsigned i = 0; i < object->segment_count; i++) {
        const Elf64_Phdr *segment = &object->segments[i];
        if (segment->p_type != PT_LOAD)
            continue;
        if (!array_at(object, segment->p_offset, segment->p_filesz, 1, 1) ||
            segment->p_filesz > segment->p_memsz || segment->p_memsz > most ||
            segment->p_vaddr > most)
            return INVALID("segment %u is not in the file, or too large", i);
        if (segment->p_vaddr + segment->p_memsz > object->extent)
            object->extent = segment->p_vaddr + segment->p_memsz;
    }
    return object->extent ? HSA_STATUS_SUCCESS : INVALID("it has no segments");
}

static const Elf64_Shdr *sections_of(const struct code_object *object, unsigned *count) {
    const Elf64_Ehdr *header = (const void *)object->file;
    *count = header->e_shnum;
    return (const void *)(object->file + header->e_shoff);
}

static hsa_status_t read_symbols(struct code_object *object, const Elf64_Shdr *sections,
                                 const Elf64_Shdr *section, unsigned section_count, char *why) {
    object->symbol_count = section->sh_size / sizeof(Elf64_Sym);
    object->symbols =
        array_at(object, section->sh_offset, object->symbol_count, sizeof(Elf64_Sym), 8);
    if (!object->symbols || section->sh_link >= section_count)
        return INVALID("its symbols are not in the file");
    const Elf64_Shdr *names = &sections[section->sh_link];
    object->names_size = names->sh_size;
    object->names = array_at(object, names->sh_offset, names->sh_size, 1, 1);
    if (!object->names || !names->sh_size || object->names[names->sh_size - 1] != '\0')
        return INVALID("its symbols' names are not in the file");
    for (size_t i = 0; i < object->symbol_count; i++)
        if (object->symbols[i].st_name >= object->names_size)
            return INVALID("symbol %zu has no name", i);
    return HSA_STATUS_SUCCESS;
}

static hsa_status_t read_sections(struct code_object *object, const Elf64_Ehdr *header, char *why) {
    const Elf64_Shdr *sections =
        array_at(object, header->e_shoff, header->e_shnum, sizeof *sections, 8);
    if (!sections)
        return INVALID("its section headers are not in the file");
    for (unsigned i = 0; i < header->e_shnum; i++) {
        hsa_status_t status = HSA_STATUS_SUCCESS;
        if (sections[i].sh_type == SHT_DYNSYM)
            status = read_symbols(object, sections, &sections[i], header->e_shnum, why);
        else if (sections[i].sh_type == SHT_RELA &&
                 !array_at(object, sections[i].sh_offset, sections[i].sh_size, 1, 8))
            status = INVALID("its relocations are not in the file");
        if (status != HSA_STATUS_SUCCESS)
            return status;
    }
    return HSA_STATUS_SUCCESS;
}

hsa_status_t code_object_read(struct code_object *object, const void *file, size_t size,
                              char *why) {
    const Elf64_Ehdr *header;
    *object = (struct code_object){.file = own(malloc(size)), .size = size};
    memcpy(object->file, file, size);
    hsa_status_t status = read_header(object, &header, why);
    if (status == HSA_STATUS_SUCCESS)
        status = read_segments(object, header, why);
    if (status == HSA_STATUS_SUCCESS)
        status = read_sections(object, header, why);
    if (status != HSA_STATUS_SUCCESS)
        code_object_free(object);
    return status;
}

void code_object_free(struct code_object *object) {
    free(object->file);
    object->file = NULL;
}

const char *code_object_name(const struct code_object *object, const Elf64_Sym *symbol) {
    return object->names + symbol->st_name;
}

const Elf64_Phdr *code_object_segment(const struct code_object *object, uint64_t address,
                                      uint64_t size) {
    for (unsigned i = 0; i < object->segment_count; i++) {
        const Elf64_Phdr *segment = &object->segments[i];
        if (segment->p_type == PT_LOAD && address >= segment->p_vaddr &&
            address - segment->p_vaddr <= segment->p_memsz &&
            size <= segment->p_memsz - (address - segment->p_vaddr))
            return segment;
    }
    return NULL;
}

// ---- Which GPUs run it -------------------------------------------------------------------------

// e_flags has two bits for a feature: not supported, any, off, on.
static bool feature_fits(uint32_t bits, bool is_supported, bool is_on) {
    enum { NOT_SUPPORTED, ANY, OFF, ON };
    return is_supported ? bits == ANY || bits == (is_on ? ON : OFF) : bits == NOT_SUPPORTED;
}

hsa_status_t code_object_fits(const struct code_object *object, const struct agent *gpu,
                              char *why) {
    uint32_t mach = object->flags & 0xFF, generic_version = object->flags >> 24;
    const struct isa *isa = NULL;
    for (unsigned i = 0; i < gpu->isa_count; i++)
        if (gpu->isas[i].mach == mach)
            isa = &gpu->isas[i];
    if (!isa)
        return refuse(why, HSA_STATUS_ERROR_INCOMPATIBLE_ARGUMENTS,
                      "its processor (EF_AMDGPU_MACH %#" PRIx32 ") is not %s", mach, gpu->target);
    if (isa != &gpu->isas[0] && generic_version == 0)
        return refuse(why, HSA_STATUS_ERROR_INCOMPATIBLE_ARGUMENTS,
                      "it is of a generic processor without a version");
    bool has_features = gpu->processor->has_features;
    if (!feature_fits(object->flags >> 8 & 3, has_features, gpu->xnack) ||
        !feature_fits(object->flags >> 10 & 3, has_features, gpu->sramecc))
        return refuse(why, HSA_STATUS_ERROR_INCOMPATIBLE_ARGUMENTS,
                      "its xnack and sramecc (e_flags %#" PRIx32 ") are not those of %s",
                      object->flags, gpu->target);
    return HSA_STATUS_SUCCESS;
}

// ---- Loading -----------------------------------------------------------------------------------

// The value that a relocation has for `symbol`.
static hsa_status_t find_value(const struct code_object *object, const Elf64_Rela *relocation,
                               const uint8_t *memory, uint64_t *value, char *why) {
    uint64_t number = ELF64_R_SYM(relocation->r_info);
    uint64_t base = (uint64_t)memory, addend = (uint64_t)relocation->r_addend;
    if (ELF64_R_TYPE(relocation->r_info) == RELATIVE64) {
        *value = base + addend;
        return HSA_STATUS_SUCCESS;
    }
    if (number == 0 || number >= object->symbol_count)
        return INVALID("a relocation has no symbol");
    const Elf64_Sym *symbol = &object->symbols[number];
    if (symbol->st_shndx == SHN_UNDEF)
        return refuse(why, HSA_STATUS_ERROR_VARIABLE_UNDEFINED, "symbol '%s' is undefined",
                      code_object_name(object, symbol));
    unsigned type = ELF64_ST_TYPE(symbol->st_info);
    if (type != STT_OBJECT && type != STT_FUNC)
        return INVALID("a relocation is of symbol '%s', which is no variable, kernel or function",
                       code_object_name(object, symbol));
    *value = base + symbol->st_value + addend;
    return HSA_STATUS_SUCCESS;
}

static hsa_status_t relocate(const struct code_object *object, const Elf64_Rela *relocation,
                             uint8_t *memory, char *why) {
    uint32_t type = ELF64_R_TYPE(relocation->r_info);
    unsigned size = type == ABS64 || type == RELATIVE64 ? 8 : 4;
    uint64_t value;
    if (type != ABS32_LO && type != ABS32_HI && type != ABS32 && size != 8)
        return INVALID("relocation type %" PRIu32 " is unknown", type);
    if (!code_object_segment(object, relocation->r_offset, size))
        return INVALID("a relocation is at %#" PRIx64 ", outside of segments",
                       (uint64_t)relocation->r_offset);
    hsa_status_t status = find_value(object, relocation, memory, &value, why);
    if (status != HSA_STATUS_SUCCESS)
        return status;
    if (type == ABS32_HI)
        value >>= 32;
    memcpy(memory + relocation->r_offset, &value, size);
    return HSA_STATUS_SUCCESS;
}

hsa_status_t code_object_load(const struct code_object *object, uint8_t *memory, char *why) {
    for (size_t i = 1; i < object->symbol_count; i++) {
        const Elf64_Sym *symbol = &object->symbols[i];
        if (symbol->st_shndx == SHN_UNDEF)
            return refuse(why, HSA_STATUS_ERROR_VARIABLE_UNDEFINED, "symbol '%s' is undefined",
                          code_object_name(object, symbol));
    }
    for (unsigned i = 0; i < object->segment_count; i++) {
        const Elf64_Phdr *segment = &object->segments[i];
        if (segment->p_type == PT_LOAD)
            memcpy(memory + segment->p_vaddr, object->file + segment->p_offset, segment->p_filesz);
    }
    unsigned count;
    const Elf64_Shdr *sections = sections_of(object, &count);
    for (unsigned i = 0; i < count; i++) {
        if (sections[i].sh_type == SHT_REL)
            return INVALID("it has relocations without addends");
        if (sections[i].sh_type != SHT_RELA)
            continue;
        const Elf64_Rela *relocations = (const void *)(object->file + sections[i].sh_offset);
        for (size_t n = 0; n < sections[i].sh_size / sizeof *relocations; n++) {
            hsa_status_t status = relocate(object, &relocations[n], memory, why);
            if (status != HSA_STATUS_SUCCESS)
                return status;
        }
    }
    return HSA_STATUS_SUCCESS;
}

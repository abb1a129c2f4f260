// elf.h - 64-bit ELF files in memory, as data from outside: whatever is asked lies within the file.
#ifndef OC_ELF_H
#define OC_ELF_H

#include <elf.h>
#include <stdbool.h>
#include <stddef.h>

struct oc_elf {
    const char *data;
    size_t length;
    Elf64_Ehdr header;
};

// A part of the file.
struct oc_elf_part {
    const char *data;
    size_t length;
};

// False: it is not such a file.
bool oc_elf_open(struct oc_elf *elf, const char *data, size_t length);

// The section's header; false: there is none of this number, or this name.
bool oc_elf_section(const struct oc_elf *elf, size_t number, Elf64_Shdr *out);
bool oc_elf_find(const struct oc_elf *elf, const char *name, Elf64_Shdr *out);

// What is in a section; nothing where it has no bytes in the file.
struct oc_elf_part oc_elf_content(const struct oc_elf *elf, const Elf64_Shdr *section);

// Whether the symbol of this number has this name.
bool oc_elf_is_symbol(const struct oc_elf *elf, size_t number, const char *name);

#endif

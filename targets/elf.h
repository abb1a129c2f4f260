// elf.h - reads 64-bit ELF files in memory. The file is data from outside: nothing beyond its end
// is read, whatever its headers say.
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

// Returns false if the data is not such a file.
bool oc_elf_open(struct oc_elf *elf, const char *data, size_t length);

// Copies the header of the section with this number, or this name, to `out`. Returns false if there
// is no such section.
bool oc_elf_section(const struct oc_elf *elf, size_t number, Elf64_Shdr *out);
bool oc_elf_find(const struct oc_elf *elf, const char *name, Elf64_Shdr *out);

// The content of a section; empty if the section has no bytes in the file.
struct oc_elf_part oc_elf_content(const struct oc_elf *elf, const Elf64_Shdr *section);

// Whether the symbol with this number in .symtab has this name.
bool oc_elf_is_symbol(const struct oc_elf *elf, size_t number, const char *name);

#endif

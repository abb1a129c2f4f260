#include "targets/elf.h"

#include <string.h>

static struct oc_elf_part part_at(const struct oc_elf *elf, uint64_t offset, uint64_t length) {
    if (offset > elf->length || length > elf->length - offset)
        return (struct oc_elf_part){0};
    return (struct oc_elf_part){elf->data + offset, (size_t)length};
}

bool oc_elf_open(struct oc_elf *elf, const char *data, size_t length) {
    *elf = (struct oc_elf){.data = data, .length = length};
    if (length < sizeof elf->header)
        return false;
    memcpy(&elf->header, data, sizeof elf->header);
    return memcmp(elf->header.e_ident, ELFMAG, SELFMAG) == 0 &&
           elf->header.e_ident[EI_CLASS] == ELFCLASS64 &&
           elf->header.e_shentsize == sizeof(Elf64_Shdr);
}

bool oc_elf_section(const struct oc_elf *elf, size_t number, Elf64_Shdr *out) {
    uint64_t offset;
    if (number >= elf->header.e_shnum ||
        __builtin_add_overflow(elf->header.e_shoff, number * sizeof *out, &offset))
        return false;
    struct oc_elf_part header = part_at(elf, offset, sizeof *out);
    if (!header.data)
        return false;
    memcpy(out, header.data, sizeof *out);
    return true;
}

struct oc_elf_part oc_elf_content(const struct oc_elf *elf, const Elf64_Shdr *section) {
    if (section->sh_type == SHT_NOBITS)
        return (struct oc_elf_part){0};
    return part_at(elf, section->sh_offset, section->sh_size);
}

// Whether the string at `offset` of a section of strings is `name`.
static bool is_string(struct oc_elf_part strings, uint64_t offset, const char *name) {
    size_t length = strlen(name) + 1;
    return offset <= strings.length && length <= strings.length - offset &&
           memcmp(strings.data + offset, name, length) == 0;
}

bool oc_elf_find(const struct oc_elf *elf, const char *name, Elf64_Shdr *out) {
    Elf64_Shdr names, section;
    if (!oc_elf_section(elf, elf->header.e_shstrndx, &names))
        return false;
    struct oc_elf_part strings = oc_elf_content(elf, &names);
    for (size_t i = 0; oc_elf_section(elf, i, &section); i++)
        if (is_string(strings, section.sh_name, name)) {
            *out = section;
            return true;
        }
    return false;
}

bool oc_elf_is_symbol(const struct oc_elf *elf, size_t number, const char *name) {
    Elf64_Shdr table, names;
    if (!oc_elf_find(elf, ".symtab", &table) || !oc_elf_section(elf, table.sh_link, &names))
        return false;
    struct oc_elf_part symbols = oc_elf_content(elf, &table);
    Elf64_Sym symbol;
    if (number >= symbols.length / sizeof symbol)
        return false;
    memcpy(&symbol, symbols.data + number * sizeof symbol, sizeof symbol);
    return is_string(oc_elf_content(elf, &names), symbol.st_name, name);
}

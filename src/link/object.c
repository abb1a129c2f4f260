#include "link/object.h"

#include <elf.h>
#include <stdint.h>
#include <string.h>

// ---- Objects -----------------------------------------------------------------------------------

struct elf {
    struct oc_bytes file;
    Elf64_Ehdr header;
    uint64_t section_count;
    Elf64_Shdr names; // the section with the sections' names
};

static bool within(uint64_t offset, uint64_t size, size_t length) {
    return offset <= length && size <= length - offset;
}

static bool read_section(const struct elf *elf, uint64_t index, Elf64_Shdr *out) {
    uint64_t offset;
    if (__builtin_mul_overflow(index, sizeof *out, &offset) ||
        __builtin_add_overflow(offset, elf->header.e_shoff, &offset) ||
        !within(offset, sizeof *out, elf->file.length))
        return false;
    memcpy(out, elf->file.data + offset, sizeof *out);
    return out->sh_type == SHT_NOBITS || out->sh_type == SHT_NULL ||
           within(out->sh_offset, out->sh_size, elf->file.length);
}

// A string of a section of strings; NULL: it does not end there.
static const char *string_at(const struct elf *elf, const Elf64_Shdr *strings, uint64_t offset) {
    if (strings->sh_type != SHT_STRTAB || offset >= strings->sh_size)
        return NULL;
    const char *start = elf->file.data + strings->sh_offset + offset;
    return memchr(start, 0, strings->sh_size - offset) ? start : NULL;
}

// Where there are too many sections for the header, the first section has their numbers.
static bool open_elf(struct oc_bytes file, unsigned type, struct elf *out) {
    Elf64_Shdr first;
    *out = (struct elf){.file = file};
    if (file.length < sizeof out->header)
        return false;
    memcpy(&out->header, file.data, sizeof out->header);
    const Elf64_Ehdr *header = &out->header;
    if (memcmp(header->e_ident, ELFMAG, SELFMAG) != 0 || header->e_ident[EI_CLASS] != ELFCLASS64 ||
        header->e_ident[EI_DATA] != ELFDATA2LSB || header->e_type != type ||
        header->e_machine != EM_X86_64 || header->e_shentsize != sizeof(Elf64_Shdr) ||
        !header->e_shoff || !read_section(out, 0, &first))
        return false;
    out->section_count = header->e_shnum ? header->e_shnum : first.sh_size;
    uint64_t names = header->e_shstrndx == SHN_XINDEX ? first.sh_link : header->e_shstrndx;
    return out->section_count <= file.length / sizeof(Elf64_Shdr) &&
           read_section(out, names, &out->names);
}

static bool add_symbols(struct oc_arena *arena, const struct elf *elf, const Elf64_Shdr *table,
                        struct oc_object *out) {
    Elf64_Shdr strings;
    size_t capacity = out->symbol_count;
    if (table->sh_entsize != sizeof(Elf64_Sym) || !read_section(elf, table->sh_link, &strings))
        return false;
    for (size_t i = 0; i < table->sh_size / sizeof(Elf64_Sym); i++) {
        Elf64_Sym symbol;
        memcpy(&symbol, elf->file.data + table->sh_offset + i * sizeof symbol, sizeof symbol);
        unsigned binding = ELF64_ST_BIND(symbol.st_info);
        if (binding == STB_LOCAL)
            continue;
        const char *name = string_at(elf, &strings, symbol.st_name);
        if (!name)
            return false;
        out->symbols =
            oc_arena_grow(arena, out->symbols, out->symbol_count, &capacity, sizeof *out->symbols);
        out->symbols[out->symbol_count++] =
            (struct oc_object_symbol){name, symbol.st_shndx != SHN_UNDEF, binding == STB_WEAK};
    }
    return true;
}

bool oc_object_read(struct oc_arena *arena, struct oc_bytes file, const char *section,
                    struct oc_object *out) {
    struct elf elf;
    size_t capacity = 0;
    *out = (struct oc_object){0};
    if (!open_elf(file, ET_REL, &elf))
        return false;
    for (uint64_t i = 0; i < elf.section_count; i++) {
        Elf64_Shdr header;
        if (!read_section(&elf, i, &header) ||
            (header.sh_type == SHT_SYMTAB && !add_symbols(arena, &elf, &header, out)))
            return false;
        const char *name = string_at(&elf, &elf.names, header.sh_name);
        if (!name || strcmp(name, section) != 0 || header.sh_type == SHT_NOBITS ||
            header.sh_type == SHT_NULL)
            continue;
        out->sections = oc_arena_grow(arena, out->sections, out->section_count, &capacity,
                                      sizeof *out->sections);
        out->sections[out->section_count++] =
            (struct oc_bytes){file.data + header.sh_offset, header.sh_size};
    }
    return true;
}

bool oc_shared_read(struct oc_arena *arena, struct oc_bytes file, struct oc_object *out) {
    struct elf elf;
    *out = (struct oc_object){0};
    if (!open_elf(file, ET_DYN, &elf))
        return false;
    for (uint64_t i = 0; i < elf.section_count; i++) {
        Elf64_Shdr header;
        if (!read_section(&elf, i, &header) ||
            (header.sh_type == SHT_DYNSYM && !add_symbols(arena, &elf, &header, out)))
            return false;
    }
    size_t count = 0;
    for (size_t i = 0; i < out->symbol_count; i++)
        if (out->symbols[i].is_defined)
            out->symbols[count++] = out->symbols[i];
    out->symbol_count = count;
    return true;
}

// ---- Archives ----------------------------------------------------------------------------------

enum { MAGIC = 8, HEADER = 60, NAME = 16, SIZE_AT = 48, END_AT = 58 };

bool oc_archive_is(struct oc_bytes file, bool *is_thin) {
    *is_thin = file.length >= MAGIC && memcmp(file.data, "!<thin>\n", MAGIC) == 0;
    return *is_thin || (file.length >= MAGIC && memcmp(file.data, "!<arch>\n", MAGIC) == 0);
}

// Returns whether there is a number.
static bool read_decimal(const char *text, size_t width, size_t *out) {
    size_t value = 0, digits = 0;
    for (; digits < width && text[digits] >= '0' && text[digits] <= '9'; digits++)
        value = value * 10 + (size_t)(text[digits] - '0');
    *out = value;
    return digits > 0;
}

static bool is_table(const char *name) {
    return memcmp(name, "/ ", 2) == 0 || memcmp(name, "// ", 3) == 0 ||
           memcmp(name, "/SYM64/", 7) == 0 || memcmp(name, "__.SYMDEF", 9) == 0;
}

// The name in a member's header, or where that says; BSD's stands before the content, which is
// shortened by it. NULL: it is damaged.
static const char *member_name(struct oc_arena *arena, const char *field, struct oc_bytes names,
                               struct oc_bytes *content) {
    size_t number;
    if (memcmp(field, "#1/", 3) == 0) {
        if (!read_decimal(field + 3, NAME - 3, &number) || number > content->length)
            return NULL;
        const char *name = oc_arena_strndup(arena, content->data, strnlen(content->data, number));
        *content = (struct oc_bytes){content->data + number, content->length - number};
        return name;
    }
    if (field[0] != '/')
        return oc_arena_strndup(arena, field, strcspn(oc_arena_strndup(arena, field, NAME), "/"));
    if (!read_decimal(field + 1, NAME - 1, &number) || number >= names.length)
        return NULL;
    const char *start = names.data + number, *end = memchr(start, '\n', names.length - number);
    size_t length = end ? (size_t)(end - start) : names.length - number;
    return oc_arena_strndup(arena, start, length && start[length - 1] == '/' ? length - 1 : length);
}

void oc_archive_read(struct oc_arena *arena, struct oc_bytes file,
                     struct oc_archive_member **members, size_t *count) {
    struct oc_bytes names = {0};
    size_t capacity = 0, at = MAGIC, size;
    bool is_thin;
    *members = NULL;
    *count = 0;
    if (!oc_archive_is(file, &is_thin))
        return;
    while (within(at, HEADER, file.length)) {
        const char *header = file.data + at;
        if (memcmp(header + END_AT, "`\n", 2) != 0 || !read_decimal(header + SIZE_AT, 10, &size))
            return;
        bool is_external = is_thin && !is_table(header);
        at += HEADER;
        if (!is_external && !within(at, size, file.length))
            return;
        struct oc_bytes content = {file.data + at, is_external ? 0 : size};
        if (memcmp(header, "// ", 3) == 0)
            names = content;
        const char *name = is_table(header) ? NULL : member_name(arena, header, names, &content);
        if (name) {
            *members = oc_arena_grow(arena, *members, *count, &capacity, sizeof **members);
            (*members)[(*count)++] = (struct oc_archive_member){name, content};
        }
        at += is_external ? 0 : size + (size & 1);
    }
}

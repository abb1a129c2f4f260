#include "link/object.h"

#include <elf.h>

// Which symbols of a shared library are of a version that is not the default one (GNU's versions).
enum { VERSION_IS_HIDDEN = 0x8000 };

static bool is_bitcode(struct oc_slice bytes) {
    return oc_slice_begins(bytes, "BC\xC0\xDE", 4) || oc_slice_begins(bytes, "\xDE\xC0\x17\x0B", 4);
}

static bool read_header(const struct oc_object *object, uint64_t index, Elf64_Shdr *out) {
    uint64_t offset;
    if (__builtin_mul_overflow(index, sizeof *out, &offset) ||
        __builtin_add_overflow(offset, object->sections, &offset) ||
        !oc_slice_has(object->bytes, offset, sizeof *out))
        return false;
    memcpy(out, object->bytes.data + offset, sizeof *out);
    return true;
}

static bool content(const struct oc_object *object, const Elf64_Shdr *header,
                    struct oc_slice *out) {
    if (header->sh_type == SHT_NOBITS ||
        !oc_slice_has(object->bytes, header->sh_offset, header->sh_size))
        return false;
    *out = oc_slice_part(object->bytes, header->sh_offset, header->sh_size);
    return true;
}

// Of relocatable objects and shared libraries for x86-64; the others are of kind OTHER.
static enum oc_object_kind kind_of(const Elf64_Ehdr *header) {
    if (header->e_ident[EI_CLASS] != ELFCLASS64 || header->e_ident[EI_DATA] != ELFDATA2LSB ||
        header->e_machine != EM_X86_64)
        return OC_OBJECT_OTHER;
    return header->e_type == ET_REL   ? OC_OBJECT_RELOCATABLE
           : header->e_type == ET_DYN ? OC_OBJECT_SHARED
                                      : OC_OBJECT_OTHER;
}

// Finds the section headers, and the names of sections. What does not fit into the fields of the
// file's header is in the first section header.
static const char *read_sections(struct oc_object *object, const Elf64_Ehdr *file) {
    Elf64_Shdr header;
    uint64_t names = file->e_shstrndx;
    object->sections = file->e_shoff;
    object->section_count = file->e_shnum;
    if (!file->e_shoff)
        return NULL;
    if (file->e_shentsize != sizeof header)
        return "its section headers are of another size";
    if (!read_header(object, 0, &header))
        return "its section headers lie outside of the file";
    if (!file->e_shnum)
        object->section_count = header.sh_size;
    if (names == SHN_XINDEX)
        names = header.sh_link;
    if (object->section_count && !read_header(object, object->section_count - 1, &(Elf64_Shdr){0}))
        return "its section headers lie outside of the file";
    if (names != SHN_UNDEF &&
        (names >= object->section_count || !read_header(object, names, &header) ||
         !content(object, &header, &object->section_names)))
        return "the names of its sections lie outside of the file";
    return NULL;
}

static const char *read_symbol_table(struct oc_object *object, const Elf64_Shdr *table) {
    Elf64_Shdr strings;
    if (!content(object, table, &object->symbols) || table->sh_entsize != sizeof(Elf64_Sym))
        return "its symbol table is damaged";
    if (table->sh_link >= object->section_count || !read_header(object, table->sh_link, &strings) ||
        !content(object, &strings, &object->strings))
        return "the names of its symbols lie outside of the file";
    // Names end within the table then.
    if (object->strings.length && object->strings.data[object->strings.length - 1])
        return "the last name of its symbols has no end";
    object->first_global = object->kind == OC_OBJECT_SHARED ? 1 : table->sh_info;
    return NULL;
}

static const char *read_tables(struct oc_object *object) {
    uint32_t wanted = object->kind == OC_OBJECT_SHARED ? SHT_DYNSYM : SHT_SYMTAB;
    Elf64_Shdr header;
    for (uint64_t i = 0; i < object->section_count && read_header(object, i, &header); i++) {
        if (header.sh_type == SHT_GNU_versym && !content(object, &header, &object->versions))
            return "its versions of symbols lie outside of the file";
        const char *fault = header.sh_type == wanted && !object->symbols.data
                                ? read_symbol_table(object, &header)
                                : NULL;
        if (fault)
            return fault;
    }
    return NULL;
}

const char *oc_object_open(struct oc_slice bytes, struct oc_object *out) {
    struct oc_object object = {.bytes = bytes};
    Elf64_Ehdr header = {0};
    const char *fault = NULL;
    if (is_bitcode(bytes)) {
        object.kind = OC_OBJECT_BITCODE;
    } else if (oc_slice_begins(bytes, ELFMAG, SELFMAG)) {
        if (bytes.length < sizeof header)
            return "it ends within its header";
        memcpy(&header, bytes.data, sizeof header);
        object.kind = kind_of(&header);
        if (object.kind != OC_OBJECT_OTHER)
            fault = read_sections(&object, &header);
        if (object.kind != OC_OBJECT_OTHER && !fault)
            fault = read_tables(&object);
    }
    if (!fault)
        *out = object;
    return fault;
}

static bool is_bound_elsewhere(const struct oc_object *object, size_t index) {
    uint16_t version;
    if (!oc_slice_has(object->versions, index * sizeof version, sizeof version))
        return false;
    memcpy(&version, object->versions.data + index * sizeof version, sizeof version);
    return version & VERSION_IS_HIDDEN;
}

// Whether other files see the symbol, under a name.
static bool is_seen(const struct oc_object *object, size_t index, const Elf64_Sym *symbol) {
    unsigned char visibility = ELF64_ST_VISIBILITY(symbol->st_other);
    if (ELF64_ST_BIND(symbol->st_info) == STB_LOCAL || symbol->st_name >= object->strings.length ||
        !object->strings.data[symbol->st_name])
        return false;
    return object->kind != OC_OBJECT_SHARED || symbol->st_shndx == SHN_UNDEF ||
           (visibility != STV_HIDDEN && visibility != STV_INTERNAL &&
            !is_bound_elsewhere(object, index));
}

static enum oc_symbol_state state_of(const Elf64_Sym *symbol) {
    return symbol->st_shndx == SHN_UNDEF    ? OC_SYMBOL_UNDEFINED
           : symbol->st_shndx == SHN_COMMON ? OC_SYMBOL_COMMON
                                            : OC_SYMBOL_DEFINED;
}

bool oc_object_next_symbol(const struct oc_object *object, size_t *at, struct oc_symbol *out) {
    size_t count = object->symbols.length / sizeof(Elf64_Sym);
    for (size_t i = *at ? *at : object->first_global; i < count; i++) {
        Elf64_Sym symbol;
        memcpy(&symbol, object->symbols.data + i * sizeof symbol, sizeof symbol);
        if (!is_seen(object, i, &symbol))
            continue;
        unsigned char visibility = ELF64_ST_VISIBILITY(symbol.st_other);
        out->name = object->strings.data + symbol.st_name;
        out->length = strlen(out->name);
        out->state = state_of(&symbol);
        out->is_weak = ELF64_ST_BIND(symbol.st_info) == STB_WEAK;
        out->is_hidden = visibility == STV_HIDDEN || visibility == STV_INTERNAL;
        *at = i + 1;
        return true;
    }
    *at = count ? count : 1;
    return false;
}

bool oc_object_next_section(const struct oc_object *object, const char *name, size_t *at,
                            struct oc_slice *out) {
    size_t length = strlen(name) + 1; // with the NUL
    Elf64_Shdr header;
    for (; *at < object->section_count && read_header(object, *at, &header); ++*at) {
        if (oc_slice_has(object->section_names, header.sh_name, length) &&
            memcmp(object->section_names.data + header.sh_name, name, length) == 0 &&
            content(object, &header, out)) {
            ++*at;
            return true;
        }
    }
    return false;
}

bool oc_object_mentions(const struct oc_object *object, const char *name) {
    return object->section_names.data &&
           memmem(object->section_names.data, object->section_names.length, name, strlen(name));
}

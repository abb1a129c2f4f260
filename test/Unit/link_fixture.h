// link_fixture.h - objects, libraries and archives in memory, for the tests of src/link.
#ifndef OC_LINK_FIXTURE_H
#define OC_LINK_FIXTURE_H

#include "base/text.h"
#include "link/containers.h"

#include <elf.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

static struct oc_arena arena;

// An object in words.
struct spec {
    const char *name;
    // Names, each after a letter: D defined, V weakly defined, H defined and hidden, C common,
    // L local, U undefined, W weakly undefined, O defined, of a version that is not the default.
    const char *symbols;
    const char *device; // the image of its one container; NULL: no device code
    bool is_shared;
    bool has_many_sections; // their number is not in the file's header
};

static inline struct oc_slice slice(const struct oc_text *text) {
    return (struct oc_slice){text->data, text->length};
}

static inline struct oc_bytes make_container(const char *image) {
    struct oc_entry_pair pair = {"triple", "amdgcn-amd-amdhsa"};
    struct oc_entry entry = {
        .kind = OC_ENTRY_BITCODE, .pairs = &pair, .pair_count = 1, .image = {image, strlen(image)}};
    return oc_containers_write(&arena, &entry, 1);
}

enum { NONE, SYMBOLS, STRINGS, NAMES, VERSIONS, DEVICE, MORE_DEVICE, SECTIONS };

// A file in the making. The section headers come last.
struct maker {
    struct oc_text file;
    struct oc_text names;
    Elf64_Shdr headers[SECTIONS];
};

static inline void align(struct oc_text *text) {
    static const char zeros[16];
    oc_text_add_bytes(text, zeros, -text->length & 15);
}

static inline void add_section(struct maker *maker, int index, const char *name, uint32_t type,
                               const void *data, size_t size) {
    align(&maker->file);
    maker->headers[index] = (Elf64_Shdr){.sh_name = (uint32_t)maker->names.length,
                                         .sh_type = type,
                                         .sh_offset = maker->file.length,
                                         .sh_size = size};
    oc_text_add_bytes(&maker->names, name, strlen(name) + 1);
    oc_text_add_bytes(&maker->file, data, size);
}

static inline Elf64_Sym make_symbol(char letter, size_t name) {
    bool is_weak = letter == 'W' || letter == 'V', is_undefined = letter == 'U' || letter == 'W';
    unsigned char binding = letter == 'L' ? STB_LOCAL : is_weak ? STB_WEAK : STB_GLOBAL;
    return (Elf64_Sym){
        .st_name = (uint32_t)name,
        .st_info = ELF64_ST_INFO(binding, STT_OBJECT),
        .st_other = letter == 'H' ? STV_HIDDEN : STV_DEFAULT,
        .st_shndx = is_undefined    ? SHN_UNDEF
                    : letter == 'C' ? SHN_COMMON
                                    : SHN_ABS,
        .st_value = 8, // the alignment of a common symbol
        .st_size = 8,
    };
}

static inline void add_symbols(struct maker *maker, const struct spec *spec) {
    struct oc_text symbols = {.arena = &arena}, strings = symbols, versions = symbols;
    oc_text_add_bytes(&symbols, &(Elf64_Sym){0}, sizeof(Elf64_Sym));
    oc_text_add_bytes(&strings, "", 1);
    oc_text_add_bytes(&versions, "\0", 2);
    for (const char *word = spec->symbols; *word; word += strspn(word, " ")) {
        Elf64_Sym symbol = make_symbol(*word, strings.length);
        size_t length = strcspn(word, " ");
        oc_text_add_bytes(&symbols, &symbol, sizeof symbol);
        oc_text_add_bytes(&versions, *word == 'O' ? "\2\x80" : "\2\0", 2);
        oc_text_add_bytes(&strings, word + 1, length - 1);
        oc_text_add_bytes(&strings, "", 1);
        word += length;
    }
    add_section(maker, SYMBOLS, spec->is_shared ? ".dynsym" : ".symtab",
                spec->is_shared ? SHT_DYNSYM : SHT_SYMTAB, symbols.data, symbols.length);
    maker->headers[SYMBOLS].sh_entsize = sizeof(Elf64_Sym);
    maker->headers[SYMBOLS].sh_link = STRINGS;
    maker->headers[SYMBOLS].sh_info = 1;
    add_section(maker, STRINGS, ".strtab", SHT_STRTAB, strings.data, strings.length);
    if (spec->is_shared)
        add_section(maker, VERSIONS, ".gnu.version", SHT_GNU_versym, versions.data,
                    versions.length);
}

// Two sections, of which the second is empty, as where sections were not joined.
static inline void add_device_code(struct maker *maker, const char *image) {
    struct oc_bytes container = make_container(image);
    add_section(maker, DEVICE, OC_DEVICE_SECTION, SHT_PROGBITS, container.data, container.length);
    add_section(maker, MORE_DEVICE, OC_DEVICE_SECTION, SHT_PROGBITS, "", 0);
}

static inline struct oc_slice make_object(const struct spec *spec) {
    struct maker maker = {.file = {.arena = &arena}, .names = {.arena = &arena}};
    Elf64_Ehdr header = {.e_ident = {0x7f, 'E', 'L', 'F', ELFCLASS64, ELFDATA2LSB, EV_CURRENT},
                         .e_type = spec->is_shared ? ET_DYN : ET_REL,
                         .e_machine = EM_X86_64,
                         .e_version = EV_CURRENT,
                         .e_ehsize = sizeof header,
                         .e_shentsize = sizeof(Elf64_Shdr),
                         .e_shnum = SECTIONS,
                         .e_shstrndx = NAMES};
    oc_text_add_bytes(&maker.file, &header, sizeof header);
    oc_text_add_bytes(&maker.names, "", 1);
    add_symbols(&maker, spec);
    if (spec->device)
        add_device_code(&maker, spec->device);
    struct oc_text names = maker.names;
    add_section(&maker, NAMES, "", SHT_STRTAB, names.data, names.length);
    maker.headers[NAMES].sh_name = 0;
    if (spec->has_many_sections) {
        header.e_shnum = 0;
        header.e_shstrndx = SHN_XINDEX;
        maker.headers[NONE].sh_size = SECTIONS;
        maker.headers[NONE].sh_link = NAMES;
    }
    align(&maker.file);
    header.e_shoff = maker.file.length;
    oc_text_add_bytes(&maker.file, maker.headers, sizeof maker.headers);
    memcpy(maker.file.data, &header, sizeof header);
    return slice(&maker.file);
}

// A member's header; `name` is the field's text.
static inline void add_header(struct oc_text *archive, const char *name, size_t size) {
    oc_text_printf(archive, "%-16s%-12d%-6d%-6d%-8d%-10zu`\n", name, 0, 0, 0, 644, size);
}

static inline void add_member(struct oc_text *archive, const char *name, struct oc_slice content) {
    add_header(archive, name, content.length);
    oc_text_add_bytes(archive, content.data, content.length);
    if (content.length & 1)
        oc_text_add_bytes(archive, "\n", 1);
}

// GNU's form, with short names. The list ends with a name that is NULL.
static inline struct oc_slice make_archive(const struct spec *specs) {
    struct oc_text archive = {.arena = &arena};
    oc_text_add(&archive, "!<arch>\n");
    for (; specs->name; specs++)
        add_member(&archive, oc_arena_printf(&arena, "%s/", specs->name), make_object(specs));
    return slice(&archive);
}

#endif

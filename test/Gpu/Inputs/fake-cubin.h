// The images of the fake driver (fake-cuda.c): cubins, and what it makes of PTX, which is an ELF header with the
// text behind it and without sections. What a driver has to know of them is read here.
#include <elf.h>
#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { EM_CUDA_ = 190 };

#define EXPECT(condition)                                                                          \
    ((condition) ? (void)0                                                                         \
                 : (printf("cuda: WRONG CALL in %s: %s\n", __func__, #condition), fflush(stdout),  \
                    abort()))

static void *own(void *pointer) {
    EXPECT(pointer);
    return pointer;
}

// What comes of PTX: an ELF file as the driver's, with the text behind its header.
static void *make_cubin(unsigned version, int driver, const char *text, size_t *size) {
    bool new_form = driver >= 13000; // CUDA 13 moved the version
    Elf64_Ehdr header = {
        .e_ident = {0x7f, 'E', 'L', 'F', ELFCLASS64, ELFDATA2LSB, EV_CURRENT,
                    new_form ? 0x41 : 0x33, new_form ? 8 : 7},
        .e_type = ET_EXEC,
        .e_machine = EM_CUDA_,
        .e_version = EV_CURRENT,
        .e_ehsize = sizeof header,
        .e_shentsize = sizeof(Elf64_Shdr),
        .e_flags = new_form ? version << 8 | 0x6000004 : version | 0x500 | version << 16,
    };
    *size = sizeof header + strlen(text) + 1;
    char *data = own(malloc(*size));
    memcpy(data, &header, sizeof header);
    strcpy(data + sizeof header, text);
    return data;
}

static const Elf64_Sym *find_symbol(const char *image, const char *name) {
    const Elf64_Ehdr *header = (const void *)image;
    const Elf64_Shdr *sections = (const void *)(image + header->e_shoff);
    for (int i = 0; i < header->e_shnum; i++) {
        if (sections[i].sh_type != SHT_SYMTAB)
            continue;
        const Elf64_Sym *symbols = (const void *)(image + sections[i].sh_offset);
        const char *names = image + sections[sections[i].sh_link].sh_offset;
        for (size_t at = 0; at < sections[i].sh_size / sizeof *symbols; at++)
            if (strcmp(names + symbols[at].st_name, name) == 0)
                return &symbols[at];
    }
    return NULL;
}

static size_t slots_in_text(const char *entry) {
    const char *end = strchr(entry, ')');
    size_t count = 0;
    for (const char *at = entry; (at = strstr(at, ".param .")) && at < end; at++) {
        EXPECT(strncmp(at, ".param .u64 ", 12) == 0 || strncmp(at, ".param .b64 ", 12) == 0);
        count++;
    }
    return count;
}

// The section of a kernel's constants ends with its parameters, which begin where the processor
// has them.
static size_t slots_in_cubin(const char *image, const char *name, int major) {
    const Elf64_Ehdr *header = (const void *)image;
    const Elf64_Shdr *sections = (const void *)(image + header->e_shoff);
    size_t start = major >= 10 ? 0x380 : major == 9 ? 0x210 : 0x160;
    char section[300];
    snprintf(section, sizeof section, ".nv.constant0.%s", name);
    for (int i = 0; i < header->e_shnum; i++)
        if (strcmp(image + sections[header->e_shstrndx].sh_offset + sections[i].sh_name, section) ==
            0)
            return (sections[i].sh_size - start) / 8;
    EXPECT(!"the kernel has parameters");
    return 0;
}

// The bytes of a variable in PTX: ".visible .global .align 8 .u64 NAME;" or "... .b8 NAME[40];"
static size_t size_in_text(const char *text, const char *name) {
    char key[300];
    for (int ends = 0; ends < 4; ends++) {
        snprintf(key, sizeof key, " %s%c", name, ";[ ="[ends]);
        const char *at = strstr(text, key);
        if (!at)
            continue;
        const char *type = at;
        while (*type != '.')
            type--;
        size_t bytes = (size_t)atoi(type + 2) / 8;
        return ends == 1 ? bytes * strtoul(at + strlen(key), NULL, 10) : bytes;
    }
    return 0;
}

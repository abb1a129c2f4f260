#include "base/identity.h"

#include <dlfcn.h>
#include <elf.h>
#include <inttypes.h>
#include <link.h>
#include <stdbool.h>
#include <string.h>
#include <sys/stat.h>

struct search {
    struct oc_arena *arena;
    uintptr_t address;
    const char *id;
};

static const char *hexadecimal(struct oc_arena *arena, const unsigned char *bytes, size_t count) {
    char *text = oc_arena_alloc(arena, 2 * count + 1);
    for (size_t i = 0; i < count; i++) {
        text[2 * i] = "0123456789abcdef"[bytes[i] >> 4];
        text[2 * i + 1] = "0123456789abcdef"[bytes[i] & 15];
    }
    text[2 * count] = 0;
    return text;
}

// Names and descriptions of notes take up multiples of 4 bytes.
static size_t padded_note_size(size_t size) {
    return (size + 3) & ~(size_t)3;
}

static const char *id_in_notes(struct oc_arena *arena, const char *notes, size_t size) {
    for (size_t at = 0; at + sizeof(ElfW(Nhdr)) <= size;) {
        ElfW(Nhdr) note;
        memcpy(&note, notes + at, sizeof note);
        const char *name = notes + at + sizeof note;
        if (note.n_type == NT_GNU_BUILD_ID && note.n_namesz == 4 && memcmp(name, "GNU", 4) == 0)
            return hexadecimal(arena, (const unsigned char *)name + 4, note.n_descsz);
        at += sizeof note + padded_note_size(note.n_namesz) + padded_note_size(note.n_descsz);
    }
    return NULL;
}

static int find_id_in_object(struct dl_phdr_info *object, size_t size, void *data) {
    (void)size;
    struct search *search = data;
    bool holds = false;
    for (size_t i = 0; i < object->dlpi_phnum; i++) {
        const ElfW(Phdr) *part = &object->dlpi_phdr[i];
        holds |= part->p_type == PT_LOAD &&
                 search->address - (object->dlpi_addr + part->p_vaddr) < part->p_memsz;
    }
    for (size_t i = 0; holds && !search->id && i < object->dlpi_phnum; i++) {
        const ElfW(Phdr) *part = &object->dlpi_phdr[i];
        if (part->p_type == PT_NOTE)
            search->id = id_in_notes(search->arena,
                                     (const char *)object->dlpi_addr + part->p_vaddr, // NOLINT
                                     part->p_memsz);
    }
    return holds;
}

const char *oc_identity_of_file(struct oc_arena *arena, const char *path) {
    struct stat status;
    if (stat(path, &status) < 0)
        return NULL;
    return oc_arena_printf(arena, "%s %jd %jd.%09ld", path, (intmax_t)status.st_size,
                           (intmax_t)status.st_mtim.tv_sec, status.st_mtim.tv_nsec);
}

const char *oc_identity_of_code(struct oc_arena *arena, void (*function)(void)) {
    // POSIX makes this conversion of a function's address good; C has none.
    void *address;
    memcpy(&address, &function, sizeof address);
    struct search search = {.arena = arena, .address = (uintptr_t)address};
    dl_iterate_phdr(find_id_in_object, &search);
    if (search.id)
        return search.id;
    Dl_info library;
    return dladdr(address, &library) ? oc_identity_of_file(arena, library.dli_fname) : NULL;
}

// unversioned.c - the functions that objects call which are from the time before objects had
// versions. A program that has such an object is linked with this, and ends where it calls one: by
// a unit's constructor, or at the first launch or region of a file without kernels.
#include "runtime/units/versions.h"

#include <link.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>

// The readable stretch of a loaded module that an address is in.
struct stretch {
    uintptr_t address, end;
};

static int find_stretch(struct dl_phdr_info *info, size_t size, void *data) {
    (void)size;
    struct stretch *stretch = data;
    for (int i = 0; i < info->dlpi_phnum; i++) {
        const ElfW(Phdr) *segment = &info->dlpi_phdr[i];
        uintptr_t start = info->dlpi_addr + segment->p_vaddr;
        if (segment->p_type == PT_LOAD && segment->p_flags & PF_R && stretch->address >= start &&
            stretch->address - start < segment->p_filesz)
            stretch->end = start + segment->p_filesz;
    }
    return stretch->end != 0;
}

// The text that the pointer at `at` points to, if it does: the layout was another one at times. So
// it has to be one of a loaded module, of characters that names of files have.
static const char *text_at(const void *structure, size_t at) {
    const char *text;
    memcpy(&text, (const char *)structure + at, sizeof text);
    struct stretch stretch = {(uintptr_t)text, 0};
    dl_iterate_phdr(find_stretch, &stretch);
    for (uintptr_t c = stretch.address; c < stretch.end; c++) {
        unsigned char character = *(const unsigned char *)c;
        if (!character)
            return c > stretch.address ? text : NULL;
        if (character < ' ' || character == 0x7f)
            return NULL;
    }
    return NULL;
}

static _Noreturn void refuse_structure(const void *structure, size_t file, size_t line,
                                       const void *caller) {
    const char *text = text_at(structure, file);
    unsigned int number = 0;
    if (line)
        memcpy(&number, (const char *)structure + line, sizeof number);
    __offloadcc_refuse_object(text, text ? number : 0, caller);
}

// Offsets of the file and line in what they took, in the version before the first.
enum {
    UNIT_FILE = 48,
    LAUNCH_LINE = 60,
    LAUNCH_FILE = 80,
    REGION_FILE = 640,
    REGION_LINE = 648,
};

_Noreturn void __offloadcc_register(const void *unit);
_Noreturn void __offloadcc_register(const void *unit) {
    refuse_structure(unit, UNIT_FILE, 0, unit);
}

_Noreturn void __offloadcc_old_configure(void (*kernel)(void),
                                         const void *launch) __asm__("__offloadcc_configure");
_Noreturn void __offloadcc_old_configure(void (*kernel)(void), const void *launch) {
    (void)kernel;
    refuse_structure(launch, LAUNCH_FILE, LAUNCH_LINE, __builtin_return_address(0));
}

#define REGION(name)                                                                               \
    _Noreturn void __offloadcc_old_##name(const void *region) __asm__("__offloadcc_" #name);       \
    _Noreturn void __offloadcc_old_##name(const void *region) {                                    \
        refuse_structure(region, REGION_FILE, REGION_LINE, __builtin_return_address(0));           \
    }
REGION(begin_data)
REGION(end_data)
REGION(enter_data)
REGION(exit_data)

#define OTHER(name)                                                                                \
    _Noreturn void __offloadcc_old_##name(void) __asm__("__offloadcc_" #name);                     \
    _Noreturn void __offloadcc_old_##name(void) {                                                  \
        __offloadcc_refuse_object(NULL, 0, __builtin_return_address(0));                           \
    }
OTHER(update)
OTHER(malloc)
OTHER(free)
OTHER(memcpy)

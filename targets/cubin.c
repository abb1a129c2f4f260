// What a cubin says of its kernels: in .nv.info, a list of attributes, each with a format, a
// number, and, in the format that these have, a size and so many bytes. There is no document of
// NVIDIA's: the numbers here are those that ptxas -v agrees with, up to CUDA 13.
#include "targets/elf.h"
#include "targets/resources.h"

#include <stdio.h>
#include <string.h>

enum { FORMAT_SIZED = 4 };
enum { MAX_THREADS = 0x05, FRAME_SIZE = 0x11, STACK_SIZE = 0x12, REGISTER_COUNT = 0x2f };
enum { LANES = 32, RESERVED_SHARED = 1024 };

struct attribute {
    unsigned format, number;
    const char *data;
    size_t size;
};

static bool next_attribute(struct oc_elf_part *rest, struct attribute *out) {
    uint16_t size = 0;
    if (rest->length < 4)
        return false;
    *out = (struct attribute){(unsigned char)rest->data[0], (unsigned char)rest->data[1],
                              rest->data + 4, 0};
    memcpy(&size, rest->data + 2, sizeof size);
    out->size = out->format == FORMAT_SIZED ? size : 0; // else it is a value
    if (out->size > rest->length - 4)
        return false;
    rest->data += 4 + out->size;
    rest->length -= 4 + out->size;
    return true;
}

static uint32_t word(const struct attribute *attribute, size_t index) {
    uint32_t value = 0;
    if (attribute->size >= (index + 1) * sizeof value)
        memcpy(&value, attribute->data + index * sizeof value, sizeof value);
    return value;
}

static bool read_counts(const struct oc_elf *elf, const char *entry, struct oc_resources *out) {
    Elf64_Shdr section;
    bool found = false;
    if (!oc_elf_find(elf, ".nv.info", &section))
        return false;
    struct oc_elf_part rest = oc_elf_content(elf, &section);
    for (struct attribute attribute; next_attribute(&rest, &attribute);) {
        if (attribute.size < 8 || !oc_elf_is_symbol(elf, word(&attribute, 0), entry))
            continue;
        uint32_t value = word(&attribute, 1);
        if (attribute.number == REGISTER_COUNT) {
            out->registers = value;
            found = true;
        }
        bool is_stack = attribute.number == FRAME_SIZE || attribute.number == STACK_SIZE;
        if (is_stack && value != UINT32_MAX && value > out->stack)
            out->stack = value;
    }
    return found;
}

// A section whose name is made of the entry's.
static bool find_own(const struct oc_elf *elf, const char *prefix, const char *entry,
                     Elf64_Shdr *out) {
    char name[4096];
    int length = snprintf(name, sizeof name, "%s%s", prefix, entry);
    return length >= 0 && (size_t)length < sizeof name && oc_elf_find(elf, name, out);
}

static void read_limit(const struct oc_elf *elf, const char *entry, struct oc_resources *out) {
    Elf64_Shdr section;
    if (!find_own(elf, ".nv.info.", entry, &section))
        return;
    struct oc_elf_part rest = oc_elf_content(elf, &section);
    for (struct attribute attribute; next_attribute(&rest, &attribute);)
        if (attribute.number == MAX_THREADS && attribute.size >= 12)
            out->most_threads = word(&attribute, 0) * word(&attribute, 1) * word(&attribute, 2);
}

// From sm_90 on, the section has room for the system's use before the variables.
static void read_shared(const struct oc_elf *elf, const char *entry, struct oc_resources *out) {
    Elf64_Shdr section, reserved;
    if (!find_own(elf, ".nv.shared.", entry, &section))
        return;
    out->shared = section.sh_size;
    if (oc_elf_find(elf, ".nv.shared.reserved.0", &reserved) && out->shared >= RESERVED_SHARED)
        out->shared -= RESERVED_SHARED;
}

bool oc_resources_of_cubin(const char *image, size_t length, const char *entry,
                           struct oc_resources *out) {
    struct oc_elf elf;
    struct oc_resources resources = {.lanes = LANES};
    if (!oc_elf_open(&elf, image, length) || !read_counts(&elf, entry, &resources))
        return false;
    read_limit(&elf, entry, &resources);
    read_shared(&elf, entry, &resources);
    *out = resources;
    return true;
}

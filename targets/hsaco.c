// What an HSA code object says of its kernels: in a note, a MessagePack document (msgpack.org) with
// a map for each (llvm/docs/AMDGPUUsage, "Code Object V5 Metadata").
#include "targets/elf.h"
#include "targets/resources.h"

#include <string.h>

// ---- MessagePack -------------------------------------------------------------------------------

enum kind { NOTHING, NUMBER, TEXT, ARRAY, MAP, OTHER };

// A value: a number, a string's bytes, or how many values follow (of a map, twice its pairs).
struct value {
    enum kind kind;
    uint64_t number;
    const char *text;
};

static bool take_big_endian(struct oc_elf_part *rest, size_t count, uint64_t *out) {
    if (count > rest->length || count > sizeof *out)
        return false;
    *out = 0;
    for (size_t i = 0; i < count; i++)
        *out = *out << 8 | (unsigned char)rest->data[i];
    rest->data += count;
    rest->length -= count;
    return true;
}

static bool skip_bytes(struct oc_elf_part *rest, uint64_t count) {
    if (count > rest->length)
        return false;
    rest->data += count;
    rest->length -= (size_t)count;
    return true;
}

// What a first byte begins: a value with so many bytes of a number after it.
struct form {
    enum kind kind;
    unsigned char first, last;
    unsigned char bytes; // of the number, or of the count; 0: it is in the first byte,
    unsigned char mask;  // in these bits
};
static const struct form forms[] = {
    {NUMBER, 0x00, 0x7f, 0, 0x7f}, {MAP, 0x80, 0x8f, 0, 0x0f},  {ARRAY, 0x90, 0x9f, 0, 0x0f},
    {TEXT, 0xa0, 0xbf, 0, 0x1f},   {NOTHING, 0xc0, 0xc0, 0, 0}, {NUMBER, 0xc2, 0xc3, 0, 0x01},
    {NUMBER, 0xcc, 0xcc, 1, 0},    {NUMBER, 0xcd, 0xcd, 2, 0},  {NUMBER, 0xce, 0xce, 4, 0},
    {NUMBER, 0xcf, 0xcf, 8, 0},    {OTHER, 0xca, 0xca, 4, 0},   {OTHER, 0xcb, 0xcb, 8, 0},
    {OTHER, 0xd0, 0xd0, 1, 0},     {OTHER, 0xd1, 0xd1, 2, 0},   {OTHER, 0xd2, 0xd2, 4, 0},
    {OTHER, 0xd3, 0xd3, 8, 0},     {TEXT, 0xd9, 0xd9, 1, 0},    {TEXT, 0xda, 0xda, 2, 0},
    {TEXT, 0xdb, 0xdb, 4, 0},      {ARRAY, 0xdc, 0xdc, 2, 0},   {ARRAY, 0xdd, 0xdd, 4, 0},
    {MAP, 0xde, 0xde, 2, 0},       {MAP, 0xdf, 0xdf, 4, 0},     {OTHER, 0xe0, 0xff, 0, 0},
};

static bool next_value(struct oc_elf_part *rest, struct value *out) {
    uint64_t first;
    if (!take_big_endian(rest, 1, &first))
        return false;
    for (const struct form *form = forms; form < forms + sizeof forms / sizeof *forms; form++) {
        if (first < form->first || first > form->last)
            continue;
        *out = (struct value){.kind = form->kind, .number = first & form->mask};
        if (form->bytes && !take_big_endian(rest, form->bytes, &out->number))
            return false;
        out->text = rest->data;
        if (form->kind == TEXT)
            return skip_bytes(rest, out->number);
        if (form->kind == MAP)
            out->number *= 2;
        return true;
    }
    return false;
}

// Skips what is left of so many values, with all that is in them.
static bool skip_values(struct oc_elf_part *rest, uint64_t count) {
    struct value value;
    for (; count; count--) {
        if (!next_value(rest, &value))
            return false;
        if ((value.kind == ARRAY || value.kind == MAP) &&
            __builtin_add_overflow(count, value.number, &count))
            return false;
    }
    return true;
}

static bool is_text(const struct value *value, const char *text) {
    return value->kind == TEXT && value->number == strlen(text) &&
           memcmp(value->text, text, (size_t)value->number) == 0;
}

// ---- Kernels -----------------------------------------------------------------------------------

// What is read of one kernel's map.
struct kernel {
    struct oc_resources resources;
    bool is_wanted;
};

static void read_number(struct kernel *kernel, const struct value *key, uint64_t number) {
    struct oc_resources *resources = &kernel->resources;
    unsigned count = number > UINT32_MAX ? UINT32_MAX : (unsigned)number;
    if (is_text(key, ".vgpr_count"))
        resources->registers = count;
    else if (is_text(key, ".sgpr_count"))
        resources->scalar_registers = count;
    else if (is_text(key, ".vgpr_spill_count") || is_text(key, ".sgpr_spill_count"))
        resources->spills += count;
    else if (is_text(key, ".private_segment_fixed_size"))
        resources->stack = number;
    else if (is_text(key, ".group_segment_fixed_size"))
        resources->shared = number;
    else if (is_text(key, ".max_flat_workgroup_size"))
        resources->most_threads = count;
    else if (is_text(key, ".wavefront_size"))
        resources->lanes = count;
}

// "<entry>.kd"
static bool is_descriptor(const struct value *value, const char *entry) {
    size_t length = strlen(entry);
    return value->kind == TEXT && value->number == length + 3 &&
           memcmp(value->text, entry, length) == 0 && memcmp(value->text + length, ".kd", 3) == 0;
}

static bool read_kernel(struct oc_elf_part *rest, const char *entry, struct kernel *kernel) {
    struct value map, key, value;
    if (!next_value(rest, &map) || map.kind != MAP)
        return false;
    for (uint64_t i = 0; i < map.number; i += 2) {
        if (!next_value(rest, &key) || !next_value(rest, &value))
            return false;
        if (value.kind == NUMBER)
            read_number(kernel, &key, value.number);
        else if (is_text(&key, ".symbol"))
            kernel->is_wanted = is_descriptor(&value, entry);
        else if ((value.kind == ARRAY || value.kind == MAP) && !skip_values(rest, value.number))
            return false;
    }
    return true;
}

static bool read_kernels(struct oc_elf_part rest, const char *entry, struct oc_resources *out) {
    struct value map, key, list;
    if (!next_value(&rest, &map) || map.kind != MAP)
        return false;
    for (uint64_t i = 0; i < map.number; i += 2) {
        if (!next_value(&rest, &key))
            return false;
        if (!is_text(&key, "amdhsa.kernels")) {
            if (!skip_values(&rest, 1))
                return false;
            continue;
        }
        if (!next_value(&rest, &list) || list.kind != ARRAY)
            return false;
        for (uint64_t k = 0; k < list.number; k++) {
            struct kernel kernel = {.resources = {.knows_spills = true}};
            if (!read_kernel(&rest, entry, &kernel))
                return false;
            if (!kernel.is_wanted)
                continue;
            *out = kernel.resources;
            return out->lanes != 0;
        }
    }
    return false;
}

// ---- The note ----------------------------------------------------------------------------------

static uint64_t round_up(uint64_t size) {
    return (size + 3) / 4 * 4;
}

bool oc_resources_of_code_object(const char *image, size_t length, const char *entry,
                                 struct oc_resources *out) {
    enum { NT_AMDGPU_METADATA = 32 };
    static const char owner[] = "AMDGPU";
    struct oc_elf elf;
    Elf64_Shdr section;
    if (!oc_elf_open(&elf, image, length) || !oc_elf_find(&elf, ".note", &section))
        return false;
    struct oc_elf_part rest = oc_elf_content(&elf, &section);
    for (Elf64_Nhdr note; rest.length >= sizeof note;) {
        memcpy(&note, rest.data, sizeof note);
        skip_bytes(&rest, sizeof note);
        const char *name = rest.data;
        if (!skip_bytes(&rest, round_up(note.n_namesz)) || note.n_descsz > rest.length)
            return false;
        if (note.n_type == NT_AMDGPU_METADATA && note.n_namesz == sizeof owner &&
            memcmp(name, owner, sizeof owner) == 0)
            return read_kernels((struct oc_elf_part){rest.data, note.n_descsz}, entry, out);
        if (!skip_bytes(&rest, round_up(note.n_descsz)))
            return false;
    }
    return false;
}

// The binary half of the probe: ELF objects, archives and bitcode, all of them data from outside.
// Formats: System V ABI (ELF-64 little-endian), ar(5) in its GNU and BSD forms, LLVM BitCodeFormat.
#include "driver/probe.h"

#include "base/names.h"

#include <elf.h>
#include <stdint.h>
#include <string.h>

static const char prefix[] = OC_NAME_PREFIX;

static bool bytes_mention(const unsigned char *data, size_t length, const char *name) {
    return memmem(data, length, name, strlen(name)) != NULL;
}

// Whether [offset, offset + size) lies within `length` bytes.
static bool within(uint64_t offset, uint64_t size, size_t length) {
    return offset <= length && size <= length - offset;
}

static bool read_section(const unsigned char *data, size_t length, const Elf64_Ehdr *header,
                         uint64_t index, Elf64_Shdr *out) {
    uint64_t offset;
    if (__builtin_mul_overflow(index, sizeof *out, &offset) ||
        __builtin_add_overflow(offset, header->e_shoff, &offset) ||
        !within(offset, sizeof *out, length))
        return false;
    memcpy(out, data + offset, sizeof *out);
    return true;
}

// The names of an object's symbols are in the string table that its symbol table links to.
static bool elf_mentions(const unsigned char *data, size_t length, const char *name) {
    Elf64_Ehdr header;
    if (length < sizeof header)
        return false;
    memcpy(&header, data, sizeof header);
    if (header.e_ident[EI_CLASS] != ELFCLASS64 || header.e_ident[EI_DATA] != ELFDATA2LSB ||
        header.e_type != ET_REL || header.e_shentsize != sizeof(Elf64_Shdr) || !header.e_shoff)
        return false;
    Elf64_Shdr section;
    uint64_t count = header.e_shnum;
    if (!count) { // too many for the field: the first section's size says how many
        if (!read_section(data, length, &header, 0, &section))
            return false;
        count = section.sh_size;
    }
    for (uint64_t i = 0; i < count && read_section(data, length, &header, i, &section); i++) {
        Elf64_Shdr strings;
        if (section.sh_type != SHT_SYMTAB ||
            !read_section(data, length, &header, section.sh_link, &strings) ||
            !within(strings.sh_offset, strings.sh_size, length))
            continue;
        if (bytes_mention(data + strings.sh_offset, strings.sh_size, name))
            return true;
    }
    return false;
}

// ---- Archives ----------------------------------------------------------------------------------

enum { AR_MAGIC = 8, AR_HEADER = 60 };

struct member {
    const char *name; // the header's field, 16 bytes
    const unsigned char *data;
    size_t size;
};

static bool read_decimal(const char *text, size_t width, size_t *out) {
    size_t value = 0, digits = 0;
    for (; digits < width && text[digits] >= '0' && text[digits] <= '9'; digits++)
        value = value * 10 + (size_t)(text[digits] - '0');
    *out = value;
    return digits > 0;
}

static bool is_thin(const unsigned char *data, size_t length) {
    return length >= AR_MAGIC && memcmp(data, "!<thin>\n", AR_MAGIC) == 0;
}

// Whether a member of this name is in a thin archive itself: the symbol and name tables are.
static bool is_table(const char *name) {
    return memcmp(name, "/ ", 2) == 0 || memcmp(name, "// ", 3) == 0 ||
           memcmp(name, "/SYM64/", 7) == 0;
}

// Reads the member at *offset and moves on to the next. False at the end, and where there is
// nonsense.
static bool next_member(const unsigned char *data, size_t length, size_t *offset,
                        struct member *out) {
    if (!within(*offset, AR_HEADER, length))
        return false;
    const char *header = (const char *)data + *offset;
    size_t size, start = *offset + AR_HEADER;
    if (memcmp(header + 58, "`\n", 2) != 0 || !read_decimal(header + 48, 10, &size))
        return false;
    bool external = is_thin(data, length) && !is_table(header);
    if (!external && !within(start, size, length))
        return false;
    *out = (struct member){header, data + start, external ? 0 : size};
    *offset = start + (external ? 0 : size + (size & 1));
    return true;
}

static bool archive_mentions(const unsigned char *data, size_t length, const char *name) {
    struct member member;
    for (size_t offset = AR_MAGIC; next_member(data, length, &offset, &member);) {
        size_t long_name = 0;
        // BSD keeps a long name in front of the content.
        if (memcmp(member.name, "#1/", 3) == 0 && read_decimal(member.name + 3, 13, &long_name) &&
            long_name <= member.size) {
            member.data += long_name;
            member.size -= long_name;
        }
        if (!is_table(member.name) && member.size >= AR_MAGIC &&
            memcmp(member.data, "!<arch>\n", AR_MAGIC) != 0 &&
            oc_probe_object(member.data, member.size, name))
            return true;
    }
    return false;
}

bool oc_probe_thin_members(const void *content, size_t length,
                           bool (*visit)(void *context, const char *name, size_t length),
                           void *context) {
    const unsigned char *data = content;
    struct member member, names = {0};
    if (!is_thin(data, length))
        return false;
    for (size_t offset = AR_MAGIC; next_member(data, length, &offset, &member);) {
        if (memcmp(member.name, "// ", 3) == 0)
            names = member;
        if (is_table(member.name))
            continue;
        const char *name = member.name;
        size_t limit = 16, at;
        if (name[0] == '/') { // "/123": an offset into the table of long names
            if (!read_decimal(name + 1, 15, &at) || at >= names.size)
                continue;
            name = (const char *)names.data + at;
            limit = names.size - at;
        }
        // A name ends with "/\n" in the table, with '/' and blanks in the header.
        const char *end = name[0] && limit > 16 ? memmem(name, limit, "/\n", 2) : NULL;
        if (!end && name == member.name)
            end = memrchr(name, '/', limit);
        if (!end)
            end = memmem(name, limit, "/\n", 2);
        if (end && end > name && visit(context, name, (size_t)(end - name)))
            return true;
    }
    return false;
}

bool oc_probe_object(const void *content, size_t length, const char *name) {
    const unsigned char *data = content;
    name = name ? name : prefix;
    if (length >= SELFMAG && memcmp(data, ELFMAG, SELFMAG) == 0)
        return elf_mentions(data, length, name);
    if (length >= AR_MAGIC && memcmp(data, "!<arch>\n", AR_MAGIC) == 0)
        return archive_mentions(data, length, name);
    if (is_thin(data, length))
        return false;
    // Bitcode, whose names lie in one block, or text: .ll, .s.
    return bytes_mention(data, length, name);
}

#include "link/archive.h"

#include <ar.h>
#include <limits.h>

static const char thin_magic[] = "!<thin>\n";

bool oc_archive_open(struct oc_slice bytes, struct oc_archive *out) {
    bool is_thin = oc_slice_begins(bytes, thin_magic, SARMAG);
    if (!is_thin && !oc_slice_begins(bytes, ARMAG, SARMAG))
        return false;
    *out = (struct oc_archive){.bytes = bytes, .is_thin = is_thin, .next = SARMAG};
    return true;
}

// Reads the digits at the beginning of a field, and returns how many there are.
static size_t read_decimal(const char *field, size_t width, size_t *out) {
    size_t value = 0, digits = 0;
    for (; digits < width && field[digits] >= '0' && field[digits] <= '9'; digits++)
        if (__builtin_mul_overflow(value, 10, &value) ||
            __builtin_add_overflow(value, (size_t)(field[digits] - '0'), &value))
            return 0;
    *out = value;
    return digits;
}

static struct oc_slice until(struct oc_slice slice, char end) {
    const char *found = slice.length ? memchr(slice.data, end, slice.length) : NULL;
    return found ? oc_slice_part(slice, 0, (uint64_t)(found - slice.data)) : slice;
}

// The name in a header: GNU's ends with '/' and then has blanks, the older form has only blanks.
static struct oc_slice short_name(const struct ar_hdr *header, const char *place) {
    struct oc_slice field = {place, sizeof header->ar_name};
    const char *slash = memrchr(field.data, '/', field.length);
    if (slash && slash > field.data)
        return oc_slice_part(field, 0, (uint64_t)(slash - field.data));
    while (field.length && field.data[field.length - 1] == ' ')
        field.length--;
    return field;
}

// "/123": a name at that offset of the table. It ends with "/\n".
static bool long_name(const struct oc_archive *archive, size_t offset, struct oc_slice *name) {
    if (offset >= archive->names.length)
        return false;
    *name = until(oc_slice_part(archive->names, offset, archive->names.length - offset), '\n');
    if (name->length && name->data[name->length - 1] == '/')
        name->length--;
    return name->length;
}

// "#1/20": BSD keeps a name of 20 bytes in front of the content.
static bool name_in_front(size_t length, struct oc_archive_member *member) {
    if (length > member->bytes.length)
        return false;
    member->name = until(oc_slice_part(member->bytes, 0, length), '\0');
    member->bytes = oc_slice_part(member->bytes, length, member->bytes.length - length);
    return true;
}

// A table of symbols or of names, not a member. These are in a thin archive itself too.
static bool is_table(const char *name) {
    return memcmp(name, "/ ", 2) == 0 || memcmp(name, "// ", 3) == 0 ||
           memcmp(name, "/SYM64/ ", 8) == 0;
}

static bool is_bsd_table(struct oc_slice name) {
    return oc_slice_is(name, "__.SYMDEF") || oc_slice_is(name, "__.SYMDEF SORTED") ||
           oc_slice_is(name, "__.SYMDEF_64") || oc_slice_is(name, "__.SYMDEF_64 SORTED");
}

enum found { MEMBER, PASSED_OVER, DAMAGED };

// Gives the member its name; `member` has the content, with a BSD name in front.
static enum found read_name(struct oc_archive *archive, const struct ar_hdr *header,
                            const char *place, struct oc_archive_member *member) {
    size_t number, digits;
    if (is_table(place)) {
        if (place[1] == '/')
            archive->names = member->bytes;
        return PASSED_OVER;
    }
    if (place[0] == '/' && (digits = read_decimal(place + 1, 15, &number))) {
        if (archive->is_thin && place[1 + digits] == ':') // a member of another archive
            return PASSED_OVER;
        return long_name(archive, number, &member->name) ? MEMBER : DAMAGED;
    }
    if (memcmp(place, "#1/", 3) == 0 && read_decimal(place + 3, 13, &number)) {
        if (!name_in_front(number, member))
            return DAMAGED;
    } else {
        member->name = short_name(header, place);
    }
    return is_bsd_table(member->name) ? PASSED_OVER : MEMBER;
}

static enum found read_member(struct oc_archive *archive, struct oc_archive_member *out,
                              const char **fault) {
    struct ar_hdr header;
    *fault = "it ends within a member's header";
    if (!oc_slice_has(archive->bytes, archive->next, sizeof header))
        return DAMAGED;
    const char *place = archive->bytes.data + archive->next;
    memcpy(&header, place, sizeof header);
    size_t size, start = archive->next + sizeof header;
    *fault = "a member's header is damaged";
    if (memcmp(header.ar_fmag, ARFMAG, sizeof header.ar_fmag) != 0 ||
        !read_decimal(header.ar_size, sizeof header.ar_size, &size))
        return DAMAGED;
    bool is_elsewhere = archive->is_thin && !is_table(place);
    struct oc_archive_member member = {0};
    *fault = "it ends within a member";
    if (!is_elsewhere && !oc_slice_has(archive->bytes, start, size))
        return DAMAGED;
    if (!is_elsewhere)
        member.bytes = oc_slice_part(archive->bytes, start, size);
    *fault = "a member's name lies outside of the archive";
    enum found found = read_name(archive, &header, place, &member);
    if (found == DAMAGED)
        return DAMAGED;
    *fault = NULL;
    archive->next = start + (is_elsewhere ? 0 : size + (size & 1));
    *out = member;
    return found;
}

bool oc_archive_next(struct oc_archive *archive, struct oc_archive_member *out,
                     const char **fault) {
    *fault = NULL;
    while (archive->next < archive->bytes.length) {
        struct oc_archive_member member;
        enum found found = read_member(archive, &member, fault);
        if (found == MEMBER)
            *out = member;
        if (found != PASSED_OVER)
            return found == MEMBER;
    }
    return false;
}

const char *oc_archive_label(struct oc_arena *arena, const char *archive_path,
                             struct oc_slice name) {
    size_t start = strlen(archive_path) + 1;
    int length = name.length < PATH_MAX ? (int)name.length : PATH_MAX;
    char *label = oc_arena_printf(arena, "%s(%.*s)", archive_path, length, name.data);
    for (char *c = label + start; *c; c++)
        if ((unsigned char)*c < ' ' || *c == 0x7F)
            *c = '?';
    return label;
}

const char *oc_archive_path(struct oc_arena *arena, const char *archive_path,
                            struct oc_slice name) {
    if (!name.length || name.length >= PATH_MAX || memchr(name.data, '\0', name.length))
        return NULL;
    const char *slash = name.data[0] == '/' ? NULL : strrchr(archive_path, '/');
    int directory = slash ? (int)(slash + 1 - archive_path) : 0;
    return oc_arena_printf(arena, "%.*s%.*s", directory, archive_path, (int)name.length, name.data);
}

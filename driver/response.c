// Response files (@file), as llvm/lib/Support/CommandLine.cpp expands them.
#include "base/response.h"
#include "base/file.h"
#include "options.h"

#include <errno.h>
#include <string.h>
#include <sys/stat.h>

// ---- Files -------------------------------------------------------------------------------------

// The files that are being expanded, the innermost first.
struct opened {
    const struct opened *outer;
    dev_t device;
    ino_t inode;
};

struct expansion {
    struct oc_arena *arena;
    struct oc_diag *diag;
    struct oc_args *out;
    bool consumed; // what was read from a pipe is gone
};

static unsigned utf16_at(const char *text, bool big) {
    unsigned first = (unsigned char)text[0], second = (unsigned char)text[1];
    return big ? first << 8 | second : second << 8 | first;
}

static void add_utf8(struct oc_text *text, unsigned code) {
    unsigned more = code < 0x80 ? 0 : code < 0x800 ? 1 : code < 0x10000 ? 2 : 3;
    static const unsigned char leads[] = {0, 0xc0, 0xe0, 0xf0};
    char bytes[4] = {(char)(leads[more] | code >> 6 * more)};
    for (unsigned i = 1; i <= more; i++)
        bytes[i] = (char)(0x80 | (code >> 6 * (more - i) & 0x3f));
    oc_text_add_bytes(text, bytes, more + 1);
}

// Converts UTF-16 with a byte order mark. Returns false if the bytes are not that.
static bool read_utf16(struct oc_arena *arena, struct oc_bytes from, struct oc_bytes *out) {
    struct oc_text text = {.arena = arena};
    bool big = from.data[0] == '\xfe';
    oc_text_add(&text, "");
    for (size_t at = 2; at < from.length; at += 2) {
        unsigned code = from.length - at >= 2 ? utf16_at(from.data + at, big) : 0xdc00;
        if (code >= 0xd800 && code < 0xdc00 && from.length - at >= 4) {
            unsigned low = utf16_at(from.data + at + 2, big);
            if (low >= 0xdc00 && low < 0xe000) {
                code = 0x10000 + ((code - 0xd800) << 10) + (low - 0xdc00);
                at += 2;
            }
        }
        if (code >= 0xd800 && code < 0xe000) // half a pair
            return false;
        add_utf8(&text, code);
    }
    *out = (struct oc_bytes){text.data, text.length};
    return true;
}

static bool read_words(struct expansion *expansion, const char *path, struct oc_args *words) {
    struct oc_bytes text;
    if (!oc_file_read_or_report(expansion->arena, path, "response file", expansion->diag, &text))
        return false;
    if (text.length >= 3 && memcmp(text.data, "\xef\xbb\xbf", 3) == 0)
        text = (struct oc_bytes){text.data + 3, text.length - 3};
    else if (text.length >= 2 &&
             (memcmp(text.data, "\xff\xfe", 2) == 0 || memcmp(text.data, "\xfe\xff", 2) == 0) &&
             !read_utf16(expansion->arena, text, &text)) {
        oc_error(
            expansion->diag,
            "response file '%s' begins with the byte order mark of UTF-16, but is not valid UTF-16",
            path);
        return false;
    }
    oc_response_split(expansion->arena, text.data, text.length, words);
    return true;
}

static bool expand_words(struct expansion *expansion, const char *const *words, size_t count,
                         const struct opened *outer);

static bool expand_file(struct expansion *expansion, const char *path, const struct opened *outer) {
    struct stat status;
    struct oc_args words = {.arena = expansion->arena};
    if (stat(path, &status) < 0) {
        oc_error(expansion->diag, "cannot read response file '%s': %s", path, strerror(errno));
        return false;
    }
    for (const struct opened *file = outer; file; file = file->outer)
        if (file->device == status.st_dev && file->inode == status.st_ino) {
            oc_error(expansion->diag,
                     "response file '%s' contains itself; take '@%s' out of it, or out of the "
                     "files that it names",
                     path, path);
            return false;
        }
    expansion->consumed |= !S_ISREG(status.st_mode);
    struct opened opened = {outer, status.st_dev, status.st_ino};
    return read_words(expansion, path, &words) &&
           expand_words(expansion, words.items, words.count, &opened);
}

static bool is_file(const char *word) {
    struct stat status;
    return word[0] == '@' && (stat(word + 1, &status) == 0 || errno != ENOENT);
}

static bool expand_words(struct expansion *expansion, const char *const *words, size_t count,
                         const struct opened *outer) {
    for (size_t i = 0; i < count; i++)
        if (!is_file(words[i]))
            oc_args_add(expansion->out, words[i]);
        else if (!expand_file(expansion, words[i] + 1, outer))
            return false;
    return true;
}

bool oc_options_expand(struct oc_arena *arena, const char *const *words, size_t count,
                       struct oc_diag *diag, struct oc_args *out, bool *consumed) {
    struct expansion expansion = {.arena = arena, .diag = diag, .out = out};
    bool ok = expand_words(&expansion, words, count, NULL);
    *consumed = expansion.consumed;
    return ok;
}

// The lexical half of the probe: which files can a source include?
#include "driver/probe.h"

#include "driver/libraryheaders.h"
#include "driver/macros.h"
#include "driver/ppline.h"

#include <errno.h>
#include <fcntl.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

enum { MOST_OPEN = 400, FIRST_CAPACITY = 256 * 1024 };

static const char marker[] = "\"offload_kernel\""; // the attribute that makes a kernel

struct looked_up {
    const char *text;
    uint32_t length, hash;
    bool is_there;
};

// What was looked for, with open addressing: paths of files and, with a '/' at the end, of
// directories; and names of headers, after a character that no path begins with.
struct table {
    struct looked_up *items;
    size_t count, capacity;
    uint32_t *slots; // index + 1 of an item; 0: free
    size_t slot_count;
};

// A file that is being read.
struct source {
    const char *from; // its directory
    const char *text;
    size_t length;
};

// An #include of a macro: its words.
struct computed {
    const char *from, *text;
    bool every;
};

struct search {
    const struct oc_probe *probe;
    struct oc_arena *arena; // the probe's: the end is soon, and gives all back at once
    struct table table;
    struct oc_args files; // to be read, each once
    int *opened;          // of each of them the file, if it is open: else -1
    size_t opened_capacity, open_count;
    size_t next;  // of them
    char *buffer; // the file being read
    size_t capacity;
    bool regions; // what is looked for is a directive of OpenMP's, not us
    bool found;   // the text of offload.h, or an include of it; or the directive
    struct computed *computed;
    size_t computed_count, computed_capacity;
    struct oc_macros macros;
};

static void enter_in_table(struct table *table, uint32_t index) {
    size_t at = table->items[index].hash & (table->slot_count - 1);
    while (table->slots[at])
        at = (at + 1) & (table->slot_count - 1);
    table->slots[at] = index + 1;
}

// Of eight bytes at a time: there are thousands of paths, and they are long.
static uint32_t hash_of(const char *text, size_t left) {
    uint64_t hash = 0, word = 0;
    for (; left >= sizeof word; text += sizeof word, left -= sizeof word) {
        memcpy(&word, text, sizeof word);
        hash = (hash ^ word) * 0x9e3779b97f4a7c15u;
        hash ^= hash >> 32;
    }
    word = left;
    memcpy(&word, text, left);
    hash = (hash ^ word) * 0x9e3779b97f4a7c15u;
    return (uint32_t)(hash >> 32);
}

// The item of a text, which may move at the next call. `is_new`: there was none.
static struct looked_up *look_up(struct search *search, const char *text, bool *is_new) {
    struct table *table = &search->table;
    if (table->count * 2 >= table->slot_count) {
        table->slot_count = table->slot_count ? table->slot_count * 4 : 1024;
        table->slots = OC_NEW_ARRAY(search->arena, table->slot_count, uint32_t);
        for (size_t i = 0; i < table->count; i++)
            enter_in_table(table, (uint32_t)i);
    }
    size_t length = strlen(text);
    uint32_t hash = hash_of(text, length);
    for (size_t at = hash & (table->slot_count - 1); table->items && table->slots[at];
         at = (at + 1) & (table->slot_count - 1)) {
        struct looked_up *item = &table->items[table->slots[at] - 1];
        if (item->hash == hash && item->length == (uint32_t)length &&
            memcmp(item->text, text, length) == 0) {
            *is_new = false;
            return item;
        }
    }
    table->items = oc_arena_grow(search->arena, table->items, table->count, &table->capacity,
                                 sizeof *table->items);
    table->items[table->count] = (struct looked_up){text, (uint32_t)length, hash, false};
    enter_in_table(table, (uint32_t)table->count);
    *is_new = true;
    return &table->items[table->count++];
}

static bool is_new(struct search *search, const char *text) {
    bool result;
    look_up(search, text, &result);
    return result;
}

// Those that wait for their turn are opened again.
static void close_all(struct search *search) {
    for (size_t i = search->next; i < search->files.count; i++) {
        if (search->opened[i] >= 0)
            close(search->opened[i]);
        search->opened[i] = -1;
    }
    search->open_count = 0;
}

// -1: it cannot be opened, and errno says why.
static int open_file(struct search *search, const char *path) {
    // open() of musl's would make two calls of it.
    int flags = O_RDONLY | O_CLOEXEC | O_NONBLOCK | O_NOCTTY;
    int fd = openat(AT_FDCWD, path, flags);
    if (fd >= 0 || errno != EMFILE || !search->open_count)
        return fd;
    close_all(search);
    return openat(AT_FDCWD, path, flags);
}

// Queues a file, there or not; `fd` may be -1.
static void push_opened(struct search *search, const char *path, int fd) {
    bool new;
    struct looked_up *item = look_up(search, path, &new);
    if (item->is_there)
        return;
    item->is_there = true;
    search->opened = oc_arena_grow(search->arena, search->opened, search->files.count,
                                   &search->opened_capacity, sizeof *search->opened);
    search->opened[search->files.count] = fd;
    search->open_count += fd >= 0;
    oc_args_add(&search->files, path);
}

static void push_path(struct search *search, const char *path) {
    push_opened(search, path, -1);
}

static bool exists(const char *path) {
    return access(path, F_OK) == 0;
}

static const char *join(struct search *search, const char *directory, const char *name) {
    size_t length = strlen(directory), rest = strlen(name) + 1;
    char *path = oc_arena_alloc(search->arena, length + 1 + rest);
    memcpy(path, directory, length + 1);
    path[length] = '/';
    memcpy(path + length + 1, name, rest);
    return path;
}

// Whether a file's directory is there. Of <linux/list.h>, five directories of six have no linux.
static bool has_directory(struct search *search, const char *path) {
    size_t length = (size_t)(oc_base_name(path) - path);
    if (!length)
        return true;
    bool new;
    const char *directory = oc_arena_strndup(search->arena, path, length);
    struct looked_up *item = look_up(search, directory, &new);
    if (new)
        item->is_there = exists(directory);
    return item->is_there;
}

// Queues a file that is there. Returns whether it is. To open it costs hardly more than to ask.
static bool push_existing(struct search *search, const char *path) {
    bool new;
    struct looked_up *item = look_up(search, path, &new);
    if (!new)
        return item->is_there;
    if (!has_directory(search, path))
        return false;
    bool asks = search->open_count == MOST_OPEN;
    int fd = asks ? -1 : open_file(search, path);
    if (fd < 0 && (asks ? !exists(path) : errno == ENOENT || errno == ENOTDIR))
        return false;
    push_opened(search, path, fd);
    return true;
}

// Queues the file that `name` means in a file of the directory `from` (NULL: <...>); with `every`,
// all that it could mean. Returns false if there is no such file, but only once for a name.
static bool push_include(struct search *search, const char *name, const char *from, bool every) {
    const struct oc_probe *probe = search->probe;
    bool any = false;
    if (name[0] == '/') {
        push_path(search, name);
        return true;
    }
    if (from && push_existing(search, *from ? join(search, from, name) : name)) {
        if (!every)
            return true;
        any = true;
    }
    // Where the rest is looked for does not depend on the file.
    bool quoted = from && probe->quote.count;
    const char *kind = every ? quoted ? "\1" : "\2" : quoted ? "\3" : "\4";
    if (!is_new(search, join(search, kind, name)))
        return true;
    const struct oc_args *lists[] = {quoted ? &probe->quote : NULL, &probe->angle, &probe->system};
    for (size_t l = 0; l < 3; l++) {
        if (lists[l] == &probe->system && oc_is_library_header(name))
            return true;
        for (size_t i = 0; lists[l] && i < lists[l]->count && (every || !any); i++)
            any |= push_existing(search, join(search, lists[l]->items[i], name));
    }
    return any;
}

// The headers of offloadcc that users may include by name.
static bool is_header_of_ours(const char *name) {
    static const char *const headers[] = {"offload.h",
                                          "offload_algorithms.h",
                                          "offload_algorithms_arrays.h",
                                          "offload_algorithms_numbers.h",
                                          "offload_algorithms_scans.h",
                                          "offload_algorithms_sort.h",
                                          "offload_cache.h",
                                          "offload_cplusplus.h",
                                          "offload_data.h",
                                          "offload_grid.h",
                                          "offload_lanes.h",
                                          "offload_math.h",
                                          "offload_query.h",
                                          "offload_scopes.h"};
    for (size_t i = 0; i < sizeof headers / sizeof *headers; i++)
        if (strcmp(oc_base_name(name), headers[i]) == 0)
            return true;
    return false;
}

static void include(struct search *search, const char *name, const char *from, bool every) {
    if (!push_include(search, name, from, every) && !search->regions &&
        (is_header_of_ours(name) || search->probe->opaque))
        search->found = true;
}

// Whether a '#' begins a directive.
static bool is_first(const char *text, const char *at) {
    while (at > text && (at[-1] == ' ' || at[-1] == '\t' || at[-1] == '\f' || at[-1] == '\v'))
        at--;
    return at == text || at[-1] == '\n' || at[-1] == '\r' || at[-1] == '/' ||
           (unsigned char)at[-1] == 0xbf; // a comment's end, a byte order mark's
}

// Remembers the words of an include that is not just a name, unless they are in a comment.
static void add_computed(struct search *search, const struct source *source, const char *hash_sign,
                         const char *at, bool every) {
    const char *end = source->text + source->length;
    if (!is_first(source->text, hash_sign) || oc_ppline_is_comment(source->text, end, hash_sign))
        return;
    search->computed = oc_arena_grow(search->arena, search->computed, search->computed_count,
                                     &search->computed_capacity, sizeof *search->computed);
    search->computed[search->computed_count++] =
        (struct computed){source->from, oc_ppline_header(search->arena, at, end), every};
}

// `hash_sign` begins a directive, `at` follows the '#'.
static void read_directive(struct search *search, const struct source *source,
                           const char *hash_sign, const char *at) {
    const char *end = source->text + source->length;
    if (at < end && !oc_ppline_is_name(*at))
        at = oc_ppline_skip_blank(at, end);
    if (at == end || (*at != 'i' && *at != 'd') || (end - at > 1 && at[1] == 'f')) // #if, #ifdef
        return;
    if (*at == 'd') {
        const char *name = oc_ppline_after_word(at, end, "define");
        if (name)
            oc_macros_add(&search->macros, source->text, end, name);
        return;
    }
    const char *next = oc_ppline_after_word(at, end, "include_next"), *after = next;
    if (!after)
        after = oc_ppline_after_word(at, end, "include");
    if (!after)
        after = oc_ppline_after_word(at, end, "import");
    if (!after)
        return;
    at = oc_ppline_skip_blank(after, end);
    if (at == end)
        return;
    bool quoted = *at == '"';
    const char *close =
        quoted || *at == '<' ? memchr(at + 1, quoted ? '"' : '>', (size_t)(end - at - 1)) : NULL;
    if (!close || memchr(at, '\n', (size_t)(close - at))) {
        add_computed(search, source, hash_sign, at, next != NULL);
        return;
    }
    const char *name = oc_arena_strndup(search->arena, at + 1, (size_t)(close - at - 1));
    // To read a file that only a comment includes does no harm. Our headers decide by their names.
    if (is_header_of_ours(name) && oc_ppline_is_comment(source->text, end, hash_sign))
        return;
    include(search, name, quoted ? source->from : NULL, next != NULL);
}

// `#pragma omp target`, `declare target`, _Pragma("omp target ..."): the words on one line, which
// may be continued.
static bool has_regions(const char *text, size_t length) {
    static const char word[] = "target";
    const char *end = text + length;
    for (const char *at = text; (at = memmem(at, (size_t)(end - at), word, sizeof word - 1));
         at += sizeof word - 1) {
        const char *line = at;
        while (line > text && (line[-1] != '\n' || (line - text > 1 && line[-2] == '\\')))
            line--;
        const char *pragma = memmem(line, (size_t)(at - line), "ragma", 5);
        if (pragma && memmem(pragma, (size_t)(at - pragma), "omp", 3))
            return true;
    }
    return false;
}

typedef unsigned char sixteen __attribute__((vector_size(16)));

// A bit for each byte that is 255, where others are 0; the lowest is the first byte's.
static unsigned bits_of(sixteen bytes) {
#ifdef __SSE2__
    typedef char signed_sixteen __attribute__((vector_size(16)));
    return (unsigned)__builtin_ia32_pmovmskb128((signed_sixteen)bytes);
#else
    unsigned bits = 0;
    for (int i = 0; i < 16; i++)
        bits |= (bytes[i] & 1u) << i;
    return bits;
#endif
}

// The next '#', '%' or what may be the marker, or the end. A probe spends most of its time here.
static const char *find_sign(const char *at, const char *end) {
    for (; end - at > 16; at += 16) {
        sixteen bytes, next;
        memcpy(&bytes, at, sizeof bytes);
        memcpy(&next, at + 1, sizeof next);
        bytes = (sixteen)(bytes == '#') | (sixteen)(bytes == '%') |
                (sixteen)((bytes == marker[0]) & (next == marker[1]));
        unsigned found = bits_of(bytes);
        if (found)
            return at + __builtin_ctz(found);
    }
    while (at < end && *at != '#' && *at != '%' && *at != marker[0])
        at++;
    return at;
}

// Every '#' and its digraph, though it may be in a string or a comment: that does no harm, except
// where it includes one of our headers.
static void read_directives(struct search *search, const struct source *source) {
    const char *end = source->text + source->length;
    for (const char *at = source->text; (at = find_sign(at, end)) < end && !search->found; at++)
        if (*at == '#')
            read_directive(search, source, at, at + 1);
        else if (*at == marker[0])
            search->found |= !search->regions && oc_ppline_after_word(at, end, marker);
        else if (end - at >= 2 && at[1] == ':')
            read_directive(search, source, at, at + 2);
    const char *at = source->text;
    while (search->probe->trigraphs && (at = memmem(at, (size_t)(end - at), "?\?=", 3))) {
        read_directive(search, source, at, at + 3);
        at += 3;
    }
}

static const char *directory_of(struct search *search, const char *path) {
    const char *base = oc_base_name(path);
    if (base == path + 1)
        return "/";
    return oc_arena_strndup(search->arena, path, base == path ? 0 : (size_t)(base - path - 1));
}

static void read_text(struct search *search, const char *path, const struct oc_bytes *text) {
    if (search->regions && has_regions(text->data, text->length)) {
        search->found = true;
        return;
    }
    // A precompiled header names the files that it was made of; its macros are not seen.
    if (text->length > 4 && memcmp(text->data, "CPCH", 4) == 0) {
        search->macros.open = true;
        search->found |= !search->regions && memmem(text->data, text->length, "offload.h", 9);
        return;
    }
    struct source source = {directory_of(search, path), text->data, text->length};
    oc_macros_add_source(&search->macros, path, *path ? NULL : text);
    read_directives(search, &source);
}

// Room for so many bytes in the one buffer.
static bool reserve_buffer(struct search *search, size_t bytes) {
    if (bytes <= search->capacity)
        return true;
    char *larger = realloc(search->buffer, bytes);
    if (larger) {
        search->buffer = larger;
        search->capacity = bytes;
    }
    return larger != NULL;
}

static bool is_regular(int fd) {
    struct stat status;
    return fstat(fd, &status) == 0 && S_ISREG(status.st_mode) && status.st_size < INT32_MAX;
}

// Only files: a FIFO's text could not be read again, and pread() refuses to read it.
static bool load_text(struct search *search, int fd, struct oc_bytes *out) {
    size_t length = 0;
    ssize_t got = 0;
    bool ok = reserve_buffer(search, FIRST_CAPACITY);
    while (ok && (got = pread(fd, search->buffer + length, search->capacity - length,
                              (off_t)length)) > 0) {
        length += (size_t)got;
        if (length < search->capacity)
            break;
        ok = is_regular(fd) && reserve_buffer(search, search->capacity * 4);
    }
    *out = (struct oc_bytes){search->buffer, length};
    return ok && got >= 0;
}

static void read_queue(struct search *search) {
    while (!search->found && search->next < search->files.count) {
        const char *path = search->files.items[search->next];
        int *opened = &search->opened[search->next++], fd = *opened;
        search->open_count -= fd >= 0;
        *opened = -1;
        struct oc_bytes text;
        if (fd < 0)
            fd = open_file(search, path);
        bool loaded = fd >= 0 && load_text(search, fd, &text);
        if (fd >= 0)
            close(fd);
        if (loaded)
            read_text(search, path, &text);
    }
}

// ---- Includes of macros ------------------------------------------------------------------------

struct naming {
    struct search *search;
    const struct computed *computed;
};

static void visit_header(void *context, const char *name, bool quoted) {
    const struct naming *naming = context;
    include(naming->search, oc_arena_strdup(naming->search->arena, name),
            quoted ? naming->computed->from : NULL, naming->computed->every);
}

static void add_options(struct search *search) {
    const struct oc_args *options = &search->probe->definitions;
    for (size_t i = 0; i < options->count; i++)
        oc_macros_add_option(&search->macros, options->items[i]);
    // Not in strict modes; in others both are what a path's part can become.
    oc_macros_add_option(&search->macros, "linux");
    oc_macros_add_option(&search->macros, "unix");
}

// Headers that such includes name may define more macros and include more of them.
static void follow_computed(struct search *search) {
    enum { MOST_ROUNDS = 8 };
    bool more = search->computed_count > 0 && !search->found, told = true;
    if (more)
        add_options(search);
    for (int round = 0; more && told && !search->found; round++) {
        size_t files = search->files.count, directives = search->computed_count;
        for (size_t i = 0; i < directives && told; i++) {
            struct computed computed = search->computed[i];
            struct naming naming = {search, &computed};
            told = round < MOST_ROUNDS &&
                   oc_macros_include(&search->macros, computed.text, visit_header, &naming);
        }
        read_queue(search);
        more = search->files.count > files || search->computed_count > directives;
    }
    search->found |= !told && !search->regions;
}

// ---- The probe ---------------------------------------------------------------------------------

// A precompiled header may be in a forced header's place.
static void search_forced(struct search *search) {
    const struct oc_args *forced = &search->probe->forced;
    for (size_t i = 0; i < forced->count; i++) {
        static const char *const suffixes[] = {".pch", ".gch"};
        for (size_t s = 0; s < 2; s++) {
            const char *path =
                oc_arena_printf(search->arena, "%s%s", forced->items[i], suffixes[s]);
            if (exists(path))
                push_path(search, path);
        }
        if (!push_include(search, forced->items[i], "", false) && !search->regions)
            search->found |= is_header_of_ours(forced->items[i]);
    }
}

static bool probe_source(const struct oc_probe *probe, const char *path, bool regions,
                         enum oc_language language, const struct oc_bytes *content) {
    struct search search = {.probe = probe, .arena = probe->arena, .regions = regions};
    search.files.arena = search.macros.arena = search.arena;
    search.macros.open = probe->opaque;
    if (language != OC_LANGUAGE_PREPROCESSED)
        search_forced(&search);
    if (content)
        read_text(&search, "", content);
    else
        push_path(&search, path);
    read_queue(&search);
    follow_computed(&search);
    close_all(&search);
    free(search.buffer);
    oc_macros_release(&search.macros);
    return search.found;
}

bool oc_probe_source(const struct oc_probe *probe, const char *path, enum oc_language language,
                     const struct oc_bytes *content) {
    return probe_source(probe, path, false, language, content);
}

bool oc_probe_regions(const struct oc_probe *probe, const char *path, enum oc_language language,
                      const struct oc_bytes *content) {
    return probe_source(probe, path, true, language, content);
}

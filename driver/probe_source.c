// The lexical half of the probe: which files can a source include?
#include "driver/probe.h"

#include <fcntl.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

static const char marker[] = "\"offload_kernel\""; // the attribute that makes a kernel

// Files to read, each once: a queue that is also a set, with open addressing over its entries.
struct queue {
    struct oc_args paths;
    size_t next;
    uint32_t *slots; // index + 1 into paths; 0: free
    size_t slot_count;
};

struct search {
    const struct oc_probe *probe;
    struct oc_arena arena;
    struct queue queue;
    char *buffer; // the file being read
    size_t capacity;
    bool found;    // the text of offload.h, or an include of it
    bool computed; // an #include of a macro
    bool hint;     // some text says "offload": a computed include could mean us
};

static size_t hash(const char *text) {
    size_t value = 14695981039346656037u;
    for (; *text; text++)
        value = (value ^ (unsigned char)*text) * 1099511628211u;
    return value;
}

static uint32_t *slot_of(struct queue *queue, const char *path) {
    size_t at = hash(path) & (queue->slot_count - 1);
    while (queue->slots[at] && strcmp(queue->paths.items[queue->slots[at] - 1], path) != 0)
        at = (at + 1) & (queue->slot_count - 1);
    return &queue->slots[at];
}

static void push(struct search *search, const char *path) {
    struct queue *queue = &search->queue;
    if (queue->paths.count * 2 >= queue->slot_count) {
        queue->slot_count = queue->slot_count ? queue->slot_count * 2 : 256;
        queue->slots = OC_NEW_ARRAY(&search->arena, queue->slot_count, uint32_t);
        for (size_t i = 0; i < queue->paths.count; i++)
            *slot_of(queue, queue->paths.items[i]) = (uint32_t)i + 1;
    }
    uint32_t *slot = slot_of(queue, path);
    if (*slot)
        return;
    oc_args_add(&queue->paths, path);
    *slot = (uint32_t)queue->paths.count;
}

// Headers of ISO C, POSIX, glibc and clang that programs include, sorted.
static const char *const library_headers[] = {
    "aio.h",          "alloca.h",   "ar.h",        "argp.h",        "argz.h",        "assert.h",
    "byteswap.h",     "complex.h",  "cpio.h",      "cpuid.h",       "crypt.h",       "ctype.h",
    "dirent.h",       "dlfcn.h",    "elf.h",       "endian.h",      "err.h",         "errno.h",
    "error.h",        "execinfo.h", "fcntl.h",     "features.h",    "fenv.h",        "float.h",
    "fmtmsg.h",       "fnmatch.h",  "fts.h",       "ftw.h",         "getopt.h",      "glob.h",
    "gnu-versions.h", "grp.h",      "iconv.h",     "ifaddrs.h",     "immintrin.h",   "inttypes.h",
    "iso646.h",       "langinfo.h", "libgen.h",    "libintl.h",     "limits.h",      "link.h",
    "locale.h",       "malloc.h",   "math.h",      "mcheck.h",      "memory.h",      "mntent.h",
    "monetary.h",     "mqueue.h",   "netdb.h",     "nl_types.h",    "obstack.h",     "omp.h",
    "paths.h",        "poll.h",     "printf.h",    "pthread.h",     "pty.h",         "pwd.h",
    "regex.h",        "resolv.h",   "sched.h",     "search.h",      "semaphore.h",   "setjmp.h",
    "sgtty.h",        "shadow.h",   "signal.h",    "spawn.h",       "stdalign.h",    "stdarg.h",
    "stdatomic.h",    "stdbool.h",  "stdbit.h",    "stdc-predef.h", "stdckdint.h",   "stddef.h",
    "stdint.h",       "stdio.h",    "stdio_ext.h", "stdlib.h",      "stdnoreturn.h", "string.h",
    "strings.h",      "stropts.h",  "syscall.h",   "sysexits.h",    "syslog.h",      "tar.h",
    "termio.h",       "termios.h",  "tgmath.h",    "threads.h",     "time.h",        "uchar.h",
    "ucontext.h",     "ulimit.h",   "unistd.h",    "unwind.h",      "utime.h",       "utmp.h",
    "utmpx.h",        "values.h",   "wait.h",      "wchar.h",       "wctype.h",      "wordexp.h",
    "x86intrin.h",
};

static const char *const library_prefixes[] = {
    "sys/", "bits/", "gnu/", "linux/", "asm/", "asm-generic/", "net/", "netinet/", "arpa/",
};

static bool is_library_header(const char *name) {
    for (size_t i = 0; i < sizeof library_prefixes / sizeof *library_prefixes; i++)
        if (oc_starts_with(name, library_prefixes[i]))
            return true;
    for (size_t i = 0; i < sizeof library_headers / sizeof *library_headers; i++)
        if (strcmp(name, library_headers[i]) == 0)
            return true;
    return oc_ends_with(name, "mmintrin.h");
}

static bool exists(const char *path) {
    return access(path, F_OK) == 0;
}

// Queues the file that `name` means in a file of the directory `from` (NULL: <...>); with `every`,
// all that it could mean. Returns whether there is one.
static bool push_include(struct search *search, const char *name, const char *from, bool every) {
    const struct oc_probe *probe = search->probe;
    if (name[0] == '/') {
        push(search, name);
        return true;
    }
    bool any = false;
    if (from) {
        const char *path = *from ? oc_arena_printf(&search->arena, "%s/%s", from, name) : name;
        if (exists(path)) {
            push(search, path);
            any = true;
        }
    }
    const struct oc_args *lists[] = {from ? &probe->quote : NULL, &probe->angle, &probe->system};
    for (size_t l = 0; l < 3; l++) {
        if (lists[l] == &probe->system && is_library_header(name))
            return true;
        for (size_t i = 0; lists[l] && i < lists[l]->count && (every || !any); i++) {
            const char *path = oc_arena_printf(&search->arena, "%s/%s", lists[l]->items[i], name);
            if (exists(path)) {
                push(search, path);
                any = true;
            }
        }
    }
    return any;
}

// What may stand between the parts of a directive: blanks, comments and continued lines.
static const char *skip_blank(const char *at, const char *end) {
    while (at < end) {
        if (*at == ' ' || *at == '\t' || *at == '\f' || *at == '\v') {
            at++;
        } else if (end - at >= 2 && at[0] == '\\' && at[1] == '\n') {
            at += 2;
        } else if (end - at >= 3 && at[0] == '\\' && at[1] == '\r' && at[2] == '\n') {
            at += 3;
        } else if (end - at >= 2 && at[0] == '/' && at[1] == '*') {
            const char *close = memmem(at + 2, (size_t)(end - at - 2), "*/", 2);
            if (!close)
                return end;
            at = close + 2;
        } else {
            return at;
        }
    }
    return end;
}

static const char *match(const char *at, const char *end, const char *word) {
    size_t length = strlen(word);
    return (size_t)(end - at) >= length && memcmp(at, word, length) == 0 ? at + length : NULL;
}

// `at` is behind a '#'.
static void read_directive(struct search *search, const char *from, const char *at,
                           const char *end) {
    at = skip_blank(at, end);
    const char *next = match(at, end, "include_next"), *behind = next;
    if (!behind)
        behind = match(at, end, "include");
    if (!behind)
        behind = match(at, end, "import");
    if (!behind)
        return;
    at = skip_blank(behind, end);
    if (at == end)
        return;
    if (*at != '<' && *at != '"') {
        search->computed = true;
        return;
    }
    bool quoted = *at++ == '"';
    const char *close = memchr(at, quoted ? '"' : '>', (size_t)(end - at));
    if (!close || close - at > 4096 || memchr(at, '\n', (size_t)(close - at)))
        return;
    const char *name = oc_arena_strndup(&search->arena, at, (size_t)(close - at));
    if (push_include(search, name, quoted ? from : NULL, next != NULL))
        return;
    if (strcmp(oc_base_name(name), "offload.h") == 0 || search->probe->opaque)
        search->found = true;
}

static void read_text(struct search *search, const char *path, const char *text, size_t length) {
    if (memmem(text, length, marker, sizeof marker - 1)) {
        search->found = true;
        return;
    }
    search->hint |= memmem(text, length, "offload", 7) != NULL;
    const char *base = oc_base_name(path), *end = text + length;
    const char *from =
        oc_arena_strndup(&search->arena, path, base == path ? 0 : (size_t)(base - path - 1));
    if (base == path + 1)
        from = "/";
    for (const char *at = text; at < end && !search->found;) {
        const char *hash_sign = memchr(at, '#', (size_t)(end - at));
        if (!hash_sign)
            break;
        at = hash_sign + 1;
        read_directive(search, from, at, end);
    }
    // The digraph, which hardly anybody writes.
    for (const char *at = text; at < end && !search->found;) {
        const char *digraph = memmem(at, (size_t)(end - at), "%:", 2);
        if (!digraph)
            break;
        at = digraph + 2;
        read_directive(search, from, at, end);
    }
}

// Reads into the one buffer. Only regular files: a FIFO's text could not be read again.
static bool load(struct search *search, const char *path, size_t *length) {
    int fd = open(path, O_RDONLY | O_CLOEXEC | O_NONBLOCK | O_NOCTTY);
    if (fd < 0)
        return false;
    struct stat status;
    bool ok = fstat(fd, &status) == 0 && S_ISREG(status.st_mode) && status.st_size < INT32_MAX;
    if (ok && (size_t)status.st_size + 1 > search->capacity) {
        search->capacity = (size_t)status.st_size + 65536;
        char *larger = realloc(search->buffer, search->capacity);
        ok = larger != NULL;
        if (ok)
            search->buffer = larger;
    }
    *length = 0;
    while (ok && *length < (size_t)status.st_size) {
        ssize_t got = read(fd, search->buffer + *length, (size_t)status.st_size - *length);
        if (got <= 0)
            break;
        *length += (size_t)got;
    }
    close(fd);
    return ok;
}

static void add_path_list(struct oc_args *dirs, const char *variable) {
    const char *list = getenv(variable);
    while (list && *list) {
        size_t length = strcspn(list, ":");
        oc_args_add(dirs, length ? oc_arena_strndup(dirs->arena, list, length) : ".");
        list += length + (list[length] == ':');
    }
}

static void add_option_dirs(struct oc_args *dirs, const struct oc_command *command,
                            enum oc_meaning meaning) {
    for (size_t i = 0; i < command->arguments.count; i++)
        if (command->arguments.items[i].meaning == meaning && command->arguments.items[i].value)
            oc_args_add(dirs, command->arguments.items[i].value);
}

void oc_probe_init(struct oc_probe *probe, struct oc_arena *arena, const struct oc_command *command,
                   const char *builtin) {
    *probe = (struct oc_probe){
        .arena = arena,
        .quote = {.arena = arena},
        .angle = {.arena = arena},
        .system = {.arena = arena},
        .forced = {.arena = arena},
        .texts = {.arena = arena},
        .opaque = command->opaque_search,
    };
    add_option_dirs(&probe->quote, command, OC_MEAN_QUOTE_DIR);
    add_option_dirs(&probe->angle, command, OC_MEAN_INCLUDE_DIR);
    add_path_list(&probe->angle, "CPATH");
    add_option_dirs(&probe->angle, command, OC_MEAN_SYSTEM_DIR);
    add_path_list(&probe->angle, "C_INCLUDE_PATH");
    if (builtin)
        oc_args_add(&probe->system, builtin);
    oc_args_add(&probe->system, "/usr/local/include");
    oc_args_add(&probe->system, "/usr/include/x86_64-linux-gnu");
    oc_args_add(&probe->system, "/usr/include");
    add_option_dirs(&probe->system, command, OC_MEAN_AFTER_DIR);
    add_option_dirs(&probe->forced, command, OC_MEAN_INCLUDE_FILE);
    add_option_dirs(&probe->texts, command, OC_MEAN_DEFINE);
    add_option_dirs(&probe->texts, command, OC_MEAN_PREPROCESSOR_ARGUMENTS);
}

static void search_forced(struct search *search) {
    const struct oc_probe *probe = search->probe;
    for (size_t i = 0; i < probe->forced.count; i++)
        if (!push_include(search, probe->forced.items[i], "", false))
            search->found |= strcmp(oc_base_name(probe->forced.items[i]), "offload.h") == 0;
    for (size_t i = 0; i < probe->texts.count; i++)
        search->hint |= strstr(probe->texts.items[i], "offload") != NULL;
}

bool oc_probe_source(const struct oc_probe *probe, const char *path, enum oc_language language,
                     const struct oc_bytes *content) {
    struct search search = {.probe = probe};
    search.queue.paths.arena = &search.arena;
    if (language == OC_LANGUAGE_C)
        search_forced(&search);
    if (content)
        read_text(&search, "", content->data, content->length);
    else
        push(&search, path);
    while (!search.found && search.queue.next < search.queue.paths.count) {
        const char *file = search.queue.paths.items[search.queue.next++];
        size_t length;
        if (!load(&search, file, &length))
            continue;
        // A precompiled header names the files that it was made of.
        if (length > 4 && memcmp(search.buffer, "CPCH", 4) == 0)
            search.found |= memmem(search.buffer, length, "offload.h", 9) != NULL;
        else
            read_text(&search, file, search.buffer, length);
    }
    free(search.buffer);
    oc_arena_release(&search.arena);
    return search.found || (search.computed && search.hint);
}

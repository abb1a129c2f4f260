#include "driver/irmessages.h"

#include "base/diag.h"
#include "base/names.h"
#include "driver/diagfilter.h"

#include <limits.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

static const char unknown[] = "<unknown>:0:0: ";

static const struct {
    const char *label;
    enum oc_severity severity;
} kinds[] = {
    {"error: ", OC_ERROR},
    {"warning: ", OC_WARNING},
    {"remark: ", OC_REMARK},
    {"note: ", OC_NOTE},
};

struct message {
    enum oc_severity severity;
    bool is_vague;         // its place is unknown
    bool has_source;       // the source's line follows
    struct oc_place place; // without a file: it is unknown, or there is none
    const char *text;
};

static const char *line_at(struct oc_arena *arena, const char *text, size_t length, size_t *next) {
    const char *newline = memchr(text + *next, '\n', length - *next);
    size_t begin = *next;
    *next = newline ? (size_t)(newline - text) + 1 : length;
    return oc_diagfilter_plain(arena, text + begin, *next - begin);
}

// Of a function that is not to be called, the place is in its name (src/host/dontcall.h):
// "call to 'f@x.c:3:5' declared with 'error' attribute: ...".
static bool read_call(struct oc_arena *arena, struct message *message) {
    static const char begin[] = "call to '", end[] = "' declared with '";
    const char *name = message->text + sizeof begin - 1;
    const char *rest = oc_starts_with(message->text, begin) ? strstr(name, end) : NULL;
    const char *at = rest ? memchr(name, '@', (size_t)(rest - name)) : NULL;
    if (!rest)
        return false;
    message->is_vague = !at;
    if (at) {
        const char *place = oc_arena_printf(arena, "%.*s: ", (int)(rest - at - 1), at + 1);
        oc_place_split(arena, place, &message->place);
        message->text = oc_arena_printf(arena, "%s%.*s%s", begin, (int)(at - name), name, rest);
    }
    return true;
}

// Reads the kind of message at the beginning of a text. Returns the text after the kind, or NULL if
// the text does not begin with a kind.
static const char *read_kind(const char *text, struct message *out) {
    for (size_t i = 0; i < sizeof kinds / sizeof *kinds; i++)
        if (oc_starts_with(text, kinds[i].label)) {
            out->severity = kinds[i].severity;
            return text + strlen(kinds[i].label);
        }
    return NULL;
}

// False: the line is no message, or one that is in form.
static bool read_message(struct oc_arena *arena, const char *line, struct message *out) {
    *out = (struct message){0};
    const char *text = read_kind(line, out);
    if (text && oc_starts_with(text, unknown)) {
        out->is_vague = true;
        out->text = text + sizeof unknown - 1;
    } else if (text) {
        out->text = text;
        if (!read_call(arena, out))
            out->text = oc_place_split(arena, text, &out->place);
    } else {
        out->has_source = true;
        out->text = read_kind(oc_place_split(arena, line, &out->place), out);
        return out->text && out->place.file && out->severity == OC_REMARK;
    }
    return true;
}

// "<unknown>: warning: ...", perhaps in bold: of our own host step, about code without lines
// (src/effects/effects.h).
static bool is_ours_without_place(const char *line) {
    static const char bold[] = "\033[1m", nowhere[] = "<unknown>: ";
    if (oc_starts_with(line, bold))
        line += sizeof bold - 1;
    return oc_starts_with(line, nowhere);
}

bool oc_irmessages_lack_places(struct oc_arena *arena, const char *text, size_t length) {
    struct message message;
    for (size_t at = 0; at < length;) {
        const char *line = line_at(arena, text, length, &at);
        if (is_ours_without_place(line) ||
            (read_message(arena, line, &message) && message.is_vague &&
             (message.severity == OC_ERROR || message.severity == OC_WARNING)))
            return true;
    }
    return false;
}

// ---- Files -------------------------------------------------------------------------------------

static bool is_same_file(const char *left, const char *right) {
    struct stat a, b;
    return stat(left, &a) == 0 && stat(right, &b) == 0 && a.st_dev == b.st_dev &&
           a.st_ino == b.st_ino;
}

// The file that debug information names. Of an absolute name, clang leaves out the directories that
// the working directory is in too.
static const char *find_file(const struct oc_irmessages *form, struct oc_arena *arena,
                             const char *name) {
    char directory[PATH_MAX];
    const char *found = name;
    if (*name != '/' && access(name, R_OK) != 0 && getcwd(directory, sizeof directory))
        for (char *end; (end = strrchr(directory, '/'));) {
            *end = '\0';
            const char *path = oc_arena_printf(arena, "%s/%s", directory, name);
            if (access(path, R_OK) != 0)
                continue;
            found = path;
            break;
        }
    return is_same_file(found, form->path) ? form->source : found;
}

static bool is_system_header(const struct oc_irmessages *form, const char *path) {
    static const char *const options[] = {"-isystem", "-internal-isystem",
                                          "-internal-externc-isystem", "-c-isystem", "-idirafter"};
    for (size_t i = 1; i < form->cc1->count; i++)
        for (size_t o = 0; o < sizeof options / sizeof *options; o++) {
            const char *directory = form->cc1->items[i];
            size_t length = strlen(directory);
            if (strcmp(form->cc1->items[i - 1], options[o]) == 0 &&
                strncmp(path, directory, length) == 0 && path[length] == '/')
                return true;
        }
    return false;
}

static size_t line_length(const char *path, unsigned number) {
    FILE *file = fopen(path, "re");
    char *line = NULL;
    size_t capacity = 0;
    ssize_t length = -1;
    for (unsigned i = 0; file && i < number && (length = getline(&line, &capacity, file)) >= 0; i++)
        ;
    free(line);
    if (file)
        fclose(file);
    return length < 0 ? 0 : (size_t)length;
}

static bool hides_source(const struct oc_irmessages *form) {
    for (size_t i = 1; i < form->cc1->count; i++)
        if (strcmp(form->cc1->items[i], "-fno-caret-diagnostics") == 0)
            return true;
    return false;
}

// ---- Messages ----------------------------------------------------------------------------------

static bool is_of_interest(const struct oc_irmessages *form, const struct message *message) {
    if (message->severity == OC_ERROR)
        return true;
    return !strstr(message->text, OC_NAME_PREFIX) &&
           (!message->is_vague || message->severity != OC_REMARK) &&
           (!message->place.file || !is_system_header(form, message->place.file));
}

static void print_message(const struct oc_irmessages *form, struct message message,
                          struct oc_text *out) {
    char *text = NULL;
    size_t length = 0;
    struct oc_diag diag = {
        .stream = open_memstream(&text, &length),
        .color = form->color,
        .no_source = hides_source(form),
    };
    if (!diag.stream)
        return;
    // Our code that runs a kernel counts as the line of its name, and has columns of its own.
    // clang has the first one, too, for what a whole function is.
    if (!message.place.column ||
        message.place.column > line_length(message.place.file, message.place.line))
        message.place.column = 1;
    oc_report(&diag, message.severity, message.place, NULL, "%s", message.text);
    fclose(diag.stream);
    oc_text_add_bytes(out, text, length);
    free(text);
}

// Some remarks have several lines, the flag at the end of the last: adds those after the first, and
// returns where they end.
static size_t read_rest(struct oc_arena *arena, const char *text, size_t length, size_t at,
                        struct message *message) {
    struct message other;
    const char *whole = message->text;
    size_t next = at;
    if (message->severity != OC_REMARK || message->has_source || oc_ends_with(whole, "]"))
        return at;
    while (next < length) {
        const char *line = line_at(arena, text, length, &next);
        if (read_message(arena, line, &other))
            return at;
        whole = oc_arena_printf(arena, "%s\n%s", whole, line);
        if (!oc_ends_with(line, "]"))
            continue;
        message->text = whole;
        return next;
    }
    return at;
}

void oc_irmessages_add(const struct oc_irmessages *form, const char *text, size_t length,
                       struct oc_text *out) {
    struct message message;
    bool after_source = false;
    for (size_t at = 0, begin = 0; at < length; begin = at) {
        const char *line = line_at(out->arena, text, length, &at);
        bool is_message = read_message(out->arena, line, &message);
        if (is_message)
            at = read_rest(out->arena, text, length, at, &message);
        if (is_message && message.place.file)
            message.place.file = find_file(form, out->arena, message.place.file);
        bool is_snippet = after_source && *line == ' ';
        after_source = is_snippet || (is_message && message.has_source);
        if (is_snippet || (is_message && !is_of_interest(form, &message)))
            continue;
        if (is_message && message.place.file)
            print_message(form, message, out);
        else if (is_message && message.is_vague)
            oc_text_printf(out, "%s: %s\n", message.severity == OC_ERROR ? "error" : "warning",
                           message.text);
        else
            oc_text_add_bytes(out, text + begin, at - begin);
    }
}

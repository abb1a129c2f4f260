#include "base/diag.h"

#include "base/text.h"

#include <stdarg.h>
#include <stdlib.h>
#include <string.h>
#include <sys/types.h>

static const char *const labels[] = {"note: ", "remark: ", "warning: ", "error: "};
static const char *const colors[] = {"\033[0;1;36m", "\033[0;1;34m", "\033[0;1;35m",
                                     "\033[0;1;31m"};

const char *oc_place_split(struct oc_arena *arena, const char *message, struct oc_place *place) {
    *place = (struct oc_place){0};
    // A file's name may have colons too.
    for (const char *at = strchr(message, ':'); at; at = strchr(at + 1, ':')) {
        char *end;
        unsigned long line = strtoul(at + 1, &end, 10);
        if (end == at + 1 || *end != ':')
            continue;
        const char *number = end + 1;
        unsigned long column = strtoul(number, &end, 10);
        if (end == number || !oc_starts_with(end, ": "))
            continue;
        *place = (struct oc_place){oc_arena_strndup(arena, message, (size_t)(at - message)),
                                   (unsigned)line, (unsigned)column};
        return end + 2;
    }
    return message;
}

// Prints the line of the place and a caret under its column, as clang does.
static void print_snippet(const struct oc_diag *diag, struct oc_place place) {
    FILE *source = fopen(place.file, "re");
    if (!source)
        return;
    char *line = NULL;
    size_t capacity = 0;
    ssize_t length = -1;
    for (unsigned number = 0; number < place.line; number++) {
        length = getline(&line, &capacity, source);
        if (length < 0)
            break;
    }
    if (length >= 0 && !memchr(line, '\0', (size_t)length)) {
        line[strcspn(line, "\r\n")] = '\0';
        fprintf(diag->stream, "%5u | %s\n", place.line, line);
        if (place.column > 0 && place.column <= strlen(line) + 1) {
            fputs("      | ", diag->stream);
            for (unsigned i = 0; i + 1 < place.column; i++)
                fputc(line[i] == '\t' ? '\t' : ' ', diag->stream);
            fprintf(diag->stream, "%s^%s\n", diag->color ? "\033[0;1;32m" : "",
                    diag->color ? "\033[0m" : "");
        }
    }
    free(line);
    fclose(source);
}

// The group of all warnings of ours.
static const char group[] = "offload";

static const struct {
    const char *name;
    bool on;
} warnings[] = {
#define WARNING(name, on) {name, on},
#include "base/warnings.def"
#undef WARNING
};
enum { WARNINGS = sizeof warnings / sizeof *warnings };

bool oc_diag_knows(const char *warning) {
    for (size_t i = 0; i < WARNINGS; i++)
        if (strcmp(warnings[i].name, warning) == 0)
            return true;
    return strcmp(warning, group) == 0;
}

const char *oc_diag_warning(size_t index) {
    return index < WARNINGS ? warnings[index].name : NULL;
}

static bool is_on_without_options(const char *warning) {
    for (size_t i = 0; i < WARNINGS; i++)
        if (strcmp(warnings[i].name, warning) == 0)
            return warnings[i].on;
    return true;
}

// Whether an option is a prefix and the warning's name, or the group's.
static bool is_about(const char *option, const char *prefix, const char *warning) {
    const char *name = option + strlen(prefix);
    size_t length = strcspn(warning, "=");
    return oc_starts_with(option, prefix) &&
           ((strlen(name) == length && strncmp(name, warning, length) == 0) ||
            strcmp(name, group) == 0);
}

// Whether the last of the options about a warning, with one of two prefixes, has the first;
// `fallback` if there is none.
static bool last_option(const struct oc_diag *diag, const char *warning, const char *yes,
                        const char *no, bool fallback) {
    for (size_t i = diag->option_count; i-- > 0;) {
        if (is_about(diag->options[i], yes, warning))
            return true;
        if (is_about(diag->options[i], no, warning))
            return false;
    }
    return fallback;
}

bool oc_diag_shows(const struct oc_diag *diag, const char *warning) {
    // -Werror=x turns x on.
    return !diag->no_warnings &&
           (last_option(diag, warning, "", "no-", is_on_without_options(warning)) ||
            last_option(diag, warning, "error=", "no-", false));
}

static bool is_error(const struct oc_diag *diag, const char *warning) {
    return warning ? last_option(diag, warning, "error=", "no-error=", diag->warnings_as_errors)
                   : diag->warnings_as_errors;
}

void oc_report(struct oc_diag *diag, enum oc_severity severity, struct oc_place place,
               const char *warning, const char *format, ...) {
    bool promoted = severity == OC_WARNING && is_error(diag, warning);
    diag->warnings += severity == OC_WARNING;
    if (severity == OC_WARNING && (warning ? !oc_diag_shows(diag, warning) : diag->no_warnings))
        return;
    if (promoted)
        severity = OC_ERROR;
    if (severity == OC_ERROR)
        diag->errors++;
    const char *bold = diag->color ? "\033[1m" : "", *reset = diag->color ? "\033[0m" : "";
    fputs(bold, diag->stream);
    if (!place.file)
        fprintf(diag->stream, "%s: ", diag->tool);
    else if (place.column)
        fprintf(diag->stream, "%s:%u:%u: ", place.file, place.line, place.column);
    else if (place.line)
        fprintf(diag->stream, "%s:%u: ", place.file, place.line);
    else
        fprintf(diag->stream, "%s: ", place.file);
    fprintf(diag->stream, "%s%s%s%s", diag->color ? colors[severity] : "", labels[severity], reset,
            severity == OC_NOTE ? "" : bold);
    va_list arguments;
    va_start(arguments, format);
    vfprintf(diag->stream, format, arguments);
    va_end(arguments);
    if (warning)
        fprintf(diag->stream, " [%s-%c%s]", promoted ? "-Werror," : "",
                severity == OC_REMARK ? 'R' : 'W', warning);
    fprintf(diag->stream, "%s\n", reset);
    if (place.file && place.line && !diag->no_source)
        print_snippet(diag, place);
}

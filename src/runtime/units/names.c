#include "runtime/units/names.h"

#include "runtime/devices/libomptarget.h"
#include "runtime/process.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

// The form of LLVM's ident_t and map names: two texts, a line and a column, which we do not know.
// Short texts stay in the memory of the strings that libomptarget makes of them.
static const struct source_location unknown_location = {.text = ";?;?;0;0;;"};

bool __offloadcc_names_are_wanted(void) {
    static int wanted; // 1: yes, -1: no
    int answer = __atomic_load_n(&wanted, __ATOMIC_RELAXED);
    if (!answer) {
        answer = getenv("LIBOMPTARGET_INFO") || getenv("LIBOMPTARGET_PROFILE") ? 1 : -1;
        __atomic_store_n(&wanted, answer, __ATOMIC_RELAXED);
    }
    return answer > 0;
}

struct text {
    struct text *next;
    char characters[];
};

// libomptarget would take a semicolon for the end of a part, and end the program at what it takes
// for a line.
static void append_part(FILE *out, const char *part) {
    for (; *part; part++)
        fputc(*part == ';' ? ',' : *part, out);
    fputc(';', out);
}

static char *write_text(const char *first, const char *second, unsigned int line) {
    char *text = NULL;
    size_t size;
    FILE *out = open_memstream(&text, &size);
    if (!out)
        return NULL;
    fputc(';', out);
    append_part(out, first);
    append_part(out, second);
    fprintf(out, "%u;0;;", line);
    return fclose(out) ? NULL : text;
}

// The one text of these parts; NULL: there is no memory.
static const char *find_text(const char *first, const char *second, unsigned int line) {
    enum { BUCKETS = 256 };
    static struct text *texts[BUCKETS];
    static pthread_mutex_t mutex = PTHREAD_MUTEX_INITIALIZER;
    char *wanted = write_text(first, second, line);
    if (!wanted)
        return NULL;
    size_t hash = 0, size = strlen(wanted) + 1;
    for (const char *at = wanted; *at; at++)
        hash = 31 * hash + (unsigned char)*at;
    pthread_mutex_lock(&mutex);
    struct text **list = &texts[hash % BUCKETS], *text = *list;
    while (text && strcmp(text->characters, wanted) != 0)
        text = text->next;
    if (!text && (text = malloc(sizeof *text + size))) {
        memcpy(text->characters, wanted, size);
        text->next = *list;
        *list = text;
    }
    pthread_mutex_unlock(&mutex);
    free(wanted);
    return text ? text->characters : NULL;
}

const struct source_location *__offloadcc_place_for_target(struct source_location *location,
                                                           const char *file, unsigned int line,
                                                           const char *function) {
    if (!__offloadcc_names_are_wanted())
        return &unknown_location;
    const char *text = find_text(file, function, line);
    if (!text)
        return &unknown_location;
    *location = (struct source_location){.text = text};
    return location;
}

const struct source_location *
__offloadcc_launch_for_target(struct source_location *location,
                              const struct __offloadcc_kernel *kernel) {
    const struct __offloadcc_thread *thread = __offloadcc_thread();
    bool is_launch = thread->file;
    return __offloadcc_place_for_target(
        location, is_launch ? thread->file : kernel->__offloadcc_file,
        is_launch ? thread->line : kernel->__offloadcc_line, kernel->__offloadcc_name);
}

void *__offloadcc_name_for_target(const char *name, const char *file, unsigned int line) {
    return __offloadcc_names_are_wanted() ? (void *)find_text(name, file, line) : NULL;
}

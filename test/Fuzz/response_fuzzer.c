// libFuzzer: any bytes as a command line and three response files, with a line "%%" between one and
// the next. The bytes 1, 2 and 3 stand for "@file", so that mutations find files that include
// files, themselves too. What is not refused has nothing left to expand, and comes back when it is
// quoted.
#include "fuzz.h"

#include "base/response.h"
#include "driver/options.h"

#include <assert.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <unistd.h>

enum { FILES = 3, FIRST_FD = 500, MAX_REFERENCES = 20 };
static const char separator[] = "\n%%\n";

static void open_files(void) {
    static bool opened;
    for (int i = 0; i < FILES && !opened; i++) {
        int fd = memfd_create("response", 0);
        if (fd < 0 || dup2(fd, FIRST_FD + i) < 0)
            abort();
        close(fd);
    }
    opened = true;
}

// Appends a text of the input. No name has a slash: whatever else is on this machine is not read.
static void add_text(struct oc_text *out, const char *text, size_t length, unsigned *references) {
    oc_text_add(out, "");
    for (size_t i = 0; i < length; i++) {
        if (text[i] >= 1 && text[i] <= FILES) {
            oc_text_printf(out, "@/proc/self/fd/%d", FIRST_FD + text[i] - 1);
            ++*references;
        } else {
            oc_text_add_bytes(out, text[i] == '/' ? "_" : &text[i], 1);
        }
    }
}

static void check(const struct oc_args *words) {
    struct oc_arena *arena = words->arena;
    struct oc_text quoted = {.arena = arena};
    struct oc_args again = {.arena = arena}, back = {.arena = arena};
    struct oc_diag diag = silent_diag();
    bool consumed;
    for (size_t i = 0; i < words->count; i++) {
        assert(words->items[i][0] != '@' || !strstr(words->items[i], "/proc/self/fd/50") ||
               access(words->items[i] + 1, F_OK) != 0);
        oc_response_quote(&quoted, words->items[i]);
    }
    bool same = oc_options_expand(arena, words->items, words->count, &diag, &again, &consumed);
    assert(same && again.count == words->count);
    oc_response_split(arena, quoted.data, quoted.length, &back);
    for (size_t i = 0, j = 0; i < words->count; i++) {
        assert(strcmp(again.items[i], words->items[i]) == 0);
        // A word that begins with a NUL is empty, and has no quoted form.
        assert(!*words->items[i] || strcmp(back.items[j++], words->items[i]) == 0);
    }
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
    struct oc_arena arena = {0};
    struct oc_text line = {.arena = &arena};
    struct oc_args words = {.arena = &arena}, expanded = {.arena = &arena};
    const char *at = (const char *)data, *end = at + size;
    unsigned references = 0;
    open_files();
    for (int i = -1; i < FILES; i++) {
        const char *stop = memmem(at, (size_t)(end - at), separator, strlen(separator));
        struct oc_text text = {.arena = &arena};
        add_text(i < 0 ? &line : &text, at, (size_t)((stop ? stop : end) - at), &references);
        if (i >= 0 && (ftruncate(FIRST_FD + i, 0) < 0 ||
                       pwrite(FIRST_FD + i, text.data, text.length, 0) != (ssize_t)text.length))
            abort();
        at = stop ? stop + strlen(separator) : end;
    }
    if (references <= MAX_REFERENCES) { // or words are multiplied without end
        struct oc_diag diag = silent_diag();
        bool consumed;
        oc_response_split(&arena, line.data, line.length, &words);
        bool ok = oc_options_expand(&arena, words.items, words.count, &diag, &expanded, &consumed);
        assert(diag.errors == !ok && !(ok && consumed));
        if (ok)
            check(&expanded);
    }
    oc_arena_release(&arena);
    return 0;
}

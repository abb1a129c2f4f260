// libFuzzer: any bytes as a command line (a response file's text), as clang's -### output, and as a
// pass's messages. No word is lost: the arguments are made of all words but "--".
#include "fuzz.h"

#include "base/response.h"
#include "driver/command.h"
#include "driver/diagfilter.h"
#include "driver/query.h"

#include <assert.h>
#include <stdint.h>
#include <string.h>

static void check_arguments(struct oc_arena *arena, const char *text, size_t size) {
    struct oc_args words = {.arena = arena};
    oc_response_split(arena, text, size, &words);
    struct oc_arguments arguments = oc_options_parse(arena, words.items, words.count);
    size_t total = 0;
    for (size_t i = 0; i < arguments.count; i++)
        total += arguments.items[i].word_count;
    assert(total == words.count || total + 1 == words.count);
    // @files are not to be read here.
    for (size_t i = 0; i < words.count; i++)
        if (words.items[i][0] == '@')
            return;
    struct oc_diag diag = silent_diag();
    struct oc_command command;
    struct oc_args clang = {.arena = arena};
    if (oc_command_read(arena, "offloadcc", words.items, words.count, &diag, &command))
        oc_command_clang_words(&command, &clang);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
    struct oc_arena arena = {0};
    const char *text = oc_arena_strndup(&arena, (const char *)data, size);
    check_arguments(&arena, text, size);
    struct oc_query query;
    oc_query_parse(&arena, text, size, &query);
    struct oc_diagfilter filter = {0};
    struct oc_text first = {.arena = &arena}, second = {.arena = &arena};
    oc_diagfilter_add(&filter, text, size, false, NULL, &first);
    oc_diagfilter_add(&filter, text, size, true, "sm_90", &second);
    assert(second.length <= first.length + 64);
    oc_arena_release(&arena);
    return 0;
}

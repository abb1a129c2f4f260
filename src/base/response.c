#include "base/response.h"

static bool is_blank(char c) {
    return c == ' ' || c == '\t' || c == '\r' || c == '\n';
}

// What is left of a text, and the word in the making.
struct splitter {
    const char *text;
    size_t at, length;
    char *word;
    size_t size;
};

// One character, or one and the backslash in front of it. A backslash at the very end is one.
static void take_character(struct splitter *splitter) {
    if (splitter->text[splitter->at] == '\\' && splitter->at + 1 < splitter->length)
        splitter->at++;
    splitter->word[splitter->size++] = splitter->text[splitter->at++];
}

static void take_word(struct splitter *splitter) {
    while (splitter->at < splitter->length && !is_blank(splitter->text[splitter->at])) {
        char quote = splitter->text[splitter->at];
        if (quote != '"' && quote != '\'') {
            take_character(splitter);
            continue;
        }
        splitter->at++;
        while (splitter->at < splitter->length && splitter->text[splitter->at] != quote)
            take_character(splitter);
        splitter->at++;
    }
}

void oc_response_split(struct oc_arena *arena, const char *text, size_t length,
                       struct oc_args *out) {
    struct splitter splitter = {.text = text, .length = length};
    splitter.word = oc_arena_alloc(arena, length + 1); // no word is longer than the text
    while (splitter.at < length) {
        splitter.size = 0;
        take_word(&splitter);
        splitter.at++;
        if (splitter.size)
            oc_args_add(out, oc_arena_strndup(arena, splitter.word, splitter.size));
    }
}

void oc_response_quote(struct oc_text *text, const char *word) {
    oc_text_add(text, "\"");
    for (; *word; word++) {
        if (*word == '"' || *word == '\\')
            oc_text_add(text, "\\");
        oc_text_add_bytes(text, word, 1);
    }
    oc_text_add(text, "\"\n");
}

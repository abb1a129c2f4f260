#include "scan/key/words.h"

#include <string.h>

static bool begins_word(unsigned char c) {
    return c == '_' || c == '$' || c >= 0x80 || (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z');
}

static bool is_digit(char c) {
    return c >= '0' && c <= '9';
}

static bool continues_word(char c) {
    return begins_word((unsigned char)c) || is_digit(c);
}

static size_t skip_line_comment(struct oc_bytes text, size_t at) {
    while (at < text.length && (text.data[at] != '\n' || text.data[at - 1] == '\\'))
        at++;
    return at;
}

static size_t skip_block_comment(struct oc_bytes text, size_t at) {
    const char *end = strstr(text.data + at + 2, "*/");
    return end ? (size_t)(end - text.data) + 2 : text.length;
}

// A number with its suffix, which is no word; 1'000 is C23.
static void skip_number(struct oc_words *words) {
    const char *data = words->text.data;
    while (words->at < words->end &&
           (continues_word(data[words->at]) || (data[words->at] == '\'' && !words->quote)))
        words->at++;
}

// What is no word and no number.
static void skip_other(struct oc_words *words) {
    const char *at = words->text.data + words->at;
    if (!words->quote && at[0] == '/' && at[1] == '/') {
        words->at = skip_line_comment(words->text, words->at);
    } else if (!words->quote && at[0] == '/' && at[1] == '*') {
        words->at = skip_block_comment(words->text, words->at);
    } else if (words->quote && *at == '\\') {
        words->at += 2;
    } else {
        if (*at == words->quote || *at == '\n')
            words->quote = 0;
        else if (!words->quote && (*at == '"' || *at == '\''))
            words->quote = *at;
        words->at++;
    }
}

bool oc_words_next(struct oc_words *words, struct oc_word *out) {
    while (words->at < words->end) {
        char c = words->text.data[words->at];
        if (begins_word((unsigned char)c)) {
            size_t begin = words->at;
            while (words->at < words->end && continues_word(words->text.data[words->at]))
                words->at++;
            *out = (struct oc_word){words->text.data + begin, begin, words->at - begin};
            return true;
        }
        if (is_digit(c))
            skip_number(words);
        else
            skip_other(words);
    }
    return false;
}

bool oc_word_is(struct oc_word word, const char *name) {
    return strncmp(name, word.text, word.length) == 0 && !name[word.length];
}

void oc_words_skip_line(struct oc_words *words) {
    while (words->at < words->end && words->text.data[words->at] != '\n')
        words->at++;
}

static const char *find_bytes(struct oc_words words, const char *bytes) {
    return words.at < words.end
               ? memmem(words.text.data + words.at, words.end - words.at, bytes, strlen(bytes))
               : NULL;
}

bool oc_words_contain(struct oc_words words, const char *bytes) {
    return find_bytes(words, bytes) != NULL;
}

bool oc_words_split(struct oc_words words) {
    for (const char *at; (at = find_bytes(words, "\\"));) {
        words.at = (size_t)(at - words.text.data) + 1;
        const char *next = at + 1 + strspn(at + 1, " \t\f\v\r");
        if (at[1] == 'u' || at[1] == 'U' ||
            (*next == '\n' && at > words.text.data && continues_word(at[-1]) &&
             continues_word(next[1])))
            return true;
    }
    return false;
}

bool oc_words_directive(struct oc_words *words) {
    const char *data = words->text.data;
    for (; words->at < words->end; words->at++) {
        const char *at = data + words->at;
        if (words->at > 0 && at[-1] != '\n' && (words->at < 2 || memcmp(at - 2, "*/", 2) != 0))
            continue;
        at += strspn(at, " \t\f\v\r");
        if (*at == '#' || (at[0] == '%' && at[1] == ':')) {
            words->at = (size_t)(at - data) + (*at == '#' ? 1 : 2);
            return words->at < words->end;
        }
    }
    return false;
}

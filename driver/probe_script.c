// The linker's scripts, as bytes from outside: which files does one name? The grammar is ld's
// (GNU ld's manual, "Linker Scripts"), which gold, lld and mold read a part of.
#include "driver/probe.h"

#include <string.h>

struct script {
    const char *at, *end;
    oc_probe_script_visit *visit;
    void *context;
};

struct token {
    const char *text;
    size_t length; // 0: the end
    bool quoted;
};

static bool is_blank(char c) {
    return c == ' ' || (c >= '\t' && c <= '\r');
}

static bool is_punctuation(char c) {
    return c && strchr("(){},;\"", c);
}

static void skip_blank(struct script *script) {
    while (script->at < script->end) {
        if (is_blank(*script->at)) {
            script->at++;
        } else if (script->end - script->at >= 2 && memcmp(script->at, "/*", 2) == 0) {
            const char *from = script->at + 2;
            const char *close = memmem(from, (size_t)(script->end - from), "*/", 2);
            script->at = close ? close + 2 : script->end;
        } else {
            return;
        }
    }
}

// A name, a quoted name without its quotes, or one character of punctuation.
static struct token next_token(struct script *script) {
    skip_blank(script);
    struct token token = {.text = script->at};
    if (script->at == script->end)
        return token;
    if (*script->at == '"') {
        token.text++;
        const char *close = memchr(token.text, '"', (size_t)(script->end - token.text));
        token.length = (size_t)((close ? close : script->end) - token.text);
        token.quoted = true;
        script->at = close ? close + 1 : script->end;
        return token.length ? token : next_token(script);
    }
    while (script->at < script->end && !is_blank(*script->at) && !is_punctuation(*script->at))
        script->at++;
    script->at += script->at == token.text;
    token.length = (size_t)(script->at - token.text);
    return token;
}

static bool is_unquoted(struct token token, const char *text) {
    return !token.quoted && token.length == strlen(text) &&
           memcmp(token.text, text, token.length) == 0;
}

static bool at_parenthesis(struct script *script) {
    skip_blank(script);
    return script->at < script->end && *script->at == '(';
}

static bool visit_token(const struct script *script, enum oc_script_name kind, struct token token) {
    return token.length && script->visit(script->context, kind, token.text, token.length);
}

// What stands in the parentheses of INPUT and the like; AS_NEEDED (...) may be among the names.
static bool read_names(struct script *script, enum oc_script_name kind) {
    size_t depth = 0;
    for (struct token token; (token = next_token(script)).length;) {
        if (is_unquoted(token, "("))
            depth++;
        else if (is_unquoted(token, ")") && --depth == 0)
            return false;
        else if (!is_unquoted(token, ")") && !is_unquoted(token, ",") &&
                 !is_unquoted(token, "AS_NEEDED") && visit_token(script, kind, token))
            return true;
    }
    return false;
}

// k.o(.text) in SECTIONS makes ld read k.o. Sections' own names begin with a dot, and patterns name
// no file.
static bool is_file_of_section(struct token token) {
    return token.text[0] != '.' && memchr(token.text, '.', token.length) &&
           !memchr(token.text, '*', token.length) && !memchr(token.text, '?', token.length);
}

bool oc_probe_script(const void *data, size_t length, oc_probe_script_visit *visitor,
                     void *context) {
    struct script script = {data, (const char *)data + length, visitor, context};
    for (struct token token; (token = next_token(&script)).length;) {
        bool stop = false;
        if (is_unquoted(token, "INCLUDE"))
            stop = visit_token(&script, OC_SCRIPT_FILE, next_token(&script));
        else if (!at_parenthesis(&script))
            continue;
        else if (is_unquoted(token, "INPUT") || is_unquoted(token, "GROUP") ||
                 is_unquoted(token, "STARTUP"))
            stop = read_names(&script, OC_SCRIPT_FILE);
        else if (is_unquoted(token, "SEARCH_DIR"))
            stop = read_names(&script, OC_SCRIPT_DIR);
        else if (is_file_of_section(token))
            stop = visit_token(&script, OC_SCRIPT_FILE, token);
        if (stop)
            return true;
    }
    return false;
}

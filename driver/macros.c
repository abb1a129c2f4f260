#include "driver/macros.h"

#include "base/text.h"
#include "driver/ppline.h"

#include <fcntl.h>
#include <stdlib.h>
#include <string.h>

enum { MOST_EXPANSIONS = 2000, MOST_TOKENS = 200000, DEEPEST_ARGUMENT = 100 };

// ---- Tokens ------------------------------------------------------------------------------------

struct token {
    const char *text;
    size_t length;
    bool space;            // in front of it
    bool painted;          // a macro's name that is not to be expanded again
    struct macro *leaving; // no token: the end of what this macro became
};

struct tokens {
    struct token *items;
    size_t count, capacity;
};

static bool token_is(const struct token *token, const char *text) {
    return token->length == strlen(text) && memcmp(token->text, text, token->length) == 0;
}

static bool is_identifier(const struct token *token) {
    return token->length && oc_ppline_is_name_start(token->text[0]);
}

static void push_token(struct oc_arena *arena, struct tokens *tokens, struct token token) {
    tokens->items = oc_arena_grow(arena, tokens->items, tokens->count, &tokens->capacity,
                                  sizeof *tokens->items);
    tokens->items[tokens->count++] = token;
}

// Of a line that has no comments. Of punctuation only ## has more than one character.
static void tokenize(struct oc_arena *arena, const char *line, struct tokens *out) {
    bool space = false;
    const char *end = line + strlen(line);
    for (const char *at = line; at < end;) {
        const char *next = at + 1;
        if (oc_ppline_is_blank(*at)) {
            space = true;
            at++;
            continue;
        }
        if (oc_ppline_is_name_start(*at))
            while (oc_ppline_is_name(*next))
                next++;
        else if (oc_ppline_is_name(*at)) // a number
            while (oc_ppline_is_name(*next) || *next == '.')
                next++;
        else if (*at == '"' || *at == '\'')
            next = oc_ppline_after_quoted(at, end);
        else if (at[0] == '#' && at[1] == '#')
            next++;
        push_token(arena, out,
                   (struct token){.text = at, .length = (size_t)(next - at), .space = space});
        space = false;
        at = next;
    }
}

// ---- Definitions -------------------------------------------------------------------------------

struct macro {
    const char *line; // the name and what follows: equal lines are one definition
    bool function_like, variadic, active;
    struct tokens parameters, body;
};

// A name in the directive or in what became of it.
struct name {
    struct token token;
    struct macro **macros;
    size_t count;
    size_t last; // to choose; count: it is not defined
};

// The names in this combination, in the order in which they were met.
struct choice {
    size_t name, chosen;
};

struct expansion {
    struct oc_macros *macros;
    struct oc_arena arena;
    struct name *names;
    size_t name_count, name_capacity;
    struct choice *choices;
    size_t count, capacity;
    size_t tokens, depth;
    bool failed;  // the preprocessor would refuse this combination
    bool unknown; // something cannot be told
};

// Of the last eight characters: names that begin alike are many.
static uint32_t hash_name(const char *at, size_t length) {
    uint64_t last = 0;
    if (length >= sizeof last)
        memcpy(&last, at + length - sizeof last, sizeof last);
    else
        for (size_t i = 0; i < length; i++)
            last = last << 8 | (unsigned char)at[i];
    return (uint32_t)((last + length) * 0x9e3779b97f4a7c15u >> 32);
}

void oc_macros_add_source(struct oc_macros *macros, const char *path, const struct oc_bytes *text) {
    macros->sources = oc_arena_grow(macros->arena, macros->sources, macros->source_count,
                                    &macros->source_capacity, sizeof *macros->sources);
    macros->sources[macros->source_count++] = (struct oc_macros_source){
        .path = path, .text = text ? *text : (struct oc_bytes){0}, .is_read = text != NULL};
}

// There may be a hundred thousand of them: what an arena leaves behind would count.
static bool grow_definitions(struct oc_macros *macros) {
    size_t capacity = macros->capacity ? 2 * macros->capacity : 4096;
    struct oc_definition *larger =
        realloc(macros->definitions, capacity * sizeof *macros->definitions);
    macros->open |= !larger;
    if (!larger)
        return false;
    macros->definitions = larger;
    macros->capacity = capacity;
    return true;
}

void oc_macros_release(struct oc_macros *macros) {
    free(macros->definitions);
}

void oc_macros_add(struct oc_macros *macros, const char *text, const char *end, const char *at) {
    if (at < end && *at == ' ') // as nearly all have it
        at++;
    if (at == end || !oc_ppline_is_name_start(*at))
        at = oc_ppline_skip_blank(at, end);
    const char *next = at;
    while (next < end && oc_ppline_is_name(*next))
        next++;
    macros->open |= next < end && *next == '\\'; // a name over two lines, or with \u
    if (next == at)
        return;
    if (macros->count == macros->capacity && !grow_definitions(macros))
        return;
    uint32_t hash = hash_name(at, (size_t)(next - at));
    uint32_t *slot = &macros->slots[hash % OC_MACROS_SLOTS];
    macros->definitions[macros->count++] = (struct oc_definition){
        .hash = hash,
        .next = *slot,
        .source = (uint32_t)(macros->source_count - 1),
        .offset = (uint32_t)(at - text),
    };
    *slot = (uint32_t)macros->count;
}

void oc_macros_add_option(struct oc_macros *macros, const char *value) {
    size_t name = strcspn(value, "=");
    struct oc_text line = {.arena = macros->arena};
    oc_text_printf(&line, "%.*s %s", (int)name, value, value[name] ? value + name + 1 : "1");
    struct oc_bytes text = {line.data, line.length};
    oc_macros_add_source(macros, "", &text);
    oc_macros_add(macros, text.data, text.data + text.length, text.data);
}

// The text of a source; empty if it is gone.
static struct oc_bytes text_of(struct oc_macros *macros, size_t index) {
    struct oc_macros_source *source = &macros->sources[index];
    if (!source->is_read &&
        oc_file_read_regular(macros->arena, AT_FDCWD, source->path, INT32_MAX, &source->text))
        source->text = (struct oc_bytes){0};
    source->is_read = true;
    return source->text;
}

// Reads (a, b, ...), whose parenthesis is the token at `at`. Returns the index after it.
static size_t read_parameters(struct expansion *expansion, const struct tokens *line, size_t at,
                              struct macro *macro) {
    macro->function_like = true;
    for (at++; at < line->count && !token_is(&line->items[at], ")"); at++) {
        const struct token *token = &line->items[at];
        if (is_identifier(token)) {
            push_token(&expansion->arena, &macro->parameters, *token);
        } else if (token_is(token, ".") && !macro->variadic) { // `...` or `name...`
            macro->variadic = true;
            if (at == 0 || !is_identifier(&line->items[at - 1]))
                push_token(&expansion->arena, &macro->parameters,
                           (struct token){.text = "__VA_ARGS__", .length = 11});
        }
    }
    return at + 1;
}

static struct macro *read_definition(struct expansion *expansion, const char *line) {
    struct macro *macro = OC_NEW(&expansion->arena, struct macro);
    struct tokens tokens = {0};
    *macro = (struct macro){.line = line};
    tokenize(&expansion->arena, line, &tokens);
    size_t at = 1;
    if (tokens.count > 1 && token_is(&tokens.items[1], "(") && !tokens.items[1].space)
        at = read_parameters(expansion, &tokens, 1, macro);
    for (; at < tokens.count; at++)
        push_token(&expansion->arena, &macro->body, tokens.items[at]);
    return macro;
}

// The definition's line, or NULL if it is one of another name.
static const char *definition_line(struct expansion *expansion,
                                   const struct oc_definition *definition,
                                   const struct token *name) {
    struct oc_bytes text = text_of(expansion->macros, definition->source);
    if (!text.data || text.length < definition->offset ||
        text.length - definition->offset < name->length)
        return NULL;
    const char *at = text.data + definition->offset, *end = text.data + text.length;
    if (memcmp(at, name->text, name->length) != 0 ||
        (at + name->length < end && oc_ppline_is_name(at[name->length])))
        return NULL;
    return oc_ppline_tokens(&expansion->arena, at, end);
}

static void find_definitions(struct expansion *expansion, struct name *name) {
    const struct oc_macros *macros = expansion->macros;
    uint32_t hash = hash_name(name->token.text, name->token.length);
    size_t capacity = 0;
    bool object_like = false;
    for (uint32_t i = macros->slots[hash % OC_MACROS_SLOTS]; i;
         i = macros->definitions[i - 1].next) {
        const struct oc_definition *definition = &macros->definitions[i - 1];
        const char *line =
            definition->hash == hash ? definition_line(expansion, definition, &name->token) : NULL;
        size_t same = 0;
        while (line && same < name->count && strcmp(name->macros[same]->line, line) != 0)
            same++;
        if (!line || same < name->count)
            continue;
        name->macros = oc_arena_grow(&expansion->arena, name->macros, name->count, &capacity,
                                     sizeof *name->macros);
        name->macros[name->count] = read_definition(expansion, line);
        object_like |= !name->macros[name->count++]->function_like;
    }
    // A macro with parameters that is not defined does not become a header's name.
    name->last = name->count && !object_like ? name->count - 1 : name->count;
}

// Names that the compiler defines itself. __FILE__ is a file that is being read anyway.
static bool is_compilers(const struct token *name) {
    bool reserved = name->length > 1 && name->text[0] == '_' &&
                    (name->text[1] == '_' || (name->text[1] >= 'A' && name->text[1] <= 'Z'));
    return reserved && !token_is(name, "__FILE__") && !token_is(name, "__BASE_FILE__");
}

static size_t find_name(struct expansion *expansion, const struct token *token) {
    for (size_t i = 0; i < expansion->name_count; i++)
        if (expansion->names[i].token.length == token->length &&
            memcmp(expansion->names[i].token.text, token->text, token->length) == 0)
            return i;
    struct name name = {.token = *token};
    find_definitions(expansion, &name);
    if (!name.count)
        expansion->unknown |= expansion->macros->open || is_compilers(token);
    expansion->names = oc_arena_grow(&expansion->arena, expansion->names, expansion->name_count,
                                     &expansion->name_capacity, sizeof *expansion->names);
    expansion->names[expansion->name_count] = name;
    return expansion->name_count++;
}

// The definition that a name has in this combination, or NULL.
static struct macro *choose_definition(struct expansion *expansion, const struct token *token) {
    size_t index = find_name(expansion, token), chosen = 0, i = 0;
    const struct name *name = &expansion->names[index];
    while (i < expansion->count && expansion->choices[i].name != index)
        i++;
    if (i < expansion->count) {
        chosen = expansion->choices[i].chosen;
    } else {
        expansion->choices = oc_arena_grow(&expansion->arena, expansion->choices, expansion->count,
                                           &expansion->capacity, sizeof *expansion->choices);
        expansion->choices[expansion->count++] = (struct choice){index, 0};
    }
    return chosen < name->count ? name->macros[chosen] : NULL;
}

// Goes to the next combination. Returns false after the last one.
static bool choose_next(struct expansion *expansion) {
    while (expansion->count) {
        struct choice *choice = &expansion->choices[expansion->count - 1];
        if (choice->chosen < expansion->names[choice->name].last) {
            choice->chosen++;
            return true;
        }
        expansion->count--;
    }
    return false;
}

// ---- Expansion ---------------------------------------------------------------------------------

static void expand_tokens(struct expansion *expansion, const struct tokens *in, struct tokens *out);

// Counts work, so that it ends.
static bool count_token(struct expansion *expansion) {
    expansion->unknown |= ++expansion->tokens > MOST_TOKENS;
    return !expansion->unknown;
}

static struct token made_token(struct expansion *expansion, const char *text, bool space) {
    size_t length = strlen(text);
    expansion->tokens += length / 16;
    return (struct token){.text = text, .length = length, .space = space};
}

// The spelling of tokens, a blank for each space; `quoted`: as a string's text.
static const char *spell_tokens(struct expansion *expansion, const struct tokens *tokens,
                                bool quoted) {
    struct oc_text text = {.arena = &expansion->arena};
    oc_text_add(&text, quoted ? "\"" : "");
    for (size_t i = 0; i < tokens->count; i++) {
        const struct token *token = &tokens->items[i];
        if (token->space && i)
            oc_text_add(&text, " ");
        bool literal = token->text[0] == '"' || token->text[0] == '\'';
        for (size_t c = 0; quoted && literal && c < token->length; c++) {
            if (token->text[c] == '"' || token->text[c] == '\\')
                oc_text_add(&text, "\\");
            oc_text_add_bytes(&text, &token->text[c], 1);
        }
        if (!quoted || !literal)
            oc_text_add_bytes(&text, token->text, token->length);
    }
    oc_text_add(&text, quoted ? "\"" : "");
    return text.data;
}

static size_t parameter_of(const struct macro *macro, const struct token *token) {
    size_t i = 0;
    while (i < macro->parameters.count &&
           (macro->parameters.items[i].length != token->length ||
            memcmp(macro->parameters.items[i].text, token->text, token->length) != 0))
        i++;
    return i;
}

// The last token of `out` and the first of `more` become one.
static void paste(struct expansion *expansion, struct tokens *out, const struct tokens *more) {
    if (more->count && out->count) {
        struct token *last = &out->items[out->count - 1];
        const char *text =
            oc_arena_printf(&expansion->arena, "%.*s%.*s", (int)last->length, last->text,
                            (int)more->items[0].length, more->items[0].text);
        *last = made_token(expansion, text, last->space);
    }
    for (size_t i = more->count && out->count ? 1 : 0; i < more->count; i++)
        push_token(&expansion->arena, out, more->items[i]);
}

// The body with the arguments in it.
static void substitute_arguments(struct expansion *expansion, const struct macro *macro,
                                 const struct tokens *arguments, struct tokens *out) {
    const struct tokens *body = &macro->body;
    bool pastes = false, empty = false; // a parameter without tokens was in front of ##
    for (size_t i = 0; i < body->count && count_token(expansion); i++) {
        struct token token = body->items[i];
        struct tokens piece = {0};
        if (token_is(&token, "##") && i) {
            pastes = true;
            continue;
        }
        expansion->unknown |= token_is(&token, "__VA_OPT__");
        size_t parameter = parameter_of(macro, &token);
        bool raw = pastes || (i + 1 < body->count && token_is(&body->items[i + 1], "##"));
        if (macro->function_like && token_is(&token, "#") && i + 1 < body->count &&
            parameter_of(macro, &body->items[i + 1]) < macro->parameters.count) {
            parameter = parameter_of(macro, &body->items[++i]);
            const char *text = spell_tokens(expansion, &arguments[parameter], true);
            push_token(&expansion->arena, &piece, made_token(expansion, text, token.space));
        } else if (parameter == macro->parameters.count) {
            push_token(&expansion->arena, &piece, token);
        } else if (raw) {
            piece = arguments[parameter];
        } else {
            expand_tokens(expansion, &arguments[parameter], &piece);
        }
        if (piece.count && parameter < macro->parameters.count && !raw)
            piece.items[0].space = token.space;
        if (pastes && !empty) {
            paste(expansion, out, &piece);
        } else {
            for (size_t p = 0; p < piece.count; p++)
                push_token(&expansion->arena, out, piece.items[p]);
        }
        empty = raw && !piece.count && (!pastes || empty);
        pastes = false;
    }
}

// The next token that waits, past the ends of macros.
static struct token *peek(struct tokens *waiting) {
    while (waiting->count && waiting->items[waiting->count - 1].leaving)
        waiting->items[--waiting->count].leaving->active = false;
    return waiting->count ? &waiting->items[waiting->count - 1] : NULL;
}

// Takes a macro's arguments, after their parenthesis. False: it is not closed.
static bool take_arguments(struct expansion *expansion, const struct macro *macro,
                           struct tokens *waiting, struct tokens *arguments) {
    size_t depth = 0, argument = 0;
    for (struct token *token; (token = peek(waiting)) && count_token(expansion);) {
        waiting->count--;
        bool last = argument + 1 >= macro->parameters.count;
        if (token_is(token, ")") && depth-- == 0)
            return true;
        depth += token_is(token, "(");
        if (token_is(token, ",") && !depth && !(last && macro->variadic)) {
            if (last)
                return false;
            argument++;
        } else if (argument < macro->parameters.count) {
            push_token(&expansion->arena, &arguments[argument], *token);
        }
    }
    return false;
}

// Expands one macro's name, if it is one. What it becomes waits to be looked at again.
static bool expand_name(struct expansion *expansion, const struct token *name,
                        struct tokens *waiting) {
    struct macro *macro = choose_definition(expansion, name);
    struct tokens body = {0};
    if (!macro || macro->active)
        return false;
    struct tokens *arguments =
        OC_NEW_ARRAY(&expansion->arena, macro->parameters.count + 1, struct tokens);
    if (macro->function_like) {
        struct token *next = peek(waiting);
        if (!next || !token_is(next, "("))
            return false;
        waiting->count--;
        expansion->failed |= !take_arguments(expansion, macro, waiting, arguments);
    }
    if (expansion->failed)
        return true;
    substitute_arguments(expansion, macro, arguments, &body);
    macro->active = true;
    push_token(&expansion->arena, waiting, (struct token){.leaving = macro});
    if (body.count)
        body.items[0].space = name->space;
    for (size_t i = body.count; i-- > 0;)
        push_token(&expansion->arena, waiting, body.items[i]);
    return true;
}

static void expand_tokens(struct expansion *expansion, const struct tokens *in,
                          struct tokens *out) {
    struct tokens waiting = {0};
    expansion->unknown |= ++expansion->depth > DEEPEST_ARGUMENT;
    for (size_t i = in->count; i-- > 0;)
        push_token(&expansion->arena, &waiting, in->items[i]);
    for (struct token *next; (next = peek(&waiting)) && !expansion->failed;) {
        struct token token = *next;
        waiting.count--;
        if (!count_token(expansion))
            break;
        if (is_identifier(&token) && !token.painted) {
            if (expand_name(expansion, &token, &waiting))
                continue;
            struct macro *macro = choose_definition(expansion, &token);
            token.painted = macro && macro->active;
        }
        push_token(&expansion->arena, out, token);
    }
    while (waiting.count) // what was left
        if (waiting.items[--waiting.count].leaving)
            waiting.items[waiting.count].leaving->active = false;
    expansion->depth--;
}

// ---- Directives --------------------------------------------------------------------------------

// "name" or <name>, which may be in an arena's text already.
static void visit_name(struct oc_arena *arena, const char *text,
                       void (*visit)(void *context, const char *name, bool quoted), void *context) {
    bool quoted = text[0] == '"';
    const char *close = strchr(text + 1, quoted ? '"' : '>');
    if (close && close > text + 1)
        visit(context, oc_arena_strndup(arena, text + 1, (size_t)(close - text - 1)), quoted);
}

bool oc_macros_include(struct oc_macros *macros, const char *line,
                       void (*visit)(void *context, const char *name, bool quoted), void *context) {
    struct expansion expansion = {.macros = macros};
    struct tokens words = {0};
    size_t expansions = 0;
    if (*line == '"' || *line == '<')
        visit_name(&expansion.arena, line, visit, context);
    else
        tokenize(&expansion.arena, line, &words);
    if (words.count && is_identifier(&words.items[0])) {
        do {
            struct tokens out = {0};
            expansion.failed = false;
            expand_tokens(&expansion, &words, &out);
            if (!expansion.failed && !expansion.unknown && out.count &&
                (out.items[0].text[0] == '"' || out.items[0].text[0] == '<'))
                visit_name(&expansion.arena, spell_tokens(&expansion, &out, false), visit, context);
            expansion.unknown |= ++expansions > MOST_EXPANSIONS;
        } while (!expansion.unknown && choose_next(&expansion));
    }
    oc_arena_release(&expansion.arena);
    return !expansion.unknown;
}

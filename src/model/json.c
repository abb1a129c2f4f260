#include "model/json.h"

#include <ctype.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

json_t *oc_json_string(const char *string) {
    json_t *json = string ? json_string(string) : json_null();
    if (json)
        return json;
    size_t length = strlen(string);
    char *hex = malloc(2 * length + 1);
    if (!hex)
        return NULL;
    for (size_t i = 0; i < length; i++)
        snprintf(hex + 2 * i, 3, "%02x", (unsigned char)string[i]);
    json = json_pack("{s:s}", "hex", hex);
    free(hex);
    return json;
}

json_t *oc_json_place(struct oc_place place) {
    return json_pack("{s:o, s:I, s:I}", "file", oc_json_string(place.file ? place.file : ""),
                     "line", (json_int_t)place.line, "column", (json_int_t)place.column);
}

json_t *oc_json_directions(unsigned set) {
    json_t *names = json_array();
    if (set & OC_MAP_TO)
        json_array_append_new(names, json_string("to"));
    if (set & OC_MAP_FROM)
        json_array_append_new(names, json_string("from"));
    return names;
}

const char *oc_json_text(struct oc_arena *arena, json_t *root) {
    char *dump = root ? json_dumps(root, JSON_INDENT(1)) : NULL;
    json_decref(root);
    if (!dump) // jansson fails on our values for want of memory only
        return oc_arena_array(arena, SIZE_MAX, 2);
    char *text = oc_arena_printf(arena, "%s\n", dump);
    free(dump);
    return text;
}

bool oc_json_wrong(struct oc_json_reader *reader, const char *what) {
    if (!reader->error)
        reader->error = what;
    return false;
}

bool oc_json_integer(struct oc_json_reader *reader, const json_t *json, json_int_t max,
                     json_int_t *out) {
    json_int_t value = json_integer_value(json);
    if (!json_is_integer(json) || value < 0 || value > max)
        return oc_json_wrong(reader, "a number is missing or out of range");
    *out = value;
    return true;
}

// ---- Strings ------------------------------------------------------------------------------------

static int hex_digit(char c) {
    const char *digits = "0123456789abcdef", *at = c ? strchr(digits, c) : NULL;
    return at ? (int)(at - digits) : -1;
}

static bool read_hex(struct oc_json_reader *reader, const char *hex, const char **out) {
    size_t length = strlen(hex) / 2;
    char *bytes = oc_arena_alloc(reader->arena, length + 1);
    for (size_t i = 0; i < length; i++) {
        int high = hex_digit(hex[2 * i]), low = hex_digit(hex[2 * i + 1]);
        bytes[i] = (char)(high * 16 + low);
        if (high < 0 || low < 0 || !bytes[i])
            return oc_json_wrong(reader, "a string in hex is damaged");
    }
    if (hex[2 * length])
        return oc_json_wrong(reader, "a string in hex is damaged");
    *out = bytes;
    return true;
}

bool oc_json_read_string(struct oc_json_reader *reader, const json_t *json, const char **out) {
    const json_t *hex = json_object_get(json, "hex");
    if (json_is_string(hex))
        return read_hex(reader, json_string_value(hex), out);
    if (!json_is_string(json))
        return oc_json_wrong(reader, "a string is missing");
    *out = oc_arena_strdup(reader->arena, json_string_value(json));
    return true;
}

bool oc_json_is_word(char c) {
    return isalnum((unsigned char)c) || c == '_' || c == '$' || (unsigned char)c >= 0x80;
}

// Names with dots between them and constant indices after them: "in.parts[2].data".
static bool is_path(const char *text) {
    while (*text && !isdigit((unsigned char)*text) && oc_json_is_word(*text)) {
        while (oc_json_is_word(*text))
            text++;
        while (*text == '[') {
            size_t digits = strspn(text + 1, "0123456789");
            if (!digits || text[1 + digits] != ']')
                return false;
            text += digits + 2;
        }
        if (!*text)
            return true;
        if (*text++ != '.')
            return false;
    }
    return false;
}

bool oc_json_read_path(struct oc_json_reader *reader, const json_t *json, const char **out) {
    if (!oc_json_read_string(reader, json, out))
        return false;
    return is_path(*out) || oc_json_wrong(reader, "a member's path is malformed");
}

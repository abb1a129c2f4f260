#include "model/json.h"

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

// json.h - what our JSON texts have in common.
#ifndef OC_JSON_H
#define OC_JSON_H

#include "base/arena.h"
#include "base/diag.h"
#include "model/unit.h"

#include <jansson.h>
#include <stdbool.h>

// A string; one that is not UTF-8, which JSON cannot hold, as {"hex": "66e962"}. NULL is null.
json_t *oc_json_string(const char *string);

json_t *oc_json_place(struct oc_place place);

// A set of oc_direction: an array of "to" and "from".
json_t *oc_json_directions(unsigned set);

// The text of a value, which is taken. Ends as the arena does where memory ran out.
const char *oc_json_text(struct oc_arena *arena, json_t *root);

// Readers return false once something is wrong; the first to find it says what.
struct oc_json_reader {
    struct oc_arena *arena;
    const char *error; // NULL so far
};
bool oc_json_wrong(struct oc_json_reader *reader, const char *what);

// A number from 0 to max.
bool oc_json_integer(struct oc_json_reader *reader, const json_t *json, json_int_t max,
                     json_int_t *out);

// What oc_json_string wrote, but no null.
bool oc_json_read_string(struct oc_json_reader *reader, const json_t *json, const char **out);

// A string that is the path of a member: names with dots between them and constant indices after
// them, "in.parts[2].data".
bool oc_json_read_path(struct oc_json_reader *reader, const json_t *json, const char **out);

// Whether a character may be in an identifier.
bool oc_json_is_word(char c);

#endif

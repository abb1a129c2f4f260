// json.h - helpers to write and read the JSON texts of units, usage and manifests.
#ifndef OC_JSON_H
#define OC_JSON_H

#include "base/arena.h"
#include "base/diag.h"
#include "model/unit.h"

#include <jansson.h>
#include <stdbool.h>

// A string as JSON. A string that is not UTF-8, which JSON cannot contain, becomes
// {"hex": "66e962"}, and NULL becomes null.
json_t *oc_json_string(const char *string);

json_t *oc_json_place(struct oc_place place);

// A set of oc_direction: an array of "to" and "from".
json_t *oc_json_directions(unsigned set);

// The text of a value, which is freed. If there is no memory, the process ends, as for the arena.
const char *oc_json_text(struct oc_arena *arena, json_t *root);

// Readers return false once something is wrong. oc_json_wrong records the first error, and returns
// false.
struct oc_json_reader {
    struct oc_arena *arena;
    const char *error; // the first error; NULL: none yet
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

// expression_json.h - bounds as JSON, for unit_json.c.
//
//   {"value": 4, "type": "unsigned long"}              one over INT64_MAX is the negative number of
//   {"param": 0, "type": "int"}                        the same bits
//   {"param": 1, "path": "dims[2]", "type": "int"}
//   {"member": "in.parts[2].n", "type": "int"}
//   {"op": "*", "type": "int", "of": [..., ...]}       oc_operator_forms
#ifndef OC_EXPRESSION_JSON_H
#define OC_EXPRESSION_JSON_H

#include "model/expression.h"
#include "model/json.h"

json_t *oc_json_expression(const struct oc_expression *expression);

// What a bound may use: the kernel's parameters, or members of the struct that the counted pointer
// is in.
struct oc_json_bound_site {
    size_t params;
    bool in_struct;
};

// Whatever the JSON is, the tree that is read is typed, and uses what it may.
bool oc_json_read_expression(struct oc_json_reader *reader, const json_t *json,
                             struct oc_json_bound_site site, const struct oc_expression **out);

#endif

#include "glue/bounds.h"

#include <inttypes.h>

static void add_constant(struct oc_text *text, const struct oc_expression *node) {
    if (!node->type->is_signed)
        oc_text_printf(text, "%" PRIu64 "ULL", (uint64_t)node->value);
    else if (node->value == INT64_MIN)
        oc_text_printf(text, "(-%" PRId64 "LL - 1)", INT64_MAX);
    else
        oc_text_printf(text, "%" PRId64 "LL", node->value);
}

static void add_checked(struct oc_text *text, const struct oc_expression *node) {
    bool negated = node->op == OC_EXPR_NEGATE;
    oc_text_printf(text,
                   "__offloadcc_checked(__offloadcc_self, __offloadcc_at, __offloadcc_dim, %d, %u, "
                   "%d, ",
                   oc_expression_check(node), node->type->bytes, node->type->is_signed);
    oc_text_add(text, negated ? "0" : "");
    if (!negated)
        oc_glue_add_bound(text, node->operands[0], true);
    oc_text_add(text, ", ");
    oc_glue_add_bound(text, node->operands[negated ? 0 : 1], true);
    oc_text_add(text, ")");
}

static void add_operation(struct oc_text *text, const struct oc_expression *node, bool checked) {
    const struct oc_operator_form *form = &oc_operator_forms[node->op];
    if (form->operands == 1) {
        oc_text_add(text, node->op == OC_EXPR_CONVERT ? "" : form->spelling);
        oc_glue_add_bound(text, node->operands[0], checked);
        return;
    }
    bool chooses = node->op == OC_EXPR_CHOOSE;
    oc_text_add(text, "(");
    oc_glue_add_bound(text, node->operands[0], checked);
    oc_text_printf(text, " %s ", chooses ? "?" : form->spelling);
    oc_glue_add_bound(text, node->operands[1], checked);
    if (chooses) {
        oc_text_add(text, " : ");
        oc_glue_add_bound(text, node->operands[2], checked);
    }
    oc_text_add(text, ")");
}

void oc_glue_add_bound(struct oc_text *text, const struct oc_expression *expression, bool checked) {
    if (expression->op == OC_EXPR_PARAM) {
        oc_text_printf(text, "__offloadcc_p%zu%s%s", expression->param, expression->path ? "." : "",
                       expression->path ? expression->path : "");
        return;
    }
    if (expression->op == OC_EXPR_MEMBER) {
        oc_text_printf(text, "(*__offloadcc_e).%s", expression->path);
        return;
    }
    oc_text_printf(text, "((%s)", expression->type->name);
    if (expression->op == OC_EXPR_CONSTANT)
        add_constant(text, expression);
    else if (checked && oc_expression_check(expression))
        add_checked(text, expression);
    else
        add_operation(text, expression, checked);
    oc_text_add(text, ")");
}

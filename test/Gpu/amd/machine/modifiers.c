#include "modifiers.h"

#include <stdlib.h>
#include <string.h>

static bool starts(const char *text, const char *with) {
    return strncmp(text, with, strlen(with)) == 0;
}

// [1,0,1]: bits, the first one is bit 0. Returns how many.
static uint8_t read_bits(const char *text, uint8_t *bits) {
    uint8_t count = 0;
    *bits = 0;
    for (; *text && *text != ']'; text++)
        if (*text == '0' || *text == '1')
            *bits |= (uint8_t)((*text - '0') << count++);
    return count;
}

static void read_list(const char *text, uint8_t *numbers, unsigned count) {
    for (unsigned i = 0; i < count; i++) {
        text += strcspn(text, "0123456789");
        numbers[i] = (uint8_t)strtoul(text, (char **)&text, 10);
    }
}

static bool read_dpp(const char *text, struct modifiers *modifiers) {
    static const struct {
        const char *name;
        enum dpp_control control;
    } controls[] = {
        {"row_shl:", DPP_ROW_SHL},
        {"row_shr:", DPP_ROW_SHR},
        {"row_ror:", DPP_ROW_ROR},
        {"wave_shl:", DPP_WAVE_SHL},
        {"wave_rol:", DPP_WAVE_ROL},
        {"wave_shr:", DPP_WAVE_SHR},
        {"wave_ror:", DPP_WAVE_ROR},
        {"row_mirror", DPP_ROW_MIRROR},
        {"row_half_mirror", DPP_ROW_HALF_MIRROR},
        {"row_bcast:", DPP_ROW_BCAST},
        {"row_share:", DPP_ROW_SHARE},
        {"row_newbcast:", DPP_ROW_SHARE},
        {"row_xmask:", DPP_ROW_XMASK},
    };
    unsigned number = 0;
    if (starts(text, "quad_perm:")) {
        uint8_t lanes[4];
        read_list(text, lanes, 4);
        for (unsigned i = 0; i < 4; i++)
            number |= (lanes[i] & 3u) << 2 * i;
        modifiers->dpp = (uint16_t)(DPP_QUAD_PERM << 8 | number);
        return modifiers->has_dpp = true;
    }
    for (size_t i = 0; i < sizeof controls / sizeof *controls; i++)
        if (starts(text, controls[i].name)) {
            number = (unsigned)strtoul(text + strlen(controls[i].name), NULL, 0);
            modifiers->dpp = (uint16_t)(controls[i].control << 8 | number);
            return modifiers->has_dpp = true;
        }
    return false;
}

static bool read_select(const char *text, const char *name, uint8_t *select) {
    static const char *const selects[] = {"BYTE_0", "BYTE_1", "BYTE_2", "BYTE_3",
                                          "WORD_0", "WORD_1", "DWORD"};
    size_t length = strlen(name);
    if (strncmp(text, name, length) != 0)
        return false;
    for (uint8_t i = 0; i < sizeof selects / sizeof *selects; i++)
        if (strcmp(text + length, selects[i]) == 0)
            *select = i;
    return true;
}

bool modifier_read(const char *text, struct modifiers *modifiers) {
    static const struct {
        const char *name;
        size_t place;
    } flags[] = {
        {"clamp", offsetof(struct modifiers, clamp)},
        {"glc", offsetof(struct modifiers, glc)},
        {"sc0", offsetof(struct modifiers, sc0)},
        {"sc1", offsetof(struct modifiers, sc1)},
        {"nt", offsetof(struct modifiers, nt)},
        {"slc", offsetof(struct modifiers, nt)},
        {"dlc", offsetof(struct modifiers, nt)},
        {"offen", offsetof(struct modifiers, offen)},
        {"gds", offsetof(struct modifiers, gds)},
        {"bound_ctrl:1", offsetof(struct modifiers, bound_ctrl)},
        {"bound_ctrl:0", offsetof(struct modifiers, bound_ctrl)},
        {"fi:1", offsetof(struct modifiers, fetch_inactive)},
        {"th:TH_ATOMIC_RETURN", offsetof(struct modifiers, returns)},
    };
    for (size_t i = 0; i < sizeof flags / sizeof *flags; i++)
        if (strcmp(text, flags[i].name) == 0)
            return *((bool *)modifiers + flags[i].place) = true;
    const char *value = strchr(text, ':');
    if (read_dpp(text, modifiers))
        return true;
    if (!value)
        return false;
    value++;
    if (starts(text, "offset:") || starts(text, "offset0:"))
        modifiers->offset = (int32_t)strtol(value, NULL, 0);
    else if (starts(text, "offset1:"))
        modifiers->offset1 = (int32_t)strtol(value, NULL, 0);
    else if (starts(text, "op_sel:"))
        modifiers->op_sel_count = read_bits(value, &modifiers->op_sel);
    else if (starts(text, "op_sel_hi:"))
        read_bits(value, &modifiers->op_sel_hi);
    else if (starts(text, "neg_lo:"))
        read_bits(value, &modifiers->neg_lo);
    else if (starts(text, "neg_hi:"))
        read_bits(value, &modifiers->neg_hi);
    else if (starts(text, "mul:"))
        modifiers->output = *value == '2' ? 1 : 2;
    else if (starts(text, "div:"))
        modifiers->output = 3;
    else if (starts(text, "row_mask:"))
        modifiers->row_mask = (uint8_t)strtoul(value, NULL, 0);
    else if (starts(text, "bank_mask:"))
        modifiers->bank_mask = (uint8_t)strtoul(value, NULL, 0);
    else if (starts(text, "bitop3:"))
        modifiers->bitop = (uint8_t)strtoul(value, NULL, 0);
    else if (starts(text, "dpp8:")) {
        modifiers->has_dpp8 = true;
        read_list(value, modifiers->dpp8, 8);
    } else if (starts(text, "dst_unused:"))
        modifiers->dst_unused = strcmp(value, "UNUSED_SEXT") == 0       ? UNUSED_SEXT
                                : strcmp(value, "UNUSED_PRESERVE") == 0 ? UNUSED_PRESERVE
                                                                        : UNUSED_PAD;
    else
        return read_select(text, "dst_sel:", &modifiers->dst_sel) ||
               read_select(text, "src0_sel:", &modifiers->src_sel[0]) ||
               read_select(text, "src1_sel:", &modifiers->src_sel[1]) || starts(text, "scope:") ||
               starts(text, "th:");
    return true;
}

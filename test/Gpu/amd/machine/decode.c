#include "decode.h"

#include "modifiers.h"
#include "operations.h"
#include "vector.h"
#include "waits.h"

#include <llvm-c/Disassembler.h>
#include <llvm-c/Target.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

struct decoder {
    LLVMDisasmContextRef llvm;
    unsigned lanes;
};

static _Noreturn void stop(const char *why, const char *what) {
    fprintf(stderr, "amd: %s '%s'\n", why, what);
    abort();
}

static void *own(void *memory) {
    if (!memory)
        stop("out of memory", "decode");
    return memory;
}

struct decoder *decoder_make(const char *arch, unsigned lanes) {
    LLVMInitializeAMDGPUTargetInfo();
    LLVMInitializeAMDGPUTargetMC();
    LLVMInitializeAMDGPUDisassembler();
    bool has_both = strncmp(arch, "gfx9", 4) != 0;
    const char *features = !has_both     ? ""
                           : lanes == 64 ? "+wavefrontsize64,-wavefrontsize32"
                                         : "+wavefrontsize32,-wavefrontsize64";
    struct decoder *decoder = own(calloc(1, sizeof *decoder));
    decoder->lanes = lanes;
    decoder->llvm =
        LLVMCreateDisasmCPUFeatures("amdgcn-amd-amdhsa", arch, features, NULL, 0, NULL, NULL);
    if (!decoder->llvm)
        stop("LLVM does not disassemble", arch);
    return decoder;
}

// ---- Words of the text -------------------------------------------------------------------------

static bool starts(const char *text, const char *with) {
    return strncmp(text, with, strlen(with)) == 0;
}

static bool ends_with(const char *text, size_t length, const char *with) {
    size_t size = strlen(with);
    return length >= size && strncmp(text + length - size, with, size) == 0;
}

// Copies a mnemonic without the suffix of its encoding, and without "dual_"; says which encodings
// it names.
static void name_operation(const char *text, size_t length, char *name, size_t size,
                           struct modifiers *modifiers) {
    static const char *const suffixes[] = {"_e32",  "_e64",     "_dpp",     "_dpp8",
                                           "_sdwa", "_e64_dpp", "_e64_dpp8"};
    for (bool found = true; found;) {
        found = false;
        for (size_t i = 0; i < sizeof suffixes / sizeof *suffixes; i++)
            if (ends_with(text, length, suffixes[i])) {
                length -= strlen(suffixes[i]);
                modifiers->has_sdwa |= strcmp(suffixes[i], "_sdwa") == 0;
                found = true;
            }
    }
    bool dual = starts(text, "v_dual_");
    snprintf(name, size, "%s%.*s", dual ? "v_" : "", (int)length - (dual ? 7 : 0),
             text + (dual ? 7 : 0));
}

// The end of the operand that begins at `text`: a comma, or a blank, outside of brackets.
static const char *operand_end(const char *text) {
    int depth = 0;
    for (; *text; text++) {
        if (*text == '[' || *text == '(')
            depth++;
        else if (*text == ']' || *text == ')')
            depth--;
        else if (depth == 0 && (*text == ',' || *text == ' '))
            break;
    }
    return text;
}

// ---- Operands ----------------------------------------------------------------------------------

static const struct {
    const char *name;
    uint16_t index;
    uint8_t registers; // 0: as many as a lane mask has
} scalar_names[] = {
    {"vcc", S_VCC, 2},
    {"vcc_lo", S_VCC, 1},
    {"vcc_hi", S_VCC + 1, 1},
    {"exec", S_EXEC, 2},
    {"exec_lo", S_EXEC, 1},
    {"exec_hi", S_EXEC + 1, 1},
    {"m0", S_M0, 1},
    {"flat_scratch", S_FLAT_SCRATCH, 2},
    {"flat_scratch_lo", S_FLAT_SCRATCH, 1},
    {"flat_scratch_hi", S_FLAT_SCRATCH + 1, 1},
    {"xnack_mask", S_XNACK_MASK, 2},
    {"xnack_mask_lo", S_XNACK_MASK, 1},
    {"xnack_mask_hi", S_XNACK_MASK + 1, 1},
};

static const struct {
    const char *name;
    enum special special;
} special_names[] = {
    {"scc", SPECIAL_SCC},
    {"src_scc", SPECIAL_SCC},
    {"vccz", SPECIAL_VCCZ},
    {"src_vccz", SPECIAL_VCCZ},
    {"execz", SPECIAL_EXECZ},
    {"src_execz", SPECIAL_EXECZ},
    {"src_shared_base", SPECIAL_SHARED_BASE},
    {"src_shared_limit", SPECIAL_SHARED_LIMIT},
    {"src_private_base", SPECIAL_PRIVATE_BASE},
    {"src_private_limit", SPECIAL_PRIVATE_LIMIT},
    {"src_flat_scratch_base_lo", SPECIAL_FLAT_SCRATCH_LO},
    {"src_flat_scratch_base_hi", SPECIAL_FLAT_SCRATCH_HI},
};

// v5, v[2:3], a0, s7, ttmp9: returns false if it is none of these.
static bool read_registers(const char *text, struct operand *operand) {
    static const struct {
        const char *prefix;
        enum operand_kind kind;
        unsigned first, count;
    } files[] = {{"ttmp", SCALAR, S_TTMP, 16},
                 {"v", VECTOR, 0, 256},
                 {"a", VECTOR, V_ACCUMULATORS, 256},
                 {"s", SCALAR, 0, 106}};
    for (size_t i = 0; i < sizeof files / sizeof *files; i++) {
        size_t length = strlen(files[i].prefix);
        unsigned first, last;
        char half, end;
        if (strncmp(text, files[i].prefix, length) != 0)
            continue;
        const char *number = text + length;
        if (sscanf(number, "[%u:%u%c", &first, &last, &end) == 3 && end == ']')
            ;
        else if (sscanf(number, "%u.%c%c", &first, &half, &end) == 2 &&
                 (half == 'l' || half == 'h')) {
            last = first;
            operand->half = true;
            operand->high_half = half == 'h';
        } else if (sscanf(number, "%u%c", &first, &end) == 1)
            last = first;
        else
            continue;
        if (last < first || last >= files[i].count)
            return false;
        operand->kind = files[i].kind;
        operand->index = (uint16_t)(files[i].first + first);
        operand->registers = (uint8_t)(last - first + 1);
        return true;
    }
    return false;
}

static bool read_name(const char *text, struct operand *operand) {
    for (size_t i = 0; i < sizeof scalar_names / sizeof *scalar_names; i++)
        if (strcmp(text, scalar_names[i].name) == 0) {
            operand->kind = SCALAR;
            operand->index = scalar_names[i].index;
            operand->registers = scalar_names[i].registers;
            return true;
        }
    for (size_t i = 0; i < sizeof special_names / sizeof *special_names; i++)
        if (strcmp(text, special_names[i].name) == 0) {
            operand->kind = SPECIAL;
            operand->special = special_names[i].special;
            return true;
        }
    return strcmp(text, "off") == 0 || strcmp(text, "null") == 0;
}

static bool read_number(const char *text, struct operand *operand) {
    char *end;
    const char *digits = text + (*text == '-');
    if (*digits < '0' || *digits > '9')
        return false;
    if (starts(digits, "0x")) {
        operand->kind = LITERAL;
        operand->value = strtoull(digits, &end, 16);
        if (*text == '-')
            operand->value = -operand->value;
    } else if (strpbrk(text, ".e")) {
        operand->kind = REAL;
        operand->real = strtod(text, &end);
    } else {
        operand->kind = INTEGER;
        operand->value = (uint64_t)strtoll(text, &end, 10);
    }
    return !*end;
}

// If the text is "name(...)", removes that.
static bool unwrap(char *text, const char *name) {
    size_t length = strlen(name), size = strlen(text);
    if (!starts(text, name) || text[length] != '(' || text[size - 1] != ')')
        return false;
    text[size - 1] = 0;
    memmove(text, text + length + 1, size - length - 1);
    return true;
}

static bool read_operand(char *text, struct operand *operand) {
    if (read_number(text, operand))
        return true;
    for (size_t size = strlen(text); size;) {
        if (unwrap(text, "neg") || *text == '-') {
            operand->negate = true;
            if (*text == '-')
                memmove(text, text + 1, strlen(text));
        } else if (unwrap(text, "abs"))
            operand->absolute = true;
        else if (*text == '|' && text[strlen(text) - 1] == '|') {
            operand->absolute = true;
            text[strlen(text) - 1] = 0;
            memmove(text, text + 1, strlen(text));
        } else if (unwrap(text, "sext"))
            operand->extend = true;
        else
            (void)(unwrap(text, "lit") || unwrap(text, "lit64"));
        if (strlen(text) == size)
            break;
        size = strlen(text);
    }
    return read_registers(text, operand) || read_name(text, operand) || read_number(text, operand);
}

// ---- Operands that are no registers ------------------------------------------------------------

static const struct {
    const char *name;
    int64_t number;
} names[] = {
    {"HW_REG_MODE", 1},
    {"HW_REG_WAVE_MODE", 1},
    {"HW_REG_WAVE_STATUS", 2},
    {"HW_REG_WAVE_HW_ID1", 23},
    {"HW_REG_WAVE_HW_ID2", 24},
    {"HW_REG_STATUS", 2},
    {"HW_REG_TRAPSTS", 3},
    {"HW_REG_HW_ID", 4},
    {"HW_REG_GPR_ALLOC", 5},
    {"HW_REG_LDS_ALLOC", 6},
    {"HW_REG_IB_STS", 7},
    {"HW_REG_SH_MEM_BASES", 15},
    {"HW_REG_FLAT_SCR_LO", 20},
    {"HW_REG_FLAT_SCR_HI", 21},
    {"HW_REG_XNACK_MASK", 22},
    {"HW_REG_HW_ID1", 23},
    {"HW_REG_HW_ID2", 24},
    {"HW_REG_POPS_PACKER", 25},
    {"HW_REG_SHADER_CYCLES", 29},
    {"HW_REG_SHADER_CYCLES_LO", 29},
    {"HW_REG_SHADER_CYCLES_HI", 30},
    {"HW_REG_XCC_ID", 20 + 256},
    {"MSG_INTERRUPT", 1},
    {"MSG_GS", 2},
    {"MSG_DEALLOC_VGPRS", 3},
    {"MSG_RTN_GET_DOORBELL", 128},
    {"MSG_RTN_GET_DDID", 129},
    {"MSG_RTN_GET_TMA", 130},
    {"MSG_RTN_GET_REALTIME", 131},
    {"MSG_RTN_SAVE_WAVE", 132},
    {"MSG_RTN_GET_TBA", 133},
};

static bool number_of(const char *text, int64_t *number) {
    char name[64], *end;
    snprintf(name, sizeof name, "%.*s", (int)strcspn(text, ",() "), text);
    *number = strtoll(name, &end, 0);
    if (end != name && !*end)
        return true;
    for (size_t i = 0; i < sizeof names / sizeof *names; i++)
        if (strcmp(name, names[i].name) == 0) {
            *number = names[i].number;
            return true;
        }
    return false;
}

// hwreg(NAME, first bit, bits): number = register | first << 16 | bits << 24.
static bool read_text(const char *text, struct instruction *in) {
    unsigned first = 0, bits = 32;
    if (starts(text, "hwreg(")) {
        if (!number_of(text + 6, &in->number))
            return false;
        const char *comma = strchr(text, ',');
        if (comma && comma < strchr(text, ')') && sscanf(comma, ", %u, %u", &first, &bits) != 2)
            return false;
        in->number |= first << 16 | (int64_t)bits << 24;
        return true;
    }
    if (starts(text, "gpr_idx(")) { // which operands' registers an index moves
        static const char *const moved[] = {"SRC0", "SRC1", "SRC2", "DST"};
        for (unsigned i = 0; i < sizeof moved / sizeof *moved; i++)
            in->number |= (int64_t)(strstr(text, moved[i]) != NULL) << i;
        return true;
    }
    if (starts(text, "sendmsg("))
        return number_of(text + 8, &in->number);
    return number_of(text, &in->number);
}

// ---- The whole text ----------------------------------------------------------------------------

static unsigned registers_of(enum operand_type type, unsigned lanes) {
    switch (type) {
    case T_B64:
    case T_I64:
    case T_F64:
        return 2;
    case T_B96:
        return 3;
    case T_B128:
        return 4;
    case T_B256:
        return 8;
    case T_B512:
        return 16;
    case T_B1024:
        return 32;
    case T_MASK:
        return lanes / 32;
    case T_ANY:
    case T_TEXT:
    case T_NONE:
        return 0;
    default:
        return 1;
    }
}

// Packed operations on 32 bits have pairs of registers.
static bool is_pair_packed(const struct operation *operation, enum operand_type type) {
    return operation->run == run_packed && (type == T_B32 || type == T_I32 || type == T_F32);
}

// Gives the operands of the text their types. An optional one that is missing is VCC if it is a
// mask that is read, else nothing.
static bool take_form(struct instruction *in, unsigned lanes) {
    struct form form = form_of(in->operation);
    unsigned given = in->operand_count, missing = form.count - given;
    struct operand operands[MAX_OPERANDS];
    if (given > form.count)
        return false;
    memcpy(operands, in->operands, sizeof operands);
    in->written_count = (uint8_t)form.written;
    in->operand_count = (uint8_t)form.count;
    for (unsigned to = 0, from = 0; to < form.count; to++) {
        in->types[to] = form.types[to];
        in->also_read[to] = form.also_read[to];
        if (missing && form.optional[to]) {
            missing--;
            in->operands[to] = (struct operand){0};
            if (form.types[to] == T_MASK && to >= form.written)
                in->operands[to] = (struct operand){
                    .kind = SCALAR, .index = S_VCC, .registers = (uint8_t)(lanes / 32)};
            continue;
        }
        in->operands[to] = operands[from++];
        const struct operand *operand = &in->operands[to];
        unsigned wanted = registers_of(form.types[to], lanes);
        if (wanted == 1 && is_pair_packed(in->operation, form.types[to]))
            wanted = 2;
        if (wanted && operand->registers && operand->registers != wanted)
            return false;
    }
    return missing == 0;
}

static void note_registers(struct instruction *in) {
    for (unsigned i = 0; i < in->operand_count; i++) {
        const struct operand *operand = &in->operands[i];
        unsigned end = operand->index + operand->registers;
        if (operand->kind == SCALAR && end <= S_VCC && end > in->scalars)
            in->scalars = (uint16_t)end;
        if (operand->kind != VECTOR)
            continue;
        if (operand->index < V_ACCUMULATORS)
            in->vectors = end > in->vectors ? (uint16_t)end : in->vectors;
        else if (end - V_ACCUMULATORS > in->accumulators)
            in->accumulators = (uint16_t)(end - V_ACCUMULATORS);
    }
}

// Reads operands and modifiers; false: this is not understood.
static bool read_rest(const char *text, struct instruction *in, unsigned lanes) {
    struct form form = form_of(in->operation);
    bool in_operands = form.count > 0;
    text += strspn(text, " ");
    if (form.count && form.types[form.written] == T_TEXT && form.count == 1) {
        in->operand_count = 1;
        in->types[0] = T_TEXT;
        return in->operation->detail & ANY_TEXT || waits_read(text, in) || read_text(text, in);
    }
    while (*text) {
        char word[128];
        const char *end = operand_end(text);
        if ((size_t)(end - text) >= sizeof word)
            return false;
        snprintf(word, sizeof word, "%.*s", (int)(end - text), text);
        if (in_operands) {
            if (in->operand_count == MAX_OPERANDS)
                return false;
            struct operand *operand = &in->operands[in->operand_count];
            if (!read_operand(word, operand)) {
                *operand = (struct operand){0};
                if (!read_text(text, in))
                    return false;
            }
            in->operand_count++;
            in_operands = *end == ',';
        } else if (!modifier_read(word, &in->modifiers))
            return false;
        text = end + strspn(end, ", ");
    }
    return take_form(in, lanes);
}

static void read_instruction(const char *text, struct instruction *in, unsigned lanes) {
    char name[64];
    text += strspn(text, " ");
    size_t length = strcspn(text, " ");
    in->modifiers.src_sel[0] = in->modifiers.src_sel[1] = in->modifiers.dst_sel = DWORD;
    in->modifiers.op_sel_hi = 0xFF;
    in->modifiers.row_mask = in->modifiers.bank_mask = 0xF;
    name_operation(text, length, name, sizeof name, &in->modifiers);
    in->operation = operation_find(name);
    if (in->operation && !read_rest(text + length, in, lanes))
        in->operation = NULL;
    note_registers(in);
}

static struct instruction *read_whole(char *text, unsigned lanes) {
    struct instruction *in = own(calloc(1, sizeof *in));
    for (char *at = text; *at; at++)
        if (*at == '\t')
            *at = ' ';
    text += strspn(text, " ");
    snprintf(in->text, sizeof in->text, "%s", text);
    char *second = strstr(text, " :: ");
    if (second) {
        *second = 0;
        in->second = own(calloc(1, sizeof *in->second));
        snprintf(in->second->text, sizeof in->second->text, "%s", in->text);
        read_instruction(second + 4, in->second, lanes);
    }
    read_instruction(text, in, lanes);
    if (second && !in->second->operation)
        in->operation = NULL;
    return in;
}

struct instruction *decode(struct decoder *decoder, const uint8_t *bytes, size_t available) {
    char text[256] = "";
    uint8_t copy[MAX_INSTRUCTION_BYTES] = {0};
    if (available > sizeof copy)
        available = sizeof copy;
    memcpy(copy, bytes, available);
    size_t size = LLVMDisasmInstruction(decoder->llvm, copy, available, 0, text, sizeof text);
    if (!size)
        snprintf(text, sizeof text, "no instruction: %02x %02x %02x %02x", copy[0], copy[1],
                 copy[2], copy[3]);
    struct instruction *in = read_whole(text, decoder->lanes);
    in->size = (uint8_t)(size ? size : 4);
    return in;
}

struct instruction *decode_text(const char *text, unsigned lanes) {
    char copy[256];
    snprintf(copy, sizeof copy, "%s", text);
    return read_whole(copy, lanes);
}

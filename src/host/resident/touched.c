#include "host/resident/touched.h"

#include "base/text.h"

#include <string.h>

struct list {
    struct oc_touched *items;
    unsigned count;
};

static void add(struct list *list, struct oc_touched access) {
    if (access.size && !access.more && LLVMIsAConstantInt(access.size) &&
        LLVMConstIntGetZExtValue(access.size)) {
        access.bytes = LLVMConstIntGetZExtValue(access.size);
        access.size = NULL;
    }
    if (list->count < OC_MOST_ACCESSES)
        list->items[list->count] = access;
    list->count++;
}

static void add_bytes(struct list *list, enum oc_touch_kind kind, LLVMValueRef pointer,
                      unsigned long long bytes) {
    add(list, (struct oc_touched){.kind = kind, .pointer = pointer, .bytes = bytes});
}

// ---- Formats of printf --------------------------------------------------------------------------

// The text of a constant string, or NULL.
static const char *text_of(struct oc_arena *arena, LLVMValueRef value) {
    if (!LLVMIsAGlobalVariable(value) || !LLVMIsGlobalConstant(value))
        return NULL;
    LLVMValueRef text = LLVMGetInitializer(value);
    size_t length;
    if (!text || !LLVMIsAConstantDataArray(text) || !LLVMIsConstantString(text))
        return NULL;
    const char *data = LLVMGetAsString(text, &length);
    return oc_arena_strndup(arena, data, length);
}

// What becomes of argument `index` after a format: 's' a string, 'p' its value alone is used, '?'
// anything else, such as a string of limited length or of wide characters.
static char conversion(const char *format, unsigned index) {
    unsigned at = 0;
    for (const char *next = format; next && (next = strchr(next, '%'));) {
        next++;
        bool is_limited = false, is_last = false, is_long = false;
        for (; *next && strchr("-+ #0'0123456789.*hljztLq", *next); next++) {
            is_limited |= *next == '.';
            is_long |= *next == 'l';
            if (*next == '*') {
                is_last = at == index; // a width
                at++;
            }
        }
        if (*next == '$' || !*next)
            return '?';
        if (*next == '%' || *next == 'm') { // of no argument
            next++;
            continue;
        }
        if (is_last)
            return 'p';
        if (at++ == index)
            return *next == 's'          ? (is_limited || is_long ? '?' : 's')
                   : strchr("nS", *next) ? '?'
                                         : 'p';
        next++;
    }
    return format ? 'p' : '?';
}

// The rest of what the format says is unknown: all of the memory from the pointer on may be read,
// and an integer written.
static void add_printed(struct list *list, LLVMValueRef call, unsigned format) {
    struct oc_arena scratch = {0};
    const char *text = text_of(&scratch, LLVMGetOperand(call, format));
    for (unsigned i = format + 1; i < LLVMGetNumArgOperands(call); i++) {
        LLVMValueRef value = LLVMGetOperand(call, i);
        if (LLVMGetTypeKind(LLVMTypeOf(value)) != LLVMPointerTypeKind)
            continue;
        char kind = conversion(text, i - format - 1);
        if (kind == 's')
            add_bytes(list, OC_TOUCH_STRING, value, 0);
        if (kind == '?') {
            add_bytes(list, OC_TOUCH_READ, value, ~0ull);
            add_bytes(list, OC_TOUCH_WRITE, value, sizeof(long));
        }
    }
    oc_arena_release(&scratch);
}

// ---- Instructions ------------------------------------------------------------------------------

static void add_known(struct list *list, LLVMValueRef call) {
    const struct oc_known_call *known = oc_known_call(oc_ir_callee_name(call));
    unsigned count = LLVMGetNumArgOperands(call);
    for (int i = 0; i < OC_MOST_TOUCHES; i++) {
        const struct oc_touch *touch = &known->touches[i];
        if (touch->kind == OC_TOUCH_NONE || touch->pointer >= count)
            continue;
        struct oc_touched access = {.kind = touch->kind,
                                    .pointer = LLVMGetOperand(call, touch->pointer),
                                    .bytes = touch->bytes == OC_ALL_BYTES ? ~0ull : touch->bytes};
        if (touch->size >= 0 && (unsigned)touch->size < count)
            access.size = LLVMGetOperand(call, (unsigned)touch->size);
        if (touch->more >= 0 && (unsigned)touch->more < count)
            access.more = LLVMGetOperand(call, (unsigned)touch->more);
        add(list, access);
    }
    if (known->format >= 0 && (unsigned)known->format < count)
        add_printed(list, call, (unsigned)known->format);
}

// What is read comes first: it may be part of what is overwritten.
static void add_copied(struct list *list, LLVMValueRef call, const char *name) {
    enum { DESTINATION, SOURCE, SIZE };
    LLVMValueRef size = LLVMGetOperand(call, SIZE);
    if (!oc_starts_with(name, "llvm.memset."))
        add(list, (struct oc_touched){.kind = OC_TOUCH_READ,
                                      .pointer = LLVMGetOperand(call, SOURCE),
                                      .size = size});
    add(list, (struct oc_touched){.kind = OC_TOUCH_OVERWRITE,
                                  .pointer = LLVMGetOperand(call, DESTINATION),
                                  .size = size});
}

// Structs by value in memory, which the call copies.
static void add_by_value(const struct oc_flow *flow, struct list *list, LLVMValueRef call) {
    static const char name[] = "byval";
    unsigned kind = LLVMGetEnumAttributeKindForName(name, sizeof name - 1);
    for (unsigned i = 0; i < LLVMGetNumArgOperands(call); i++) {
        LLVMAttributeRef attribute = LLVMGetCallSiteEnumAttribute(call, i + 1, kind);
        if (attribute)
            add_bytes(list, OC_TOUCH_READ, LLVMGetOperand(call, i),
                      LLVMABISizeOfType(flow->layout, LLVMGetTypeAttributeValue(attribute)));
    }
}

unsigned oc_touched_by(const struct oc_flow *flow, LLVMValueRef instruction,
                       struct oc_touched *out) {
    struct list list = {out, 0};
    if (LLVMIsALoadInst(instruction))
        add_bytes(&list, OC_TOUCH_READ, LLVMGetOperand(instruction, 0),
                  LLVMStoreSizeOfType(flow->layout, LLVMTypeOf(instruction)));
    else if (LLVMIsAStoreInst(instruction))
        add_bytes(&list, OC_TOUCH_OVERWRITE, LLVMGetOperand(instruction, 1),
                  LLVMStoreSizeOfType(flow->layout, LLVMTypeOf(LLVMGetOperand(instruction, 0))));
    else if (oc_ir_callee(instruction) && LLVMGetIntrinsicID(oc_ir_callee(instruction)))
        add_copied(&list, instruction, oc_ir_callee_name(instruction));
    else if (oc_flow_event(flow, instruction) == OC_EVENT_ACCESS)
        add_known(&list, instruction);
    if (oc_ir_is_call(instruction))
        add_by_value(flow, &list, instruction);
    return list.count;
}

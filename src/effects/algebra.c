#include "effects/algebra.h"

#include "base/names.h"

#include <string.h>

// ---- Places in the grid, and arguments ---------------------------------------------------------

static struct oc_poly unknown_of(struct oc_algebra *algebra, struct oc_unknown unknown) {
    unsigned number = oc_unknowns_add(algebra, unknown);
    struct oc_poly poly = oc_unknowns_value(algebra, number);
    poly.invalid |= number == OC_MAX_UNKNOWNS;
    return poly;
}

// The thread's place: what offload.h's functions return.
static bool read_place(struct oc_algebra *algebra, LLVMValueRef call, struct oc_poly *out) {
    static const struct {
        const char *name;
        enum oc_unknown_kind kind;
        bool first, first_in_block; // 0 for the first thread of all, or of its block
    } places[] = {
        {OC_NAME_GLOBAL_ID, OC_GLOBAL_ID, true, false},
        {OC_NAME_THREAD_ID, OC_THREAD_ID, true, true},
        {OC_NAME_BLOCK_ID, OC_BLOCK_ID, true, false},
        {OC_NAME_BLOCK_SIZE, OC_BLOCK_SIZE, false, false},
        {OC_NAME_BLOCK_COUNT, OC_BLOCK_COUNT, false, false},
    };
    LLVMValueRef callee = oc_ir_callee(call);
    for (size_t i = 0; callee && i < sizeof places / sizeof *places; i++) {
        if (strcmp(oc_ir_name(callee), places[i].name) != 0)
            continue;
        LLVMValueRef dimension = LLVMGetOperand(call, 0);
        if (!LLVMIsAConstantInt(dimension) || LLVMConstIntGetZExtValue(dimension) > 2)
            return false;
        unsigned d = (unsigned)LLVMConstIntGetZExtValue(dimension);
        bool zero = (places[i].first && algebra->first[d]) ||
                    (places[i].first_in_block && algebra->first_in_block[d]);
        double most = places[i].kind == OC_GLOBAL_ID     ? OC_MOST_BLOCKS * OC_MOST_THREADS
                      : places[i].kind == OC_BLOCK_ID    ? OC_MOST_BLOCKS
                      : places[i].kind == OC_BLOCK_COUNT ? OC_MOST_BLOCKS
                                                         : OC_MOST_THREADS;
        *out = zero
                   ? oc_poly_number(0)
                   : unknown_of(algebra, (struct oc_unknown){
                                             .kind = places[i].kind, .dimension = d, .most = most});
        return !out->invalid;
    }
    return false;
}

// The index of the function's parameter that a value is, or -1.
static long parameter_index(const struct oc_algebra *algebra, LLVMValueRef value) {
    for (unsigned i = 0; LLVMIsAArgument(value) && i < LLVMCountParams(algebra->function); i++)
        if (LLVMGetParam(algebra->function, i) == value)
            return i;
    return -1;
}

// `bits` bits of a kernel's argument, from `shift` on, of the integer that `value` is: a value's
// slot, or what is loaded from an aggregate.
static bool read_argument(struct oc_algebra *algebra, LLVMValueRef value, unsigned shift,
                          unsigned bits, struct oc_poly *out) {
    struct oc_argument argument = {.offset = shift / 8, .bytes = bits / 8};
    if (shift % 8 || (bits != 8 && bits != 16 && bits != 32 && bits != 64))
        return false;
    long param = parameter_index(algebra, value);
    if (param >= 0) {
        const struct oc_param *slot = &algebra->kernel->params[param];
        if (slot->kind != OC_PARAM_VALUE || slot->size != argument.bytes || shift)
            return false;
    } else {
        unsigned base;
        struct oc_poly bytes;
        int64_t offset;
        if (!LLVMIsALoadInst(value) || LLVMGetVolatile(value) ||
            shift + bits > oc_ir_width(value) ||
            !oc_algebra_address(algebra, LLVMGetOperand(value, 0), &base, &bytes) ||
            !oc_poly_is_number(&bytes, &offset))
            return false;
        const struct oc_param *aggregate = &algebra->kernel->params[base];
        uint64_t size = aggregate->kind == OC_PARAM_AGGREGATE ? aggregate->size : 0;
        argument.offset += (uint64_t)offset;
        if (offset < 0 || argument.offset > size || argument.bytes > size - argument.offset)
            return false;
        param = base;
    }
    argument.param = (size_t)param;
    unsigned number = oc_unknowns_argument(algebra, argument);
    *out = oc_unknowns_value(algebra, number);
    return number != OC_MAX_UNKNOWNS;
}

// ---- Counters ----------------------------------------------------------------------------------

static struct oc_counter *find_counter(struct oc_algebra *algebra, unsigned unknown) {
    for (size_t i = 0; i < algebra->counter_count; i++)
        if (algebra->counters[i].unknown == unknown)
            return &algebra->counters[i];
    return NULL;
}

static struct oc_counter *add_counter(struct oc_algebra *algebra, struct oc_counter counter) {
    if (algebra->counter_count == OC_MAX_COUNTERS)
        return NULL;
    algebra->counters[algebra->counter_count] = counter;
    return &algebra->counters[algebra->counter_count++];
}

struct oc_counter *oc_algebra_counter(struct oc_algebra *algebra, unsigned unknown) {
    struct oc_counter *counter = find_counter(algebra, unknown);
    enum oc_unknown_kind kind = algebra->unknowns[unknown].kind;
    if (counter || (kind != OC_GLOBAL_ID && kind != OC_BLOCK_ID))
        return counter;
    return add_counter(algebra,
                       (struct oc_counter){.kind = kind == OC_GLOBAL_ID ? OC_THREADS : OC_BLOCKS,
                                           .dimension = algebra->unknowns[unknown].dimension,
                                           .unknown = unknown,
                                           .value = oc_poly_unknown(unknown)});
}

// What a phi is when its loop begins, and what is added to it in each turn.
struct course {
    LLVMValueRef start;
    struct oc_poly step;
};

static bool read_course(struct oc_algebra *algebra, LLVMValueRef phi, const bool *loop,
                        struct course *out) {
    *out = (struct course){0};
    bool stepped = false;
    for (unsigned i = 0; i < LLVMCountIncoming(phi); i++) {
        LLVMValueRef value = LLVMGetIncomingValue(phi, i);
        if (!loop[oc_paths_number(algebra->paths, LLVMGetIncomingBlock(phi, i))]) {
            if (out->start && out->start != value)
                return false;
            out->start = value;
            continue;
        }
        if (!LLVMIsAInstruction(value) || LLVMGetInstructionOpcode(value) != LLVMAdd)
            return false;
        bool first = LLVMGetOperand(value, 0) == phi;
        struct oc_poly step;
        if ((!first && LLVMGetOperand(value, 1) != phi) ||
            !oc_algebra_value(algebra, LLVMGetOperand(value, first), &step) ||
            (stepped && !oc_poly_equal(&step, &out->step)))
            return false;
        out->step = step;
        stepped = true;
    }
    return out->start && stepped;
}

static bool is_place(const struct oc_algebra *algebra, const struct oc_poly *poly,
                     enum oc_unknown_kind kind, unsigned *dimension) {
    if (poly->invalid || poly->count != 1 || poly->terms[0].coefficient != 1 ||
        poly->terms[0].factor_count != 1)
        return false;
    const struct oc_unknown *unknown = &algebra->unknowns[poly->terms[0].factors[0]];
    *dimension = unknown->dimension;
    return unknown->kind == kind;
}

static struct oc_poly grid_unknown(struct oc_algebra *algebra, enum oc_unknown_kind kind,
                                   unsigned dimension, double most) {
    return unknown_of(algebra,
                      (struct oc_unknown){.kind = kind, .dimension = dimension, .most = most});
}

static struct oc_poly grid_size(struct oc_algebra *algebra, unsigned dimension) {
    return oc_poly_multiply(grid_unknown(algebra, OC_BLOCK_SIZE, dimension, OC_MOST_THREADS),
                            grid_unknown(algebra, OC_BLOCK_COUNT, dimension, OC_MOST_BLOCKS));
}

// The unknown for the first index after offload_for's part of this block; `total` is its n.
static unsigned stretch_end(struct oc_algebra *algebra, LLVMValueRef total,
                            const struct oc_poly *value) {
    return oc_unknowns_add(
        algebra, (struct oc_unknown){.kind = OC_STRETCH_END,
                                     .value = total,
                                     .most = oc_unknowns_magnitude(algebra, value, true)});
}

static bool has_minus_one(const struct oc_poly *poly) {
    for (unsigned i = 0; i < poly->count; i++)
        if (!poly->terms[i].factor_count)
            return poly->terms[i].coefficient == -1;
    return false;
}

// What kind of counter goes such a course.
static bool classify_counter(struct oc_algebra *algebra, const struct course *course,
                             struct oc_counter *out) {
    int64_t number, step;
    struct oc_poly start, stride, turn = oc_poly_number(1);
    if (strcmp(oc_ir_callee_name(course->start), OC_ALGEBRA_STRETCH_FIRST) == 0) {
        LLVMValueRef total = LLVMGetOperand(course->start, 0);
        out->kind = OC_STRETCH;
        out->value =
            oc_poly_add(out->value, grid_unknown(algebra, OC_THREAD_ID, 0, OC_MOST_THREADS));
        stride = grid_unknown(algebra, OC_BLOCK_SIZE, 0, OC_MOST_THREADS);
        if (!oc_algebra_value(algebra, total, &out->total))
            return false;
        out->end = stretch_end(algebra, total, &out->total);
        return out->end != OC_MAX_UNKNOWNS && oc_poly_equal(&course->step, &stride);
    }
    if (!oc_algebra_value(algebra, course->start, &start))
        return false;
    if (!algebra->wants_steps && oc_poly_is_number(&course->step, &step) && step == -1) {
        bool is_last = oc_poly_is_number(&start, &number) || has_minus_one(&start);
        out->kind = OC_TURNS_DOWN;
        out->ahead = is_last ? 0 : 1; // of a loop from n, the body's i is one less
        out->total = is_last ? oc_poly_add(start, turn) : start;
        return true;
    }
    if (oc_poly_is_number(&start, &number)) {
        out->kind = OC_TURNS;
        if (number == 0 && oc_poly_equal(&course->step, &turn))
            return true;
        out->kind = OC_STEPS;
        out->value =
            oc_poly_add(start, oc_poly_multiply(course->step, oc_poly_unknown(out->unknown)));
        return algebra->wants_steps && number >= 0 && oc_poly_is_number(&course->step, &step) &&
               step > 0 && oc_ir_width(algebra->unknowns[out->unknown].value) >= 32;
    }
    if (is_place(algebra, &start, OC_GLOBAL_ID, &out->dimension)) {
        out->kind = OC_STRIDE;
        stride = grid_size(algebra, out->dimension);
    } else if (is_place(algebra, &start, OC_BLOCK_ID, &out->dimension)) {
        out->kind = OC_BLOCK_STRIDE;
        stride = grid_unknown(algebra, OC_BLOCK_COUNT, out->dimension, OC_MOST_BLOCKS);
    } else {
        return false;
    }
    return oc_poly_equal(&course->step, &stride);
}

bool oc_algebra_keeps_course(struct oc_algebra *algebra, struct oc_counter *counter) {
    LLVMValueRef phi = algebra->unknowns[counter->unknown].value;
    struct course course;
    struct oc_counter found = {.unknown = counter->unknown, .value = counter->value};
    if (!oc_unknowns_fit(algebra, &counter->range, oc_ir_width(phi)))
        return false;
    if (counter->kind == OC_STRETCH)
        found.value = oc_poly_unknown(counter->unknown);
    // Of interest is the thread, or block, that comes to an index first: its id is no greater. If
    // the grid is larger than the range, it need not make a step.
    double most = oc_unknowns_magnitude(algebra, &counter->range, true);
    unsigned d = counter->dimension;
    struct oc_unknown *id = NULL, saved = {0};
    if (counter->kind == OC_STRIDE || counter->kind == OC_BLOCK_STRIDE) {
        algebra->grid_most[d] = most;
        id = &algebra->unknowns[oc_unknowns_add(
            algebra,
            (struct oc_unknown){.kind = counter->kind == OC_STRIDE ? OC_GLOBAL_ID : OC_BLOCK_ID,
                                .dimension = d})];
        saved = *id;
        id->most = most;
    }
    bool keeps = read_course(algebra, phi, counter->loop, &course) &&
                 classify_counter(algebra, &course, &found) && found.kind == counter->kind &&
                 found.dimension == d && oc_poly_equal(&found.value, &counter->value) &&
                 (found.kind != OC_TURNS_DOWN || (found.ahead == counter->ahead &&
                                                  oc_poly_equal(&found.total, &counter->range))) &&
                 (found.kind != OC_STRETCH ||
                  (found.end == counter->end && oc_poly_equal(&found.total, &counter->total)));
    if (id)
        *id = saved;
    algebra->grid_most[d] = 0;
    return keeps;
}

static bool is_pending(const struct oc_algebra *algebra, LLVMValueRef phi) {
    for (const struct oc_pending *at = algebra->pending; at; at = at->outer)
        if (at->phi == phi)
            return true;
    return false;
}

// Makes a counter of a phi, in the first pass over the code. Returns NULL if the phi does not
// count, as where its step is computed from itself.
static struct oc_counter *make_counter(struct oc_algebra *algebra, LLVMValueRef phi) {
    size_t header = oc_paths_number(algebra->paths, LLVMGetInstructionParent(phi));
    const bool *loop = oc_paths_loop(algebra->paths, header);
    struct course course;
    unsigned unknown = oc_unknowns_add(
        algebra, (struct oc_unknown){.kind = OC_COUNTER, .value = phi, .most = 0x1p63});
    struct oc_counter counter = {
        .unknown = unknown, .value = oc_poly_unknown(unknown), .header = header, .loop = loop};
    if (!loop || unknown == OC_MAX_UNKNOWNS || is_pending(algebra, phi))
        return NULL;
    const struct oc_pending pending = {phi, algebra->pending};
    algebra->pending = &pending;
    bool counts =
        read_course(algebra, phi, loop, &course) && classify_counter(algebra, &course, &counter);
    algebra->pending = pending.outer;
    return counts ? add_counter(algebra, counter) : NULL;
}

static bool read_phi(struct oc_algebra *algebra, LLVMValueRef phi, struct oc_poly *out) {
    struct oc_counter *counter = NULL;
    for (size_t i = 0; i < algebra->counter_count && !counter; i++)
        if (algebra->unknowns[algebra->counters[i].unknown].value == phi)
            counter = &algebra->counters[i];
    if (!counter && algebra->looking)
        counter = make_counter(algebra, phi);
    if (!counter || (!counter->active && !algebra->looking))
        return false;
    *out = oc_unknowns_value(algebra, counter->unknown);
    if (counter->ahead)
        *out = oc_poly_add(*out, oc_poly_number(counter->ahead));
    if (counter->kind == OC_STEPS) {
        struct oc_poly factor, rest;
        oc_poly_split(&counter->value, counter->unknown, &factor, &rest);
        *out = oc_poly_add(rest, oc_poly_multiply(factor, *out));
    }
    return !out->invalid;
}

// ---- Values ------------------------------------------------------------------------------------

static bool read_value(struct oc_algebra *algebra, LLVMValueRef value, bool wraps,
                       struct oc_poly *out);

// `wraps`: a 64-bit result is only wanted modulo 2^64.
static bool read_arithmetic(struct oc_algebra *algebra, LLVMValueRef value, LLVMOpcode opcode,
                            bool wraps, struct oc_poly *out) {
    unsigned width = oc_ir_width(value);
    bool may_wrap = wraps && width == 64;
    struct oc_poly left, right;
    int64_t bits;
    if (!read_value(algebra, LLVMGetOperand(value, 0), may_wrap, &left) ||
        !read_value(algebra, LLVMGetOperand(value, 1), may_wrap, &right))
        return false;
    switch (opcode) {
    case LLVMAdd:
    case LLVMOr: // disjoint
        *out = oc_poly_add(left, right);
        break;
    case LLVMSub:
        *out = oc_poly_subtract(left, right);
        break;
    case LLVMMul:
        *out = oc_poly_multiply(left, right);
        break;
    default: // a shift
        if (!oc_poly_is_number(&right, &bits) || bits < 0 || bits > 61 || bits >= width)
            return false;
        *out = oc_poly_multiply(left, oc_poly_number((int64_t)1 << bits));
    }
    if (opcode == LLVMOr)
        return !out->invalid && (may_wrap || oc_unknowns_fit(algebra, out, width));
    return !out->invalid && (may_wrap || LLVMGetNSW(value) || oc_unknowns_fit(algebra, out, width));
}

// The parts of a small struct, which is passed in registers: trunc(lshr(slot, 32)).
static bool read_part(struct oc_algebra *algebra, LLVMValueRef trunc, struct oc_poly *out) {
    LLVMValueRef from = LLVMGetOperand(trunc, 0);
    unsigned shift = 0;
    if (LLVMIsAInstruction(from) && LLVMGetInstructionOpcode(from) == LLVMLShr &&
        LLVMIsAConstantInt(LLVMGetOperand(from, 1))) {
        uint64_t bits = LLVMConstIntGetZExtValue(LLVMGetOperand(from, 1));
        shift = bits < oc_ir_width(from) ? (unsigned)bits : 1;
        from = LLVMGetOperand(from, 0);
    }
    return read_argument(algebra, from, shift, oc_ir_width(trunc), out);
}

static bool read_cast(struct oc_algebra *algebra, LLVMValueRef value, LLVMOpcode opcode,
                      struct oc_poly *out) {
    if (opcode == LLVMTrunc && read_part(algebra, value, out))
        return true;
    if (!read_value(algebra, LLVMGetOperand(value, 0), false, out))
        return false;
    switch (opcode) {
    case LLVMTrunc:
        return algebra->looking || (oc_unknowns_prove_positive(algebra, *out) &&
                                    oc_unknowns_fit(algebra, out, oc_ir_width(value)));
    case LLVMZExt:
        return algebra->looking || oc_unknowns_prove_positive(algebra, *out);
    default:
        return true;
    }
}

static bool read_call(struct oc_algebra *algebra, LLVMValueRef call, struct oc_poly *out) {
    struct oc_poly total;
    if (strcmp(oc_ir_callee_name(call), OC_ALGEBRA_STRETCH_END) != 0)
        return read_place(algebra, call, out);
    if (!oc_algebra_value(algebra, LLVMGetOperand(call, 0), &total))
        return false;
    *out = oc_poly_unknown(stretch_end(algebra, LLVMGetOperand(call, 0), &total));
    return out->terms[0].factors[0] != OC_MAX_UNKNOWNS;
}

static bool read_value(struct oc_algebra *algebra, LLVMValueRef value, bool wraps,
                       struct oc_poly *out) {
    unsigned width = oc_ir_width(value);
    if (width == 0 || width > 64)
        return false;
    if (LLVMIsAConstantInt(value)) {
        *out = oc_poly_number(LLVMConstIntGetSExtValue(value));
        return true;
    }
    if (!LLVMIsAInstruction(value))
        return read_argument(algebra, value, 0, width, out);
    LLVMOpcode opcode = LLVMGetInstructionOpcode(value);
    switch (opcode) {
    case LLVMAdd:
    case LLVMSub:
    case LLVMMul:
    case LLVMShl:
        return read_arithmetic(algebra, value, opcode, wraps, out);
    case LLVMOr:
        return LLVMGetIsDisjoint(value) && read_arithmetic(algebra, value, opcode, wraps, out);
    case LLVMTrunc:
    case LLVMZExt:
    case LLVMSExt:
        return read_cast(algebra, value, opcode, out);
    case LLVMFreeze:
        return read_value(algebra, LLVMGetOperand(value, 0), wraps, out);
    case LLVMLoad:
        return read_argument(algebra, value, 0, width, out);
    case LLVMPHI:
        return read_phi(algebra, value, out);
    case LLVMCall:
        return read_call(algebra, value, out);
    default:
        return false;
    }
}

bool oc_algebra_value(struct oc_algebra *algebra, LLVMValueRef value, struct oc_poly *out) {
    return read_value(algebra, value, false, out);
}

// ---- Addresses ---------------------------------------------------------------------------------

// Adds what an address step adds to its pointer.
static bool add_step(struct oc_algebra *algebra, LLVMValueRef step, struct oc_poly *bytes) {
    LLVMTypeRef type = LLVMGetGEPSourceElementType(step);
    for (unsigned i = 1; i < (unsigned)LLVMGetNumOperands(step); i++) {
        LLVMValueRef index = LLVMGetOperand(step, i);
        struct oc_poly count;
        if (i > 1 && LLVMGetTypeKind(type) == LLVMStructTypeKind) {
            unsigned field = (unsigned)LLVMConstIntGetZExtValue(index);
            uint64_t offset = LLVMOffsetOfElement(algebra->layout, type, field);
            *bytes = oc_poly_add(*bytes, oc_poly_number((int64_t)offset));
            type = LLVMStructGetTypeAtIndex(type, field);
            continue;
        }
        if (i > 1 && LLVMGetTypeKind(type) != LLVMArrayTypeKind)
            return false;
        type = i > 1 ? LLVMGetElementType(type) : type;
        if (!read_value(algebra, index, true, &count))
            return false;
        int64_t size = (int64_t)LLVMABISizeOfType(algebra->layout, type);
        *bytes = oc_poly_add(*bytes, oc_poly_multiply(count, oc_poly_number(size)));
    }
    return !bytes->invalid;
}

bool oc_algebra_address(struct oc_algebra *algebra, LLVMValueRef pointer, unsigned *param,
                        struct oc_poly *bytes) {
    struct oc_poly sum = oc_poly_number(0);
    while (LLVMIsAInstruction(pointer)) {
        LLVMOpcode opcode = LLVMGetInstructionOpcode(pointer);
        if (opcode == LLVMGetElementPtr ? !add_step(algebra, pointer, &sum)
                                        : opcode != LLVMAddrSpaceCast && opcode != LLVMFreeze)
            return false;
        pointer = LLVMGetOperand(pointer, 0);
    }
    long index = parameter_index(algebra, pointer);
    if (index < 0)
        return false;
    *param = (unsigned)index;
    *bytes = sum;
    return true;
}

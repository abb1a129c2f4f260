#include "effects/partial.h"

#include "effects/truth.h"
#include "model/usage.h"

enum { MAX_WRITES = 64, MAX_BLOCKS = 400, MAX_LOOPS = 4 };
enum { LEAST_SIZE = 2 }; // of dimensions whose size is an argument: smaller arrays are left aside

struct search {
    struct oc_ir *ir;
    struct oc_algebra *algebra;
    struct oc_paths paths;
    const struct oc_param *param;
    struct oc_write writes[MAX_WRITES];
    size_t write_count;
    struct oc_poly bytes; // of the array; invalid: not known
};

// ---- Ways to a store ---------------------------------------------------------------------------

static bool is_open(void *data, LLVMBasicBlockRef before, LLVMBasicBlockRef block, size_t which) {
    const struct search *search = data;
    LLVMValueRef end = LLVMGetBasicBlockTerminator(block);
    if (!LLVMIsABranchInst(end) || !LLVMIsConditional(end))
        return true;
    enum oc_truth truth = oc_truth_of(search->algebra, before, block, LLVMGetCondition(end));
    return truth == OC_UNSURE || (truth == OC_TRUE) == (which == 0);
}

// Whether there is a way from the end of a block, or from a loop's header in the same turn, to
// another block.
static bool leads_to(struct search *search, size_t from, size_t to) {
    bool *avoid = OC_NEW_ARRAY(search->ir->arena, search->paths.count, bool);
    avoid[from] = true;
    return from == to || oc_paths_search(&search->paths, from, avoid, is_open, search)[to];
}

// The loops of the counters that have values, outermost first. False: they are not in each other.
static bool collect_loops(const struct search *search, const struct oc_write *write,
                          struct oc_counter *loops[MAX_LOOPS], size_t *count) {
    struct oc_algebra *algebra = search->algebra;
    *count = 0;
    for (size_t i = 0; i < algebra->fixed_count; i++)
        for (size_t c = 0; c < algebra->counter_count; c++) {
            struct oc_counter *counter = &algebra->counters[c];
            if (!counter->loop || counter->unknown != algebra->fixed[i].unknown)
                continue;
            if (*count == MAX_LOOPS || !counter->loop[write->block])
                return false;
            size_t at = (*count)++;
            for (; at > 0 && counter->loop[loops[at - 1]->header]; at--)
                loops[at] = loops[at - 1];
            loops[at] = counter;
        }
    for (size_t i = 1; i < *count; i++)
        if (loops[i]->header == loops[i - 1]->header || !loops[i - 1]->loop[loops[i]->header])
            return false;
    return true;
}

// Whether a thread for which the unknowns have their fixed values, in a turn for which the counters
// have theirs, comes to the store. A counter has its value from its loop's header on.
static bool is_reached(struct search *search, const struct oc_write *write) {
    struct oc_algebra *algebra = search->algebra;
    struct oc_counter *loops[MAX_LOOPS];
    size_t count, from = 0;
    if (!collect_loops(search, write, loops, &count))
        return true;
    for (size_t c = 0; c < algebra->counter_count; c++)
        algebra->counters[c].active = false;
    bool reached = true;
    for (size_t i = 0; i <= count && reached; i++) {
        size_t to = i < count ? loops[i]->header : write->block;
        reached = leads_to(search, from, to);
        if (i < count) {
            loops[i]->active = true;
            from = to;
        }
    }
    for (size_t c = 0; c < algebra->counter_count; c++)
        algebra->counters[c].active = false;
    return reached;
}

static bool fix(struct oc_algebra *algebra, unsigned unknown, struct oc_poly value) {
    for (size_t i = 0; i < algebra->fixed_count; i++)
        if (algebra->fixed[i].unknown == unknown)
            return oc_poly_equal(&algebra->fixed[i].value, &value);
    if (algebra->fixed_count == OC_MAX_FIXED)
        return false;
    algebra->fixed[algebra->fixed_count].unknown = unknown;
    algebra->fixed[algebra->fixed_count++].value = value;
    return true;
}

// Writes each size of the array as the least one + a number that is not negative.
static bool fix_sizes(struct search *search) {
    for (unsigned i = 0; i < search->bytes.count; i++) {
        const struct oc_term *term = &search->bytes.terms[i];
        for (unsigned f = 0; f < term->factor_count; f++)
            if (!fix(search->algebra, term->factors[f],
                     oc_poly_add(oc_poly_unknown(term->factors[f]), oc_poly_number(LEAST_SIZE))))
                return false;
    }
    return true;
}

// ---- The first element -------------------------------------------------------------------------

// Whether an unknown may be 0, and is not an argument.
static bool is_index(const struct oc_algebra *algebra, unsigned unknown) {
    enum oc_unknown_kind kind = algebra->unknowns[unknown].kind;
    return kind == OC_GLOBAL_ID || kind == OC_THREAD_ID || kind == OC_BLOCK_ID ||
           kind == OC_COUNTER;
}

// Whether an unknown is not 0 where the array has elements.
static bool is_size(const struct search *search, unsigned unknown) {
    enum oc_unknown_kind kind = search->algebra->unknowns[unknown].kind;
    return kind == OC_BLOCK_SIZE || kind == OC_BLOCK_COUNT ||
           (!search->bytes.invalid && oc_poly_mentions(&search->bytes, unknown));
}

// What has to be 0 for a term of an address to be 0: one index. `beyond`: it cannot be 0. False:
// that cannot be said.
static bool fix_to_zero(struct search *search, const struct oc_term *term, bool *beyond) {
    unsigned index = OC_MAX_UNKNOWNS;
    for (unsigned f = 0; f < term->factor_count; f++) {
        unsigned unknown = term->factors[f];
        if (is_index(search->algebra, unknown) && index == OC_MAX_UNKNOWNS)
            index = unknown;
        else if (!is_size(search, unknown))
            return false;
    }
    *beyond |= index == OC_MAX_UNKNOWNS;
    return term->coefficient > 0 && (*beyond || fix(search->algebra, index, oc_poly_number(0)));
}

static bool may_write_first(struct search *search, const struct oc_write *write) {
    bool known = write->offset >= 0, beyond = write->offset > 0;
    search->algebra->fixed_count = 0;
    if (!fix_sizes(search))
        search->algebra->fixed_count = 0;
    for (unsigned i = 0; i < write->shape.count && known; i++)
        known = fix_to_zero(search, &write->shape.terms[i], &beyond);
    bool may = !known || (!beyond && is_reached(search, write));
    search->algebra->fixed_count = 0;
    return may;
}

// ---- The last element --------------------------------------------------------------------------

// The array's bytes with the sizes as they are fixed.
static struct oc_poly fixed_bytes(struct search *search) {
    return oc_writes_array_bytes(search->algebra,
                                 (size_t)(search->param - search->algebra->kernel->params));
}

static bool may_write_last(struct search *search, const struct oc_write *write) {
    struct oc_algebra *algebra = search->algebra;
    int64_t number;
    bool is_constant = oc_poly_is_number(&search->bytes, &number);
    if (!write->shape.count) // others than tiny arrays are larger
        return write->offset < 0 || (is_constant && write->offset + write->size >= number);
    const struct oc_term *term = &write->shape.terms[0];
    if (write->shape.count != 1 || term->factor_count != 1 || term->coefficient < write->size ||
        !is_index(algebra, term->factors[0]))
        return true;
    bool may = true;
    struct oc_poly index, stride = oc_poly_number(term->coefficient);
    algebra->fixed_count = 0;
    if (fix_sizes(search)) {
        struct oc_poly bytes = fixed_bytes(search);
        struct oc_poly address =
            oc_poly_subtract(bytes, oc_poly_number(write->offset + write->size));
        if (oc_poly_divide(&address, &stride, &index) && fix(algebra, term->factors[0], index))
            may = is_reached(search, write);
    }
    algebra->fixed_count = 0;
    return may;
}

// ---- All addresses -----------------------------------------------------------------------------

static int64_t greatest_divisor(int64_t left, int64_t right) {
    while (right) {
        int64_t rest = left % right;
        left = right;
        right = rest;
    }
    return left < 0 ? -left : left;
}

// A number of neighbouring elements of which at most one is written, for all threads and arguments.
// Returns less than 2 if no such number is known.
static int64_t step_of(const struct search *search) {
    int64_t step = 0, size = (int64_t)search->param->size;
    for (size_t i = 0; i < search->write_count; i++) {
        const struct oc_write *write = &search->writes[i];
        for (unsigned t = 0; t < write->shape.count; t++)
            step = greatest_divisor(step, write->shape.terms[t].coefficient);
        step = greatest_divisor(step, write->offset - search->writes[0].offset);
    }
    int64_t first = step ? ((search->writes[0].offset % step) + step) % step % size : 0;
    for (size_t i = 0; i < search->write_count; i++)
        if (!step || step % size || first + search->writes[i].size > size)
            return 0;
    return step / size;
}

// The number of elements that are written at addresses which are the same for all threads; 0: there
// are others.
static int64_t count_same(const struct search *search) {
    int64_t bytes = 0, size = (int64_t)search->param->size;
    for (size_t i = 0; i < search->write_count; i++) {
        if (!oc_unknowns_are_arguments(search->algebra, &search->writes[i].shape))
            return 0;
        bytes += search->writes[i].size;
    }
    return (bytes + size - 1) / size;
}

// Whether the array may have more than so many elements.
static bool may_have_more(const struct search *search, int64_t elements) {
    int64_t bytes;
    return !oc_poly_is_number(&search->bytes, &bytes) ||
           bytes > elements * (int64_t)search->param->size;
}

// ---- The verdict -------------------------------------------------------------------------------

static bool read_writes(struct search *search, size_t param, const struct oc_accesses *accesses) {
    LLVMValueRef function = search->algebra->function;
    if (accesses->unknown || !accesses->writes.count || accesses->writes.count > MAX_WRITES)
        return false;
    for (size_t i = 0; i < accesses->writes.count; i++) {
        LLVMValueRef write = accesses->writes.items[i];
        if (LLVMGetBasicBlockParent(LLVMGetInstructionParent(write)) != function ||
            !oc_writes_read(search->algebra, param, write, &search->writes[search->write_count++]))
            return false;
    }
    return true;
}

// Whether the addresses are what they were read as when it was not asked whether something wraps.
// Grids of more than 2^31 threads in a dimension, loops of more turns, and sizes that are the
// greatest of their types are left aside.
static bool are_sure(struct search *search) {
    enum { MANY = 2147483647 };
    struct oc_algebra *algebra = search->algebra;
    bool sure = true;
    for (size_t i = 0; i < algebra->unknown_count; i++)
        if (algebra->unknowns[i].most > MANY && algebra->unknowns[i].kind == OC_GLOBAL_ID)
            algebra->unknowns[i].most = MANY;
    for (size_t i = 0; i < algebra->unknown_count; i++)
        if (!search->bytes.invalid && oc_poly_mentions(&search->bytes, (unsigned)i))
            algebra->unknowns[i].most -= LEAST_SIZE;
    for (size_t c = 0; c < algebra->counter_count; c++) {
        algebra->counters[c].range = oc_poly_number(MANY);
        algebra->counters[c].active = true;
    }
    algebra->looking = false;
    for (size_t i = 0; i < search->write_count && sure; i++) {
        struct oc_write again;
        sure = oc_writes_read(algebra, (size_t)(search->param - algebra->kernel->params),
                              search->writes[i].instruction, &again) &&
               oc_poly_equal(&again.shape, &search->writes[i].shape) &&
               again.offset == search->writes[i].offset;
    }
    for (size_t c = 0; c < algebra->counter_count; c++)
        algebra->counters[c].active = false;
    return sure;
}

typedef bool may_write_fn(struct search *search, const struct oc_write *write);

static bool none_writes(struct search *search, may_write_fn *may_write) {
    for (size_t i = 0; i < search->write_count; i++)
        if (may_write(search, &search->writes[i]))
            return false;
    return true;
}

static const char *describe_unwritten(struct search *search) {
    struct oc_arena *arena = search->ir->arena;
    if (!are_sure(search))
        return NULL;
    int64_t step = step_of(search), count = count_same(search);
    if (count && may_have_more(search, count))
        return oc_arena_printf(arena, "the kernel writes no more than %lld of its elements",
                               (long long)count);
    if (step > 1 && may_have_more(search, 1))
        return oc_arena_printf(arena, "the kernel writes no more than one in %lld of its elements",
                               (long long)step);
    if (none_writes(search, may_write_first))
        return "the kernel never writes its first element";
    if (!search->bytes.invalid && none_writes(search, may_write_last))
        return "the kernel never writes its last element";
    return NULL;
}

const char *oc_partial_find(struct oc_ir *ir, const struct oc_kernel *kernel, size_t param,
                            LLVMValueRef thread, const struct oc_accesses *accesses) {
    if (LLVMCountBasicBlocks(thread) > MAX_BLOCKS || !kernel->params[param].size)
        return NULL;
    struct search *search = OC_NEW(ir->arena, struct search);
    struct oc_algebra *algebra = OC_NEW(ir->arena, struct oc_algebra);
    *search = (struct search){.ir = ir, .algebra = algebra, .param = &kernel->params[param]};
    *algebra = (struct oc_algebra){.ir = ir,
                                   .kernel = kernel,
                                   .function = thread,
                                   .paths = &search->paths,
                                   .layout = LLVMGetModuleDataLayout(LLVMGetGlobalParent(thread)),
                                   .wants_steps = true,
                                   .looking = true};
    oc_paths_read(ir->arena, thread, &search->paths);
    search->bytes = oc_writes_array_bytes(algebra, param);
    return read_writes(search, param, accesses) ? describe_unwritten(search) : NULL;
}

// cpufibres.h - cpu.c's blocks whose threads are coroutines (src/cpu/fibres/coroutine.h): resumes
// them in turn, from barrier to barrier. Threads that wait in lane functions go on when all of
// their group wait (src/cpu/fibres/meetings.h).

void *malloc(size_t size);
void *aligned_alloc(size_t alignment, size_t size);
void free(void *memory);

enum { MAX_THREADS = 1024, MALLOC_ALIGNMENT = 16 };

// What a coroutine's handle points to: the head of its frame, which LLVM guarantees. A coroutine
// that is done has no resume function. Volatile: LLVM calls these functions by a convention of its
// own, which for one pointer is C's; it must not find out which they are, and that C differs.
struct coroutine {
    void (*volatile resume)(struct coroutine *coroutine);
    void (*volatile destroy)(struct coroutine *coroutine);
};

// Memory for a coroutine's frame, or back with it.
void *__offloadcc_fibre_memory(void *old, size_t size, size_t alignment) {
    if (old) {
        free(old);
        return NULL;
    }
    void *memory = alignment <= MALLOC_ALIGNMENT
                       ? malloc(size)
                       : aligned_alloc(alignment, (size + alignment - 1) & -alignment);
    if (!memory) {
        show_text();
        dprintf(STDERR,
                "offloadcc: error: no memory for a thread that waits at a barrier on the CPU (%zu "
                "bytes)\n",
                size);
        abort();
    }
    return memory;
}

enum { MAX_LANES = 64 };

// A call that a thread is in: of a lane function, or of another coroutine with lane functions. The
// list says how far the thread is in the function that calls (src/cpu/fibres/meetings.h).
struct step {
    struct step *outer;   // the call of that function; NULL in a kernel
    unsigned long number; // threads that have the same number are in the same call
    unsigned int depth;   // how many are outside of this one
    unsigned int length;
    unsigned int list[];
};

// The lane functions of a block's threads. Arrays of MAX_THREADS have an element for each thread of
// the block.
struct lanes {
    unsigned int count;                // lanes in a group; 0: no thread has waited yet
    struct step *calls[MAX_THREADS];   // of coroutines, the innermost; NULL: none
    struct step *waits[MAX_THREADS];   // the call in which a thread waits; NULL: it does not
    unsigned long steps;               // the last number
    unsigned long values[MAX_THREADS]; // what the threads have passed to the function
    unsigned long masks[MAX_THREADS];  // the lanes of the masks that they have passed; 0: no mask
    unsigned long together;            // bit i: lane i of the group is in the meeting
    unsigned long brought[MAX_LANES];  // the values of the lanes in the meeting
    unsigned int lane;                 // the lane that runs now
    _Bool orders[MAX_THREADS];         // whether the function orders accesses
    char tokens[MAX_THREADS];          // for ThreadSanitizer, one for each group
};

// A block in work.
struct block {
    __offloadcc_fibre_fn *fibre;
    void *const *slots;
    struct __offloadcc_place *place;
    struct coroutine *threads[MAX_THREADS]; // x fastest; NULL: ended
    unsigned int running;                   // a thread's number
    struct lanes lanes;
};

static _Thread_local struct block *working; // NULL: none

// The runtime has them, images do not: ThreadSanitizer sees nothing of those.
__attribute__((weak)) void __offloadcc_race_region(void);
__attribute__((weak)) void __offloadcc_race_run(unsigned long thread, void (*run)(void *),
                                                void *argument);

// One thread's turn. It has no padding: at -O0 clang clears that by memset, which ThreadSanitizer
// takes for a write that races with other threads' turns.
struct turn {
    const struct block *block;
    struct coroutine **thread;
    int start; // 1: the thread begins
    int waits; // 1: the thread waits at a barrier after its turn
};

// Starts a thread or resumes it.
static void run_thread(void *argument) {
    struct turn *turn = argument;
    struct coroutine **thread = turn->thread;
    if (turn->start)
        *thread = turn->block->fibre(turn->block->slots, turn->block->place);
    else if (*thread)
        (*thread)->resume(*thread);
    else
        return;
    turn->waits = (*thread)->resume != NULL;
    if (turn->waits)
        return;
    (*thread)->destroy(*thread);
    *thread = NULL;
}

// Returns whether the thread waits at a barrier or in a lane function.
static _Bool run_numbered(struct block *block, unsigned int number, _Bool start) {
    struct turn turn = {block, block->threads + number, start, 0};
    block->running = number;
    if (__offloadcc_race_run)
        __offloadcc_race_run(number, run_thread, &turn);
    else
        run_thread(&turn);
    return turn.waits;
}

// ---- Lanes -------------------------------------------------------------------------------------

__attribute__((weak)) void __offloadcc_race_order_before(void *address);
__attribute__((weak)) void __offloadcc_race_order_after(void *address);
enum { ORDERS = 1 << 16 }; // of `how` (offload_lanes.h)

static void *token_of_group(struct block *block) {
    return &block->lanes.tokens[block->running / block->lanes.count];
}

static _Thread_local unsigned long alone; // what this thread has passed last

// The running thread comes to a call.
static void begin_step(struct block *block, struct step *step) {
    step->outer = block->lanes.calls[block->running];
    step->number = ++block->lanes.steps;
    step->depth = step->outer ? step->outer->depth + 1 : 0;
}

// A thread is about to call another coroutine with lane functions.
void __offloadcc_lanes_enter(struct step *step) {
    if (!working)
        return;
    begin_step(working, step);
    working->lanes.calls[working->running] = step;
}

// The call has returned.
void __offloadcc_lanes_leave(struct step *step) {
    if (working)
        working->lanes.calls[working->running] = step->outer;
}

// Makes the running thread wait in a lane function.
void __offloadcc_lanes_meet(unsigned long value, unsigned int how, struct step *step) {
    struct block *block = working;
    unsigned long mask = awaited;
    alone = value;
    awaited = 0;
    if (!block)
        return;
    struct lanes *lanes = &block->lanes;
    begin_step(block, step);
    lanes->count = how & 255;
    lanes->masks[block->running] = mask & ~0ul >> (MAX_LANES - lanes->count);
    lanes->waits[block->running] = step;
    lanes->values[block->running] = value;
    lanes->orders[block->running] = (how & ORDERS) != 0 && __offloadcc_race_order_before;
    if (lanes->orders[block->running])
        __offloadcc_race_order_before(token_of_group(block));
}

// Whether the running thread is in no meeting: it is outside of kernels, or in a function that does
// not wait, such as one that the C library calls back (fibres.h).
static _Bool is_alone(void) {
    if (!working || !working->lanes.waits[working->running])
        return !working;
    working->lanes.waits[working->running] = NULL;
    return 1;
}

// Returns what a shuffle returns to the running thread. `how` and the kinds: offload_lanes.h.
unsigned long __offloadcc_lanes_take(unsigned int by, unsigned int how) {
    enum { SHUFFLE, SHUFFLE_UP, SHUFFLE_DOWN, SHUFFLE_XOR };
    if (is_alone())
        return alone;
    const struct lanes *lanes = &working->lanes;
    unsigned int kind = how >> 8, lane = lanes->lane, other = by;
    if (kind == SHUFFLE_UP)
        other = by <= lane ? lane - by : lanes->count;
    else if (kind == SHUFFLE_DOWN)
        other = by < lanes->count ? lane + by : lanes->count;
    else if (kind == SHUFFLE_XOR)
        other = lane ^ by;
    if (other >= lanes->count || !(lanes->together >> other & 1))
        other = lane;
    return lanes->brought[other];
}

// Returns what a ballot returns to the running thread.
unsigned long __offloadcc_lanes_votes(void) {
    unsigned long votes = 0;
    if (is_alone())
        return alone != 0;
    if (working->lanes.orders[working->running])
        __offloadcc_race_order_after(token_of_group(working));
    for (unsigned int i = 0; i < working->lanes.count; i++)
        if (working->lanes.together >> i & 1)
            votes |= (unsigned long)(working->lanes.brought[i] != 0) << i;
    return votes;
}

// Returns the mask of the lanes in the meeting that have passed the same value.
unsigned long __offloadcc_lanes_match(unsigned long value) {
    unsigned long same = 0;
    if (is_alone())
        return 1;
    for (unsigned int i = 0; i < working->lanes.count; i++)
        if (working->lanes.together >> i & 1)
            same |= (unsigned long)(working->lanes.brought[i] == value) << i;
    return same;
}

// Returns what a reduction of the lanes in the meeting and in the mask returns to the running
// thread: two halves at a time, as loops do (src/cpu/lanevectors.h). A mask of 0 names all lanes.
unsigned long __offloadcc_lanes_reduce(unsigned long mask, unsigned int how, unsigned int bits) {
    if (is_alone())
        return alone;
    unsigned long values[MAX_LANES], there = working->lanes.together & (mask ? mask : ~0ul);
    for (unsigned int i = 0; i < working->lanes.count; i++)
        values[i] = working->lanes.brought[i];
    for (unsigned int half = working->lanes.count / 2; half > 0; half /= 2) {
        for (unsigned int i = 0; i < half; i++)
            if (there >> (i + half) & 1)
                values[i] = !(there >> i & 1) ? values[i + half]
                            : bits == 32      ? combine32((unsigned int)values[i],
                                                          (unsigned int)values[i + half], how)
                                              : combine64(values[i], values[i + half], how);
        there |= there >> half;
    }
    return values[0];
}

// Compares the lists of two calls in one function.
static int compare_lists(const struct step *left, const struct step *right) {
    for (unsigned int i = 0;; i++) {
        _Bool ends = i == left->length, other_ends = i == right->length;
        if (ends || other_ends)
            return ends ? other_ends - 1 : 1;
        if (left->list[i] != right->list[i])
            return left->list[i] < right->list[i] ? -1 : 1;
    }
}

// Compares how far two threads have come in the code: negative if `left` has come less far than
// `right`, positive if it has come further, 0 if both wait in the same call. The outermost calls
// that differ decide. A call is never both of a lane function and of another, so one of the calls
// outside of the deeper one differs from the other. Calls found to be the same are numbered alike,
// so that what is outside of them need not be compared again.
static int compare(struct step *left, struct step *right) {
    int result = 0;
    struct step *first = left, *other = right;
    while (left->depth > right->depth)
        left = left->outer;
    while (right->depth > left->depth)
        right = right->outer;
    for (; left && left->number != right->number; left = left->outer, right = right->outer) {
        int difference = compare_lists(left, right);
        result = difference ? difference : result;
    }
    for (; !result && first != left; first = first->outer, other = other->outer)
        first->number = other->number;
    return result;
}

// Whether two threads wait in the same call. They may be in different turns of the loops around it,
// so the numbers of the loops are not compared. A list has one or two numbers after these.
static _Bool are_in_one_call(const struct step *left, const struct step *right) {
    for (; left && right && left->number != right->number;
         left = left->outer, right = right->outer) {
        unsigned int last = left->length - 1;
        if (left->depth != right->depth || left->length != right->length ||
            left->list[last] != right->list[last] ||
            (last % 2 == 1 && left->list[last - 1] != right->list[last - 1]))
            return 0;
    }
    return !left == !right;
}

// Whether a thread that waits in the call `from` may still come to another call: a loop contains
// both.
static _Bool may_come(const struct step *from, const struct step *call) {
    enum { LENGTH_WITH_LOOP = 3 };
    while (from->depth > call->depth)
        from = from->outer;
    while (call->depth > from->depth)
        call = call->outer;
    for (; from; from = from->outer, call = call->outer)
        if (from->length >= LENGTH_WITH_LOOP && call->length >= LENGTH_WITH_LOOP &&
            from->list[0] == call->list[0] && are_in_one_call(from->outer, call->outer))
            return 1;
    return 0;
}

// The threads of a group.
struct group {
    struct lanes *lanes;
    unsigned int first, end; // the numbers of the first thread, and of the one after the last
};

// Of the lanes that wait and that the mask `among` names, returns the one that has come least far
// in the code. Returns MAX_LANES if none of them waits.
static unsigned int find_least(const struct group *group, unsigned long among) {
    struct step **waits = group->lanes->waits + group->first;
    unsigned int least = MAX_LANES;
    for (unsigned int i = 0; i < group->end - group->first; i++)
        if (waits[i] && among >> i & 1 &&
            (least == MAX_LANES || compare(waits[i], waits[least]) < 0))
            least = i;
    return least;
}

// The lanes that wait in the same call as a lane, in the same turn of loops.
static unsigned long find_same(const struct group *group, unsigned int lane) {
    struct step **waits = group->lanes->waits + group->first;
    unsigned long same = 0;
    for (unsigned int i = 0; i < group->end - group->first; i++)
        if (waits[i] && compare(waits[i], waits[lane]) == 0)
            same |= 1ul << i;
    return same;
}

// The lanes that wait in the same call as a lane with a mask, with the same mask. Sets *lacks to
// whether others of the mask may come.
static unsigned long find_masked(const struct group *group, unsigned int lane, _Bool *lacks) {
    struct step **waits = group->lanes->waits + group->first;
    const unsigned long *masks = group->lanes->masks + group->first;
    unsigned long same = 0;
    *lacks = 0;
    for (unsigned int i = 0; i < group->end - group->first; i++)
        if (!waits[i])
            continue;
        else if (masks[i] == masks[lane] && are_in_one_call(waits[i], waits[lane]))
            same |= 1ul << i;
        else if (masks[lane] >> i & 1)
            *lacks |= may_come(waits[i], waits[lane]);
    return same;
}

// Sets `together` to the lanes that meet. Returns whether any lane waits.
//
// A lane whose call has a mask gives way to all other lanes, while a lane of the mask may still
// come to the call. Of the lanes that do not give way, those meet that are earliest in the code. If
// all lanes give way, those of all lanes meet that are earliest in the code.
static _Bool find_meeting(struct lanes *lanes, unsigned int first, unsigned int end) {
    const struct group group = {lanes, first, end};
    unsigned long among = ~0ul;
    lanes->together = 0;
    for (unsigned int lane; (lane = find_least(&group, among)) < MAX_LANES;) {
        _Bool lacks = 0;
        unsigned long found = lanes->masks[first + lane] ? find_masked(&group, lane, &lacks)
                                                         : find_same(&group, lane);
        if (!lacks || !lanes->together)
            lanes->together = found;
        if (!lacks)
            break;
        among &= ~found;
    }
    return lanes->together != 0;
}

static void resume_numbered(struct block *block, unsigned int number) {
    const unsigned int *size = block->place->__offloadcc_index[BLOCK_SIZE];
    unsigned int *id = block->place->__offloadcc_index[THREAD_ID];
    id[0] = number % size[0];
    id[1] = number / size[0] % size[1];
    id[2] = number / size[0] / size[1];
    run_numbered(block, number, 0);
}

// Resumes the threads of a group that meet.
static void meet(struct block *block, unsigned int first, unsigned int end) {
    struct lanes *lanes = &block->lanes;
    unsigned long together = lanes->together;
    for (unsigned int i = first; i < end; i++)
        if (together >> (i - first) & 1) {
            lanes->brought[i - first] = lanes->values[i];
            lanes->waits[i] = NULL;
        }
    for (unsigned int i = first; i < end; i++) {
        lanes->lane = i - first;
        if (together >> (i - first) & 1)
            resume_numbered(block, i);
    }
}

// Resumes the threads of the group that ends with thread `end` - 1 until none of them waits in a
// lane function. The last group may have fewer lanes.
static void settle(struct block *block, unsigned int end) {
    unsigned int first = (end - 1) / block->lanes.count * block->lanes.count;
    while (find_meeting(&block->lanes, first, end))
        meet(block, first, end);
}

// ---- Blocks ------------------------------------------------------------------------------------

// Runs each thread to its next barrier, group after group: the threads of one may wait for what an
// earlier group writes. Returns whether any waits.
static _Bool run_round(struct block *block, _Bool start) {
    const unsigned int *size = block->place->__offloadcc_index[BLOCK_SIZE];
    unsigned int *id = block->place->__offloadcc_index[THREAD_ID], number = 0;
    _Bool waiting = 0;
    if (__offloadcc_race_region)
        __offloadcc_race_region();
    for (unsigned int z = 0; z < size[2]; z++)
        for (unsigned int y = 0; y < size[1]; y++)
            for (unsigned int x = 0; x < size[0]; x++) {
                id[0] = x, id[1] = y, id[2] = z;
                waiting |= run_numbered(block, number++, start);
                if (block->lanes.count && number % block->lanes.count == 0)
                    settle(block, number);
            }
    if (!block->lanes.count)
        return waiting;
    settle(block, number);
    waiting = 0;
    for (unsigned int i = 0; i < number; i++)
        waiting |= block->threads[i] != NULL;
    return waiting;
}

void __offloadcc_run_fibres(__offloadcc_fibre_fn *fibre, void *const *slots,
                            struct __offloadcc_place *place) {
    struct block block, *outer = working;
    block.fibre = fibre;
    block.slots = slots;
    block.place = place;
    block.lanes.count = 0;
    block.lanes.steps = 0;
    for (unsigned int i = 0; i < MAX_THREADS; i++)
        block.lanes.calls[i] = block.lanes.waits[i] = NULL;
    struct __offloadcc_place *before = __offloadcc_enter_grid(place);
    working = &block;
    for (_Bool waiting = run_round(&block, 1); waiting;)
        waiting = run_round(&block, 0);
    working = outer;
    if (__offloadcc_race_region)
        __offloadcc_race_region();
    __offloadcc_leave_grid(before);
}

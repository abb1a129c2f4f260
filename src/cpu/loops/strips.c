#include "cpu/loops/strips.h"

#include "cpu/analysis/gathers.h"
#include "cpu/loops/ahead.h"
#include "cpu/loops/alike.h"
#include "cpu/loops/build.h"
#include "cpu/loops/carry.h"
#include "cpu/loops/connect.h"
#include "cpu/loops/copy.h"
#include "cpu/loops/entering.h"
#include "cpu/loops/groupcuts.h"
#include "cpu/loops/marks.h"
#include "cpu/loops/pieces.h"
#include "cpu/loops/questions.h"
#include "cpu/loops/split.h"
#include "cpu/loops/together.h"
#include "ir/edit.h"
#include "ir/features.h"

// The threads of a strip: one that keeps nothing in registers is to fit in the nearest cache.
enum { SHORT = 32, LONG = 64, LONGEST = 256, LOOSE = 1024, LOOSE_TURNS = 4096 };

// Where threads wait for those that run a loop longest (together.h), a strip has as few as keep the
// vector units busy: this many vectors.
enum { TOGETHER = 4 };

struct strips {
    struct oc_threads *outer; // around the x loop
    size_t region;
    struct oc_loops *loops;
    struct oc_alike alike;
    unsigned length; // of a strip: a power of two
};

// ---- How long ---------------------------------------------------------------------------------

// Where threads take turns at an array, a strip's next elements are in another page. So it is long,
// also if LLVM cannot keep all of it in registers.
static unsigned choose_length_of_turns(const struct oc_alike *alike) {
    size_t room = oc_features_has(alike->body.function, "avx512f") ? 1024 : 512; // bytes
    unsigned length = SHORT;
    while (length < LONGEST && 2 * length * alike->kept <= room)
        length *= 2;
    return length;
}

// A long strip reads more of memory in one piece, and its sums wait less for each other; but what
// it keeps is to fit in half of the registers, and the loop over it is to be unrolled.
static unsigned choose_length(const struct oc_alike *alike) {
    enum { REGISTERS = 16, FEW_INSTRUCTIONS = 32 };
    size_t bytes = oc_features_has(alike->body.function, "avx") ? 32 : 16;
    if (alike->together)
        return (unsigned)(TOGETHER * bytes / (alike->widest > 4 ? 8 : 4));
    if (alike->turns && alike->loop_instructions <= 2 * FEW_INSTRUCTIONS)
        return choose_length_of_turns(alike);
    bool fits = LONG * alike->kept <= REGISTERS / 2 * bytes;
    return fits && alike->loop_instructions <= FEW_INSTRUCTIONS ? LONG : SHORT;
}

// What keeps nothing may still hand values to the loop, in arrays on the stack: of a short code,
// few. Where threads take turns at an array, a long strip goes through memory in order.
static unsigned choose_loose_length(const struct oc_alike *alike) {
    enum { SHORT_CODE = 100, NEAREST_CACHE = 16384 };
    if (alike->several) {
        unsigned length = LOOSE;
        while (alike->kept && 2 * length * alike->kept <= NEAREST_CACHE)
            length *= 2;
        return length;
    }
    if (alike->instructions > SHORT_CODE)
        return LONG;
    return alike->turns ? LOOSE_TURNS : LOOSE;
}

// ---- Strips ------------------------------------------------------------------------------------

// The loop over strips, in the place of the x loop: strips of full length first, then what is left
// of the row as a shorter one.
struct strip_loop {
    LLVMBasicBlockRef begin, end; // of a turn
    LLVMValueRef base;            // the strip's first x
    LLVMValueRef length;          // its threads
};

static void make_shell(struct oc_threads *threads, size_t region, const struct strip_loop *strip) {
    LLVMBuilderRef builder = threads->builder;
    struct oc_loops *loops = &threads->loops[region];
    *loops = (struct oc_loops){
        .first = oc_build_block(threads, "strip.region"),
        .inner = oc_build_block(threads, "strip.thread"),
        .latch = oc_build_block(threads, "strip.thread.end"),
        .last = oc_build_block(threads, "strip.region.end"),
        .values = {.arena = threads->ir->arena},
        .loops = !oc_entering_is_scalar(threads, region),
    };
    loops->nest = loops->inner;
    LLVMValueRef zero = oc_build_number(threads, 0);
    if (!loops->loops) {
        loops->thread = zero;
        loops->x = strip->base;
        LLVMPositionBuilderAtEnd(builder, loops->latch);
        LLVMBuildBr(builder, loops->last);
        return;
    }
    LLVMPositionBuilderAtEnd(builder, loops->inner);
    loops->thread = LLVMBuildPhi(builder, threads->i64, "");
    loops->x = LLVMBuildAdd(builder, strip->base, loops->thread, "");
    LLVMSetNUW(loops->x, true);
    LLVMSetNSW(loops->x, true);
    LLVMPositionBuilderAtEnd(builder, loops->latch);
    LLVMValueRef next = LLVMBuildAdd(builder, loops->thread, oc_build_number(threads, 1), "");
    LLVMAddIncoming(loops->thread, &zero, &loops->first, 1);
    LLVMAddIncoming(loops->thread, &next, &loops->latch, 1);
    LLVMValueRef more = LLVMBuildICmp(builder, LLVMIntULT, next, strip->length, "");
    LLVMBuildCondBr(builder, more, loops->inner, loops->last);
}

// What the x loop runs over, and where it goes then.
struct row {
    LLVMBasicBlockRef start, exit;
    LLVMValueRef low, high;
};

static struct row row_of(const struct strips *strips) {
    const struct oc_loops *loops = strips->loops;
    LLVMValueRef back = LLVMGetBasicBlockTerminator(loops->latch);
    return (struct row){.start = LLVMGetIncomingBlock(loops->x, 0),
                        .exit = LLVMGetSuccessor(back, 1),
                        .low = LLVMGetIncomingValue(loops->x, 0),
                        .high = LLVMGetOperand(LLVMGetCondition(back), 1)};
}

// Strips of one length. Returns the loop over what is left, which is a copy of the x loop.
static struct oc_copy make_strip_loop(struct strips *strips, struct strip_loop *loop) {
    struct oc_threads *threads = strips->outer;
    struct oc_loops *loops = strips->loops;
    LLVMBuilderRef builder = threads->builder;
    struct row row = row_of(strips);
    LLVMBasicBlockRef entry = oc_build_block(strips->outer, "strips");
    LLVMBasicBlockRef rest = oc_build_block(strips->outer, "strips.rest");
    loop->begin = oc_build_block(strips->outer, "strip");
    loop->end = oc_build_block(strips->outer, "strip.end");
    loop->length = oc_build_number(threads, strips->length);

    LLVMPositionBuilderAtEnd(builder, entry);
    LLVMValueRef length = LLVMBuildSub(builder, row.high, row.low, "");
    LLVMValueRef whole =
        LLVMBuildAnd(builder, length, oc_build_number(threads, ~(strips->length - 1ul)), "");
    LLVMValueRef last = LLVMBuildAdd(builder, row.low, whole, "");
    LLVMValueRef zero = oc_build_number(threads, 0);
    LLVMBuildCondBr(builder, LLVMBuildICmp(builder, LLVMIntNE, whole, zero, ""), loop->begin, rest);

    LLVMPositionBuilderAtEnd(builder, loop->begin);
    loop->base = LLVMBuildPhi(builder, threads->i64, "");
    LLVMPositionBuilderAtEnd(builder, loop->end);
    LLVMValueRef next = LLVMBuildAdd(builder, loop->base, loop->length, "");
    LLVMSetNUW(next, true);
    LLVMAddIncoming(loop->base, &row.low, &entry, 1);
    LLVMAddIncoming(loop->base, &next, &loop->end, 1);
    LLVMBuildCondBr(builder, LLVMBuildICmp(builder, LLVMIntULT, next, last, ""), loop->begin, rest);

    LLVMPositionBuilderAtEnd(builder, rest);
    LLVMValueRef count = LLVMBuildSub(builder, row.high, last, "");
    LLVMBuildCondBr(builder, LLVMBuildICmp(builder, LLVMIntNE, count, zero, ""), loops->inner,
                    row.exit);
    struct oc_copy copy = {.from = rest, .exit = row.exit, .start = last, .count = count};
    oc_copy_threads(threads, strips->region, &copy);
    oc_marks_like(threads, loops->latch, copy.latch);

    oc_edit_lead_to(row.start, strips->loops->inner, entry);
    return copy;
}

// Strips of any length, where nothing has to stay in registers, or where nothing can: an index that
// is within its bounds for a part of a strip is looked at in part.
static void make_loose_strips(struct strips *strips, struct strip_loop *loop) {
    struct oc_threads *threads = strips->outer;
    LLVMBuilderRef builder = threads->builder;
    struct row row = row_of(strips);
    loop->begin = oc_build_block(strips->outer, "strip");
    loop->end = oc_build_block(strips->outer, "strip.end");

    LLVMPositionBuilderAtEnd(builder, loop->begin);
    loop->base = LLVMBuildPhi(builder, threads->i64, "");
    LLVMValueRef left = LLVMBuildSub(builder, row.high, loop->base, "");
    LLVMValueRef most = oc_build_number(threads, strips->length);
    loop->length = oc_build_least(threads, left, most);
    LLVMPositionBuilderAtEnd(builder, loop->end);
    LLVMValueRef next = LLVMBuildAdd(builder, loop->base, loop->length, "");
    LLVMAddIncoming(loop->base, &row.low, &row.start, 1);
    LLVMAddIncoming(loop->base, &next, &loop->end, 1);
    LLVMBuildCondBr(builder, LLVMBuildICmp(builder, LLVMIntULT, next, row.high, ""), loop->begin,
                    row.exit);
    oc_edit_lead_to(row.start, strips->loops->inner, loop->begin);
}

// What is left of a row is one strip, in the place of the loop over it.
static void make_last_strip(struct strips *strips, const struct oc_copy *copy,
                            struct strip_loop *strip) {
    LLVMBuilderRef builder = strips->outer->builder;
    strip->begin = oc_build_block(strips->outer, "strip.last");
    strip->end = oc_build_block(strips->outer, "strip.last.end");
    strip->base = copy->start;
    strip->length = copy->count;
    LLVMPositionBuilderAtEnd(builder, strip->end);
    LLVMBuildBr(builder, copy->exit);
    LLVMSetSuccessor(LLVMGetBasicBlockTerminator(copy->from), 0, strip->begin);
}

// LLVM finds that vectors do not pay where data chooses a lane's elements. But a loop over the
// lanes that stays keeps their arrays in memory, also where pieces of the group (restpieces.h) have
// them as vectors.
static void mark_strips(const struct oc_threads *threads, const struct strip_loop *strip,
                        LLVMMetadataRef group) {
    bool chooses = threads->lanes && oc_gathers_are_useful(threads->body, threads->uniform);
    for (size_t r = 0; r < threads->regions->count; r++) {
        const struct oc_region *region = &threads->regions->items[r];
        if (!threads->loops[r].loops)
            continue;
        oc_marks_tag(threads, threads->loops[r].inner, group);
        for (size_t n = 0; n < region->count; n++)
            oc_marks_tag(threads, threads->body->nodes[region->nodes[n]].block, group);
        if (LLVMIsConstant(strip->length))
            oc_marks_strip(threads, threads->loops[r].latch, group,
                           threads->loops[r].answers != NULL || chooses);
        else
            oc_marks_last_strip(threads, threads->loops[r].latch, group);
    }
}

// Comparisons of the index with what is the same for the strip decide for all its threads or,
// seldom, for each. The loop is as long in the first case as it was.
static void split_strip(struct oc_threads *threads, const struct strip_loop *strip, size_t region) {
    struct oc_loops *loops = &threads->loops[region];
    if (!loops->loops)
        return;
    loops->x = loops->thread;
    loops->low = oc_build_number(threads, 0);
    loops->high = strip->length;
    loops->row = loops->first;
    loops->row_end = loops->last;
    if (!loops->answers)
        oc_pieces_cut(threads, region);
    oc_split_row(threads, region);
}

// What is done by a few threads alone is meant to be.
static void look_at_strip(const struct oc_threads *threads, const struct oc_alike *alike) {
    for (size_t r = 0; r < threads->regions->count; r++) {
        const struct oc_loops *loops = &threads->loops[r];
        struct oc_body body;
        if (!loops->loops || oc_bits_test(alike->alone, threads->regions->items[r].head))
            continue;
        oc_body_between(threads->ir, threads->body->function, loops->inner, loops->latch, &body);
        oc_missed_look(threads->missed, &body);
    }
}

// Puts the thread's code into a strip.
static void fill_strip(struct strips *strips, const struct oc_regions *regions,
                       const struct strip_loop *strip, bool is_first) {
    struct oc_threads threads = *strips->outer;
    struct oc_values none = {.arena = threads.ir->arena};
    LLVMMetadataRef group = oc_marks_group_of(strips->outer, strips->loops->latch);
    threads.body = &strips->alike.body;
    threads.uniform = &strips->alike.uniform;
    threads.regions = regions;
    threads.privates = &none;
    threads.keeps_records = false;
    threads.works = NULL;
    threads.strip = strips->length;
    threads.strip_length = strip->length;
    threads.whole = LLVMIsConstant(strip->length);
    threads.strip_x = strips->loops->x;
    threads.loops = OC_NEW_ARRAY(threads.ir->arena, regions->count, struct oc_loops);
    oc_entering_plan(&threads);
    for (size_t r = 0; r < regions->count; r++)
        make_shell(&threads, r, strip);
    LLVMPositionBuilderAtEnd(threads.builder, strip->begin);
    LLVMBuildBr(threads.builder, threads.loops[regions->of_node[0]].first);
    oc_carry_values(&threads);
    for (size_t r = 0; r < regions->count; r++)
        oc_connect_region(&threads, strip->end, r);
    for (size_t r = 0; strips->alike.turns && !threads.of_groups && r < regions->count; r++)
        oc_ahead_fetch(&threads, r);
    // The old x is the strips', where its code was; the old loop is left to itself.
    LLVMValueRef x = strips->loops->x;
    LLVMReplaceAllUsesWith(x, threads.loops[regions->of_node[0]].x);
    LLVMInstructionEraseFromParent(x);
    if (threads.missed->listens && is_first)
        look_at_strip(&threads, &strips->alike);
    if (group)
        mark_strips(&threads, strip, group);
    for (size_t r = 0; r < regions->count && !threads.of_groups; r++)
        split_strip(&threads, strip, r);
    for (LLVMValueRef at; (at = LLVMGetLastInstruction(strips->loops->latch));)
        LLVMInstructionEraseFromParent(at);
    LLVMPositionBuilderAtEnd(threads.builder, strips->loops->latch);
    LLVMBuildUnreachable(threads.builder);
}

// Whether the code of a complete x loop is to be cut into strips: at `regions`, then.
static bool analyze(struct strips *strips, struct oc_regions *regions) {
    struct oc_alike *alike = &strips->alike;
    return oc_alike_find(strips->outer, strips->loops, alike) &&
           oc_regions_form(&alike->body, &alike->uniform, alike->cuts, regions);
}

// Strips of one length, of which a row may have several one after the other: each loop's last
// threads are a loop for the next.
struct stage {
    struct strips strips;
    struct oc_regions regions;
    struct oc_loops loops;
    struct strip_loop strip;
};

// Adds the stages after the first, which was analyzed. All copies are made before the first stage
// is filled. Returns the number of stages.
static size_t add_stages(struct stage *stages) {
    size_t count = 0;
    struct strips *first = &stages->strips;
    for (unsigned length = choose_length(&first->alike);;
         length = length > LONG ? LONG : length / 2) {
        struct stage *stage = &stages[count++], *next = stage + 1;
        stage->strips.length = length;
        struct oc_copy copy = make_strip_loop(&stage->strips, &stage->strip);
        next->loops = (struct oc_loops){.x = copy.x, .inner = copy.inner, .latch = copy.latch};
        next->strips = (struct strips){.outer = first->outer,
                                       .region = first->region,
                                       .loops = &next->loops,
                                       .length = length};
        // The last threads of a row, which are few, each run such a loop alone.
        if (first->alike.together || !analyze(&next->strips, &next->regions))
            return count;
        if (length == SHORT) {
            make_last_strip(&next->strips, &copy, &next->strip);
            return count + 1;
        }
    }
}

// Cuts the row of the first stage, which has been analyzed.
static void cut(struct stage *stages) {
    struct strips *first = &stages->strips;
    size_t count = 1;
    if (first->outer->of_groups) {
        first->length = LONGEST;
        first->outer->frame.strides |= first->outer->flat;
        make_loose_strips(first, &stages->strip);
    } else if (first->alike.kept && !first->alike.bounded && !first->alike.several) {
        count = add_stages(stages);
    } else {
        first->length = choose_loose_length(&first->alike);
        first->outer->frame.strides |= first->outer->flat && first->alike.turns;
        make_loose_strips(first, &stages->strip);
    }
    for (size_t i = 0; i < count; i++)
        fill_strip(&stages[i].strips, &stages[i].regions, &stages[i].strip, i == 0);
}

// Cuts an x loop over groups of lanes in which they take turns.
static bool strip_groups(struct stage *stage) {
    struct strips *strips = &stage->strips;
    bool cuts = oc_groupcuts_find(strips->outer, strips->loops, &strips->alike) &&
                oc_regions_form(&strips->alike.body, &strips->alike.uniform, strips->alike.cuts,
                                &stage->regions) &&
                oc_groupcuts_keep(strips->outer, &stage->regions);
    if (cuts)
        cut(stage);
    return cuts;
}

bool oc_strip_loops(struct oc_threads *threads, size_t region) {
    enum { MOST_STAGES = 4 };
    struct stage stages[MOST_STAGES];
    struct strips *first = &stages->strips;
    *first = (struct strips){.outer = threads, .region = region, .loops = &threads->loops[region]};
    if (threads->of_groups && first->loops->loops && strip_groups(stages))
        return true;
    if (!first->loops->loops || !oc_marks_group_of(threads, first->loops->latch))
        return false;
    bool together = oc_together_make(threads, region), cuts = analyze(first, &stages->regions);
    if (cuts)
        cut(stages);
    if (together)
        oc_questions_end(threads);
    return cuts;
}

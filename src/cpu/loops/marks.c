#include "cpu/loops/marks.h"

#include "cpu/analysis/turns.h"
#include "ir/features.h"

#include <llvm-c/DebugInfo.h>
#include <llvm-c/IRReader.h>
#include <string.h>

// A distinct node, which the C API cannot make but as text.
LLVMMetadataRef oc_marks_access_group(const struct oc_threads *threads) {
    static const char text[] = "!group = !{!0}\n!0 = distinct !{}\n";
    LLVMMemoryBufferRef buffer =
        LLVMCreateMemoryBufferWithMemoryRangeCopy(text, sizeof text - 1, "group");
    LLVMModuleRef module;
    char *message = NULL;
    if (LLVMParseIRInContext(threads->ir->context, buffer, &module, &message)) {
        LLVMDisposeMessage(message);
        return NULL;
    }
    LLVMValueRef group;
    LLVMGetNamedMetadataOperands(module, "group", &group);
    LLVMMetadataRef result = LLVMValueAsMetadata(group);
    LLVMDisposeModule(module);
    return result;
}

static unsigned metadata_kind(const struct oc_threads *threads, const char *name) {
    return LLVMGetMDKindIDInContext(threads->ir->context, name, (unsigned)strlen(name));
}

enum { MAX_PROPERTIES = 4 };

// Marks a loop; the first operand of a loop's node is the node itself.
static void set_loop(const struct oc_threads *threads, LLVMBasicBlockRef latch,
                     LLVMMetadataRef *properties, size_t count) {
    LLVMContextRef context = threads->ir->context;
    LLVMMetadataRef operands[MAX_PROPERTIES + 1];
    operands[0] = LLVMTemporaryMDNode(context, NULL, 0);
    for (size_t i = 0; i < count; i++)
        operands[i + 1] = properties[i];
    LLVMMetadataRef node = LLVMMDNodeInContext2(context, operands, count + 1);
    LLVMMetadataReplaceAllUsesWith(operands[0], node);
    LLVMSetMetadata(LLVMGetBasicBlockTerminator(latch), metadata_kind(threads, "llvm.loop"),
                    LLVMMetadataAsValue(context, node));
}

static LLVMMetadataRef string_node(const struct oc_threads *threads, const char *string) {
    return LLVMMDStringInContext2(threads->ir->context, string, strlen(string));
}

void oc_marks_tag(const struct oc_threads *threads, LLVMBasicBlockRef block,
                  LLVMMetadataRef group) {
    unsigned kind = metadata_kind(threads, "llvm.access.group");
    OC_EACH_INSTRUCTION (instruction, block) {
        if (LLVMIsALoadInst(instruction) || LLVMIsAStoreInst(instruction))
            LLVMSetMetadata(instruction, kind, LLVMMetadataAsValue(threads->ir->context, group));
    }
}

// Stack variables that stayed in one region are one variable for all its threads.
static bool uses_privates(const struct oc_threads *threads, size_t region) {
    for (size_t i = 0; i < threads->privates->count; i++)
        for (LLVMUseRef use = LLVMGetFirstUse(threads->privates->items[i]); use;
             use = LLVMGetNextUse(use)) {
            long node = oc_body_node_of(threads->body, LLVMGetUser(use));
            if (node != OC_NO_NODE && threads->regions->of_node[node] == (long)region)
                return true;
        }
    return false;
}

static LLVMMetadataRef parallel(const struct oc_threads *threads, LLVMMetadataRef group) {
    LLVMMetadataRef operands[] = {string_node(threads, "llvm.loop.parallel_accesses"), group};
    return LLVMMDNodeInContext2(threads->ir->context, operands, 2);
}

static LLVMMetadataRef vectors(const struct oc_threads *threads, bool wanted) {
    LLVMTypeRef bit = LLVMInt1TypeInContext(threads->ir->context);
    LLVMMetadataRef operands[] = {string_node(threads, "llvm.loop.vectorize.enable"),
                                  LLVMValueAsMetadata(LLVMConstInt(bit, wanted, false))};
    return LLVMMDNodeInContext2(threads->ir->context, operands, 2);
}

// How indices are looked at.
struct looks {
    const struct oc_threads *threads;
    size_t region;
    const struct oc_uniform *uniform; // what is the same for all threads is left out; or NULL
    bool gathers; // the processor gathers quickly: an index that was loaded may be masked
};

static bool is_same(const struct looks *looks, LLVMValueRef value) {
    return !LLVMIsAInstruction(value) ||
           !oc_nest_has(looks->threads, looks->region, LLVMGetInstructionParent(value)) ||
           (looks->uniform && oc_uniform_is(looks->uniform, value));
}

// Whether a number may be computed from the thread's number. One that was loaded, or converted from
// a floating-point number, is not.
static bool counts(LLVMValueRef number, const struct looks *looks, int depth) {
    // Nothing is known of the loops' own values, which stand for the thread's number.
    bool is_own = LLVMIsAInstruction(number) && looks->uniform &&
                  oc_body_node_of(looks->uniform->body, number) == OC_NO_NODE;
    if (!is_own && is_same(looks, number))
        return false;
    switch (LLVMGetInstructionOpcode(number)) {
    case LLVMLoad:
    case LLVMFPToSI:
    case LLVMFPToUI:
        return !looks->gathers;
    case LLVMICmp:
    case LLVMSelect:
    case LLVMBitCast:
    case LLVMPtrToInt:
        return true;
    default:
        break;
    }
    if (!depth || !oc_ir_is_index_arithmetic(number))
        return true;
    for (int i = 0; i < LLVMGetNumOperands(number); i++)
        if (counts(LLVMGetOperand(number, (unsigned)i), looks, depth - 1))
            return true;
    return false;
}

// Whether an index may come back to 0, as (x + 1) % size does.
static bool comes_back(LLVMValueRef index, const struct looks *looks, int depth) {
    if (!depth || is_same(looks, index) ||
        LLVMGetTypeKind(LLVMTypeOf(index)) != LLVMIntegerTypeKind)
        return false;
    LLVMValueRef first = LLVMGetOperand(index, 0);
    switch (LLVMGetInstructionOpcode(index)) {
    case LLVMURem:
    case LLVMSRem:
        return counts(first, looks, depth);
    case LLVMAnd:
        if (!oc_ir_keeps_lower_half(index))
            return counts(index, looks, depth);
        break;
    case LLVMTrunc:
        if (LLVMGetIntTypeWidth(LLVMTypeOf(index)) < 32)
            return counts(first, looks, depth);
        break;
    case LLVMSelect:
    case LLVMZExt:
    case LLVMSExt:
    case LLVMAdd:
    case LLVMSub:
    case LLVMMul:
    case LLVMShl:
    case LLVMOr:
    case LLVMXor:
        break;
    default:
        return false;
    }
    for (int i = 0; i < LLVMGetNumOperands(index); i++)
        if (comes_back(LLVMGetOperand(index, (unsigned)i), looks, depth - 1))
            return true;
    return false;
}

// Whether a block computes an address with such an index.
static LLVMValueRef address_that_comes_back(LLVMBasicBlockRef block, const struct looks *looks) {
    enum { DEPTH = 12 };
    OC_EACH_INSTRUCTION (instruction, block) {
        if (!LLVMIsAGetElementPtrInst(instruction))
            continue;
        for (int i = 1; i < LLVMGetNumOperands(instruction); i++)
            if (comes_back(LLVMGetOperand(instruction, (unsigned)i), looks, DEPTH))
                return instruction;
    }
    return NULL;
}

// Whether a node is in a loop that LLVM will not unroll completely. There, LLVM makes no vectors of
// threads by itself, and strips.h cuts threads where an index comes back.
static bool is_in_loop(const struct oc_threads *threads, size_t region, size_t node) {
    const struct oc_body *body = threads->body;
    for (unsigned n = 0; n < body->count; n++)
        for (unsigned s = 0; s < body->nodes[n].next_count; s++) {
            unsigned head = body->nodes[n].next[s];
            if (head > n || head > node || node > n)
                continue;
            struct oc_bits loop = oc_body_loop(body, n, head);
            if (oc_bits_test(loop, node) && oc_regions_hold(threads->regions, region, loop) &&
                !oc_turns_are_few(body, loop))
                return true;
        }
    return false;
}

// LLVM 22 takes g[(x + 1) % 256] with x from 0 to 255 for neighbouring elements to the end, also in
// plain C. There is nothing in such a loop that vectors are good at, so it gets none.
static LLVMValueRef index_that_comes_back(const struct oc_threads *threads, size_t region) {
    const struct oc_region *nodes = &threads->regions->items[region];
    struct looks looks = {
        .threads = threads,
        .region = region,
        .gathers = oc_features_has(threads->body->function, "avx512f"),
    };
    LLVMValueRef address = address_that_comes_back(threads->loops[region].inner, &looks);
    looks.uniform = threads->uniform;
    for (size_t n = 0; n < nodes->count && !address; n++) {
        LLVMBasicBlockRef block = threads->body->nodes[nodes->nodes[n]].block;
        if (!is_in_loop(threads, region, nodes->nodes[n]) &&
            !oc_map_get(&threads->loops[region].voted, block, NULL))
            address = address_that_comes_back(block, &looks);
    }
    return address;
}

// Whether threads mostly access elements of structs of their own, and compute little with them.
static bool moves_structs(const struct oc_threads *threads, size_t region) {
    enum { LITTLE = 7 }; // at more instructions for each access, vectors are quicker
    const struct oc_region *nodes = &threads->regions->items[region];
    struct oc_order_work sum = {0};
    for (size_t n = 0; threads->works && n < nodes->count; n++) {
        const struct oc_order_work *work = &threads->works[nodes->nodes[n]];
        sum.far += work->far;
        sum.far_stores += work->far_stores;
        sum.others += work->others;
        sum.arithmetic += work->arithmetic;
    }
    return sum.far_stores && sum.far > sum.others && sum.arithmetic < LITTLE * sum.far;
}

void oc_marks_parallel(const struct oc_threads *threads, size_t region, LLVMMetadataRef group) {
    const struct oc_loops *loops = &threads->loops[region];
    const struct oc_region *nodes = &threads->regions->items[region];
    if (!loops->loops)
        return;
    LLVMValueRef address = index_that_comes_back(threads, region);
    if (address || loops->uses_records || moves_structs(threads, region)) {
        oc_missed_say(threads->missed, address,
                      address ? "an array's index may go back to 0 from one thread to the next, "
                                "as %, & or a narrow type makes it"
                              : "neighbours access memory that is far apart");
        LLVMMetadataRef property = vectors(threads, false);
        set_loop(threads, loops->latch, &property, 1);
        return;
    }
    if (uses_privates(threads, region)) {
        oc_missed_say(threads->missed, NULL, "each has a variable of its own in memory");
        return;
    }
    oc_marks_tag(threads, loops->inner, group);
    for (size_t n = 0; n < nodes->count; n++)
        oc_marks_tag(threads, threads->body->nodes[nodes->nodes[n]].block, group);
    LLVMMetadataRef property = parallel(threads, group);
    if (threads->short_rows)
        oc_marks_strip(threads, loops->latch, group, false);
    else
        set_loop(threads, loops->latch, &property, 1);
}

void oc_marks_like(const struct oc_threads *threads, LLVMBasicBlockRef original,
                   LLVMBasicBlockRef copy) {
    unsigned kind = metadata_kind(threads, "llvm.loop");
    LLVMValueRef node = LLVMGetMetadata(LLVMGetBasicBlockTerminator(original), kind);
    if (!node)
        return;
    LLVMValueRef operands[MAX_PROPERTIES + 1];
    LLVMMetadataRef properties[MAX_PROPERTIES];
    unsigned count = LLVMGetMDNodeNumOperands(node) - 1;
    LLVMGetMDNodeOperands(node, operands);
    for (unsigned i = 0; i < count; i++)
        properties[i] = LLVMValueAsMetadata(operands[i + 1]);
    set_loop(threads, copy, properties, count);
}

// Unrolled before it is vectorised, a strip's loop would be left to chance; afterwards, it is to
// be, so that its arrays become registers.
void oc_marks_strip(const struct oc_threads *threads, LLVMBasicBlockRef latch,
                    LLVMMetadataRef group, bool forced) {
    LLVMContextRef context = threads->ir->context;
    LLVMMetadataRef no_unrolling = string_node(threads, "llvm.loop.unroll.disable");
    LLVMMetadataRef done[] = {string_node(threads, "llvm.loop.isvectorized"),
                              LLVMValueAsMetadata(LLVMConstInt(threads->i32, 1, false))};
    LLVMMetadataRef then[] = {string_node(threads, "llvm.loop.vectorize.followup_vectorized"),
                              LLVMMDNodeInContext2(context, done, 2)};
    LLVMMetadataRef properties[] = {parallel(threads, group),
                                    LLVMMDNodeInContext2(context, &no_unrolling, 1),
                                    LLVMMDNodeInContext2(context, then, 2), vectors(threads, true)};
    set_loop(threads, latch, properties, forced ? 4 : 3);
}

void oc_marks_last_strip(const struct oc_threads *threads, LLVMBasicBlockRef latch,
                         LLVMMetadataRef group) {
    LLVMMetadataRef property = parallel(threads, group);
    set_loop(threads, latch, &property, 1);
}

void oc_marks_cold(const struct oc_threads *threads, LLVMBasicBlockRef latch) {
    LLVMContextRef context = threads->ir->context;
    LLVMMetadataRef no_unrolling = string_node(threads, "llvm.loop.unroll.disable");
    LLVMMetadataRef properties[] = {vectors(threads, false),
                                    LLVMMDNodeInContext2(context, &no_unrolling, 1)};
    set_loop(threads, latch, properties, 2);
}

LLVMMetadataRef oc_marks_group_of(const struct oc_threads *threads, LLVMBasicBlockRef latch) {
    LLVMValueRef node =
        LLVMGetMetadata(LLVMGetBasicBlockTerminator(latch), metadata_kind(threads, "llvm.loop"));
    LLVMValueRef operands[MAX_PROPERTIES + 1], property[2];
    if (!node || LLVMGetMDNodeNumOperands(node) < 2)
        return NULL;
    LLVMGetMDNodeOperands(node, operands);
    if (!LLVMIsAMDNode(operands[1]) || LLVMGetMDNodeNumOperands(operands[1]) != 2)
        return NULL;
    LLVMGetMDNodeOperands(operands[1], property);
    return LLVMIsAMDNode(property[1]) ? LLVMValueAsMetadata(property[1]) : NULL;
}

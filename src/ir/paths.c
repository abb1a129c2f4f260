#include "ir/paths.h"

void oc_paths_read(struct oc_arena *arena, LLVMValueRef function, struct oc_paths *out) {
    *out = (struct oc_paths){.arena = arena, .numbers = {.arena = arena}};
    out->count = LLVMCountBasicBlocks(function);
    out->blocks = OC_NEW_ARRAY(arena, out->count, LLVMBasicBlockRef);
    out->next = OC_NEW_ARRAY(arena, out->count, size_t *);
    out->next_count = OC_NEW_ARRAY(arena, out->count, size_t);
    LLVMGetBasicBlocks(function, out->blocks);
    for (size_t i = 0; i < out->count; i++)
        oc_map_set(&out->numbers, out->blocks[i], i);
    for (size_t i = 0; i < out->count; i++) {
        LLVMValueRef end = LLVMGetBasicBlockTerminator(out->blocks[i]);
        out->next_count[i] = LLVMGetNumSuccessors(end);
        out->next[i] = OC_NEW_ARRAY(arena, out->next_count[i], size_t);
        for (size_t s = 0; s < out->next_count[i]; s++)
            out->next[i][s] = oc_paths_number(out, LLVMGetSuccessor(end, (unsigned)s));
    }
}

size_t oc_paths_number(const struct oc_paths *paths, LLVMBasicBlockRef block) {
    size_t number = 0;
    oc_map_get(&paths->numbers, block, &number);
    return number;
}

// A step of a search: a block, and where it was entered from.
struct step {
    size_t at;
    LLVMBasicBlockRef before;
};

static size_t count_edges(const struct oc_paths *paths) {
    size_t count = 0;
    for (size_t i = 0; i < paths->count; i++)
        count += paths->next_count[i];
    return count;
}

bool *oc_paths_search(const struct oc_paths *paths, size_t from, const bool *avoid, oc_way_fn *open,
                      void *data) {
    size_t edges = count_edges(paths), depth = 0;
    bool *reached = OC_NEW_ARRAY(paths->arena, paths->count, bool);
    // Each edge is gone once: what a block's end decides may depend on where it was entered.
    bool **gone = OC_NEW_ARRAY(paths->arena, paths->count, bool *);
    for (size_t i = 0; i < paths->count; i++)
        gone[i] = OC_NEW_ARRAY(paths->arena, paths->next_count[i], bool);
    struct step *stack = OC_NEW_ARRAY(paths->arena, edges + 1, struct step);
    stack[depth++] = (struct step){from, NULL};
    while (depth) {
        struct step step = stack[--depth];
        for (size_t s = 0; s < paths->next_count[step.at]; s++) {
            size_t next = paths->next[step.at][s];
            if (gone[step.at][s] || (avoid && avoid[next]) ||
                (open && !open(data, step.before, paths->blocks[step.at], s)))
                continue;
            gone[step.at][s] = reached[next] = true;
            if (next != from)
                stack[depth++] = (struct step){next, paths->blocks[step.at]};
        }
    }
    return reached;
}

// For each block: whether there is a way from the entry to it that does not lead through another.
static bool *find_reached_without(const struct oc_paths *paths, size_t block) {
    bool *avoid = OC_NEW_ARRAY(paths->arena, paths->count, bool);
    if (block == 0)
        return avoid; // none is reached
    avoid[block] = true;
    bool *reached = oc_paths_search(paths, 0, avoid, NULL, NULL);
    reached[0] = true;
    return reached;
}

// Adds the blocks that lead to members, but not those that do so by way of `gate` alone.
static void close_backwards(const struct oc_paths *paths, size_t gate, bool *members) {
    for (bool grown = true; grown;) {
        grown = false;
        for (size_t i = paths->count; i-- > 0;)
            for (size_t s = 0; s < paths->next_count[i] && !members[i]; s++)
                if (paths->next[i][s] != gate && members[paths->next[i][s]])
                    members[i] = grown = true;
    }
}

bool *oc_paths_to(const struct oc_paths *paths, size_t to) {
    bool *members = OC_NEW_ARRAY(paths->arena, paths->count, bool);
    for (size_t i = 0; i < paths->count; i++)
        for (size_t s = 0; s < paths->next_count[i]; s++)
            members[i] |= paths->next[i][s] == to;
    close_backwards(paths, paths->count, members);
    return members;
}

bool *oc_paths_loop(const struct oc_paths *paths, size_t header) {
    bool *members = OC_NEW_ARRAY(paths->arena, paths->count, bool), any = false;
    const bool *outside = find_reached_without(paths, header);
    for (size_t i = 0; i < paths->count; i++)
        for (size_t s = 0; s < paths->next_count[i]; s++)
            if (paths->next[i][s] == header && !outside[i])
                members[i] = any = true;
    if (!any)
        return NULL;
    members[header] = true;
    close_backwards(paths, header, members);
    for (size_t i = 0; i < paths->count; i++)
        if (members[i] && outside[i])
            return NULL;
    return members;
}

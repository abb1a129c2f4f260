// cpugroups.h - cpu.c's blocks that are run by the group of lanes (glue/group.h).

static struct __offloadcc_group begin_groups(const struct __offloadcc_grid *grid) {
    struct __offloadcc_group group = {.grid = *grid};
    for (int d = 0; d < 3; d++) {
        group.block_size[d] = grid->__offloadcc_block_size[d];
        group.block_count[d] = grid->__offloadcc_block_count[d];
        group.grid.__offloadcc_block_count[d] = 1;
    }
    return group;
}

static void set_block(struct __offloadcc_group *group, unsigned long block) {
    const unsigned int *count = group->block_count;
    group->block[0] = (unsigned int)(block % count[0]);
    group->block[1] = (unsigned int)(block / count[0] % count[1]);
    group->block[2] = (unsigned int)(block / count[0] / count[1]);
    group->x = group->y = group->z = 0;
}

// Goes on to the next group of the block. Returns whether there is one. `row`: the groups of a row.
static _Bool next_group(struct __offloadcc_group *group, unsigned long row) {
    if (++group->x < row)
        return 1;
    group->x = 0;
    if (++group->y < group->block_size[1])
        return 1;
    group->y = 0;
    return ++group->z < group->block_size[2];
}

void __offloadcc_run_groups(__offloadcc_group_fn *run, void *const *slots,
                            const struct __offloadcc_grid *grid, unsigned long first,
                            unsigned long last, void *memory, unsigned int lanes) {
    struct __offloadcc_group group = begin_groups(grid);
    unsigned long row = group.block_size[0] / lanes;
    for (unsigned long block = first; block < last; block++) {
        set_block(&group, block);
        do {
            group.global_x = group.block[0] * row + group.x;
            run(slots, &group.grid, 0, 1, memory, lanes, 1, 1);
        } while (next_group(&group, row));
    }
}

// Resumes the groups of a block in turn, until all have ended.
static void run_to_end(struct coroutine **groups, unsigned int count) {
    for (_Bool waiting = 1; waiting;) {
        waiting = 0;
        for (unsigned int i = 0; i < count; i++) {
            if (!groups[i])
                continue;
            if (groups[i]->resume)
                groups[i]->resume(groups[i]);
            if (groups[i]->resume) {
                waiting = 1;
            } else {
                groups[i]->destroy(groups[i]);
                groups[i] = NULL;
            }
        }
    }
}

void __offloadcc_run_waiting_groups(__offloadcc_waiting_group_fn *run, void *const *slots,
                                    const struct __offloadcc_grid *grid, unsigned long first,
                                    unsigned long last, void *memory, unsigned int lanes,
                                    unsigned long bytes) {
    struct __offloadcc_group group = begin_groups(grid);
    struct coroutine *groups[MAX_THREADS];
    unsigned long row = group.block_size[0] / lanes;
    for (unsigned long block = first; block < last; block++) {
        unsigned int count = 0;
        set_block(&group, block);
        do {
            // Each part of the memory begins with what the whole begins with.
            void **part = (void **)((char *)memory + count * bytes);
            *part = *(void **)memory;
            group.global_x = group.block[0] * row + group.x;
            groups[count++] = run(slots, &group.grid, 0, 1, part, lanes, 1, 1, NULL);
        } while (next_group(&group, row));
        run_to_end(groups, count);
    }
}

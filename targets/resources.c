#include "targets/resources.h"

static uint64_t round_up(uint64_t value, uint64_t step) {
    return step ? (value + step - 1) / step * step : value;
}

static uint64_t smaller_number(uint64_t left, uint64_t right) {
    return left < right ? left : right;
}

struct oc_occupancy oc_occupancy(const struct oc_multiprocessor *multiprocessor,
                                 const struct oc_resources *resources, unsigned block_threads) {
    unsigned share = resources->lanes > multiprocessor->lanes ? 2 : 1; // of the numbers
    uint64_t groups_of_block = (block_threads + resources->lanes - 1) / resources->lanes;
    uint64_t step = multiprocessor->register_step / share;
    uint64_t registers = round_up(resources->registers ? resources->registers : 1, step);
    uint64_t by_registers = multiprocessor->registers / share / registers;
    uint64_t shared =
        round_up(resources->shared + multiprocessor->shared_beside, multiprocessor->shared_step);

    uint64_t most_groups = (uint64_t)multiprocessor->parts * multiprocessor->groups;
    bool is_counted = groups_of_block > 1 || !multiprocessor->counts_large;

    uint64_t most[] = {
        [OC_LIMIT_THREADS] = most_groups / groups_of_block,
        [OC_LIMIT_BLOCKS] = is_counted ? multiprocessor->blocks : most_groups,
        [OC_LIMIT_REGISTERS] = multiprocessor->parts * by_registers / groups_of_block,
        [OC_LIMIT_SHARED] = shared ? multiprocessor->shared / shared : most_groups,
    };
    enum oc_occupancy_limit limit = OC_LIMIT_THREADS;
    for (enum oc_occupancy_limit other = OC_LIMIT_BLOCKS; other <= OC_LIMIT_SHARED; other++)
        if (most[other] < most[limit])
            limit = other;
    return (struct oc_occupancy){
        .blocks = (unsigned)most[limit],
        .groups = (unsigned)smaller_number(most[limit] * groups_of_block, most_groups),
        .most_groups = (unsigned)most_groups,
        .limit = limit,
    };
}

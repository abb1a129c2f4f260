// gpumeets.h - -foffload-check on GPUs: threads of a block that wait at different barriers.
//
// On a GPU, threads that wait at different barriers meet all the same. So each thread writes the
// number of its barrier to a word in shared memory before it waits. After the barrier it reads the
// word. If threads have written different numbers, some thread reads another number than its own,
// and reports that. Two words are used in turns: before a thread writes a word again, it has waited
// at a barrier with all threads that had to read the word.
//
// A wave of an AMD GPU waits as a whole, also for its threads that are elsewhere in the code. These
// threads come to the barrier later, by themselves. The wave has then counted more barriers than
// these threads have.

static __gpu_local __attribute__((loader_uninitialized)) volatile uint32_t meeting[2];

static uint32_t number_of_thread(void) {
    return __gpu_thread_id(0) +
           __gpu_num_threads(0) * (__gpu_thread_id(1) + __gpu_num_threads(1) * __gpu_thread_id(2));
}

#ifdef __AMDGPU__
enum { WAVES = 1024 / 32 };
static __gpu_local __attribute__((loader_uninitialized)) volatile uint32_t met_by_wave[WAVES];
static __gpu_local __attribute__((loader_uninitialized)) volatile uint32_t telling;
enum { NOBODY_TELLS, IS_TELLING, HAS_TOLD };

static volatile __gpu_local uint32_t *met_by_this_wave(void) {
    return &met_by_wave[number_of_thread() / __gpu_num_lanes()];
}
#endif

// What src/ir/checkbarriers.c puts where a thread begins.
void __offloadcc_meets_begin(void) {
#ifdef __AMDGPU__
    *met_by_this_wave() = 0;
    telling = NOBODY_TELLS;
#endif
}

// Before and after a barrier, with its number, from 1 on. `turn` is how many barriers the thread
// has come to before. Return 0, or the number of another barrier and, in the lower half, of a
// thread that has come there.
uint32_t __offloadcc_meets_before(uint32_t barrier, uint32_t turn) {
#ifdef __AMDGPU__
    // Other threads of the wave come to another barrier between a branch and the reading here. So
    // it is not to be done for both sides of the branch at once.
    __asm__ volatile("" : "+v"(barrier));
    volatile __gpu_local uint32_t *met = met_by_this_wave();
    uint32_t count = *met;
    if (count != turn)
        return meeting[(count - 1) % 2];
    *met = count + 1;
#endif
    meeting[turn % 2] = barrier << 16 | number_of_thread();
    return 0;
}

uint32_t __offloadcc_meets_after(uint32_t barrier, uint32_t turn) {
    uint32_t other = meeting[turn % 2];
    return other >> 16 == barrier ? 0 : other;
}

// Says what is wrong, by one thread of a block; a wave that begins later may say it once more. The
// others wait, as the end of one wave is that of all.
static _Noreturn void end_block(const char *what, const char *file, unsigned int line,
                                const char *kernel) {
#ifdef __AMDGPU__
    _Bool first = __gpu_is_first_in_lane(__gpu_lane_mask());
    if (first && __scoped_atomic_exchange_n(&telling, IS_TELLING, __ATOMIC_RELAXED,
                                            __MEMORY_SCOPE_WRKGRP) == NOBODY_TELLS) {
        say_end(WHERE "%s\n", what, file, line, kernel);
        telling = HAS_TOLD;
    }
    __builtin_amdgcn_wave_barrier();
    while (telling != HAS_TOLD)
        __builtin_amdgcn_s_sleep(2);
#else
    say_end(WHERE "%s\n", what, file, line, kernel);
#endif
    __builtin_trap();
}

// Thread `thread` is at another barrier, or has come to this one on another way.
_Noreturn __attribute__((noinline)) void
__offloadcc_meets_fail(const char *kernel, const char *file, unsigned int line, uint32_t thread,
                       const char *other_file, unsigned int other_line) {
    struct message message = {.length = 0};
    uint32_t size[] = {__gpu_num_threads(0), __gpu_num_threads(1)};
    _Bool same = line == other_line && __builtin_strcmp(file, other_file) == 0;
    add_text(&message, "waits at this barrier, but thread: [");
    add_number(&message, thread % size[0]);
    add_text(&message, ",");
    add_number(&message, thread / size[0] % size[1]);
    add_text(&message, ",");
    add_number(&message, thread / size[0] / size[1]);
    add_text(&message, same ? "] has come to it on another way" : "] at that of ");
    if (!same) {
        add_text(&message, other_file);
        add_text(&message, ":");
        add_number(&message, other_line);
    }
    add_text(&message, "; all threads of a block that have not returned have to come to the same "
                       "barriers");
    end_block(message.text, file, line, kernel);
}

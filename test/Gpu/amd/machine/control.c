// Branches, barriers, messages, hardware registers, waits: what is not computing and not memory.
#include "decode.h"
#include "machine-state.h"
#include "waits.h"

#include <time.h>

static enum outcome run_nothing(struct wave *w, const struct instruction *in) {
    (void)w, (void)in;
    return GO_ON;
}

static enum outcome run_end(struct wave *w, const struct instruction *in) {
    (void)w, (void)in;
    return ENDED;
}

static enum outcome run_sleep(struct wave *w, const struct instruction *in) {
    (void)w, (void)in;
    return YIELD;
}

// s_trap 2 ends the queue; 3 is for debuggers, and does nothing without one.
static enum outcome run_trap(struct wave *w, const struct instruction *in) {
    (void)w;
    return in->number == 3 ? GO_ON : FAILED;
}

static enum outcome run_halt(struct wave *w, const struct instruction *in) {
    (void)w;
    return in->number & 1 ? FAILED : GO_ON;
}

// ---- Branches ----------------------------------------------------------------------------------

enum branch { ALWAYS, IF_SCC0, IF_SCC1, IF_VCCZ, IF_VCCNZ, IF_EXECZ, IF_EXECNZ };

static enum outcome run_branch(struct wave *w, const struct instruction *in) {
    bool taken = true;
    switch ((enum branch)in->operation->detail) {
    case ALWAYS:
        break;
    case IF_SCC0:
        taken = !w->scc;
        break;
    case IF_SCC1:
        taken = w->scc;
        break;
    case IF_VCCZ:
        taken = !wave_vcc(w);
        break;
    case IF_VCCNZ:
        taken = wave_vcc(w);
        break;
    case IF_EXECZ:
        taken = !wave_exec(w);
        break;
    case IF_EXECNZ:
        taken = wave_exec(w);
        break;
    }
    w->pc += 4 + (taken ? (uint64_t)((int64_t)(int16_t)in->number * 4) : 0);
    return JUMPED;
}

static enum outcome run_getpc(struct wave *w, const struct instruction *in) {
    write_scalar(w, &in->operands[0], w->pc + in->size);
    return GO_ON;
}

static enum outcome run_setpc(struct wave *w, const struct instruction *in) {
    w->pc = read_scalar(w, &in->operands[0], T_B64);
    return JUMPED;
}

static enum outcome run_swappc(struct wave *w, const struct instruction *in) {
    uint64_t to = read_scalar(w, &in->operands[1], T_B64);
    write_scalar(w, &in->operands[0], w->pc + in->size);
    w->pc = to;
    return JUMPED;
}

static enum outcome run_call(struct wave *w, const struct instruction *in) {
    write_scalar(w, &in->operands[0], w->pc + in->size);
    w->pc += in->size + (uint64_t)((int64_t)(int16_t)in->operands[1].value * 4);
    return JUMPED;
}

// ---- Barriers ----------------------------------------------------------------------------------

static void arrive(struct wave *w) {
    struct work_group *group = w->group;
    w->barriers++;
    if (++group->arrived == group->live) {
        group->arrived = 0;
        group->passed++;
    }
}

static enum outcome run_barrier(struct wave *w, const struct instruction *in) {
    (void)in;
    arrive(w);
    return WAITS;
}

static enum outcome run_signal(struct wave *w, const struct instruction *in) {
    if ((int16_t)in->number != -1)
        wave_fault(w, "this machine has no named barriers");
    arrive(w);
    return GO_ON;
}

static enum outcome run_wait_barrier(struct wave *w, const struct instruction *in) {
    if ((int16_t)in->number != -1)
        wave_fault(w, "this machine has no named barriers");
    return WAITS;
}

// ---- Messages and time -------------------------------------------------------------------------

static uint64_t ticks(void) {
    struct timespec now;
    clock_gettime(CLOCK_MONOTONIC, &now);
    return (uint64_t)now.tv_sec * 100000000 + (uint64_t)now.tv_nsec / 10;
}

enum { RTN_GET_REALTIME = 131 };

static enum outcome run_message_rtn(struct wave *w, const struct instruction *in) {
    write_scalar(w, &in->operands[0], in->number == RTN_GET_REALTIME ? ticks() : 1);
    waits_add(w, C_KM, false, &in->operands[0]);
    return GO_ON;
}

static enum outcome run_time(struct wave *w, const struct instruction *in) {
    write_scalar(w, &in->operands[0], ticks());
    waits_add(w, C_KM, false, &in->operands[0]);
    return GO_ON;
}

// ---- Hardware registers ------------------------------------------------------------------------

enum hardware_register {
    HW_MODE = 1,
    HW_STATUS = 2,
    HW_ID = 4,
    HW_FLAT_SCRATCH_LO = 20,
    HW_FLAT_SCRATCH_HI = 21,
    HW_ID1 = 23,
    HW_ID2 = 24,
    HW_SHADER_CYCLES = 29,
    HW_SHADER_CYCLES_HI = 30,
    HW_XCC_ID = 20 + 256,
};

static uint32_t register_mask(const struct instruction *in, unsigned *first) {
    unsigned bits = (unsigned)(in->number >> 24 & 0xFF);
    *first = (unsigned)(in->number >> 16 & 0xFF);
    return bits >= 32 ? UINT32_MAX : (1u << bits) - 1;
}

static enum outcome run_getreg(struct wave *w, const struct instruction *in) {
    unsigned first, number = (unsigned)(in->number & 0xFFFF);
    uint32_t mask = register_mask(in, &first), value = 0;
    switch (number) {
    case HW_MODE:
        value = w->mode;
        break;
    case HW_ID:
    case HW_ID1:
        value = w->number;
        break;
    case HW_STATUS:
    case HW_ID2:
    case HW_XCC_ID:
        break;
    case HW_SHADER_CYCLES:
        value = (uint32_t)ticks() & (wave_generation(w) < 12 ? 0xFFFFF : UINT32_MAX);
        break;
    case HW_SHADER_CYCLES_HI:
        value = (uint32_t)(ticks() >> 32);
        break;
    case HW_FLAT_SCRATCH_LO:
    case HW_FLAT_SCRATCH_HI:
        value = w->scalars[S_FLAT_SCRATCH + number - HW_FLAT_SCRATCH_LO];
        break;
    default:
        wave_fault(w, "hardware register %u is not known here", number);
    }
    write_scalar(w, &in->operands[0], value >> first & mask);
    return GO_ON;
}

// s_setreg_b32 and s_setreg_imm32_b32.
static enum outcome run_setreg(struct wave *w, const struct instruction *in) {
    unsigned first, number = (unsigned)(in->number & 0xFFFF);
    uint32_t mask = register_mask(in, &first);
    uint32_t value = (uint32_t)read_scalar(w, &in->operands[1], T_B32) & mask, *target;
    switch (number) {
    case HW_MODE:
        target = &w->mode;
        break;
    case HW_FLAT_SCRATCH_LO:
    case HW_FLAT_SCRATCH_HI:
        target = &w->scalars[S_FLAT_SCRATCH + number - HW_FLAT_SCRATCH_LO];
        break;
    default:
        wave_fault(w, "hardware register %u cannot be set here", number);
    }
    *target = (*target & ~(mask << first)) | value << first;
    return GO_ON;
}

// s_round_mode and s_denorm_mode: 4 bits of MODE, from bit `detail` on.
static enum outcome run_mode(struct wave *w, const struct instruction *in) {
    unsigned first = in->operation->detail;
    w->mode = (w->mode & ~(0xFu << first)) | ((uint32_t)in->number & 0xF) << first;
    return GO_ON;
}

// ---- Waits -------------------------------------------------------------------------------------

static enum outcome run_waitcnt(struct wave *w, const struct instruction *in) {
    for (unsigned c = 0; c < C_COUNT; c++) {
        unsigned left = in->waits >> 8 * c & 0xFF;
        if (left)
            waits_wait(w, (enum counter)c, left - 1);
    }
    return GO_ON;
}

// s_waitcnt_vscnt null, 0 and its like.
static enum outcome run_waitcnt_of(struct wave *w, const struct instruction *in) {
    waits_wait(w, (enum counter)in->operation->detail, (unsigned)in->operands[1].value);
    return GO_ON;
}

// gfx12: s_wait_loadcnt 3.
static enum outcome run_wait(struct wave *w, const struct instruction *in) {
    waits_wait(w, (enum counter)in->operation->detail, (unsigned)in->number & 0x3F);
    return GO_ON;
}

// s_wait_loadcnt_dscnt: bits 8 to 13, and the lowest six.
static enum outcome run_wait_both(struct wave *w, const struct instruction *in) {
    waits_wait(w, (enum counter)in->operation->detail, (unsigned)in->number >> 8 & 0x3F);
    waits_wait(w, C_DS, (unsigned)in->number & 0x3F);
    return GO_ON;
}

// ---- Scalar registers by index -----------------------------------------------------------------

enum { FROM = 0, TO = 1 };

static enum outcome run_movrel(struct wave *w, const struct instruction *in) {
    struct operand to = in->operands[0], from = in->operands[1];
    struct operand *moved = in->operation->detail == FROM ? &from : &to;
    unsigned index = moved->index + w->scalars[S_M0];
    if (moved->kind != SCALAR || index + moved->registers > S_VCC)
        wave_fault(w, "M0 is %u", w->scalars[S_M0]);
    moved->index = (uint16_t)index;
    write_scalar(w, &to, read_scalar(w, &from, to.registers == 2 ? T_B64 : T_B32));
    return GO_ON;
}

#define NOTHING(name) {name, "text", run_nothing, NULL, ANY_TEXT}
#define NOTHING_ALONE(name) {name, "", run_nothing, NULL, 0}
#define BRANCH(name, when) {name, "text", run_branch, NULL, when}

const struct operation control_operations[] = {
    {"s_endpgm", "", run_end, NULL, 0},
    {"s_endpgm_saved", "", run_end, NULL, 0},
    {"s_sleep", "text", run_sleep, NULL, ANY_TEXT},
    {"s_sleep_var", "b32", run_sleep, NULL, 0},
    {"s_trap", "text", run_trap, NULL, 0},
    {"s_sethalt", "text", run_halt, NULL, 0},
    BRANCH("s_branch", ALWAYS),
    BRANCH("s_cbranch_scc0", IF_SCC0),
    BRANCH("s_cbranch_scc1", IF_SCC1),
    BRANCH("s_cbranch_vccz", IF_VCCZ),
    BRANCH("s_cbranch_vccnz", IF_VCCNZ),
    BRANCH("s_cbranch_execz", IF_EXECZ),
    BRANCH("s_cbranch_execnz", IF_EXECNZ),
    {"s_getpc_b64", "b64 =", run_getpc, NULL, 0},
    {"s_setpc_b64", "b64", run_setpc, NULL, 0},
    {"s_swappc_b64", "b64 = b64", run_swappc, NULL, 0},
    {"s_call_b64", "b64 = any", run_call, NULL, 0},
    {"s_barrier", "", run_barrier, NULL, 0},
    {"s_barrier_signal", "text", run_signal, NULL, 0},
    {"s_barrier_wait", "text", run_wait_barrier, NULL, 0},
    {"s_sendmsg_rtn_b32", "b32 = text", run_message_rtn, NULL, COMES_BACK},
    {"s_sendmsg_rtn_b64", "b64 = text", run_message_rtn, NULL, COMES_BACK},
    {"s_memtime", "b64 =", run_time, NULL, COMES_BACK},
    {"s_memrealtime", "b64 =", run_time, NULL, COMES_BACK},
    {"s_getreg_b32", "b32 = text", run_getreg, NULL, 0},
    {"s_setreg_b32", "text b32", run_setreg, NULL, 0},
    {"s_setreg_imm32_b32", "text b32", run_setreg, NULL, 0},
    {"s_round_mode", "text", run_mode, NULL, 0},
    {"s_denorm_mode", "text", run_mode, NULL, 4},
    {"s_waitcnt", "text", run_waitcnt, NULL, 0},
    {"s_waitcnt_vscnt", "any any", run_waitcnt_of, NULL, C_STORE},
    {"s_waitcnt_vmcnt", "any any", run_waitcnt_of, NULL, C_LOAD},
    {"s_waitcnt_lgkmcnt", "any any", run_waitcnt_of, NULL, C_DS},
    {"s_wait_loadcnt", "text", run_wait, NULL, C_LOAD},
    {"s_wait_storecnt", "text", run_wait, NULL, C_STORE},
    {"s_wait_dscnt", "text", run_wait, NULL, C_DS},
    {"s_wait_kmcnt", "text", run_wait, NULL, C_KM},
    {"s_wait_loadcnt_dscnt", "text", run_wait_both, NULL, C_LOAD},
    {"s_wait_storecnt_dscnt", "text", run_wait_both, NULL, C_STORE},
    {"s_movrels_b32", "b32 = b32", run_movrel, NULL, FROM},
    {"s_movrels_b64", "b64 = b64", run_movrel, NULL, FROM},
    {"s_movreld_b32", "b32 = b32", run_movrel, NULL, TO},
    {"s_movreld_b64", "b64 = b64", run_movrel, NULL, TO},
    // Caches and schedules: all memory is coherent here.
    NOTHING("s_nop"),
    NOTHING("s_clause"),
    NOTHING("s_delay_alu"),
    NOTHING("s_setprio"),
    NOTHING("s_sendmsg"),
    NOTHING("s_inst_prefetch"),
    NOTHING("s_set_inst_prefetch_distance"),
    NOTHING("s_waitcnt_depctr"),
    NOTHING("s_wait_alu"),
    NOTHING("s_wait_expcnt"),
    NOTHING("s_wait_samplecnt"),
    NOTHING("s_wait_bvhcnt"),
    NOTHING("s_wait_idle"),
    NOTHING("s_wait_event"),
    {"s_waitcnt_expcnt", "any any", run_nothing, NULL, 0},
    NOTHING("s_ttracedata_imm"),
    NOTHING_ALONE("s_ttracedata"),
    NOTHING_ALONE("s_icache_inv"),
    NOTHING_ALONE("s_dcache_inv"),
    NOTHING_ALONE("s_dcache_wb"),
    NOTHING_ALONE("s_gl1_inv"),
    NOTHING_ALONE("v_nop"),
    NOTHING("buffer_gl0_inv"),
    NOTHING("buffer_gl1_inv"),
    NOTHING("buffer_wbl2"),
    NOTHING("buffer_inv"),
    NOTHING("buffer_invl2"),
    NOTHING("buffer_wbinvl1"),
    NOTHING("buffer_wbinvl1_vol"),
    NOTHING("global_inv"),
    NOTHING("global_wb"),
    NOTHING("global_wbinv"),
    {0},
};

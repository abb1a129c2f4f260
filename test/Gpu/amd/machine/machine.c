#include "machine-state.h"

#include "counts.h"
#include "decode.h"
#include "waits.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static _Noreturn void stop(const char *why, const char *what) {
    fprintf(stderr, "amd: %s%s\n", why, what);
    fflush(NULL);
    abort();
}

static void *own(void *memory) {
    if (!memory)
        stop("out of memory", "");
    return memory;
}

struct machine *machine_make(const struct machine_options *options) {
    struct machine *machine = own(calloc(1, sizeof *machine));
    snprintf(machine->arch, sizeof machine->arch, "%.*s", (int)strcspn(options->arch, ":"),
             options->arch);
    const char *digits = machine->arch + 3;
    machine->generation = (unsigned)(strlen(digits) == 4 ? atoi(digits) / 100 : 9);
    machine->is_gfx940 = strncmp(digits, "94", 2) == 0 || strncmp(digits, "95", 2) == 0;
    machine->is_gfx90a = strcmp(digits, "90a") == 0 || machine->is_gfx940;
    machine->counts = options->counts;
    machine->seed = options->seed;
    machine->random = options->seed * 0x9E3779B97F4A7C15u + 1;
    machine->find = options->find;
    machine->owner = options->owner;
    machine->name_of = options->name_of;
    return machine;
}

uint64_t machine_random(struct machine *machine) {
    machine->random ^= machine->random << 13;
    machine->random ^= machine->random >> 7;
    machine->random ^= machine->random << 17;
    return machine->random >> 16;
}

// ---- Code --------------------------------------------------------------------------------------

void machine_add_code(struct machine *machine, uint64_t address, size_t size, uint64_t base,
                      const char *name) {
    struct code *code = own(calloc(1, sizeof *code));
    code->address = address;
    code->size = size;
    code->base = base;
    code->name = own(strdup(name));
    for (unsigned i = 0; i < 2; i++)
        code->decoded[i] = own(calloc(size / 4 + 1, sizeof *code->decoded[i]));
    code->next = machine->code;
    machine->code = code;
}

static void free_code(struct code *code) {
    for (unsigned i = 0; i < 2; i++) {
        for (size_t n = 0; n <= code->size / 4; n++)
            if (code->decoded[i][n]) {
                free(code->decoded[i][n]->second);
                free(code->decoded[i][n]);
            }
        free(code->decoded[i]);
    }
    free(code->name);
    free(code);
}

void machine_remove_code(struct machine *machine, uint64_t address) {
    for (struct code **at = &machine->code; *at; at = &(*at)->next)
        if ((*at)->address == address) {
            struct code *code = *at;
            *at = code->next;
            machine->last_code = NULL;
            free_code(code);
            return;
        }
}

static struct code *find_code(const struct machine *machine, uint64_t address) {
    struct code *code = machine->code;
    while (code && address - code->address >= code->size)
        code = code->next;
    return code;
}

const struct code *machine_code(const struct machine *machine, uint64_t address) {
    return find_code(machine, address);
}

void machine_write_counts(const struct machine *machine, FILE *file) {
    counts_write(machine, file);
}

const char *machine_place(const struct machine *machine, uint64_t address) {
    static char text[200];
    const struct code *code = find_code(machine, address);
    if (code)
        snprintf(text, sizeof text, "at %#llx of %s", (unsigned long long)(address - code->base),
                 code->name);
    else
        snprintf(text, sizeof text, "at %#llx, where no code is", (unsigned long long)address);
    return text;
}

const struct instruction *machine_instruction(struct wave *w) {
    struct machine *machine = w->group->machine;
    struct code *code = machine->last_code;
    if (!code || w->pc - code->address >= code->size)
        code = machine->last_code = find_code(machine, w->pc);
    if (!code || w->pc % 4) {
        w->now = NULL;
        wave_fault(w, "there is no instruction");
    }
    unsigned which = w->lanes == 64;
    size_t offset = w->pc - code->address;
    struct instruction **at = &code->decoded[which][offset / 4];
    if (!*at) {
        if (!machine->decoders[which])
            machine->decoders[which] = decoder_make(machine->arch, w->lanes);
        *at = decode(machine->decoders[which], (const uint8_t *)w->pc, code->size - offset);
    }
    return *at;
}

const char *machine_kernel_name(const struct work_group *group) {
    static char name[200];
    const char *full = group->machine->name_of(group->dispatch->descriptor);
    // offloadcc's kernels end with '$'.
    snprintf(name, sizeof name, "%.*s", full ? (int)strcspn(full, "$") : 1, full ? full : "?");
    return name;
}

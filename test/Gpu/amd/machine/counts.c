#include "counts.h"

#include "machine-state.h"

#include <stdlib.h>
#include <string.h>

// An instruction's counts in one kernel.
struct counted {
    uint64_t address; // in the code object
    char *code;       // the code object's name
    char text[sizeof((struct instruction *)0)->text];
    struct tally tally;
};

struct counted_kernel {
    char *name;
    uint64_t dispatches, groups, threads;
    unsigned lanes;
    struct counted *instructions; // by address
    size_t count, room;
    struct counted_kernel *next;
};

static void *own(void *memory) {
    if (!memory)
        abort();
    return memory;
}

// ---- One access --------------------------------------------------------------------------------

void counts_access(const struct wave *w, const struct instruction *in, uint64_t exec,
                   uint8_t *const addresses[MAX_LANES], unsigned bytes) {
    struct tally *tally = &((struct instruction *)in)->tally;
    const uint8_t *lds = w->group->lds;
    uint64_t global[MAX_LANES], shared[MAX_LANES];
    unsigned globals = 0, shareds = 0;
    for (; exec; exec &= exec - 1) {
        const uint8_t *at = addresses[__builtin_ctzll(exec)];
        if (at >= lds && at < lds + w->group->lds_size)
            shared[shareds++] = (uint64_t)(at - lds);
        else if (at < w->scratch || at >= w->scratch + (size_t)w->scratch_size * w->lanes)
            global[globals++] = (uint64_t)at;
    }
    if (globals)
        tally_lines(tally, global, globals, bytes, LINE_BYTES);
    if (shareds)
        tally_banks(tally, shared, shareds, bytes);
}

// ---- Kernels -----------------------------------------------------------------------------------

static struct counted_kernel *kernel_named(struct machine *machine, const char *name) {
    struct counted_kernel **at = &machine->counted;
    while (*at && strcmp((*at)->name, name) != 0)
        at = &(*at)->next;
    if (!*at) {
        *at = own(calloc(1, sizeof **at));
        (*at)->name = own(strdup(name));
    }
    return *at;
}

static int order(const struct counted *counted, const char *code, uint64_t address) {
    int result = strcmp(counted->code, code);
    return result ? result : counted->address < address ? -1 : counted->address > address;
}

static struct counted *instruction_at(struct counted_kernel *kernel, const char *code,
                                      uint64_t address) {
    size_t low = 0, high = kernel->count;
    while (low < high) {
        size_t middle = (low + high) / 2;
        if (order(&kernel->instructions[middle], code, address) < 0)
            low = middle + 1;
        else
            high = middle;
    }
    if (low < kernel->count && order(&kernel->instructions[low], code, address) == 0)
        return &kernel->instructions[low];
    if (kernel->count == kernel->room) {
        kernel->room = 2 * kernel->room + 64;
        kernel->instructions =
            own(realloc(kernel->instructions, kernel->room * sizeof *kernel->instructions));
    }
    memmove(&kernel->instructions[low + 1], &kernel->instructions[low],
            (kernel->count++ - low) * sizeof *kernel->instructions);
    kernel->instructions[low] = (struct counted){.address = address, .code = own(strdup(code))};
    return &kernel->instructions[low];
}

void counts_finish(struct machine *machine, const struct dispatch *dispatch, const char *kernel,
                   unsigned lanes, uint64_t groups) {
    struct counted_kernel *counted = kernel_named(machine, kernel);
    counted->dispatches++;
    counted->groups += groups;
    counted->threads += (uint64_t)dispatch->grid[0] * dispatch->grid[1] * dispatch->grid[2];
    counted->lanes = lanes;
    for (struct code *code = machine->code; code; code = code->next)
        for (size_t i = 0; i <= code->size / 4; i++) {
            struct instruction *in = code->decoded[lanes == 64][i];
            if (!in || !in->tally.waves)
                continue;
            struct counted *at =
                instruction_at(counted, code->name, code->address + 4 * i - code->base);
            memcpy(at->text, in->text, sizeof at->text);
            tally_add(&at->tally, &in->tally);
            in->tally = (struct tally){0};
        }
}

static void write_kernel(const struct counted_kernel *kernel, FILE *file) {
    fprintf(file, "{\"name\": ");
    tally_string(file, kernel->name);
    fprintf(file,
            ", \"launches\": %llu, \"blocks\": %llu, \"threads\": %llu, \"lanes\": %u, "
            "\"instructions\": [",
            (unsigned long long)kernel->dispatches, (unsigned long long)kernel->groups,
            (unsigned long long)kernel->threads, kernel->lanes);
    for (size_t i = 0; i < kernel->count; i++) {
        const struct counted *at = &kernel->instructions[i];
        fprintf(file, "%s{\"code\": ", i ? ", " : "");
        tally_string(file, at->code);
        fprintf(file, ", \"address\": %llu, \"text\": ", (unsigned long long)at->address);
        tally_string(file, at->text);
        fprintf(file, ", ");
        tally_write(file, &at->tally);
        putc('}', file);
    }
    fprintf(file, "]}");
}

void counts_write(const struct machine *machine, FILE *file) {
    fprintf(file, "{\"arch\": \"%s\", \"line_bytes\": %d, \"kernels\": [", machine->arch,
            LINE_BYTES);
    for (const struct counted_kernel *kernel = machine->counted; kernel; kernel = kernel->next) {
        fprintf(file, "%s", kernel == machine->counted ? "" : ", ");
        write_kernel(kernel, file);
    }
    fprintf(file, "]}\n");
}

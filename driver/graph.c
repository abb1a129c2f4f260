#include "driver/graph.h"

#include <string.h>

bool oc_job_has_ended(const struct oc_job *job) {
    return job->state != OC_JOB_WAITING && job->state != OC_JOB_RUNNING;
}

static struct oc_job *append_job(struct oc_graph *graph, struct oc_job *job) {
    if (graph->count == graph->capacity) {
        size_t capacity = graph->capacity ? graph->capacity * 2 : 16;
        struct oc_job **jobs = OC_NEW_ARRAY(graph->arena, capacity, struct oc_job *);
        if (graph->count)
            memcpy(jobs, graph->jobs, graph->count * sizeof *jobs);
        graph->jobs = jobs;
        graph->capacity = capacity;
    }
    return graph->jobs[graph->count++] = job;
}

struct oc_job *oc_graph_add(struct oc_graph *graph, const char *label) {
    struct oc_job *job = OC_NEW(graph->arena, struct oc_job);
    job->label = label;
    job->argv.arena = job->outputs.arena = job->text.arena = graph->arena;
    return append_job(graph, job);
}

void oc_graph_move(struct oc_graph *from, size_t first, struct oc_graph *to) {
    for (size_t i = first; i < from->count; i++)
        append_job(to, from->jobs[i])->wait_count = 0;
    from->count = first;
}

static bool waits_for(const struct oc_job *job, size_t index) {
    for (size_t i = 0; i < job->wait_count; i++)
        if (job->waits_for[i] == index)
            return true;
    return false;
}

void oc_graph_wait(struct oc_graph *graph, struct oc_job *job, const struct oc_job *earlier) {
    size_t index = 0;
    while (index < graph->count && graph->jobs[index] != earlier)
        index++;
    if (!earlier || index == graph->count || waits_for(job, index))
        return;
    if (job->wait_count == job->wait_capacity) {
        size_t capacity = job->wait_capacity ? job->wait_capacity * 2 : 4;
        size_t *list = OC_NEW_ARRAY(graph->arena, capacity, size_t);
        if (job->wait_count)
            memcpy(list, job->waits_for, job->wait_count * sizeof *list);
        job->waits_for = list;
        job->wait_capacity = capacity;
    }
    job->waits_for[job->wait_count++] = index;
}

// "FILE", "-fembed-offload-object=FILE", "--image=file=FILE,triple=...".
static bool names_file(const char *word, const char *file) {
    size_t length = strlen(file);
    for (const char *at = word; (at = strstr(at, file)); at++)
        if ((at == word || at[-1] == '=' || at[-1] == ',') &&
            (at[length] == '\0' || at[length] == ','))
            return true;
    return false;
}

static bool reads(const struct oc_args *args, const char *file) {
    for (size_t i = 0; i < args->count; i++)
        if (names_file(args->items[i], file))
            return true;
    return false;
}

void oc_graph_wait_for_inputs(struct oc_graph *graph, struct oc_job *job) {
    for (size_t i = 0; i < graph->count && graph->jobs[i] != job; i++)
        for (size_t o = 0; o < graph->jobs[i]->outputs.count; o++)
            if (reads(&job->argv, graph->jobs[i]->outputs.items[o]))
                oc_graph_wait(graph, job, graph->jobs[i]);
}

void oc_graph_print_command(const struct oc_args *argv, FILE *stream) {
    for (size_t i = 0; i < argv->count; i++) {
        fputs(" \"", stream);
        for (const char *at = argv->items[i]; *at; at++) {
            if (*at == '"' || *at == '\\' || *at == '$')
                fputc('\\', stream);
            fputc(*at, stream);
        }
        fputc('"', stream);
    }
    fputc('\n', stream);
}

void oc_graph_print(const struct oc_graph *graph, FILE *stream) {
    for (size_t i = 0; i < graph->count; i++)
        oc_graph_print_command(&graph->jobs[i]->argv, stream);
}

void oc_graph_print_phases(const struct oc_graph *graph, FILE *stream) {
    for (size_t i = 0; i < graph->count; i++) {
        const struct oc_job *job = graph->jobs[i];
        fprintf(stream, "%zu: %s", i, job->label);
        for (size_t w = 0; w < job->wait_count; w++)
            fprintf(stream, "%s%zu", w ? ", " : ", {", job->waits_for[w]);
        if (job->wait_count)
            fputc('}', stream);
        for (size_t o = 0; o < job->outputs.count; o++)
            fprintf(stream, "%s\"%s\"", o ? ", " : " -> ", oc_base_name(job->outputs.items[o]));
        fputc('\n', stream);
    }
}

// ---- The trace ---------------------------------------------------------------------------------

enum { MAX_ROWS = 1024 };

// The length in bytes of the character at the beginning, if it is not ASCII and valid UTF-8; else
// 0.
static size_t utf8_length(const char *string) {
    unsigned char first = (unsigned char)*string;
    size_t length = first >= 0xc2 && first < 0xe0   ? 2
                    : first >= 0xe0 && first < 0xf0 ? 3
                    : first >= 0xf0 && first < 0xf5 ? 4
                                                    : 0;
    for (size_t i = 1; i < length; i++)
        if (((unsigned char)string[i] & 0xc0) != 0x80)
            return 0;
    unsigned char second = (unsigned char)string[length ? 1 : 0];
    bool is_longer_than_needed =
        (first == 0xe0 && second < 0xa0) || (first == 0xf0 && second < 0x90);
    bool is_surrogate = first == 0xed && second >= 0xa0;
    bool is_beyond_unicode = first == 0xf4 && second >= 0x90;
    return is_longer_than_needed || is_surrogate || is_beyond_unicode ? 0 : length;
}

static void add_json(struct oc_text *text, const char *string) {
    oc_text_add(text, "\"");
    for (size_t length = 1; *string; string += length) {
        unsigned char c = (unsigned char)*string;
        length = c < 0x80 ? 1 : utf8_length(string);
        if (c == '"' || c == '\\')
            oc_text_printf(text, "\\%c", c);
        else if (c < 0x20)
            oc_text_printf(text, "\\u%04x", c);
        else if (length)
            oc_text_add_bytes(text, string, length);
        else
            oc_text_add(text, "\\ufffd"); // as clang's -ftime-trace
        length += !length;
    }
    oc_text_add(text, "\"");
}

static void add_event(struct oc_text *text, const struct oc_job *job, int64_t *busy_until) {
    unsigned row = 0;
    while (row + 1 < MAX_ROWS && busy_until[row] > job->start)
        row++;
    busy_until[row] = job->end;
    oc_text_add(text, text->data && oc_ends_with(text->data, "[") ? "\n" : ",\n");
    oc_text_printf(text,
                   "{\"ph\":\"X\",\"pid\":1,\"tid\":%u,\"ts\":%lld,\"dur\":%lld,\"name\":", row,
                   (long long)job->start, (long long)(job->end - job->start));
    add_json(text, job->label);
    oc_text_printf(text, ",\"args\":{\"exit\":%d,\"command\":", job->exit_code);
    struct oc_text command = {.arena = text->arena};
    for (size_t i = 0; i < job->argv.count; i++)
        oc_text_printf(&command, "%s%s", i ? " " : "", job->argv.items[i]);
    add_json(text, command.data ? command.data : "");
    oc_text_add(text, "}}");
}

const char *oc_graph_trace(const struct oc_graph *const *graphs, size_t count) {
    struct oc_arena *arena = graphs[0]->arena;
    struct oc_text text = {.arena = arena};
    int64_t *busy_until = OC_NEW_ARRAY(arena, MAX_ROWS, int64_t);
    oc_text_add(&text, "{\"displayTimeUnit\":\"ms\",\"traceEvents\":[");
    for (size_t g = 0; g < count; g++) {
        // In the order of their starts, so that the rows are filled from the left.
        size_t total = graphs[g]->count;
        bool *done = OC_NEW_ARRAY(arena, total, bool);
        for (size_t round = 0; round < total; round++) {
            size_t first = total;
            for (size_t i = 0; i < total; i++)
                if (!done[i] && graphs[g]->jobs[i]->end &&
                    (first == total || graphs[g]->jobs[i]->start < graphs[g]->jobs[first]->start))
                    first = i;
            if (first == total)
                break;
            done[first] = true;
            add_event(&text, graphs[g]->jobs[first], busy_until);
        }
    }
    oc_text_add(&text, "\n]}\n");
    return text.data;
}

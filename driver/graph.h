// graph.h - the jobs of an invocation as data: built first, then printed, traced or run.
//
// A job is a command with what it waits for and what it writes. Jobs stand in an order in which
// they could be run one after the other: a job waits for earlier ones only. That order is also the
// order of
// -### and of the messages, whatever runs at the same time.
#ifndef OC_DRIVER_GRAPH_H
#define OC_DRIVER_GRAPH_H

#include "base/text.h"
#include "driver/diagfilter.h"
#include "driver/irmessages.h"

#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>

// What happens to a job's standard error.
enum oc_messages {
    OC_MESSAGES_INHERIT, // printed as they come
    OC_MESSAGES_GROUP,   // held, and printed in the order of the group's jobs
    OC_MESSAGES_KEEP,    // left in `text` for who asked
};

enum oc_job_state { OC_JOB_WAITING, OC_JOB_RUNNING, OC_JOB_DONE, OC_JOB_FAILED, OC_JOB_SKIPPED };

struct oc_job {
    const char *label; // what it does, for messages and traces: "device front end (sm_90)"
    const char *arch;  // or NULL
    struct oc_args argv;
    const char *called;     // the name that argv[0] is called by, if it has another; or NULL
    struct oc_args outputs; // removed when the job fails
    const char *result;     // what it writes, and becomes outputs[0] whole; NULL: it writes that
    size_t *waits_for;      // indices of jobs
    size_t wait_count, wait_capacity;
    enum oc_messages messages;
    struct oc_diagfilter *group;  // jobs whose messages belong together; NULL: this job alone
    bool repeats;                 // messages that the group has shown already are dropped
    const char *hint;             // what a user can do where it fails, or NULL
    const char *assembles;        // the text that it assembles (refused.h), or NULL
    bool explains;                // reports its own failures well: nothing is added to exit code 1
    bool may_fail;                // any exit code is an answer
    bool quiet;                   // -v does not show it
    bool urgent;                  // begins before others that could
    bool quick;                   // takes little time: others that could begin before it
    bool stale_without;           // its outputs are removed also when it is skipped
    const struct oc_job *part_of; // unless this one is done, a signal to us removes them; or NULL
    const char *unless; // a file: if it is there already, the job need not run; NULL: it must
    const char *made;   // a file that an earlier job may have left: it becomes outputs[0], and the
                        // job need not run; or NULL
    const char *taints; // a file that is removed if the job says anything; or NULL
    const struct oc_irmessages *form; // of its messages, where it reads bitcode; or NULL
    bool may_lack_places;             // it says nothing yet where it would have to without places

    // When it has run.
    enum oc_job_state state;
    int exit_code;     // 128+n after signal n
    int ended_by;      // that signal, or 0
    bool lacks_places; // so nothing was said yet
    struct oc_text text;
    int64_t start, end; // microseconds of the monotonic clock
};

struct oc_graph {
    struct oc_arena *arena;
    struct oc_job **jobs;
    size_t count, capacity;
};

bool oc_job_has_ended(const struct oc_job *job);

// Appends a job without words; the caller fills it in. The address is stable.
struct oc_job *oc_graph_add(struct oc_graph *graph, const char *label);

// Moves the jobs from index `first` to the end of another graph, whose jobs they do not wait for.
void oc_graph_move(struct oc_graph *from, size_t first, struct oc_graph *to);

// Makes `job` wait for `earlier`. NULL, a job of another graph, and a repetition, are fine.
void oc_graph_wait(struct oc_graph *graph, struct oc_job *job, const struct oc_job *earlier);

// Makes `job` wait for those that write one of its words.
void oc_graph_wait_for_inputs(struct oc_graph *graph, struct oc_job *job);

// Prints a command as clang does: each word in double quotes, one line.
void oc_graph_print_command(const struct oc_args *argv, FILE *stream);
void oc_graph_print(const struct oc_graph *graph, FILE *stream);

// -ccc-print-phases: a line a job, with what it waits for.
void oc_graph_print_phases(const struct oc_graph *graph, FILE *stream);

// The jobs that ran, as a Chrome trace (JSON). Overlapping jobs get rows of their own.
const char *oc_graph_trace(const struct oc_graph *const *graphs, size_t count);

#endif

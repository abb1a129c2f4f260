// graph.h - the jobs of an invocation as data: built first, then printed, traced or run.
//
// A job is a command, the jobs that it waits for, and the files that it writes. A job waits only
// for earlier jobs, so they could be run one after the other in this order. `-###` and messages
// keep the order even if several jobs run at a time.
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
    OC_MESSAGES_KEEP,    // not printed, but kept in `text`
};

enum oc_job_state { OC_JOB_WAITING, OC_JOB_RUNNING, OC_JOB_DONE, OC_JOB_FAILED, OC_JOB_SKIPPED };

struct oc_job {
    const char *label; // what it does, for messages and traces: "device front end (sm_90)"
    const char *arch;  // or NULL
    struct oc_args argv;
    const char *called;     // the name that argv[0] is called by, if it has another; or NULL
    struct oc_args outputs; // removed when the job fails
    const char *result;     // the file that the command writes, which is then copied to outputs[0];
                            // NULL: it writes outputs[0] itself
    size_t *waits_for;      // indices of jobs
    size_t wait_count, wait_capacity;
    enum oc_messages messages;
    struct oc_diagfilter *group;  // jobs whose messages belong together; NULL: this job alone
    bool repeats;                 // messages that the group has shown already are dropped
    const char *hint;             // printed if it fails: what the user can do; or NULL
    const char *assembles;        // path of the PTX that it assembles (refused.h), or NULL
    bool explains;                // exit code 1 means that it has reported its error itself
    bool may_fail;                // no exit code is an error
    bool quiet;                   // -v does not show it
    bool urgent;                  // of the jobs that are ready, it starts first
    bool quick;                   // it takes little time, and starts after other jobs
    bool large_pages;             // it uses much memory: it gets large pages (heap.h)
    bool stale_without;           // its outputs are removed even if it is skipped
    const struct oc_job *part_of; // its outputs are removed if a signal to us ends the run before
                                  // this job is done; or NULL
    const char *unless;           // a file: if it exists already, the job is not run; NULL: it is
    const char *made;   // a file that an earlier job may have made: if it exists, it is copied to
                        // outputs[0], and the job is not run; or NULL
    const char *taints; // a file that is removed if the job prints anything; or NULL
    const struct oc_irmessages *form; // of the messages of a job that reads bitcode; or NULL
    bool may_lack_places; // if one of its messages lacks a place, none is printed (lacks_places)

    // When it has run.
    enum oc_job_state state;
    int exit_code;       // 128+n after signal n
    int ended_by;        // that signal, or 0
    bool lacks_places;   // a message lacks its place, so `text` was not printed
    struct oc_text text; // its standard error, unless OC_MESSAGES_INHERIT
    int64_t start, end;  // microseconds of the monotonic clock
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

// Makes `job` wait for `earlier`. Does nothing if that is NULL, in another graph, or waited for
// already.
void oc_graph_wait(struct oc_graph *graph, struct oc_job *job, const struct oc_job *earlier);

// Makes `job` wait for the jobs that write a file which is one of its words.
void oc_graph_wait_for_inputs(struct oc_graph *graph, struct oc_job *job);

// Prints a command as clang does: each word in double quotes, one line.
void oc_graph_print_command(const struct oc_args *argv, FILE *stream);
void oc_graph_print(const struct oc_graph *graph, FILE *stream);

// -ccc-print-phases: prints a line for each job, with the jobs that it waits for.
void oc_graph_print_phases(const struct oc_graph *graph, FILE *stream);

// The jobs of these graphs that ran, as a Chrome trace (JSON). Overlapping jobs are in different
// rows.
const char *oc_graph_trace(const struct oc_graph *const *graphs, size_t count);

#endif

// run.h - runs a job graph: several jobs at a time, each a process with a pidfd, in one poll loop.
//
// Signals that end this process (SIGINT, SIGTERM, SIGHUP, SIGQUIT, SIGPIPE, unless they were
// ignored) are blocked between oc_run_begin and oc_run_end, and read from a descriptor. So nothing
// is left over: children are ended, their output files are removed, and the caller cleans up before
// oc_run_end ends this process with the same signal.
#ifndef OC_DRIVER_RUN_H
#define OC_DRIVER_RUN_H

#include "base/diag.h"
#include "driver/forkserver.h"
#include "driver/graph.h"
#include "driver/jobserver.h"

#include <signal.h>
#include <stdbool.h>

struct oc_run; // what is running

struct oc_runner {
    struct oc_arena *arena;
    struct oc_diag *diag;
    bool verbose;   // commands are printed when they are started
    bool concludes; // no graph follows this one, so helpers that it no longer needs can be stopped
    unsigned jobs;  // the most jobs to run at a time; make's jobserver may allow fewer
    struct oc_jobserver jobserver;
    struct oc_forkserver server; // the caller sets its program, after oc_run_begin
    struct oc_run *run;
    sigset_t old_mask;
    sigset_t handled; // the signals that are read from signal_fd
    int signal_fd;
    int signal; // the signal that ended the run; 0: none
};

// Prepares a run. Returns false, after a report, if the system has no more descriptors.
bool oc_run_begin(struct oc_runner *runner, struct oc_arena *arena, struct oc_diag *diag,
                  bool verbose);

// Runs all jobs whose predecessors succeed. Returns 0, or the exit code of the first job that
// failed, in the order of the graph; 1 where a signal ended it, 127 where a program could not be
// started. After a signal to us it returns 128+n at once.
int oc_run_graph(struct oc_runner *runner, struct oc_graph *graph);

// Runs jobs until `job` has ended. The others keep running; a later oc_run_graph continues with
// them, also if they, like `job`, were moved to another graph. No messages are printed. Returns 0,
// or 128+n after signal n to this process.
int oc_run_until(struct oc_runner *runner, struct oc_graph *graph, const struct oc_job *job);

// Ends the jobs that are still running, and removes their output files.
void oc_run_abandon(struct oc_runner *runner);

// The same, and removes the output files of all jobs of `graph` that were started.
void oc_run_discard(struct oc_runner *runner, struct oc_graph *graph);

// Restores the signal mask; if a signal ended the run, this process dies by it here.
void oc_run_end(struct oc_runner *runner);

#endif

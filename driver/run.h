// run.h - runs a job graph: several jobs at a time, each a process with a pidfd, in one poll loop.
//
// Signals that end us (SIGINT, SIGTERM, SIGHUP, SIGQUIT, SIGPIPE, unless they were ignored) are
// blocked between oc_run_begin and oc_run_end and read from a descriptor, so that nothing is left
// behind: children are ended, what they wrote is removed, and the caller cleans up before
// oc_run_end dies by the same signal.
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
    bool verbose;   // commands are printed as they are started
    bool concludes; // after the graph that is run, there will be none: what it needs no more may go
    unsigned jobs;  // at a time, at most: make's jobserver may allow fewer
    struct oc_jobserver jobserver;
    struct oc_forkserver server; // its program is the caller's to name, once the run has begun
    struct oc_run *run;
    sigset_t old_mask;
    sigset_t handled; // the signals that we read from signal_fd
    int signal_fd;
    int signal; // that ended the run; 0: none
};

// Fails when the system is out of descriptors, with a message.
bool oc_run_begin(struct oc_runner *runner, struct oc_arena *arena, struct oc_diag *diag,
                  bool verbose);

// Runs all jobs whose predecessors succeed. Returns 0, or the exit code of the first job that
// failed, in the order of the graph; 1 where a signal ended it, 127 where a program could not be
// started. After a signal to us it returns 128+n at once.
int oc_run_graph(struct oc_runner *runner, struct oc_graph *graph);

// Runs jobs until `job` has ended, and leaves the others running: oc_run_graph goes on with them,
// be they of this graph or, like `job`, moved to another. No messages are printed. Returns 0, or
// 128+n after a signal to us.
int oc_run_until(struct oc_runner *runner, struct oc_graph *graph, const struct oc_job *job);

// Ends what is still running, and removes what it wrote.
void oc_run_abandon(struct oc_runner *runner);

// The same, and removes what jobs of `graph` wrote before.
void oc_run_discard(struct oc_runner *runner, struct oc_graph *graph);

// Restores the signal mask; if a signal ended the run, this process dies by it here.
void oc_run_end(struct oc_runner *runner);

#endif

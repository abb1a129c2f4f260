// plan.h - the state of a compilation while its jobs are planned.
//
// compile.c fills it in: which sources define kernels (the scan says), and what clang would do
// (query.h). plan_unit.h makes the jobs of one source with kernels of it, with plan_device.h,
// plan_host.h and plan_frontend.h, which share plan_jobs.h; plan_guess.h begins one of them early.
#ifndef OC_DRIVER_PLAN_H
#define OC_DRIVER_PLAN_H

#include "base/file.h"
#include "driver/archs.h"
#include "driver/cachedir.h"
#include "driver/command.h"
#include "driver/graph.h"
#include "driver/guess.h"
#include "driver/query.h"
#include "driver/run.h"
#include "driver/strategy.h"
#include "driver/temp.h"
#include "driver/toolchain.h"

// A source that the probe did not rule out.
struct oc_unit_plan {
    const struct oc_argument *argument;
    const char *path; // as the commands name it
    const char *name; // as messages name it
    enum oc_language language;
    const char *base;      // for the names of kept files: "saxpy"
    const char *directory; // where the scan writes its results
    struct oc_job *scan;
    bool has_kernels;
    bool is_incomplete;          // its device code is compiled when the program is linked
    bool is_broken;              // the scan found errors
    struct oc_args *cc1;         // clang's own command for it
    struct oc_strategy strategy; // how it is compiled; set once `cc1` is known
    bool names_lines;            // messages of its host code at run time have lines of the source
    struct oc_job *explains;     // clang, which reports the errors in a source that the scan cannot
                                 // parse; or NULL
    struct oc_job *begun;        // the host's front end, if it was started with a guess; or NULL
    bool front_is_early;         // the guess was right: `begun` is the host's front end
    struct oc_job *front_job;    // the host's front end, once it is planned
    const char *front;           // the file with its bitcode
    struct oc_job *host_job;     // the host compiler, once it is planned
    struct oc_job *back_job;     // the host's back end, once it is planned
    struct oc_diagfilter messages;
    struct oc_job **device_jobs; // the last one of each architecture, once they are planned
};

struct oc_plan {
    struct oc_arena *arena;
    struct oc_diag *diag;
    const struct oc_command *command;
    struct oc_toolchain *toolchain;
    struct oc_archs archs;
    struct oc_cachedir cache;
    struct oc_strategy strategy; // what the command allows
    struct oc_temp temp;
    struct oc_runner runner;
    struct oc_graph questions; // preliminary jobs: the scans, `clang -###`, an early front end
    struct oc_graph graph;     // the jobs that compile
    struct oc_graph places;    // jobs that are run again to find the places of messages
    // The link's files have device code that is to be linked, or may have.
    bool links_device;
    struct oc_args *link;     // then: clang's own command that links
    struct oc_graph linking;  // the jobs that link device code, and that command
    struct oc_args last_link; // clang's command of the last such link, if `finding` is for it
    struct oc_job *finding;   // finds its units, in `questions`; NULL: it was not begun early
    struct oc_job *query_job; // clang -###, in `questions`; if guess_is_used, in `graph`
    struct oc_query query;
    struct oc_guess guess; // of the first unit
    bool guess_is_used;    // the graph was made with the guess
    struct oc_unit_plan *units;
    size_t unit_count;
};

#endif

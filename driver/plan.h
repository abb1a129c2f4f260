// plan.h - from a command line to a job graph.
//
// plan.c finds out what is to be done: which sources define kernels (the scan says), and what clang
// would do (query.h). plan_unit.h makes the jobs of one source with kernels, plan_guess.c begins
// one of them early. All other jobs are clang's own, unchanged, so link order, default names and
// options are its own too.
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
    const char *directory; // the scan's results
    struct oc_job *scan;
    bool has_kernels;
    bool is_broken;              // the scan found errors
    struct oc_args *cc1;         // clang's own command for it
    struct oc_strategy strategy; // how it is compiled, from the time when `cc1` is known
    struct oc_job *explains;     // clang on a source that the scan cannot parse; or NULL
    struct oc_job *begun;        // the host's front end, if it was begun with a guess; or NULL
    bool front_is_early;         // the guess was right: `begun` is the host's front end
    struct oc_job *front_job;    // the host's front end, once it is planned
    const char *front;           // the file with its bitcode
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
    struct oc_graph questions; // what is run to know what is to be run
    struct oc_graph graph;
    struct oc_graph places;   // what is run again to know where messages belong
    struct oc_job *query_job; // clang -###: one of the questions; with the guess, of the graph
    struct oc_query query;
    struct oc_guess guess; // of the first unit
    bool guess_is_used;    // the graph was made with the guess
    struct oc_unit_plan *units;
    size_t unit_count;
};

// Compiles. `candidates` are the inputs that may hold kernels; `piped` is the one whose text was
// read, if it is one of them, else NULL. Returns the exit code; a signal that ends the run ends
// this process.
int oc_plan_compile(struct oc_plan *plan, const struct oc_input *const *candidates, size_t count,
                    const struct oc_piped *piped);

// Says that -static and kernels exclude each other.
void oc_plan_report_static(struct oc_diag *diag);

// The words for clang, from what the user asks: without ours; with `include` the directory of
// offload.h at the end, and with `links` our runtime and libomptarget.
void oc_plan_clang_words(const struct oc_command *command, const struct oc_toolchain *toolchain,
                         bool include, bool links, struct oc_args *out);

// Adds all jobs of a source with kernels, which clang's command `cc1` compiles. Returns the last
// one that makes its object, or NULL with --device-only.
struct oc_job *oc_plan_unit(struct oc_plan *plan, struct oc_unit_plan *unit, struct oc_args *cc1);

// After the graph has run: says what the host's back ends could not say for want of places. The
// host's code is compiled once more with its lines, which takes time only where LLVM warns.
void oc_plan_place_messages(struct oc_plan *plan);

// The command of its scan.
void oc_plan_scan_words(const struct oc_plan *plan, const struct oc_unit_plan *unit,
                        struct oc_args *out);

// plan_guess.c: adds the host's front end to the questions, as it was in the build before.
void oc_plan_guess_begin(struct oc_plan *plan);

// Runs the questions. If all but clang's answer bears the guess out, the graph is made with it and
// begun; what the answer decides waits for it in the graph. Returns what oc_run_graph does.
int oc_plan_guess_ask(struct oc_plan *plan);

// Whether there is such a graph and clang's answer is the one that was guessed: the graph stands
// then, and may be run on. If not, what was begun with it is ended, and there is no guess any more.
bool oc_plan_guess_holds(struct oc_plan *plan);

// Where the bitcode of the front end that was begun is, if it is right (its dependency file is then
// written, or will be by oc_plan_guess_holds), or NULL.
const char *oc_plan_guess_front(struct oc_plan *plan, const struct oc_unit_plan *unit);

// Keeps what there was to be known for the next build, once all has gone well.
void oc_plan_guess_keep(const struct oc_plan *plan);

// Reports the options that cannot be used beside kernels.
void oc_plan_check_options(const struct oc_plan *plan);

// Warns of programs that are missing for the images, once an architecture.
void oc_plan_check_images(const struct oc_plan *plan);

// Where a unit's intermediate file goes: in the private directory, or with -save-temps where the
// user looks.
const char *oc_plan_temp(const struct oc_plan *plan, const struct oc_unit_plan *unit,
                         const char *arch, const char *kind);

#endif

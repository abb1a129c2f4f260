// plan_guess.h - starts the host's front end before the scan has ended, with the command and glue
// of the last build (guess.h), and later checks whether they were right.
#ifndef OC_DRIVER_PLAN_GUESS_H
#define OC_DRIVER_PLAN_GUESS_H

#include "driver/plan.h"

// Adds the last build's host front end to the preliminary jobs, if the strategy allows that and the
// cache has a guess for the command.
void oc_plan_guess_begin(struct oc_plan *plan);

// Runs the preliminary jobs: the scan, `clang -###` and the early front end. If the scan and the
// front end end first and confirm the guess, makes the graph with the guessed command and begins
// it; jobs that depend on clang's answer wait for it in the graph. Returns what oc_run_graph does.
int oc_plan_guess_ask(struct oc_plan *plan);

// Whether oc_plan_guess_ask made a graph, and `clang -###` printed the guessed command. Then the
// graph can be run to its end. If the command differs, ends the graph's jobs, removes their
// outputs, and discards the guess.
bool oc_plan_guess_holds(struct oc_plan *plan);

// If the guess is right for the unit, which clang compiles by `cc1`: writes its dependency file,
// and makes the early front end the unit's (front_is_early).
void oc_plan_guess_take_front(struct oc_plan *plan, struct oc_unit_plan *unit,
                              const struct oc_args *cc1);

// After a successful build, stores the guess for the next build, unless the one in the cache is
// right.
void oc_plan_guess_keep(const struct oc_plan *plan);

#endif

// plan_guess.h - the host's front end, begun before the scan has ended, with what it was in the
// build before (guess.h), and judged when the scan and clang have answered.
#ifndef OC_DRIVER_PLAN_GUESS_H
#define OC_DRIVER_PLAN_GUESS_H

#include "driver/plan.h"

// Adds the host's front end to the questions, as it was in the build before, where the strategy has
// it and the cache knows the command.
void oc_plan_guess_begin(struct oc_plan *plan);

// Runs the questions: the scan, `clang -###` and the early front end. If the scan and the front end
// end first and confirm the guess, makes the graph with the guessed command and begins it; jobs
// that depend on clang's answer wait for it in the graph. Returns what oc_run_graph does.
int oc_plan_guess_ask(struct oc_plan *plan);

// Whether there is such a graph and clang's answer is the one that was guessed: the graph stands
// then, and may be run on. If not, what was begun with it is ended and removed, and there is no
// guess any more.
bool oc_plan_guess_holds(struct oc_plan *plan);

// If the guess is right for the unit, which clang compiles by `cc1`: writes its dependency file,
// and makes the early front end the unit's (front_is_early).
void oc_plan_guess_take_front(struct oc_plan *plan, struct oc_unit_plan *unit,
                              const struct oc_args *cc1);

// Keeps what there was to be known for the next build, once all has gone well.
void oc_plan_guess_keep(const struct oc_plan *plan);

#endif

// spawn.h - processes: started, watched through a pidfd, and ended when this one is killed.
#ifndef OC_DRIVER_SPAWN_H
#define OC_DRIVER_SPAWN_H

#include "base/diag.h"
#include "base/text.h"
#include "driver/forkserver.h"

#include <signal.h>
#include <stdbool.h>
#include <sys/types.h>

struct oc_process {
    pid_t pid;
    int pidfd;    // readable once the process has ended; -1: the kernel has none
    int messages; // the reading end of its standard error, non-blocking; -1: inherited
    int status;   // of waitpid, once `ended`
    int ended_by; // a signal, or 0; after oc_process_wait
    bool ended;
};

struct oc_program {
    const char *path;        // looked up on PATH if it has no slash
    const char *const *argv; // argv[0] is the name that it is called by
    const char *variable; // "NAME=value": added to its environment if it is a new process; or NULL
};

// Starts a program with this signal mask: as a fork of `server`, if that is not NULL and serves
// this program, else as a new process. Its standard error can be captured. Returns 0, or an errno
// value; `out` is then unchanged. If the command is too long (E2BIG), its words are passed in a
// response file in memory.
int oc_spawn(struct oc_forkserver *server, const struct oc_program *program, bool capture,
             const sigset_t *mask, struct oc_process *out);

// Whether the process has ended. Waits for that at most this long.
bool oc_process_ended(struct oc_process *process, int milliseconds);

// Adds what the process has written to its standard error by now.
void oc_process_read(struct oc_process *process, struct oc_text *text);

// Reads the rest, waits for the end, closes what is open. Returns the exit code, 128+n after signal
// n.
int oc_process_wait(struct oc_process *process, struct oc_text *text);

// Becomes another program. Returns only if that fails: reports it, and returns the exit code.
int oc_exec(const char *program, const char *const *argv, struct oc_diag *diag);

#endif

// forkserver.h - clang, loaded once for all jobs of an invocation.
//
// A third of the time that clang takes for a small file goes into loading clang. So the first of
// its jobs starts it with a library preloaded that stops it where main would begin
// (src/preload/forkserver.c); that job and the others are forks of it, children of ours like those
// that spawn.h starts. Where this cannot be (clang is a script, say, or linked statically, or the
// user preloads something), clang is started for each job.
#ifndef OC_DRIVER_FORKSERVER_H
#define OC_DRIVER_FORKSERVER_H

#include <signal.h>
#include <stdbool.h>
#include <sys/types.h>

struct oc_forkserver {
    const char *program; // clang; NULL: there is to be no server
    const char *library; // what is preloaded
    pid_t pid;           // 0: it was not started yet
    int socket;          // while it serves; -1: it does not, and will not
};

// Runs argv in a fork, with its standard error in `messages`. Returns whether it did: not if
// `program` is another one. argv[0] is the name that it is called by. The first call starts the
// server, with this signal mask, and waits for it. What fails ends the server: the caller starts
// programs itself from then on.
bool oc_forkserver_run(struct oc_forkserver *server, const char *program, const char *const *argv,
                       int messages, const sigset_t *mask, pid_t *pid);

// Whether it runs that program, or would.
bool oc_forkserver_serves(const struct oc_forkserver *server, const char *program);

// There will be no more commands: the server goes, unwatched. Its forks go on.
void oc_forkserver_dismiss(struct oc_forkserver *server);

// Has the server gone, and waits for that.
void oc_forkserver_end(struct oc_forkserver *server);

#endif

// forkserver.h - clang, loaded once for all jobs of an invocation.
//
// For a small file, clang spends a third of its time on being loaded. So the first clang job starts
// clang with a preloaded library that stops it before main (src/preload/forkserver.c). That job and
// all later ones are forks of this process, and children of ours like those that spawn.h starts. If
// that is not possible (clang is a script or linked statically, or the user preloads a library),
// clang is started for each job.
#ifndef OC_DRIVER_FORKSERVER_H
#define OC_DRIVER_FORKSERVER_H

#include <signal.h>
#include <stdbool.h>
#include <sys/types.h>

struct oc_forkserver {
    const char *program;  // clang; NULL: do not use a server
    const char *library;  // the library to preload
    const char *variable; // "NAME=value": added to the server's environment, not to that of its
                          // forks; or NULL
    pid_t pid;            // of the server; 0: it was not started yet
    int socket;           // to the server; -1: it has failed or ended, and is not used any more
};

// Runs argv in a fork of the server, with its standard error in `messages`; argv[0] is the name
// that it is called by. Returns false if it did not, for example because `program` is a different
// program. The first call starts the server, with this signal mask, and waits for it. A failure
// ends the server, and the caller then starts programs itself.
bool oc_forkserver_run(struct oc_forkserver *server, const char *program, const char *const *argv,
                       int messages, const sigset_t *mask, pid_t *pid);

// Whether the server runs this program, or would when it is started.
bool oc_forkserver_serves(const struct oc_forkserver *server, const char *program);

// Tells the server that no more commands follow, without waiting for its end. Its forks keep
// running.
void oc_forkserver_dismiss(struct oc_forkserver *server);

// Ends the server, and waits for its end.
void oc_forkserver_end(struct oc_forkserver *server);

#endif

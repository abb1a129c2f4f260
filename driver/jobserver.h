// jobserver.h - GNU make's jobserver: how many jobs make lets us run.
//
// make provides tokens: bytes in a pipe or FIFO that MAKEFLAGS names (--jobserver-auth=R,W or
// =fifo:PATH). A process may run one job without a token. Each further job needs a byte, which is
// written back unchanged when the job ends. make closes the pipe for recipes that do not begin with
// '+'; then there is one job at a time, as in make's own sub-makes. Only the link of device code
// ignores that, as linkers do: it is mostly the last recipe, and the only one.
#ifndef OC_DRIVER_JOBSERVER_H
#define OC_DRIVER_JOBSERVER_H

#include <stdbool.h>

enum { OC_JOBSERVER_TOKENS = 255 };

struct oc_jobserver {
    bool present; // make has a jobserver; if not, all jobs are allowed
    int read_fd, write_fd;
    unsigned held; // number of tokens that we have taken
    unsigned char tokens[OC_JOBSERVER_TOKENS];
};

// Opens the jobserver that the value of MAKEFLAGS names, which may be NULL. Its descriptors do not
// block.
void oc_jobserver_open(struct oc_jobserver *jobserver, const char *makeflags);

// Whether another job may start while `running` jobs run. Takes a token if it needs one.
bool oc_jobserver_allows(struct oc_jobserver *jobserver, unsigned running);

// Allows all jobs if make has closed its jobserver to us.
void oc_jobserver_ignore_closed(struct oc_jobserver *jobserver);

// Gives back the tokens that `running` jobs do not need.
void oc_jobserver_settle(struct oc_jobserver *jobserver, unsigned running);

// A descriptor that is readable when a token may be had, or -1.
int oc_jobserver_fd(const struct oc_jobserver *jobserver);

void oc_jobserver_close(struct oc_jobserver *jobserver);

#endif

#include "driver/run.h"

#include "driver/called.h"

#include "base/file.h"
#include "driver/heap.h"
#include "driver/refused.h"
#include "driver/spawn.h"

#include <errno.h>
#include <fcntl.h>
#include <poll.h>
#include <sched.h>
#include <stdlib.h>
#include <string.h>
#include <sys/signalfd.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

enum { MAX_JOBS = 256, KILL_AFTER_MS = 3000, LOOK_MS = 5, LISTEN_MS = 20 };

// A job that is running.
struct child {
    struct oc_job *job;
    struct oc_process process;
};

struct oc_run {
    struct oc_runner *runner;
    struct oc_graph *graph;
    struct child children[MAX_JOBS];
    unsigned running;
    size_t reported; // jobs before this one have had their messages printed
    bool crowded;    // the system had no process to spare: wait for a child to end
    bool restrained; // make had no token to spare: wait for one
};

static int64_t now(void) {
    struct timespec time;
    clock_gettime(CLOCK_MONOTONIC, &time);
    return (int64_t)time.tv_sec * 1000000 + time.tv_nsec / 1000;
}

bool oc_run_begin(struct oc_runner *runner, struct oc_arena *arena, struct oc_diag *diag,
                  bool verbose) {
    *runner = (struct oc_runner){.arena = arena, .diag = diag, .verbose = verbose};
    cpu_set_t cpus;
    int count = sched_getaffinity(0, sizeof cpus, &cpus) == 0 ? CPU_COUNT(&cpus) : 1;
    runner->run = OC_NEW(arena, struct oc_run);
    runner->run->runner = runner;
    runner->jobs = count < 2 ? 2 : count > MAX_JOBS ? MAX_JOBS : (unsigned)count;
    // SIGPIPE: nobody reads our messages any more (`| head`). Blocked, it waits to be read as well.
    static const int signals[] = {SIGINT, SIGTERM, SIGHUP, SIGQUIT, SIGPIPE};
    sigemptyset(&runner->handled);
    for (size_t i = 0; i < sizeof signals / sizeof *signals; i++) {
        struct sigaction action;
        if (sigaction(signals[i], NULL, &action) == 0 && action.sa_handler != SIG_IGN)
            sigaddset(&runner->handled, signals[i]);
    }
    sigprocmask(SIG_BLOCK, &runner->handled, &runner->old_mask);
    runner->signal_fd = signalfd(-1, &runner->handled, SFD_CLOEXEC | SFD_NONBLOCK);
    if (runner->signal_fd >= 0) {
        oc_jobserver_open(&runner->jobserver, getenv("MAKEFLAGS"));
        return true;
    }
    oc_error(diag, "cannot watch for signals: %s", strerror(errno));
    sigprocmask(SIG_SETMASK, &runner->old_mask, NULL);
    return false;
}

void oc_run_end(struct oc_runner *runner) {
    close(runner->signal_fd);
    oc_jobserver_close(&runner->jobserver);
    oc_forkserver_end(&runner->server);
    if (runner->signal) {
        signal(runner->signal, SIG_DFL);
        raise(runner->signal);
    }
    sigprocmask(SIG_SETMASK, &runner->old_mask, NULL);
}

// ---- Messages ----------------------------------------------------------------------------------

static void print_messages(struct oc_run *run, struct oc_job *job) {
    struct oc_diagfilter alone = {0};
    struct oc_arena *arena = run->runner->arena;
    struct oc_text out = {.arena = arena}, formed = {.arena = arena}, *text = &job->text;
    if (!text->length)
        return;
    job->lacks_places =
        job->may_lack_places && oc_irmessages_lack_places(arena, text->data, text->length);
    if (job->lacks_places)
        return;
    if (job->form) {
        oc_irmessages_add(job->form, text->data, text->length, &formed);
        text = &formed;
    }
    oc_diagfilter_add(job->group ? job->group : &alone, text->data ? text->data : "", text->length,
                      job->repeats, job->arch, &out);
    fwrite(out.data ? out.data : "", 1, out.length, run->runner->diag->stream);
}

static void report_failure(struct oc_run *run, const struct oc_job *job) {
    struct oc_diag *diag = run->runner->diag;
    // As clang has it: who closed the pipe needs no telling.
    if (job->may_fail || job->exit_code == 0 || job->ended_by == SIGPIPE)
        return;
    if (job->ended_by)
        oc_error(diag, "%s was ended by signal %d (%s)", job->label, job->ended_by,
                 strsignal(job->ended_by));
    const char *temporary = getenv("TMPDIR");
    if (job->ended_by == SIGBUS && temporary) // lld writes to mapped memory
        oc_note(diag, "the disk may be full; temporary files are in '%s'", temporary);
    if (!job->ended_by && job->exit_code != 127 && (!job->explains || job->exit_code != 1))
        oc_error(diag, "%s failed with exit code %d (use -v to see invocation)", job->label,
                 job->exit_code);
    if (!job->ended_by && job->exit_code != 127 && job->hint)
        oc_note(diag, "%s", job->hint);
}

// Whether an assembler's errors were reported at their places in the source, instead of its
// own messages.
static bool report_places(struct oc_run *run, struct oc_job *job) {
    if (!job->assembles || job->ended_by || job->exit_code == 0 || job->exit_code == 127 ||
        !job->text.data ||
        !oc_refused_report(run->runner->arena, run->runner->diag, job->assembles, job->text.data,
                           oc_base_name(job->argv.items[0]), job->arch))
        return false;
    job->exit_code = 1;
    return true;
}

// Prints what is due: messages come in the order of the graph.
static void report_ended(struct oc_run *run) {
    for (; run->reported < run->graph->count; run->reported++) {
        struct oc_job *job = run->graph->jobs[run->reported];
        if (!oc_job_has_ended(job))
            return;
        if (job->state == OC_JOB_SKIPPED || report_places(run, job))
            continue;
        if (job->messages == OC_MESSAGES_GROUP)
            print_messages(run, job);
        report_failure(run, job);
    }
}

// Writes `to` whole, or returns an errno value.
static int copy_file(const char *from, const char *to) {
    struct oc_arena scratch = {0};
    struct oc_bytes content;
    int error = oc_file_read(&scratch, from, &content);
    if (!error)
        error = oc_file_write(to, content.data, content.length);
    oc_arena_release(&scratch);
    return error;
}

// ---- Jobs --------------------------------------------------------------------------------------

static void remove_outputs(const struct oc_job *job) {
    for (size_t i = 0; i < job->outputs.count; i++) {
        struct stat status;
        if (lstat(job->outputs.items[i], &status) == 0 && S_ISREG(status.st_mode))
            unlink(job->outputs.items[i]);
    }
}

static void fail(struct oc_job *job, int exit_code) {
    job->state = OC_JOB_FAILED;
    job->exit_code = exit_code;
    if (!job->may_fail)
        remove_outputs(job);
}

static void start_job(struct oc_run *run, struct oc_job *job) {
    struct oc_runner *runner = run->runner;
    struct child *child = &run->children[run->running];
    if (runner->verbose && !job->quiet)
        oc_graph_print_command(&job->argv, runner->diag->stream);
    fflush(NULL);
    job->start = now();
    struct oc_program program = {
        .path = job->argv.items[0],
        .argv = oc_called_words(runner->arena, job->called, job->argv.items, job->argv.count),
        .variable = job->large_pages ? oc_heap_variable() : NULL,
    };
    int error = oc_spawn(&runner->server, &program, job->messages != OC_MESSAGES_INHERIT,
                         &runner->old_mask, &child->process);
    if (error == EAGAIN && run->running) {
        run->crowded = true;
        return;
    }
    job->end = job->start;
    if (error) {
        oc_error(runner->diag, "cannot run '%s': %s", job->argv.items[0], strerror(error));
        fail(job, 127);
        return;
    }
    child->job = job;
    job->state = OC_JOB_RUNNING;
    run->running++;
}

static bool is_ready(const struct oc_run *run, const struct oc_job *job) {
    for (size_t w = 0; w < job->wait_count; w++)
        if (run->graph->jobs[job->waits_for[w]]->state != OC_JOB_DONE)
            return false;
    return job->state == OC_JOB_WAITING;
}

// Not before all of those have ended: one may have to say first whether an old output may go.
static bool is_hopeless(const struct oc_run *run, const struct oc_job *job) {
    bool failed = false;
    for (size_t w = 0; w < job->wait_count; w++) {
        const struct oc_job *earlier = run->graph->jobs[job->waits_for[w]];
        if (!oc_job_has_ended(earlier))
            return false;
        failed |= earlier->state != OC_JOB_DONE;
    }
    return failed && job->state == OC_JOB_WAITING;
}

static bool is_writable(const char *path) {
    struct stat status;
    return stat(path, &status) < 0 || (S_ISREG(status.st_mode) && access(path, W_OK) == 0);
}

// Puts what an earlier job made in the place of the job's output. Returns false where there is no
// such file, or the output is one of those for which clang has rules of its own (a device, a file
// that is read-only): then the job has to run.
static bool take_made(struct oc_job *job) {
    return job->made && access(job->made, F_OK) == 0 && is_writable(job->outputs.items[0]) &&
           copy_file(job->made, job->outputs.items[0]) == 0;
}

// Jobs whose predecessors failed are skipped, and those that need not run are done. Those that wait
// for them come later.
static void pass_over(struct oc_run *run) {
    for (size_t i = 0; i < run->graph->count; i++) {
        struct oc_job *job = run->graph->jobs[i];
        if (is_hopeless(run, job)) {
            job->state = OC_JOB_SKIPPED;
            if (job->stale_without)
                remove_outputs(job);
        } else if (is_ready(run, job) &&
                   ((job->unless && access(job->unless, F_OK) == 0) || take_made(job))) {
            job->state = OC_JOB_DONE;
        }
    }
}

// What takes long goes first.
static int rank(const struct oc_job *job) {
    return job->urgent ? 2 : job->quick ? 0 : 1;
}

static struct oc_job *next_job(const struct oc_run *run) {
    struct oc_job *next = NULL;
    for (size_t i = 0; i < run->graph->count; i++) {
        struct oc_job *job = run->graph->jobs[i];
        if ((!next || rank(job) > rank(next)) && is_ready(run, job))
            next = job;
    }
    return next;
}

static void start_ready(struct oc_run *run) {
    struct oc_job *job;
    run->restrained = false;
    pass_over(run);
    while (!run->crowded && run->running < run->runner->jobs && (job = next_job(run))) {
        run->restrained = !oc_jobserver_allows(&run->runner->jobserver, run->running);
        if (run->restrained)
            return;
        start_job(run, job);
        if (job->state == OC_JOB_FAILED)
            pass_over(run);
    }
}

// The server takes a while to end, which need not be waited for.
static void dismiss_server(struct oc_run *run) {
    struct oc_forkserver *server = &run->runner->server;
    for (size_t i = 0; i < run->graph->count; i++) {
        const struct oc_job *job = run->graph->jobs[i];
        if (job->state == OC_JOB_WAITING && oc_forkserver_serves(server, job->argv.items[0]))
            return;
    }
    oc_forkserver_dismiss(server);
}

// A linker writes in place, and a killed one would leave half a file that looks new.
static int publish_result(struct oc_run *run, struct oc_job *job) {
    const char *output = job->outputs.items[0];
    int error = copy_file(job->result, output);
    if (error)
        oc_error(run->runner->diag, "cannot write '%s': %s", output, strerror(error));
    job->explains = true;
    return error ? 1 : 0;
}

static void finish_job(struct oc_run *run, unsigned index) {
    struct child child = run->children[index];
    run->children[index] = run->children[--run->running];
    run->crowded = false;
    int status = oc_process_wait(&child.process, &child.job->text);
    child.job->end = now();
    child.job->exit_code = status;
    child.job->ended_by = child.process.ended_by;
    if (status == 0 && child.job->result)
        status = publish_result(run, child.job);
    if (child.job->taints && child.job->text.length)
        unlink(child.job->taints);
    if (status && !child.job->may_fail)
        fail(child.job, status);
    else
        child.job->state = OC_JOB_DONE;
}

// ---- The loop ----------------------------------------------------------------------------------

// A signal: the children are asked to end, then made to.
static void end_children(struct oc_run *run) {
    for (unsigned i = 0; i < run->running; i++)
        kill(run->children[i].process.pid, SIGTERM);
    int64_t deadline = now() + (int64_t)KILL_AFTER_MS * 1000;
    while (run->running) {
        for (unsigned i = run->running; i-- > 0;) {
            struct child *child = &run->children[i];
            if (now() > deadline)
                kill(child->process.pid, SIGKILL);
            if (oc_process_ended(&child->process, 20)) {
                remove_outputs(child->job);
                finish_job(run, i);
            }
        }
    }
}

// As of a child that is ended: a dependency file without its object.
static void remove_parts(const struct oc_graph *graph) {
    for (size_t i = 0; i < graph->count; i++) {
        const struct oc_job *job = graph->jobs[i];
        if (job->state == OC_JOB_DONE && job->part_of && job->part_of->state != OC_JOB_DONE)
            remove_outputs(job);
    }
}

static bool signalled(struct oc_runner *runner) {
    struct signalfd_siginfo info;
    if (read(runner->signal_fd, &info, sizeof info) == sizeof info)
        runner->signal = (int)info.ssi_signo;
    return runner->signal != 0;
}

// Waits until a child has ended, or a signal came. What children say is fetched now and then,
// before it fills a pipe: clang writes a word at a time, and each would wake us.
static void wait_for_event(struct oc_run *run) {
    struct pollfd fds[MAX_JOBS + 2];
    nfds_t count = 0;
    fds[count++] = (struct pollfd){.fd = run->runner->signal_fd, .events = POLLIN};
    if (run->restrained) // poll() passes over a descriptor of -1
        fds[count++] =
            (struct pollfd){.fd = oc_jobserver_fd(&run->runner->jobserver), .events = POLLIN};
    int patience = -1;
    for (unsigned i = 0; i < run->running; i++) {
        struct oc_process *process = &run->children[i].process;
        if (process->pidfd < 0) // the system has none
            patience = LOOK_MS;
        else if (process->messages >= 0 && patience < 0)
            patience = LISTEN_MS;
        fds[count++] = (struct pollfd){.fd = process->pidfd, .events = POLLIN};
    }
    poll(fds, count, patience);
    for (unsigned i = run->running; i-- > 0;) {
        struct child *child = &run->children[i];
        oc_process_read(&child->process, &child->job->text);
        if (oc_process_ended(&child->process, 0))
            finish_job(run, i);
    }
}

void oc_run_abandon(struct oc_runner *runner) {
    end_children(runner->run);
    oc_jobserver_settle(&runner->jobserver, 0);
}

void oc_run_discard(struct oc_runner *runner, struct oc_graph *graph) {
    oc_run_abandon(runner);
    for (size_t i = 0; i < graph->count; i++)
        if (graph->jobs[i]->start) // else the cache had what it makes
            remove_outputs(graph->jobs[i]);
}

// Until `last` has ended, or all jobs, if that is NULL.
static int run_until(struct oc_run *run, struct oc_graph *graph, const struct oc_job *last) {
    run->graph = graph;
    run->reported = 0;
    for (;;) {
        if (signalled(run->runner)) {
            oc_run_abandon(run->runner);
            remove_parts(graph);
            return 128 + run->runner->signal;
        }
        if (last && oc_job_has_ended(last))
            return 0;
        start_ready(run);
        if (run->runner->concludes)
            dismiss_server(run);
        oc_jobserver_settle(&run->runner->jobserver, run->running);
        if (!last)
            report_ended(run);
        if (!run->running)
            return 0;
        wait_for_event(run);
    }
}

int oc_run_until(struct oc_runner *runner, struct oc_graph *graph, const struct oc_job *job) {
    return run_until(runner->run, graph, job);
}

int oc_run_graph(struct oc_runner *runner, struct oc_graph *graph) {
    int result = run_until(runner->run, graph, NULL);
    if (result)
        return result;
    for (size_t i = 0; i < graph->count; i++)
        if (graph->jobs[i]->state == OC_JOB_FAILED)
            return graph->jobs[i]->ended_by ? 1 : graph->jobs[i]->exit_code; // as clang has it
    return 0;
}

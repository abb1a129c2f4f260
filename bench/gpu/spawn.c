// The time that a process takes from its start to its end: spawn NAME COUNT PROGRAM ARGUMENTS...
#include "../data.h"

#include <spawn.h>
#include <sys/wait.h>

extern char **environ;

int main(int argc, char **argv) {
    if (argc < 4)
        return 2;
    for (int i = atoi(argv[2]); i >= 0; i--) {
        pid_t child;
        int status;
        double start = now();
        if (posix_spawn(&child, argv[3], NULL, NULL, argv + 3, environ) != 0 ||
            waitpid(child, &status, 0) != child || status != 0) {
            fprintf(stderr, "%s: failed\n", argv[3]);
            return 1;
        }
        // The first one finds its files.
        if (i < atoi(argv[2]))
            printf("%s %.9f\n", argv[1], now() - start);
    }
    return 0;
}

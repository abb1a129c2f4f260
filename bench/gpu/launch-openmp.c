// By clang's OpenMP with ompx_bare, whose regions need no device runtime: the least that
// libomptarget does for a launch.
#include "launch.h"

#ifdef __NVPTX__
static int thread(void) {
    return __nvvm_read_ptx_sreg_tid_x();
}
#else
static int thread(void) {
    return 0;
}
#endif
#pragma omp declare target to(thread)

static void launch_nothing(void) {
#pragma omp target teams ompx_bare num_teams(1) thread_limit(COUNT)
    {
    }
}

static void launch_add(void) {
#pragma omp target teams ompx_bare num_teams(1) thread_limit(COUNT) map(to : x, y) map(tofrom : z)
    {
        int i = thread();
        z[i] = x[i] + y[i];
    }
}

int main(int argc, char **argv) {
    int repetitions = repetitions_of(argc, argv);
    fill();
#pragma omp target enter data map(to : x, y, z)
    time_launches("empty", launch_nothing, repetitions);
    time_launches("resident", launch_add, repetitions);
#pragma omp target update from(z)
    return check(argv[0]);
}

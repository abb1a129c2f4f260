// An array that a loop uses in launches only could go to the device once. The outermost such loop is
// named. What else the loop does with the array, or that it is another one each time, needs the
// copies.
// RUN: %offloadcc --offload-arch=none -fno-offload-resident -Woffload-copy-in-loop -fsyntax-only %s 2>&1 | count 0
// RUN: %offloadcc --offload-arch=none -fno-offload-resident -Woffload-copy-in-loop -c %s -o %t.o 2>&1 | FileCheck --match-full-lines --implicit-check-not=warning: %s
// RUN: %offloadcc --offload-arch=none -fno-offload-resident -Woffload -c %s -o %t.o 2>&1 | FileCheck --match-full-lines --implicit-check-not=warning: %s
// RUN: %offloadcc --offload-arch=none -fno-offload-resident -c %s -o %t.o 2>&1 | count 0
#include <offload.h>

offload_kernel void step(size_t n, const float speed[n], float place[n])
{
    size_t i = offload_global_id(0);
    if (i < n)
        place[i] += speed[i];
}

void nested(size_t n, float *speed, float *place, int days)
{
    for (int day = 0; day < days; day++)
        for (int hour = 0; hour < 24; hour++)
            offload(step, .threads = {n})(n, speed, place);
}
// CHECK: {{.*}}copy-in-loop.c:21:46: warning: 'speed' is copied in each iteration of the loop in line 19, which uses it only in launches; put the loop into a block of offload_data(offload_to(speed, n)) to copy it once [-Woffload-copy-in-loop]
// CHECK: {{.*}}copy-in-loop.c:21:53: warning: 'place' is copied in each iteration of the loop in line 19, which uses it only in launches; put the loop into a block of offload_data(offload_tofrom(place, n)) to copy it once [-Woffload-copy-in-loop]

void changed_on_the_host(size_t n, float *speed, float *place)
{
    while (place[0] < 100) {
        offload(step, .threads = {n})(n, speed + 1, place);
        speed[1] /= 2;
    }
}

void another_each_time(size_t n, float speed[][n], float (*places)[n], int count)
{
    do {
        float *place = places[--count];
        offload(step, .threads = {n})(n, speed[count], place);
    } while (count);
}

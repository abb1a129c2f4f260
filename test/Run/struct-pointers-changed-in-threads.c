// The host may change a pointer of a struct on the device while another thread launches with others
// of the same array: the launch does not change it back. Who ends the mapping waits for launches that
// use the structs, and copies back what they wrote.
//
// REQUIRES: x86_64
// RUN: %offloadcc -O2 --offload-arch=x86-64 %s -o %t
// RUN: env OMP_TARGET_OFFLOAD=mandatory %t | FileCheck %s
#include <offload.h>
#include <pthread.h>
#include <stdio.h>
#include <unistd.h>

struct vector {
    int n;
    int *data offload_count(n);
    int launches;
};

offload_kernel void increment(struct vector v[1])
{
    for (int i = 0; i < v[0].n; i++)
        v[0].data[i]++;
    v[0].launches++;
}

// The image is in the program: it reaches the host's variables.
enum { BEFORE, STARTED, GO };

offload_kernel void wait_and_increment(struct vector v[1], offload_device_ptr int *state)
{
    __atomic_store_n(state, STARTED, __ATOMIC_SEQ_CST);
    while (__atomic_load_n(state, __ATOMIC_SEQ_CST) != GO)
        ;
    v[0].launches++;
}

static int x[4], a[4], b[4], state;
static struct vector v[2] = {{4, a, 0}, {4, x, 0}};

static void *launch_others(void *unused)
{
    for (int i = 0; i < 1000; i++)
        increment(v + 1);
    return unused;
}

static void *wait_in_kernel(void *unused)
{
    wait_and_increment(v, &state);
    return unused;
}

static void *go_soon(void *unused)
{
    usleep(200000);
    __atomic_store_n(&state, GO, __ATOMIC_SEQ_CST);
    return unused;
}

int main(void)
{
    pthread_t launching, going;
    offload_enter_data(offload_to(v, 2));
    increment(v);

    int wrong = 0;
    pthread_create(&launching, NULL, launch_others, NULL);
    for (int i = 0; i < 1000; i++) {
        int *data = i % 2 ? a : b;
        v[0].data = data;
        usleep(10);
        wrong += __atomic_load_n(&v[0].data, __ATOMIC_SEQ_CST) != data;
    }
    pthread_join(launching, NULL);
    printf("wrong %d, %d\n", wrong, x[3]);
    // CHECK: wrong 0, 1000

    pthread_create(&launching, NULL, wait_in_kernel, NULL);
    while (__atomic_load_n(&state, __ATOMIC_SEQ_CST) == BEFORE)
        ;
    pthread_create(&going, NULL, go_soon, NULL);
    offload_exit_data(offload_from(v, 2));
    printf("launches %d %d\n", v[0].launches, v[1].launches);
    // CHECK: launches 2 1000
    pthread_join(launching, NULL);
    pthread_join(going, NULL);
}

// The OpenMP programmer's version of narrowed-unused.c.
int main(void) {
    static float x[1000], y[1000];
#pragma omp target teams distribute parallel for map(alloc : x) map(from : y)
    for (int i = 0; i < 1000; i++)
        y[i] = 2;
    return y[0] != 2;
}

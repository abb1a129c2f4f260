// The OpenMP programmer's version of narrowed-never-written.c.
int main(void) {
    static float x[1000], y[1000];
#pragma omp target teams distribute parallel for map(to : x) map(tofrom : y)
    for (int i = 0; i < 1000; i++)
        y[i] += x[i];
    return y[0] != 0;
}

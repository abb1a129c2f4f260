// The OpenMP programmer's version of narrowed-written-whole-in-a-loop.c.
int main(void) {
    static double x[100], y[100][8];
#pragma omp target teams distribute parallel for map(to : x) map(from : y)
    for (int i = 0; i < 100; i++) {
        double power = 1;
        for (int k = 0; k < 8; k++) {
            y[i][k] = power;
            power *= x[i];
        }
    }
    return y[7][0] != 1;
}

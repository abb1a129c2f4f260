// The OpenMP programmer's version of narrowed-out-in-part.c.
int main(void) {
    static float y[1000];
    y[999] = 7;
#pragma omp target teams distribute parallel for map(tofrom : y)
    for (int i = 500; i < 600; i++)
        y[i] = 2;
    return y[500] != 2 || y[999] != 7;
}

// What the fake driver (fake-cuda.c) makes of PTX to run it: a library, by FAKE_CUDA_RUNS (ptx.py).
#include "fake-cubin.h"

#include <ctype.h>
#include <dlfcn.h>
#include <unistd.h>

// NULL: nothing is set.
static void *make_code(const char *text) {
    const char *command = getenv("FAKE_CUDA_RUNS");
    if (!command)
        return NULL;
    char place[] = "/tmp/fake-cuda-XXXXXX", source[64], library[64], line[600];
    EXPECT(mkdtemp(place));
    snprintf(source, sizeof source, "%s/code.ptx", place);
    snprintf(library, sizeof library, "%s/code.so", place);
    snprintf(line, sizeof line, "%s %s %s", command, source, library);
    FILE *file = own(fopen(source, "w"));
    fputs(text, file);
    fclose(file);
    // The compiler is not to load what the program does.
    char *preload = getenv("LD_LIBRARY_PATH"), *kept = preload ? strdup(preload) : NULL;
    unsetenv("LD_LIBRARY_PATH");
    EXPECT(system(line) == 0);
    if (kept)
        setenv("LD_LIBRARY_PATH", kept, 1);
    free(kept);
    void *code = dlopen(library, RTLD_NOW);
    if (!code)
        printf("cuda: %s\n", dlerror());
    remove(source), remove(library), rmdir(place);
    return own(code);
}

// The name that ptx.py gives a symbol.
static void *find_code(void *code, const char *prefix, const char *name) {
    char symbol[600];
    size_t length = (size_t)snprintf(symbol, sizeof symbol, "%sp_", prefix);
    for (; *name && length + 5 < sizeof symbol; name++)
        if (isalnum((unsigned char)*name) || *name == '_')
            symbol[length++] = *name;
        else
            length += (size_t)sprintf(symbol + length, "_%x_", *name);
    symbol[length] = '\0';
    return dlsym(own(code), symbol);
}

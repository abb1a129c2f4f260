// A program without kernels of its own. It launches one that it finds in a library by name.
#include <offload.h>

#include <dlfcn.h>
#include <stdio.h>

int main(int argc, char **argv)
{
    for (int round = 0; round < 2; round++) {
        void *plugin = dlopen(argv[argc - 1], RTLD_NOW | RTLD_LOCAL);
        if (!plugin) {
            printf("%s\n", dlerror());
            return 1;
        }
        int (*run)(int, int *) = (int (*)(int, int *))dlsym(plugin, "plugin_run");
        void (*add)(int, int, int *) = (void (*)(int, int, int *))dlsym(plugin, "add");
        int x[300] = {0};
        run(300, x);
        offload(add, .threads = {300})(300, 1, x);
        add(300, 1, x);
        printf("%d %d\n", x[0], x[299]);
        dlclose(plugin);
    }
}

// errno.h - for musl's sources (features.h). Devices have no errno: what is assigned to it is lost.
#define errno (*(int[1]){0})
enum { EDOM = 33, EINVAL = 22, ERANGE = 34, EOVERFLOW = 75 };

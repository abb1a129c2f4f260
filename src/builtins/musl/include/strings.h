// strings.h - for musl's sources (features.h).
#include <string.h>

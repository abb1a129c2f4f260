// wchar.h - for musl's sources (features.h).
#include <stddef.h>

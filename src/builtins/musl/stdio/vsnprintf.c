/* offloadcc: not musl's, whose streams write through pointers to functions. */
#include "stdio_impl.h"

int vsnprintf(char *restrict s, size_t n, const char *restrict fmt, va_list ap)
{
	char dummy[1];
	FILE f = {.to = n ? s : dummy, .room = n ? n-1 : 0};
	int ret = vfprintf(&f, fmt, ap);

	*f.to = 0;
	return ret;
}

/* Plain write(2), no stdio: also within a signal. */
#ifndef LLT_WRITE_H
#define LLT_WRITE_H
#include <stddef.h>
#pragma GCC visibility push(hidden)

/* The whole of `bytes`, or a line on stderr and never again to this file. */
void llt_write(int *file, const void *bytes, size_t size);
/* The line. */
void llt_write_lost(const char *why);
/* The executable segments of this process, as lines of /proc/self/maps; "" where they are as at the last call. */
size_t llt_load_map(char *into, size_t size);

#pragma GCC visibility pop
#endif

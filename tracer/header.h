/* What a trace says of itself, and the names of calls. */
#ifndef LLT_HEADER_H
#define LLT_HEADER_H
#include <stddef.h>
#include <stdint.h>

#include "layout.h"
#pragma GCC visibility push(hidden)

extern const char *const llt_names[LLT_CALLS];
extern const char *const llt_letters[LLT_CALLS];

/* The header's lines; returns their length. */
size_t llt_header(char *into, size_t size, int64_t start_monotonic, int64_t start_real, int with_calls);

#pragma GCC visibility pop
#endif

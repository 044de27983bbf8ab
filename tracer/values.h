/* Values of environment variables. */
#ifndef LLT_VALUES_H
#define LLT_VALUES_H
#include <stddef.h>
#pragma GCC visibility push(hidden)

/* The value, or NULL where it is not set or empty. */
const char *llt_value(const char *name);
/* Place of a value in `words`, `fallback` where it is not set; -1 where it is none of them, which `why` says. */
int llt_word(const char *name, const char *const *words, int n, int fallback, char *why, size_t size);
/* A number, `fallback` where it is not set; -1 where it is none from `least` to `most`, which `why` says. */
double llt_number(const char *name, double least, double most, double fallback, char *why, size_t size);

#pragma GCC visibility pop
#endif

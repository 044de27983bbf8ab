/* The user's settings. */
#ifndef LLT_ENVIRONMENT_H
#define LLT_ENVIRONMENT_H
#include <stddef.h>
#include <stdint.h>
#pragma GCC visibility push(hidden)

typedef struct {
  const char *folder;
  uint64_t buffer; /* bytes */
} llt_options;

/* Fills options and llt.clock, llt.depth, llt.formats; 0 where a value is wrong, which `why` then says. */
int llt_environment(llt_options *options, char *why, size_t size);

/* Of all ranks: whether they have the same, but for paths, which may differ; 0: they do not, which `why` says. */
int llt_environment_same(char *why, size_t size);

#pragma GCC visibility pop
#endif

/* Memory for copies of arguments. */
#ifndef LLT_SCRATCH_H
#define LLT_SCRATCH_H
#include <stddef.h>
#pragma GCC visibility push(hidden)

/* 0 to 2 are of the wrappers. */
enum { LLT_SCRATCH_INNER = 3, LLT_SCRATCH_REQUESTS, LLT_SCRATCH_STATUSES, LLT_SCRATCH_FAILURES, LLT_SCRATCHES };

/* Memory of this thread, one of several; grows, and is kept. */
void *llt_scratch(int which, size_t bytes);

#pragma GCC visibility pop
#endif

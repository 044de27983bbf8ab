/* Memory for copies of arguments. */
#ifndef LLT_SCRATCH_H
#define LLT_SCRATCH_H
#include <stddef.h>
#pragma GCC visibility push(hidden)

/* Memory of this thread, one of three; grows, and is kept. */
void *llt_scratch(int which, size_t bytes);

#pragma GCC visibility pop
#endif

/* What is known only at the end. */
#ifndef LLT_REMARKS_H
#define LLT_REMARKS_H
#include <stddef.h>
#pragma GCC visibility push(hidden)

/* A call that a trace does not contain; noted once in the trace. Inside of llt_lock. */
void llt_not_traced(int code);
/* The lines; returns their length. */
size_t llt_remarks(char *into, size_t size);

#pragma GCC visibility pop
#endif

/* Loops of tests or probes, as `while (!flag) MPI_Test(…)`, wait and compute nothing. */
#ifndef LLT_POLLS_H
#define LLT_POLLS_H
#include <stdint.h>
#pragma GCC visibility push(hidden)

/* A call that was entered at `from` found nothing, and leaves no record. */
void llt_polled(int64_t from);
/* Where a call that waits and was entered at `from` begins: with the first of the polls right before it. */
int64_t llt_since_polls(int64_t from);

#pragma GCC visibility pop
#endif

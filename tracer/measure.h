/* What counts as the runtime: from a start in common to the last rank's MPI_Finalize. */
#ifndef LLT_MEASURE_H
#define LLT_MEASURE_H
#include <stddef.h>
#include <stdint.h>
#pragma GCC visibility push(hidden)

/* Whether rank 0 can write LLAMP_RESULT, once the program is over; 0: it cannot, which `why` says. */
int llt_measure_can(char *why, size_t size);
/* Of all ranks: when they start, at the same time. */
int64_t llt_measure_agree(void);
/* That time has come. */
void llt_measure_start(void);
/* This rank comes to MPI_Finalize. */
void llt_measure_stop(void);
/* Of all ranks: rank 0 writes LLAMP_RESULT. */
void llt_measure_end(void);

#pragma GCC visibility pop
#endif

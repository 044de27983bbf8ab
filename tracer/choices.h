/* What calls choose from that complete some of several requests. */
#ifndef LLT_CHOICES_H
#define LLT_CHOICES_H
#include "state.h"
#pragma GCC visibility push(hidden)

/* Whether the requests from `address` on are those that the call before left there. Within a record. */
int llt_choice_known(int64_t address, int n, const MPI_Request *requests);
/* Room for what such a call leaves there. Within its record. */
MPI_Request *llt_choice_left(int64_t address, int n);
/* Another call made, started or completed requests. Within its record. */
void llt_choice_over(void);

#pragma GCC visibility pop
#endif

/* The delayed network, made ready. */
#ifndef LLT_NETWORK_H
#define LLT_NETWORK_H
#pragma GCC visibility push(hidden)

/* Of all ranks, after MPI_Init. Ends the program where it cannot be. */
void llt_network_start(void);
/* Of all ranks, when none of them calls MPI any more: what is on its way arrives first. */
void llt_network_end(void);

#pragma GCC visibility pop
#endif

/* Copies of sent data, until the MPI library has them. */
#ifndef LLT_OUTGOING_H
#define LLT_OUTGOING_H
#include "state.h"
#pragma GCC visibility push(hidden)

typedef struct llt_copy llt_copy;

/* Packs items into `room` bytes, as many as MPI_Pack_size says at least; returns how many it took. */
int llt_pack(const void *buf, int n, MPI_Datatype type, void *to, int room);
/* A copy of a buffer, to be sent as often as wanted. */
llt_copy *llt_copy_of(const void *buf, MPI_Count n, MPI_Datatype type);
/* Begins to send it; the program does not wait for it. */
void llt_copy_send(llt_copy *copy, int to, int tag, MPI_Comm comm);
/* It is no longer sent: it goes when everything that was begun is over. */
void llt_copy_done(llt_copy *copy);
/* How many are on their way still. */
int llt_outgoing(void);

#pragma GCC visibility pop
#endif

/* Data of collectives on the way that no algorithm makes longer: straight from who has them to who needs them. */
#ifndef LLT_DATA_H
#define LLT_DATA_H
#include "play.h"
#pragma GCC visibility push(hidden)

/* A block of a buffer: `n` items of `type` at `at`. */
typedef struct {
  const void *at;
  MPI_Count n;
  MPI_Datatype type;
} llt_block;

/* Block `i` of a buffer of equal ones, and of one with counts and displacements. */
llt_block llt_block_of(const void *buf, MPI_Count n, MPI_Datatype type, int i);
llt_block llt_block_at(const void *buf, const int *counts, const int *displs, MPI_Datatype type, int i);

void llt_data_out(const llt_context *on, int number, int to, const llt_block *block);
void llt_data_in(llt_data *data, const llt_context *on, int number, int from, const llt_block *block);
/* One's own part; nothing where it is in place. */
void llt_data_keep(const llt_block *from, const llt_block *to);
/*
 * The contributions of ranks first … last are reduced into `result` in the order of ranks: `own` is this rank's, at its
 * place if it is among them.
 */
void llt_data_reduce(llt_data *data, const llt_context *on, int number, int first, int last, const void *own,
                     void *result, int n, MPI_Datatype type, MPI_Op op);

#pragma GCC visibility pop
#endif

/* Collectives among the neighbours of a topology, one message for each. */
#ifndef LLT_DO_NEIGHBOURS_H
#define LLT_DO_NEIGHBOURS_H
#include "comms.h"
#include "records.h"
#pragma GCC visibility push(hidden)

/* Bytes to or from each neighbour: `bytes`, times its count where there are `counts`, or its type's where there are `types`. */
typedef struct {
  int64_t bytes;
  llt_list counts, types;
} llt_sizes;

/*
 * The library moves the data by its nonblocking call, `moving`. `made` NULL: until all is over; otherwise a request for the
 * program.
 */
int llt_neighbours_do(llt_comm *comm, MPI_Request moving, const llt_sizes *sent, const llt_sizes *received,
                      MPI_Request *made);

/* Whether only the blocking call moves the data of such a call to their places. */
int llt_neighbours_pass(int code, llt_comm *comm);

/* `request` is a persistent one of the library: each of its starts is delayed. */
void llt_neighbours_define(llt_comm *comm, MPI_Request request, const llt_sizes *sent, const llt_sizes *received);

#pragma GCC visibility pop
#endif

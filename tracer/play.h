/* A collective as its messages: stamps go as the algorithm's do, the data another way. */
#ifndef LLT_PLAY_H
#define LLT_PLAY_H
#include "collective_call.h"
#include "ops.h"
#pragma GCC visibility push(hidden)

/* Data of one rank's call on their way. Zeroed where there are none. */
typedef struct llt_data {
  int n, failed; /* with this code */
  int through_others; /* the data of two ranks may pass through this one, which calls the library for that */
  MPI_Request *requests;
  /* Called when they are over: may begin others in their places; returns whether there is nothing more. May be NULL. */
  int (*then)(struct llt_data *data);
  /* Called once when all requests are over; may be NULL. */
  void (*finish)(struct llt_data *data);
  /* For `finish`: contributions in the order of ranks, the last one the accumulator. */
  int parts;
  void **part; /* as the type has its lower bound */
  void **memory;
  void *result;
  MPI_Count count;
  MPI_Datatype type;
  int own_type;
  MPI_Op op;
} llt_data;

/* Begins to play; `request` NULL: until it is over. What fails is an error on the communicator. */
int llt_play(const llt_context *on, const llt_call *call, const llt_data *data, MPI_Request *request);
/*
 * Of a call without data that all ranks are in by now, and that began at a time in the past: returns when it is over, which
 * may be to come.
 */
int64_t llt_play_from(const llt_context *on, const llt_call *call, int64_t from);

#pragma GCC visibility pop
#endif

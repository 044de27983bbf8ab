/* A collective that the program calls: which one of its communicator's it is, and what this rank does in it. */
#ifndef LLT_COLLECTIVE_CALL_H
#define LLT_COLLECTIVE_CALL_H
#include "contexts.h"
#include "decompose.h"
#pragma GCC visibility push(hidden)

typedef struct {
  llt_steps *steps; /* NULL: they are known when the root has sent the sizes of all blocks */
  llt_query query;
  int64_t own; /* this rank's block, where blocks differ */
  int number, round; /* of the communicator's collectives, the same on all ranks; which start of a persistent one */
} llt_call;

/* A persistent one, from its description to its end. */
typedef struct {
  const llt_context *on;
  int number, round;
  int place;       /* of its copy among those of its communicator; -1: none */
  MPI_Comm shadow; /* a copy for its own data, since ranks may start theirs in any order */
} llt_channel;

/* Of all ranks of the communicator. */
void llt_channel_open(llt_channel *to, llt_context *on);
void llt_channel_close(const llt_channel *of);
/* What the next call does is what this one describes; NULL: what the program calls is. */
void llt_channel_start(llt_channel *of);

/* The communicator for the data of the call that goes on. */
MPI_Comm llt_data_comm(const llt_context *on);
/* The call that goes on; of `query`, rank, size and, while a channel is started, the way are filled in. */
llt_call llt_call_next(llt_context *on, llt_query *query);
/* Whether its steps are known by now. */
int llt_call_known(llt_call *call, const llt_context *on);
/* Memory for lists of such a call. */
int64_t *llt_call_list(int which, int n);

#pragma GCC visibility pop
#endif

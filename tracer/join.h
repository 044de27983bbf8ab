/* Joins: calls in which all ranks wait for each other, on the delayed network. See src/collectives/joins.ts. */
#ifndef LLT_JOIN_H
#define LLT_JOIN_H
#include "comms.h"
#pragma GCC visibility push(hidden)

int64_t llt_join_came(int code, const char *name, MPI_Comm comm);
/* The library has made it: what the tracer then makes, with other ranks, comes before they leave, and is none of its work. */
void llt_join_has_made(void);
void llt_join_over(int code, const char *name, llt_comm *on, const llt_comm *made, int64_t came);

#pragma GCC visibility pop

/*
 * Before the call: until all ranks of `comm` have come, messages go on; the MPI library would hold them up. Returns when
 * this rank came. `name`: as joins.ts calls it; NULL: that of `code`.
 */
static inline int64_t llt_join_enter(int code, const char *name, MPI_Comm comm) {
  return LLT_UNLIKELY(llt.inject) ? llt_join_came(code, name, comm) : 0;
}

/* After it: until the call is over by the network. `made`: the communicator that it made, where that has messages of its own. */
static inline void llt_join_leave(int code, const char *name, llt_comm *on, const llt_comm *made, int64_t came) {
  if (LLT_UNLIKELY(llt.inject)) llt_join_over(code, name, on, made, came);
}

#endif

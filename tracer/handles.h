/* Persistent requests of the program, and what stands for them while they are active. */
#ifndef LLT_HANDLES_H
#define LLT_HANDLES_H
#include "messages.h"
#pragma GCC visibility push(hidden)

typedef struct llt_persistent {
  MPI_Request handle; /* of the program: a request to MPI_PROC_NULL */
  llt_envelope what;
  llt_mode mode;
  int receives, active;
  /* Of a collective, in place of the fields above: begins it with its arguments; NULL: a message. */
  int (*begin)(void *of, MPI_Request *request);
  void (*end)(void *of); /* it will not be started any more */
  void *of;
  MPI_Request inner; /* while active: what completes it */
  struct llt_persistent *next;
} llt_persistent;

llt_persistent *llt_persistent_new(const llt_envelope *what);
/* NULL for other requests. */
llt_persistent *llt_persistent_of(MPI_Request handle);
void llt_persistent_gone(llt_persistent *one);

/* The request to pass to the MPI library in place of a request of the program. */
MPI_Request llt_inner(MPI_Request request);
/* The library has done with `inner`: what the program's variable says after it. */
void llt_settle(MPI_Request *request, MPI_Request inner);
/* Whether one of them is a request that only the MPI library knows. */
int llt_others_among(int n, const MPI_Request *inner);

#pragma GCC visibility pop
#endif

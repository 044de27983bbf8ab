/* Communicators by handle and by number. */
#ifndef LLT_COMMS_H
#define LLT_COMMS_H
#include "state.h"
#pragma GCC visibility push(hidden)

/* A communicator. Entries live to the end: a number is never given twice on a rank. */
typedef struct llt_comm {
  MPI_Comm handle;
  int number, rank, size;
  int remote; /* ranks of the other group of an intercommunicator; -1 without one */
  int noted;  /* its members are in the trace */
  int gaps;   /* of a file: between the parts that this rank sees */
  int in, out; /* neighbours; -1: not known yet */
  MPI_Comm original; /* has its groups: itself, or what it is a copy of that is not finished */
  int others; /* processes of another world are in it; -1: not known yet */
  struct llt_context *context; /* where messages are delayed */
  struct llt_epochs *epochs;   /* of a window there; one piece of memory */
  struct llt_comm *next;
} llt_comm;

extern llt_comm llt_world, llt_self;

void llt_comms_start(void);
llt_comm *llt_comm_other(MPI_Comm comm);
/* One that is known already; else NULL. */
llt_comm *llt_comm_find(MPI_Comm comm);
/* As llt_comm_of, but not one that is there from the start. */
llt_comm *llt_comm_made(MPI_Comm comm);
llt_comm *llt_comm_new(MPI_Comm comm);
llt_comm *llt_comm_like(MPI_Comm comm, llt_comm *parent);
/* One without a handle, of the ranks of `parent`: that of a window or a file, or of a copy that gets its handle later. */
llt_comm *llt_comm_within(const llt_comm *parent);
void llt_comm_is(llt_comm *entry, MPI_Comm comm);
void llt_comm_gone(MPI_Comm comm);
llt_comm *llt_comm_numbered(int number);
/* Its numbers of neighbours; they are counted once. Returns the kind of topology, or MPI_UNDEFINED. */
int llt_comm_topology(llt_comm *comm);
void llt_neighbours(llt_comm *comm);

/* Ranks that a collective's lists are of: those of the other side. */
static inline int llt_peers(const llt_comm *comm) {
  return comm == NULL ? 0 : comm->remote >= 0 ? comm->remote : comm->size;
}

static inline llt_comm *llt_comm_of(MPI_Comm comm) {
  return LLT_LIKELY(comm == MPI_COMM_WORLD) ? &llt_world : llt_comm_other(comm);
}

#pragma GCC visibility pop
#endif

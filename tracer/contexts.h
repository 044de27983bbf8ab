/* Communicators as all their ranks know them: a number in common, and who is who in the world. */
#ifndef LLT_CONTEXTS_H
#define LLT_CONTEXTS_H
#include "comms.h"
#pragma GCC visibility push(hidden)

/* Copies of a communicator that are used again. */
#define LLT_CHANNELS 64

typedef struct llt_context {
  MPI_Comm handle;     /* whose error handler is called: the program's, and the world once that is freed */
  int sends, receives; /* numbers of outgoing and incoming messages; they differ between the groups of an intercommunicator */
  int rank, size;      /* of the own group */
  int peers, inter;
  int *world;          /* [peers] ranks in the world; of an intercommunicator, of the other group */
  int untold;          /* receives are no longer announced to senders; see posts.h */
  int calls;           /* collectives that were called on it */
  int copies, copied;  /* by MPI_Comm_idup: begun, and done by the library */
  MPI_Comm shadow;     /* its copy, for the data of collectives; MPI_COMM_NULL where they are not delayed, llt_trial of one rank */
  MPI_Comm channels[LLT_CHANNELS]; /* copies of it, for persistent ones */
  uint64_t spare;                  /* those that this rank needs no more */
} llt_context;

/* A copy of the world, for the data of messages, and one of self, where arguments are tried. Errors there are returned. */
extern MPI_Comm llt_wire, llt_trial;

/* Calls on communicators with processes of another world: they go by the library. */
extern int64_t llt_with_others;
/* A copy for the tracer's own calls, of all ranks: what fails there is no error of the program, whose attributes stay. */
MPI_Comm llt_quiet_copy(MPI_Comm comm);
/* Whether such processes are in a communicator. */
int llt_has_others(llt_comm *comm);
/* Of all ranks. */
void llt_contexts_start(void);
/*
 * The entry of a new communicator, with its context unless others are in it. Of all its ranks. It was made of `parent`, with
 * `tag` if by MPI_Comm_create_group; MPI_COMM_NULL: the program calls no collectives on it.
 */
#define LLT_NO_TAG 32767
llt_comm *llt_context_new(MPI_Comm comm, MPI_Comm parent, int tag);
/*
 * The context of a copy that is made while the program goes on, in steps on the new communicator `comm`: each begins with
 * `request`, and the next may follow when that is over. Returns whether there is none any more. Zeroed before the first.
 */
typedef struct {
  int step, given, sends, receives;
} llt_agreement;
int llt_agree_next(llt_agreement *of, const llt_context *parent, MPI_Comm comm, MPI_Request *request);
/* `shadow`: a copy of that of `parent`. */
void llt_context_copied(llt_comm *entry, const llt_context *parent, const llt_agreement *agreed, MPI_Comm shadow);
void llt_context_gone(llt_comm *comm);
/* MPI_Test of a request of the tracer's own: what fails is returned, and no handler of the program hears of it. */
int llt_test_quietly(MPI_Request *request, int *over);
/* Ends the program for a communicator whose creation the tracer did not see. */
llt_context *llt_context_of(MPI_Comm comm);
/*
 * The same; NULL for what the MPI library does not know either: MPI_COMM_NULL, a handle that was freed; and where others
 * are, who know nothing of this network: one such call is counted.
 */
llt_context *llt_context_if(MPI_Comm comm);

#pragma GCC visibility pop
#endif

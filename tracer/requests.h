/* Receives from anybody, and messages that were probed. */
#ifndef LLT_REQUESTS_H
#define LLT_REQUESTS_H
#include "comms.h"
#pragma GCC visibility push(hidden)

typedef struct {
  MPI_Message handle;
  llt_comm *comm;
  int source, tag;
  int number; /* of the message among those of this rank; 0: MPI_MESSAGE_NO_PROC */
} llt_message;

void llt_wild_add(MPI_Request request, int persistent);
int llt_wild_known(MPI_Request request);
int llt_wild_among(int n, const MPI_Request *requests);
void llt_wild_matched(MPI_Request request, const MPI_Status *status);
void llt_wild_gone(MPI_Request request);
/* `handle`: of the request; 0: the call's own receive. */
void llt_matched(const MPI_Status *status, int64_t handle);
/* Libraries use handles again: the number of a message is its own. */
int llt_message_number(MPI_Message message);
void llt_message_add(MPI_Message message, int number, llt_comm *comm, const MPI_Status *status);
llt_message llt_message_take(MPI_Message message);

#pragma GCC visibility pop
#endif

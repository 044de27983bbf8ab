/* Messages as calls of the program send and receive them. All peers are ranks of the communicator, none MPI_PROC_NULL. */
#ifndef LLT_MESSAGES_H
#define LLT_MESSAGES_H
#include "matching.h"
#pragma GCC visibility push(hidden)

/* How the program wants a message sent: a buffered one never waits for its receiver. */
typedef enum { LLT_STANDARD, LLT_SYNCHRONOUS, LLT_BUFFERED } llt_mode;

typedef struct {
  const void *buf;
  MPI_Count n;
  MPI_Datatype type;
  int peer, tag;
  MPI_Comm comm;
} llt_envelope;

/* Once. */
void llt_messages_start(int ranks);
/* What the sender has to wait for; NULL: nothing. Its handle is not made, and it is not started. */
llt_op *llt_message_send(const llt_envelope *what, llt_mode mode);
/* A receive, posted now; not started. `own_type`: the program may free its type before the receive ends. */
llt_receive *llt_message_receive(const llt_envelope *what, int own_type);
/* A receive of a message that a probe took. */
llt_receive *llt_message_taken(const llt_envelope *what, MPI_Message *message, const llt_stamp_entry *stamp, int from);
/* Takes a receive back that has no message yet. */
void llt_cancel(llt_op *op);
/* A request of a program that is over already. */
MPI_Request llt_request_over(void);

#pragma GCC visibility pop
#endif

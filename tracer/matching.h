/* Which message meets which receive? By MPI's rules, on a network with the injected latency. */
#ifndef LLT_MATCHING_H
#define LLT_MATCHING_H
#include "contexts.h"
#include "inbox.h"
#include "ops.h"
#pragma GCC visibility push(hidden)

/* A receive that was posted. */
typedef struct llt_receive {
  llt_op op;
  llt_context *on;
  int source, tag; /* as requested */
  void *buf;
  MPI_Count n;
  MPI_Datatype type;
  int own_type; /* the type is a copy of the program's */
  int64_t posted;
  int matched;
  int too_long; /* the message, for the buffer */
  MPI_Request data;
  struct llt_receive *later; /* of those that wait for a message */
} llt_receive;

/* Posts one, in the order of calls. */
void llt_receive_post(llt_receive *one);
/* Takes one back that has no message yet; returns whether it could. */
int llt_receive_withdraw(llt_receive *one);
/* Once. */
void llt_matching_start(void);

/* A message that has arrived and no receive has taken, for probes; NULL where there is none yet. `from`: its list. */
llt_letter **llt_arrived(const llt_context *on, int source, int tag, int64_t now, llt_letters **from, int64_t *due);
/* The message is received by a receive that was posted at `posted`: its sender is informed. Returns when it may be received. */
int64_t llt_accept(int from, const llt_stamp_entry *stamp, int64_t posted);
/* Tag on the wire. */
static inline int llt_wire_tag(uint32_t number) { return (int)(number & 0x7fff); }

#pragma GCC visibility pop
#endif

/* Announcements of messages between ranks. */
#ifndef LLT_STAMP_H
#define LLT_STAMP_H
#include <stdint.h>

typedef enum {
  LLT_MESSAGE = 1, /* a message was sent */
  LLT_ACCEPTED,    /* the message `number` of the reader met a receive; time: when that was posted */
  LLT_STEP,        /* of a collective, the `tag`-th of its context, and its `source`-th start: the `number`-th message of this pair */
  LLT_STEP_POSTED, /* the receive of such a message was posted */
  LLT_BLOCK,       /* of such a collective: the block of its rank `number` */
  LLT_EXPOSED,     /* of a window: MPI_Win_post for this origin */
  LLT_CLOSED,      /* … MPI_Win_complete for this target; bytes: ns from then until all data have come */
  LLT_REACHED,     /* … data of its `number`-th fence come to this target; bytes: ns from now until all have */
  LLT_POSTED,      /* a receive from the reader was posted */
  LLT_UNTELLABLE   /* receives of this context are no longer announced by POSTED */
} llt_kind;

typedef struct {
  int32_t kind;    /* llt_kind */
  int32_t context; /* of the communicator */
  int32_t tag;
  int32_t source;   /* rank in the communicator */
  uint32_t number;  /* of the pair's messages */
  int32_t answered; /* the sender waits for LLT_ACCEPTED */
  int64_t time;     /* CLOCK_MONOTONIC of the rank that has it, ns */
  int64_t bytes;
} llt_stamp_entry;

#endif

/* Stamps in shared memory: what ranks tell each other of their messages. One ring per ordered pair of ranks. */
#ifndef LLT_RINGS_H
#define LLT_RINGS_H
#include <stddef.h>
#include <stdint.h>
#pragma GCC visibility push(hidden)

typedef enum {
  LLT_MESSAGE = 1, /* a message was sent */
  LLT_ACCEPTED,    /* the message `number` of the reader met a receive; time: when that was posted */
  LLT_STEP,        /* of a plan: a message of `context`, the instance, the `number`-th of this pair there */
  LLT_STEP_POSTED, /* the receive of such a message was posted */
  LLT_POSTED,      /* a receive from the reader was posted */
  LLT_UNTELLABLE   /* receives of this context are no longer told by POSTED */
} llt_kind;

typedef struct {
  int32_t kind;    /* llt_kind */
  int32_t context; /* of the communicator */
  int32_t tag;
  int32_t source;   /* rank in the communicator */
  uint32_t number;  /* of the pair's messages */
  int32_t answered; /* the sender waits for LLT_ACCEPTED */
  int64_t time;     /* CLOCK_MONOTONIC, ns */
  int64_t bytes;
} llt_stamp_entry;

/* Maps the rings of `ranks` ranks; 0 where it cannot be, which `why` then says. All ranks together. */
int llt_rings_make(int rank, int ranks, char *why, size_t size);
/* Tells rank `to`; waits where its ring is full, and calls `meanwhile` again and again. */
void llt_ring_put(int to, const llt_stamp_entry *entry, void (*meanwhile)(void));
/* The next entry of rank `from`; 0 where there is none. */
int llt_ring_get(int from, llt_stamp_entry *entry);
/* A number that no rank has had. */
int llt_ring_unique(void);
/* Whether this is the first rank that asks. */
int llt_ring_first(void);

#pragma GCC visibility pop
#endif

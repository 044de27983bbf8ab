/* A collective as messages: what one rank of it sends and receives. */
#ifndef LLT_DECOMPOSE_H
#define LLT_DECOMPOSE_H
#include <stddef.h>
#include <stdint.h>
#pragma GCC visibility push(hidden)

#define LLT_UNKNOWN (-1)

typedef struct {
  char kind;       /* s: send, r: receive, c: computation */
  int peer;        /* rank in the communicator */
  int64_t value;   /* bytes, LLT_UNKNOWN: what it was given and has received; ns of a computation */
  uint32_t number; /* of the messages of this kind with this peer, in this call */
  int nafter;
  const int *after; /* operations before it that it waits for */
} llt_step;

typedef struct llt_steps {
  int users, n;
  llt_step *at;
} llt_steps;

typedef enum { LLT_WAY_BLOCKING, LLT_WAY_NONBLOCKING, LLT_WAY_PERSISTENT, LLT_WAYS } llt_way;

/* Of a join: among its ranks, or those of the communicator that it made. */
typedef enum { LLT_NO_JOIN, LLT_CALLERS, LLT_MADE } llt_among;

/* What a rank knows of a call. */
typedef struct {
  const char *collective; /* as allreduce; of a join, as joins.ts calls it; kept */
  llt_among among;        /* of a join */
  llt_way way;
  int typed;    /* each block has a type of its own */
  int in_place; /* incoming data replace outgoing data */
  int empty;    /* no rank gives any data */
  int rank, size, root;
  double bytes; /* the vector, or one rank's block; where blocks differ their mean */
  /* [size] where blocks differ, bytes of each; LLT_UNKNOWN: it is another's. `received`: where they are of pairs of ranks. */
  const int64_t *blocks, *received;
} llt_query;


/*
 * Before the first call. `library`: what it says of its version; `choices`: algorithms by collective, each as
 * `bcast=chain@65536..:segment=8192`, with commas between. 0 where one is unknown: `choices` then begins with it.
 */
int llt_decompose_start(const char *library, const char **choices);
/*
 * Its operations, of which the caller is a user. NULL: a scatterv in which ranks pass on blocks, of which this one knows
 * too few.
 */
llt_steps *llt_decompose(const llt_query *query);
void llt_steps_free(llt_steps *steps);

#pragma GCC visibility pop
#endif

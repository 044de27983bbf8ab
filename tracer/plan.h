/* The plan of a program's collectives: what this rank sends and receives in each of its calls. See docs/inject.md. */
#ifndef LLT_PLAN_H
#define LLT_PLAN_H
#include <stddef.h>
#include <stdint.h>
#pragma GCC visibility push(hidden)

typedef struct {
  char kind; /* s: send, r: receive, c: computation */
  int peer;  /* rank in the world */
  int64_t value; /* bytes; ns of a computation */
  uint32_t number; /* of the messages of this kind with this peer, in this call */
  int nafter;
  int *after; /* operations before it that it waits for */
} llt_planned_op;

typedef struct {
  int n;
  llt_planned_op *ops;
} llt_template;

typedef struct {
  char name[40];
  int64_t bytes;
  int template;
  int instance; /* the same on all ranks of the call */
} llt_planned_call;

/* Reads the plan of `rank`; 0 where it cannot be, which `why` says. */
int llt_plan_read(const char *path, int rank, int ranks, char *why, size_t size);
/* The rank's next call, which is `name` with so many bytes of its own; ends the program where the plan has another. */
const llt_planned_call *llt_plan_next(const char *name, int64_t bytes);
const llt_template *llt_plan_template(const llt_planned_call *call);
/* The rank makes no more calls; ends the program where the plan has some. */
void llt_plan_end(void);

#pragma GCC visibility pop
#endif

/* What is going on: receives, sends that wait, collectives. Each goes on whenever MPI is called. */
#ifndef LLT_OPS_H
#define LLT_OPS_H
#include "state.h"
#pragma GCC visibility push(hidden)

/* When a step may next be of use: at a time, or when a stamp comes. */
#define LLT_WHEN_STAMPED INT64_MAX

typedef struct llt_op {
  /* Goes on; returns whether it is over. Sets `due`. */
  int (*step)(struct llt_op *op, int64_t now);
  /* Its memory, when it is no longer needed. */
  void (*dispose)(struct llt_op *op);
  int64_t due;
  int64_t release; /* when it was over, as the network has it */
  int over;
  int late; /* released, and the MPI library has not moved its data yet */
  MPI_Request handle; /* of the program; MPI_REQUEST_NULL where the call waits for it itself */
  int freed;          /* the program let go of the handle */
  /* What its status says. */
  int source, tag, cancelled;
  int failed; /* with this code, which the program has yet to hear */
  const struct llt_context *on; /* of whose communicator that is an error */
  MPI_Count bytes;
  struct llt_op *next;
} llt_op;

/* Called before the steps: gives messages to receives, and returns when the next may be given. */
extern int64_t (*llt_ops_match)(int64_t now);

void llt_op_start(llt_op *op);
/* As llt_op_start, with a handle for the program. */
MPI_Request llt_op_request(llt_op *op);
/* That of an open handle; NULL for requests of others. */
llt_op *llt_op_of(MPI_Request handle);
void llt_op_status(const llt_op *op, MPI_Status *status);

/* A failed request that no call has reported to the program. */
typedef struct llt_failure {
  MPI_Request handle;
  int code;
  const struct llt_context *on;
  struct llt_failure *next;
} llt_failure;

/* How many there are. */
extern int llt_failures;
/* NULL for requests that did not fail. */
llt_failure *llt_failure_of(MPI_Request handle);
/* It was reported, or never will be; NULL: nothing is done. */
void llt_failure_over(llt_failure *gone);

/* A step waits for data that the MPI library moves only while it is called. */
void llt_op_moving(void);
/* Open windows: others reach them only while the MPI library is called here. */
extern int llt_windows;
/* All go on. Returns when the next is due. */
int64_t llt_progress(void);
/* Marks handles as over in the MPI library: of one, the first by release, or of all. Returns how many. */
int llt_complete(int one);
/* Waits until there may be more to do; `due` as of llt_progress. `others`: for requests of the library's own, too. */
void llt_rest(int64_t due, int others);
/* Until `op`, which has no handle, is over. */
void llt_wait_for(llt_op *op);
/* Until a time; one that is over, and 0, need no look. */
void llt_wait_until(int64_t until);

#pragma GCC visibility pop
#endif

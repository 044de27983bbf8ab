/*
 * How do operations go on, and how does a rank wait? It sleeps while nothing can happen: no message may be received sooner
 * than L after its stamp, so a rank that looks every L / 2 is in time, and need not be woken. (Between nodes the stamp takes
 * its time, too: see network.c.)
 */
#include "ops.h"

#include <sched.h>
#include <stdlib.h>

#include "alone.h"
#include "injection.h"
#include "inbox.h"
#include "outgoing.h"
#include "sleep.h"

/* Longest sleep between two looks, and where the MPI library has data to move. */
#define LONGEST 2000000
#define MOVING 50000

static llt_op *open_ops, **open_end = &open_ops;
static llt_op *over_ops; /* with handles, by release */
static int moving;       /* data are on their way */

static int64_t nobody(int64_t now) {
  (void)now;
  return LLT_WHEN_STAMPED;
}

int64_t (*llt_ops_match)(int64_t now) = nobody;

int llt_windows;

void llt_op_moving(void) { moving = 1; }

static void call_library(void) {
  int flag;
  PMPI_Iprobe(MPI_ANY_SOURCE, MPI_ANY_TAG, MPI_COMM_WORLD, &flag, MPI_STATUS_IGNORE);
  moving = 1;
}

void llt_op_start(llt_op *op) {
  op->next = NULL;
  op->over = 0;
  *open_end = op;
  open_end = &op->next;
}

void llt_op_status(const llt_op *op, MPI_Status *status) {
  if (status == MPI_STATUS_IGNORE) return;
  status->MPI_SOURCE = op->source;
  status->MPI_TAG = op->tag;
  PMPI_Status_set_elements_x(status, MPI_BYTE, op->bytes);
  PMPI_Status_set_cancelled(status, op->cancelled);
}

static llt_failure *failures;
int llt_failures;

/* The operation is gone once the MPI library knows that its request is over. */
static void keep_failure(const llt_op *op) {
  llt_failure *one = malloc(sizeof *one);
  if (one == NULL) abort();
  *one = (llt_failure){op->handle, op->failed, op->on, failures};
  failures = one;
  llt_failures++;
}

llt_failure *llt_failure_of(MPI_Request handle) {
  llt_failure *one = failures;
  while (one != NULL && one->handle != handle) one = one->next;
  return one;
}

void llt_failure_over(llt_failure *gone) {
  if (gone == NULL) return;
  llt_failure **at = &failures;
  while (*at != gone) at = &(*at)->next;
  *at = gone->next;
  free(gone);
  llt_failures--;
}

static int query(void *of, MPI_Status *status) {
  llt_op_status(of, status);
  return MPI_SUCCESS;
}

static int dispose(void *of) {
  llt_op *op = of;
  if (op->dispose != NULL) op->dispose(op);
  free(op);
  return MPI_SUCCESS;
}

static int cancel(void *of, int complete) {
  (void)of;
  (void)complete;
  return MPI_SUCCESS;
}

MPI_Request llt_op_request(llt_op *op) {
  PMPI_Grequest_start(query, dispose, cancel, op, &op->handle);
  llt_op_start(op);
  return op->handle;
}

static llt_op *find(llt_op *in, MPI_Request handle) {
  for (llt_op *op = in; op != NULL; op = op->next)
    if (op->handle == handle) return op;
  return NULL;
}

llt_op *llt_op_of(MPI_Request handle) {
  if (handle == MPI_REQUEST_NULL) return NULL;
  llt_op *op = find(open_ops, handle);
  return op != NULL ? op : find(over_ops, handle);
}

static void keep_by_release(llt_op *op) {
  llt_op **at = &over_ops;
  while (*at != NULL && (*at)->release <= op->release) at = &(*at)->next;
  op->next = *at;
  *at = op;
}

/* Steps them all; those that are over leave the list. */
static int64_t step_all(int64_t now) {
  int64_t first = LLT_WHEN_STAMPED;
  for (llt_op **at = &open_ops; *at != NULL;) {
    llt_op *op = *at;
    op->due = LLT_WHEN_STAMPED;
    if (!op->step(op, now)) {
      if (op->due < first) first = op->due;
      at = &op->next;
      continue;
    }
    *at = op->next;
    if (open_end == &op->next) open_end = at;
    op->over = 1;
    if (op->handle == MPI_REQUEST_NULL) continue;
    if (op->failed != MPI_SUCCESS && !op->freed) keep_failure(op);
    keep_by_release(op);
  }
  return first;
}

int64_t llt_progress(void) {
  llt_inbox_fill();
  moving = 0;
  const int64_t now = llt_now();
  const int64_t arrival = llt_ops_match(now);
  const int64_t first = step_all(now);
  if (llt_outgoing() > 0) moving = 1;
  if (LLT_UNLIKELY(llt_windows > 0)) call_library();
  return arrival < first ? arrival : first;
}

/* Whether one that was released sooner still waits for its data. */
static int sooner(int64_t release) {
  for (const llt_op *op = open_ops; op != NULL; op = op->next)
    if (op->late && op->release < release) return 1;
  return 0;
}

int llt_complete(int one) {
  int done = 0;
  while (over_ops != NULL && !(one && (done > 0 || sooner(over_ops->release)))) {
    llt_op *op = over_ops;
    over_ops = op->next;
    MPI_Request handle = op->handle;
    const int freed = op->freed;
    PMPI_Grequest_complete(handle);
    if (freed) PMPI_Request_free(&handle);
    done++;
  }
  return done;
}

void llt_rest(int64_t due, int others) {
  const int64_t oversleep = llt_oversleep();
  int64_t most = llt_network.look - oversleep;
  if (most > LONGEST) most = LONGEST;
  if ((moving || others) && most > MOVING) most = MOVING;
  const int64_t now = llt_now();
  int64_t until = now + most;
  if (due < until + oversleep) until = due - oversleep;
  const int had = llt_turn_give();
  if (until - now > 5000) llt_sleep_to(until);
  /* Until a stamp comes, or data that are due, their sender may be who wants this core. */
  else if (due == LLT_WHEN_STAMPED || due <= now) sched_yield();
  else llt_look_until(due);
  llt_turn_take(had);
}

void llt_wait_until(int64_t until) {
  while (llt_now() < until) {
    const int64_t due = llt_progress();
    llt_rest(due < until ? due : until, 0);
  }
}

void llt_wait_for(llt_op *op) {
  for (;;) {
    const int64_t due = llt_progress();
    if (op->over) return;
    llt_rest(due, 0);
  }
}

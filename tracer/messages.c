/* How is a message sent and received on the delayed network? Stamps announce it, the data go by the MPI library. */
#include "messages.h"

#include <limits.h>
#include <stdlib.h>

#include "injection.h"
#include "outgoing.h"
#include "posts.h"
#include "records.h"
#include "say.h"
#include "sleep.h"
#include "announce.h"

/* Data that are late are looked for without a sleep. */
#define SOON 150000

/* A send whose sender waits: a rendezvous, or a synchronous one. */
typedef struct sending {
  llt_op op;
  int to;
  uint32_t number;
  int64_t sent, posted;
  struct sending *next;
} sending;

static sending *unanswered;
static uint32_t *numbers; /* [ranks] of the next message */

static void met(int to, uint32_t number, int64_t posted) {
  for (sending **at = &unanswered; *at != NULL; at = &(*at)->next) {
    if ((*at)->to != to || (*at)->number != number) continue;
    (*at)->posted = posted;
    *at = (*at)->next;
    return;
  }
}

/* The receiver says so itself, if it has not announced its receive. */
static void answered(int from, const llt_stamp_entry *stamp) {
  llt_post_pair(from);
  llt_post_forget(from, stamp->number);
  met(from, stamp->number, stamp->time);
}

void llt_messages_start(int ranks) {
  numbers = calloc((size_t)ranks, sizeof *numbers);
  if (numbers == NULL) abort();
  llt_inbox_answer = answered;
  llt_posts_start(ranks, met);
  llt_matching_start();
}

/* Whether data that were due at `release` are here: all of them, or as much as the buffer holds. */
static int here(llt_receive *of, int64_t now) {
  llt_op *op = &of->op;
  int moved;
  if (op->failed != MPI_SUCCESS) moved = 1;
  else if (of->too_long) op->failed = llt_test_quietly(&of->data, &moved);
  else PMPI_Test(&of->data, &moved, MPI_STATUS_IGNORE);
  op->due = op->release;
  if (!moved && op->release - now > SOON) llt_op_moving();
  else if (!moved) op->due = now;
  op->late = !moved && now >= op->release;
  return moved && now >= op->release;
}

static int step_sending(llt_op *op, int64_t now) {
  sending *one = (sending *)op;
  if (one->posted == 0) llt_post_pair(one->to);
  if (one->posted == 0) return 0;
  op->release = op->due = llt_sender_release(one->sent, one->posted, op->bytes);
  return now >= op->release;
}

static void *zeroed(size_t bytes) {
  void *at = calloc(1, bytes);
  if (at == NULL) llt_say_and_end("no memory for a message");
  return at;
}

static llt_op *wait_for_receiver(int to, uint32_t number, int64_t sent, int64_t bytes) {
  sending *one = zeroed(sizeof *one);
  one->op.step = step_sending;
  one->op.handle = MPI_REQUEST_NULL;
  one->op.bytes = bytes;
  one->to = to;
  one->number = number;
  one->sent = sent;
  one->next = unanswered;
  unanswered = one;
  return &one->op;
}

llt_op *llt_message_send(const llt_envelope *what, llt_mode mode) {
  const int64_t now = llt_now();
  const llt_context *on = llt_context_of(what->comm);
  const int to = on->world[what->peer];
  const int64_t bytes = what->n == 0 ? 0 : what->n * llt_bytes(what->type);
  const int waits = mode == LLT_SYNCHRONOUS || (bytes > llt_network.S && mode != LLT_BUFFERED);
  const uint32_t number = numbers[to]++;
  const llt_stamp_entry stamp = {LLT_MESSAGE, on->sends, what->tag, on->rank, number, waits, now, bytes};
  llt_announce(to, &stamp);
  llt_copy *copy = llt_copy_of(what->buf, what->n, what->type);
  llt_copy_send(copy, to, llt_wire_tag(number), llt_wire);
  llt_copy_done(copy);
  llt_post_sent(on, to, what->tag, number);
  return waits ? wait_for_receiver(to, number, now, bytes) : NULL;
}

static int step_receive(llt_op *op, int64_t now) {
  llt_receive *one = (llt_receive *)op;
  if (op->cancelled) return 1;
  return one->matched && here(one, now);
}

static void dispose_receive(llt_op *op) {
  llt_receive *one = (llt_receive *)op;
  if (one->own_type) PMPI_Type_free(&one->type);
}

/* Only types that the program made can be freed. */
static void keep_type(llt_receive *one) {
  int integers, addresses, types, combiner;
  PMPI_Type_get_envelope(one->type, &integers, &addresses, &types, &combiner);
  if (combiner == MPI_COMBINER_NAMED) return;
  PMPI_Type_dup(one->type, &one->type);
  one->own_type = 1;
}

static llt_receive *new_receive(const llt_envelope *what, int own_type) {
  if (what->n > INT_MAX) llt_say_and_end("a receive of more than 2147483647 items cannot be delayed");
  llt_receive *one = zeroed(sizeof *one);
  one->op.step = step_receive;
  one->op.dispose = dispose_receive;
  one->op.handle = MPI_REQUEST_NULL;
  one->buf = (void *)what->buf;
  one->n = what->n;
  one->type = what->type;
  one->posted = llt_now();
  one->data = MPI_REQUEST_NULL;
  if (own_type) keep_type(one);
  return one;
}

llt_receive *llt_message_receive(const llt_envelope *what, int own_type) {
  llt_receive *one = new_receive(what, own_type);
  one->op.on = one->on = llt_context_of(what->comm);
  one->source = what->peer;
  one->tag = what->tag;
  llt_post_tell(one->on, one->source, one->tag, one->posted);
  llt_receive_post(one);
  return one;
}

llt_receive *llt_message_taken(const llt_envelope *what, MPI_Message *message, const llt_stamp_entry *stamp, int from) {
  llt_receive *one = new_receive(what, 0);
  one->matched = 1;
  one->op.source = stamp->source;
  one->op.tag = stamp->tag;
  one->op.bytes = stamp->bytes;
  one->op.release = llt_accept(from, stamp, one->posted);
  one->too_long = stamp->bytes > one->n * llt_bytes(one->type);
  PMPI_Imrecv(one->buf, (int)one->n, one->type, message, &one->data);
  return one;
}

/* What is no receive, or has its message, goes on. */
void llt_cancel(llt_op *op) {
  llt_receive *one = (llt_receive *)op;
  if (op->step != step_receive || !llt_receive_withdraw(one)) return;
  op->cancelled = 1;
  llt_post_no_more(one->on);
}

MPI_Request llt_request_over(void) {
  MPI_Request over;
  PMPI_Isend(NULL, 0, MPI_BYTE, MPI_PROC_NULL, 0, MPI_COMM_SELF, &over);
  return over;
}

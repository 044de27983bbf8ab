/* Probes on the delayed network, and messages that a probe took. */
#include <sched.h>
#include <stdlib.h>

#include "alone.h"
#include "do_calls.h"
#include "errors.h"
#include "messages.h"
#include "posts.h"
#include "say.h"
#include "sleep.h"

/* A message that a probe took: what its stamp said, until it is received. */
typedef struct taken {
  MPI_Message handle;
  const llt_context *on;
  llt_stamp_entry stamp;
  int from;
  struct taken *next;
} taken;

static taken *all;

static void fill_status(const llt_stamp_entry *stamp, MPI_Status *status) {
  if (status == MPI_STATUS_IGNORE) return;
  const llt_op of = {.source = stamp->source, .tag = stamp->tag, .bytes = stamp->bytes};
  llt_op_status(&of, status);
}

static llt_letter **look(const llt_context *on, int source, int tag, llt_letters **from, int64_t *due) {
  *due = llt_progress();
  return llt_arrived(on, source, tag, llt_now(), from, due);
}

static llt_letter **await(const llt_context *on, int source, int tag, llt_letters **from) {
  for (;;) {
    int64_t due;
    llt_letter **place = look(on, source, tag, from, &due);
    if (place != NULL) return place;
    llt_rest(due, 0);
  }
}

/* The letter goes; the data stay in the MPI library under a handle for the program. */
static void take(MPI_Comm comm, llt_letters *of, llt_letter **place, MPI_Message *message, MPI_Status *status) {
  taken *one = calloc(1, sizeof *one);
  if (one == NULL) llt_say_and_end("no memory for a message");
  llt_post_no_more(llt_context_of(comm));
  one->from = (*place)->from;
  one->stamp = llt_inbox_take(of, place);
  for (int there = 0; !there; sched_yield())
    PMPI_Improbe(one->from, llt_wire_tag(one->stamp.number), llt_wire, &there, message, MPI_STATUS_IGNORE);
  one->handle = *message;
  one->on = llt_context_of(comm);
  one->next = all;
  all = one;
  fill_status(&one->stamp, status);
}

int llt_do_Probe(int source, int tag, MPI_Comm comm, MPI_Status *status) {
  if (source == MPI_PROC_NULL || !llt_takes_probe(source, tag, comm))
    return LLT_APART(PMPI_Probe(source, tag, comm, status));
  llt_letters *from;
  fill_status(&(*await(llt_context_of(comm), source, tag, &from))->stamp, status);
  return MPI_SUCCESS;
}

int llt_do_Iprobe(int source, int tag, MPI_Comm comm, int *flag, MPI_Status *status) {
  if (source == MPI_PROC_NULL || !llt_takes_probe(source, tag, comm))
    return PMPI_Iprobe(source, tag, comm, flag, status);
  llt_letters *from;
  int64_t due;
  llt_letter **place = look(llt_context_of(comm), source, tag, &from, &due);
  *flag = place != NULL;
  if (place != NULL) fill_status(&(*place)->stamp, status);
  else sched_yield();
  return MPI_SUCCESS;
}

int llt_do_Mprobe(int source, int tag, MPI_Comm comm, MPI_Message *message, MPI_Status *status) {
  if (source == MPI_PROC_NULL || !llt_takes_probe(source, tag, comm))
    return LLT_APART(PMPI_Mprobe(source, tag, comm, message, status));
  llt_letters *from;
  llt_letter **place = await(llt_context_of(comm), source, tag, &from);
  take(comm, from, place, message, status);
  return MPI_SUCCESS;
}

int llt_do_Improbe(int source, int tag, MPI_Comm comm, int *flag, MPI_Message *message, MPI_Status *status) {
  if (source == MPI_PROC_NULL || !llt_takes_probe(source, tag, comm))
    return PMPI_Improbe(source, tag, comm, flag, message, status);
  llt_letters *from;
  int64_t due;
  llt_letter **place = look(llt_context_of(comm), source, tag, &from, &due);
  *flag = place != NULL;
  if (place != NULL) take(comm, from, place, message, status);
  else sched_yield();
  return MPI_SUCCESS;
}

/*
 * The receive of a message that a probe took; NULL where it is none of ours (from MPI_PROC_NULL), or where the buffer is
 * none, with the error.
 */
static llt_receive *receive(void *buf, MPI_Count n, MPI_Datatype type, MPI_Message *message, int *failed) {
  taken **at = &all;
  while (*at != NULL && (*at)->handle != *message) at = &(*at)->next;
  if (*at == NULL) return NULL;
  taken *one = *at;
  const llt_envelope what = {buf, n, type, MPI_PROC_NULL, one->stamp.tag, MPI_COMM_WORLD};
  *failed = llt_wrong_receive(&what);
  if (*failed != MPI_SUCCESS) *failed = llt_fail_request(one->on, 0, *failed);
  if (*failed != MPI_SUCCESS) return NULL;
  *at = one->next;
  llt_receive *received = llt_message_taken(&what, message, &one->stamp, one->from);
  received->op.on = one->on;
  free(one);
  return received;
}

int llt_do_Mrecv(void *buf, MPI_Count n, MPI_Datatype type, MPI_Message *message, MPI_Status *status) {
  int failed = MPI_SUCCESS;
  llt_receive *one = receive(buf, n, type, message, &failed);
  if (failed != MPI_SUCCESS) return failed;
  if (one == NULL) return LLT_APART(PMPI_Mrecv(buf, (int)n, type, message, status));
  llt_op_start(&one->op);
  llt_wait_for(&one->op);
  llt_op_status(&one->op, status);
  const llt_context *on = one->op.on;
  failed = one->op.failed;
  free(one);
  return failed == MPI_SUCCESS ? MPI_SUCCESS : llt_fail_request(on, 0, failed);
}

int llt_do_Imrecv(void *buf, MPI_Count n, MPI_Datatype type, MPI_Message *message, MPI_Request *request) {
  int failed = MPI_SUCCESS;
  llt_receive *one = receive(buf, n, type, message, &failed);
  if (failed != MPI_SUCCESS) return failed;
  if (one == NULL) return PMPI_Imrecv(buf, (int)n, type, message, request);
  *request = llt_op_request(&one->op);
  return MPI_SUCCESS;
}

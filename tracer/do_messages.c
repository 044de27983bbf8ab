/* Sends and receives on the delayed network. */
#include <stdlib.h>

#include "alone.h"
#include "do_calls.h"
#include "errors.h"
#include "messages.h"
#include "outgoing.h"

/* Waits for one without a handle, and lets it go. */
static int finish(llt_op *op, MPI_Status *status) {
  if (op == NULL) return MPI_SUCCESS;
  llt_wait_for(op);
  llt_op_status(op, status);
  const int failed = op->failed;
  const llt_context *on = op->on;
  if (op->dispose != NULL) op->dispose(op);
  free(op);
  return failed == MPI_SUCCESS ? MPI_SUCCESS : llt_fail(on, failed);
}

static int send_as(llt_mode mode, const llt_envelope *what) {
  if (what->peer == MPI_PROC_NULL) return MPI_SUCCESS;
  llt_op *op = llt_message_send(what, mode);
  if (op != NULL) llt_op_start(op);
  return finish(op, MPI_STATUS_IGNORE);
}

static int isend_as(llt_mode mode, const llt_envelope *what, MPI_Request *request) {
  if (what->peer == MPI_PROC_NULL)
    return PMPI_Isend(NULL, 0, MPI_BYTE, MPI_PROC_NULL, what->tag, what->comm, request);
  llt_op *op = llt_message_send(what, mode);
  *request = op == NULL ? llt_request_over() : llt_op_request(op);
  return MPI_SUCCESS;
}

#define LLT_SENDS(Name, IName, mode)                                                                    \
  int llt_do_##Name(LLT_SEND_PARAMS) {                                                                  \
    const llt_envelope what = {buf, n, type, peer, tag, comm};                                          \
    if (!llt_takes_send(&what, mode)) return LLT_APART(PMPI_##Name(buf, (int)n, type, peer, tag, comm)); \
    return send_as(mode, &what);                                                                        \
  }                                                                                                     \
  int llt_do_##IName(LLT_SEND_PARAMS, MPI_Request *request) {                                           \
    const llt_envelope what = {buf, n, type, peer, tag, comm};                                          \
    if (!llt_takes_send(&what, mode)) return PMPI_##IName(buf, (int)n, type, peer, tag, comm, request); \
    return isend_as(mode, &what, request);                                                              \
  }
LLT_SENDS(Send, Isend, LLT_STANDARD)
LLT_SENDS(Ssend, Issend, LLT_SYNCHRONOUS)
LLT_SENDS(Bsend, Ibsend, LLT_BUFFERED)
LLT_SENDS(Rsend, Irsend, LLT_STANDARD)

int llt_do_Recv(LLT_RECV_PARAMS, MPI_Status *status) {
  const llt_envelope what = {buf, n, type, peer, tag, comm};
  if (!llt_takes_receive(&what)) return LLT_APART(PMPI_Recv(buf, (int)n, type, peer, tag, comm, status));
  if (peer == MPI_PROC_NULL) return PMPI_Recv(NULL, 0, MPI_BYTE, peer, tag, comm, status);
  llt_receive *one = llt_message_receive(&what, 0);
  llt_op_start(&one->op);
  return finish(&one->op, status);
}

int llt_do_Irecv(LLT_RECV_PARAMS, MPI_Request *request) {
  const llt_envelope what = {buf, n, type, peer, tag, comm};
  if (!llt_takes_receive(&what)) return PMPI_Irecv(buf, (int)n, type, peer, tag, comm, request);
  if (peer == MPI_PROC_NULL) return PMPI_Irecv(NULL, 0, MPI_BYTE, peer, tag, comm, request);
  *request = llt_op_request(&llt_message_receive(&what, 1)->op);
  return MPI_SUCCESS;
}

/* Both at once; what the receive says goes to `status`. */
static int exchange(const llt_envelope *out, const llt_envelope *in, MPI_Status *status) {
  llt_receive *one = in->peer == MPI_PROC_NULL ? NULL : llt_message_receive(in, 0);
  if (one != NULL) llt_op_start(&one->op);
  llt_op *op = out->peer == MPI_PROC_NULL ? NULL : llt_message_send(out, LLT_STANDARD);
  if (op != NULL) llt_op_start(op);
  finish(op, MPI_STATUS_IGNORE);
  if (one != NULL) return finish(&one->op, status);
  return PMPI_Recv(NULL, 0, MPI_BYTE, MPI_PROC_NULL, in->tag, in->comm, status);
}

int llt_do_Sendrecv(const void *sendbuf, MPI_Count sendn, MPI_Datatype sendtype, int dest, int sendtag, void *recvbuf,
                    MPI_Count recvn, MPI_Datatype recvtype, int source, int recvtag, MPI_Comm comm,
                    MPI_Status *status) {
  const llt_envelope out = {sendbuf, sendn, sendtype, dest, sendtag, comm};
  const llt_envelope in = {recvbuf, recvn, recvtype, source, recvtag, comm};
  if (!llt_takes_send(&out, LLT_STANDARD) || !llt_takes_receive(&in))
    return LLT_APART(PMPI_Sendrecv(sendbuf, (int)sendn, sendtype, dest, sendtag, recvbuf, (int)recvn, recvtype, source,
                                   recvtag, comm, status));
  return exchange(&out, &in, status);
}

/* What is sent is copied first: the receive may begin to write before a rendezvous has read. */
int llt_do_Sendrecv_replace(void *buf, MPI_Count n, MPI_Datatype type, int dest, int sendtag, int source, int recvtag,
                            MPI_Comm comm, MPI_Status *status) {
  int room = 0;
  const llt_envelope own = {buf, n, type, dest, sendtag, comm};
  const llt_envelope in = {buf, n, type, source, recvtag, comm};
  if (!llt_takes_send(&own, LLT_STANDARD) || !llt_takes_receive(&in))
    return LLT_APART(PMPI_Sendrecv_replace(buf, (int)n, type, dest, sendtag, source, recvtag, comm, status));
  PMPI_Pack_size((int)n, type, comm, &room);
  void *copy = malloc((size_t)room + 1);
  if (copy == NULL) abort();
  const llt_envelope out = {copy, llt_pack(buf, (int)n, type, copy, room), MPI_PACKED, dest, sendtag, comm};
  const int failed = exchange(&out, &in, status);
  free(copy);
  return failed;
}

/* MPI_Isendrecv … of MPI 4: one request for a send and a receive. */
#ifdef LLT_HAS_CALLS_OF_4

typedef struct {
  llt_op op;
  llt_op *out; /* NULL: nothing to wait for */
  llt_receive *in; /* NULL: from MPI_PROC_NULL */
} pair;

static void take_over(llt_op *op, const llt_op *part) {
  if (part->release > op->release) op->release = part->release;
  op->late |= part->late;
}

static int step_pair(llt_op *op, int64_t now) {
  pair *one = (pair *)op;
  (void)now;
  op->late = 0;
  if (one->out != NULL) take_over(op, one->out);
  if (one->in != NULL) take_over(op, &one->in->op);
  if ((one->out != NULL && !one->out->over) || (one->in != NULL && !one->in->op.over)) return 0;
  if (one->in == NULL) return 1;
  op->source = one->in->op.source;
  op->tag = one->in->op.tag;
  op->bytes = one->in->op.bytes;
  op->failed = one->in->op.failed;
  return 1;
}

static void dispose_pair(llt_op *op) {
  pair *one = (pair *)op;
  free(one->out);
  if (one->in == NULL) return;
  one->in->op.dispose(&one->in->op);
  free(one->in);
}

/* What is sent is copied at once, so that the receive may be into the same buffer. */
static int begin_exchange(const llt_envelope *out, const llt_envelope *in, MPI_Request *request) {
  pair *one = calloc(1, sizeof *one);
  if (one == NULL) abort();
  one->op = (llt_op){.step = step_pair, .dispose = dispose_pair, .on = llt_context_of(in->comm),
                     .source = MPI_PROC_NULL, .tag = MPI_ANY_TAG};
  one->in = in->peer == MPI_PROC_NULL ? NULL : llt_message_receive(in, 1);
  if (one->in != NULL) llt_op_start(&one->in->op);
  one->out = out->peer == MPI_PROC_NULL ? NULL : llt_message_send(out, LLT_STANDARD);
  if (one->out != NULL) llt_op_start(one->out);
  *request = llt_op_request(&one->op);
  return MPI_SUCCESS;
}

int llt_do_Isendrecv(const void *sendbuf, MPI_Count sendn, MPI_Datatype sendtype, int dest, int sendtag, void *recvbuf,
                     MPI_Count recvn, MPI_Datatype recvtype, int source, int recvtag, MPI_Comm comm,
                     MPI_Request *request) {
  const llt_envelope out = {sendbuf, sendn, sendtype, dest, sendtag, comm};
  const llt_envelope in = {recvbuf, recvn, recvtype, source, recvtag, comm};
  if (!llt_takes_send(&out, LLT_STANDARD) || !llt_takes_receive(&in))
    return PMPI_Isendrecv(sendbuf, (int)sendn, sendtype, dest, sendtag, recvbuf, (int)recvn, recvtype, source, recvtag,
                          comm, request);
  return begin_exchange(&out, &in, request);
}

int llt_do_Isendrecv_replace(void *buf, MPI_Count n, MPI_Datatype type, int dest, int sendtag, int source, int recvtag,
                             MPI_Comm comm, MPI_Request *request) {
  const llt_envelope out = {buf, n, type, dest, sendtag, comm}, in = {buf, n, type, source, recvtag, comm};
  if (!llt_takes_send(&out, LLT_STANDARD) || !llt_takes_receive(&in))
    return PMPI_Isendrecv_replace(buf, (int)n, type, dest, sendtag, source, recvtag, comm, request);
  return begin_exchange(&out, &in, request);
}
#endif

/* Persistent requests on the delayed network, and requests that the program lets go of. */
#include "do_calls.h"
#include "errors.h"
#include "handles.h"

/* The program's request is one to MPI_PROC_NULL of the same kind: it exists until the program frees it. */
static int define(const llt_envelope *what, llt_mode mode, int receives, MPI_Request *request) {
  const int failed = receives
                         ? PMPI_Recv_init(NULL, 0, MPI_BYTE, MPI_PROC_NULL, what->tag, what->comm, request)
                         : PMPI_Send_init(NULL, 0, MPI_BYTE, MPI_PROC_NULL, what->tag, what->comm, request);
  if (failed != MPI_SUCCESS || what->peer == MPI_PROC_NULL) return failed;
  llt_persistent *one = llt_persistent_new(what);
  one->handle = *request;
  one->mode = mode;
  one->receives = receives;
  return MPI_SUCCESS;
}

#define LLT_INITS(Name, mode)                                          \
  int llt_do_##Name(LLT_SEND_PARAMS, MPI_Request *request) {           \
    const llt_envelope what = {buf, n, type, peer, tag, comm};         \
    if (!llt_takes_send(&what, LLT_STANDARD))                          \
      return PMPI_##Name(buf, (int)n, type, peer, tag, comm, request); \
    return define(&what, mode, 0, request);                            \
  }
LLT_INITS(Send_init, LLT_STANDARD)
LLT_INITS(Ssend_init, LLT_SYNCHRONOUS)
LLT_INITS(Bsend_init, LLT_BUFFERED)
LLT_INITS(Rsend_init, LLT_STANDARD)

int llt_do_Recv_init(LLT_RECV_PARAMS, MPI_Request *request) {
  const llt_envelope what = {buf, n, type, peer, tag, comm};
  if (!llt_takes_receive(&what)) return PMPI_Recv_init(buf, (int)n, type, peer, tag, comm, request);
  return define(&what, LLT_STANDARD, 1, request);
}

int llt_do_Start(MPI_Request *request) {
  llt_persistent *one = llt_persistent_of(*request);
  if (one == NULL) return PMPI_Start(request);
  if (one->active) return llt_fail(llt_world.context, MPI_ERR_REQUEST);
  if (one->begin != NULL) {
    const int failed = one->begin(one->of, &one->inner);
    if (failed != MPI_SUCCESS) return failed;
  } else if (one->receives) {
    one->inner = llt_op_request(&llt_message_receive(&one->what, 0)->op);
  } else {
    llt_op *op = llt_message_send(&one->what, one->mode);
    one->inner = op == NULL ? llt_request_over() : llt_op_request(op);
  }
  one->active = 1;
  return MPI_SUCCESS;
}

int llt_do_Startall(int n, MPI_Request *requests) {
  int failed = MPI_SUCCESS;
  for (int i = 0; i < n && failed == MPI_SUCCESS; i++) failed = llt_do_Start(&requests[i]);
  return failed;
}

/* An active one goes on: it is let go of when it is over. */
static void let_go(MPI_Request *inner) {
  llt_failure_over(llt_failure_of(*inner));
  llt_op *op = llt_op_of(*inner);
  if (op == NULL && *inner != MPI_REQUEST_NULL) PMPI_Request_free(inner);
  if (op != NULL) op->freed = 1;
}

int llt_do_Request_free(MPI_Request *request) {
  llt_persistent *one = llt_persistent_of(*request);
  if (one != NULL) {
    if (one->active) let_go(&one->inner);
    llt_persistent_gone(one);
    return PMPI_Request_free(request);
  }
  if (llt_op_of(*request) == NULL) {
    llt_failure_over(llt_failure_of(*request));
    return PMPI_Request_free(request);
  }
  let_go(request);
  *request = MPI_REQUEST_NULL;
  return MPI_SUCCESS;
}

/* A receive that has no message yet is over at once; all else goes on, as MPI allows. */
int llt_do_Cancel(MPI_Request *request) {
  llt_op *op = llt_op_of(llt_inner(*request));
  if (op == NULL) return llt_persistent_of(*request) == NULL ? PMPI_Cancel(request) : MPI_SUCCESS;
  llt_cancel(op);
  return MPI_SUCCESS;
}

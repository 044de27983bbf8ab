/* How does the MPI library judge arguments, and failures? */
#include "errors.h"

#include <limits.h>
#include <stdlib.h>

#include "say.h"

static char nothing[64];

/* A buffered message to this rank itself: there is room for it in the buffer that the program attached, or none. */
static int has_room(const llt_envelope *what) {
  int bytes = 0;
  MPI_Request back;
  if (PMPI_Pack_size((int)what->n, what->type, llt_trial, &bytes) != MPI_SUCCESS) return 0;
  void *copy = malloc((size_t)bytes + 1);
  if (copy == NULL) llt_say_and_end("no memory for a copy of a message");
  PMPI_Irecv(copy, bytes, MPI_PACKED, 0, 0, llt_trial, &back);
  const int took = PMPI_Bsend(what->buf, (int)what->n, what->type, 0, 0, llt_trial) == MPI_SUCCESS;
  if (!took) PMPI_Cancel(&back);
  PMPI_Wait(&back, MPI_STATUS_IGNORE);
  free(copy);
  return took;
}

static int is_peer(const llt_context *on, int peer) { return peer == MPI_PROC_NULL || (peer >= 0 && peer < on->peers); }

/* More items than an int holds are refused where they are sent. */
int llt_takes_send(const llt_envelope *what, llt_mode mode) {
  const llt_context *on = llt_context_if(what->comm);
  if (on == NULL || !is_peer(on, what->peer)) return 0;
  if (what->n > INT_MAX) return 1;
  const int failed = PMPI_Send(what->buf, (int)what->n, what->type, MPI_PROC_NULL, what->tag, llt_trial);
  return failed == MPI_SUCCESS && (mode != LLT_BUFFERED || what->peer == MPI_PROC_NULL || has_room(what));
}

int llt_wrong_receive(const llt_envelope *what) {
  if (what->n > INT_MAX) return MPI_SUCCESS;
  return PMPI_Recv((void *)what->buf, (int)what->n, what->type, MPI_PROC_NULL, what->tag, llt_trial,
                   MPI_STATUS_IGNORE);
}

int llt_takes_receive(const llt_envelope *what) {
  const llt_context *on = llt_context_if(what->comm);
  if (on == NULL || (what->peer != MPI_ANY_SOURCE && !is_peer(on, what->peer))) return 0;
  return llt_wrong_receive(what) == MPI_SUCCESS;
}

int llt_takes_probe(int source, int tag, MPI_Comm comm) {
  const llt_envelope what = {nothing, 0, MPI_BYTE, source, tag, comm};
  return llt_takes_receive(&what);
}

int llt_takes_items(MPI_Count n, MPI_Datatype type) {
  return PMPI_Send(nothing, (int)n, type, MPI_PROC_NULL, 0, llt_trial) == MPI_SUCCESS;
}

int llt_takes_op(MPI_Datatype type, MPI_Op op) {
  return PMPI_Allreduce(MPI_IN_PLACE, nothing, 0, type, op, llt_trial) == MPI_SUCCESS;
}

int llt_takes_root(const llt_context *on, int root) { return root >= 0 && root < on->size; }

int llt_fail(const llt_context *on, int code) {
  PMPI_Comm_call_errhandler(on->handle, code);
  return code;
}

/* MPICH forgets which communicator a request was of once it is over, unless it is persistent, and among several. */
#ifdef OPEN_MPI
#define LLT_FORGETS 0
#else
#define LLT_FORGETS 1
#endif

int llt_fail_request(const llt_context *on, int persistent, int code) {
  return LLT_FORGETS && !persistent ? llt_fail(llt_world.context, code) : llt_fail(on, code);
}

int llt_fail_in_status(const llt_context *on, int code) {
  if (LLT_FORGETS) llt_fail(llt_world.context, MPI_ERR_IN_STATUS);
  else llt_fail(on, code);
  return MPI_ERR_IN_STATUS;
}

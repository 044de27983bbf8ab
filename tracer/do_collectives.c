/* Collectives as a plan has them: those with a root, scans and the barrier. The data go straight to who needs them. */
#include "do_collectives.h"

#include "data.h"
#include "by_library.h"
#include "errors.h"
#include "next_call.h"

#include "quickly.h"

/*
 * Both kinds of one: begin_… finds the call in the plan and begins the data. Without a plan, by the library; nor is what
 * takes_… finds wrong in the plan.
 */
#define LLT_BOTH(Name, IName, NAME, PARAMS, ARGS)                                           \
  int llt_do_##Name(LLT_UNWRAP PARAMS) {                                                    \
    llt_data data = {0};                                                                    \
    LLT_UNPLANNED(PMPI_##IName, LLT_##NAME, ARGS)                                           \
    if (!takes_##Name ARGS) return PMPI_##Name ARGS;                                        \
    const llt_planned_call *call = begin_##Name(LLT_##NAME, &data, LLT_UNWRAP ARGS);        \
    return llt_play(llt_context_of(comm), call, &data, NULL);                               \
  }                                                                                         \
  int llt_do_##IName(LLT_UNWRAP PARAMS, MPI_Request *request) {                             \
    llt_data data = {0};                                                                    \
    LLT_UNPLANNED_BEGUN(PMPI_##IName, LLT_I##NAME, ARGS)                                    \
    if (!takes_##Name ARGS) return PMPI_##IName(LLT_UNWRAP ARGS, request);                  \
    const llt_planned_call *call = begin_##Name(LLT_I##NAME, &data, LLT_UNWRAP ARGS);       \
    return llt_play(llt_context_of(comm), call, &data, request);                            \
  }
#define LLT_HEAD int code, llt_data *data

/* A plan has nothing of communicators of two groups: the call is refused as it is. */
static int takes(MPI_Comm comm, int root, int right) {
  const llt_context *on = llt_context_if(comm);
  return on != NULL && (on->inter || (right && llt_takes_root(on, root)));
}

static int is_root(MPI_Comm comm, int root) {
  const llt_context *on = llt_context_if(comm);
  return on != NULL && on->rank == root;
}

/* Lists of the root: one count for each rank. */
static int takes_lists(MPI_Comm comm, const int *counts, MPI_Datatype type) {
  int all = 1;
  for (int i = 0; i < llt_context_of(comm)->size; i++) all &= llt_takes_items(counts[i], type);
  return all;
}

static int takes_Barrier(MPI_Comm comm) { return takes(comm, 0, 1); }

static const llt_planned_call *begin_Barrier(LLT_HEAD, MPI_Comm comm) {
  (void)data;
  return llt_next_call(code, comm, 0);
}
LLT_BOTH(Barrier, Ibarrier, BARRIER, (MPI_Comm comm), (comm))

static int takes_Bcast(void *buf, int n, MPI_Datatype type, int root, MPI_Comm comm) {
  (void)buf;
  return takes(comm, root, llt_takes_items(n, type));
}

static const llt_planned_call *begin_Bcast(LLT_HEAD, void *buf, int n, MPI_Datatype type, int root, MPI_Comm comm) {
  const llt_context *on = llt_context_of(comm);
  const llt_planned_call *call = llt_next_call(code, comm, n * llt_bytes(type));
  const llt_block block = {buf, n, type};
  if (on->rank != root) llt_data_in(data, on, call->instance, root, &block);
  for (int i = 0; on->rank == root && i < on->size; i++)
    if (i != root) llt_data_out(on, call->instance, i, &block);
  return call;
}
LLT_BOTH(Bcast, Ibcast, BCAST, (void *buf, int n, MPI_Datatype type, int root, MPI_Comm comm),
         (buf, n, type, root, comm))

static int takes_Reduce(const void *sendbuf, void *recvbuf, int n, MPI_Datatype type, MPI_Op op, int root,
                        MPI_Comm comm) {
  (void)sendbuf, (void)recvbuf;
  return takes(comm, root, llt_takes_op(type, op) && llt_takes_items(n, type));
}

static const llt_planned_call *begin_Reduce(LLT_HEAD, const void *sendbuf, void *recvbuf, int n, MPI_Datatype type,
                                            MPI_Op op, int root, MPI_Comm comm) {
  const llt_context *on = llt_context_of(comm);
  const llt_planned_call *call = llt_next_call(code, comm, n * llt_bytes(type));
  const llt_block own = {sendbuf == MPI_IN_PLACE ? recvbuf : sendbuf, n, type};
  if (on->rank != root) llt_data_out(on, call->instance, root, &own);
  else llt_data_reduce(data, on, call->instance, 0, on->size - 1, own.at, recvbuf, n, type, op);
  return call;
}
LLT_BOTH(Reduce, Ireduce, REDUCE,
         (const void *sendbuf, void *recvbuf, int n, MPI_Datatype type, MPI_Op op, int root, MPI_Comm comm),
         (sendbuf, recvbuf, n, type, op, root, comm))

/* Ranks up to this one, or up to the one before. */
static const llt_planned_call *begin_prefix(LLT_HEAD, int with_own, const void *sendbuf, void *recvbuf, int n,
                                            MPI_Datatype type, MPI_Op op, MPI_Comm comm) {
  const llt_context *on = llt_context_of(comm);
  const llt_planned_call *call = llt_next_call(code, comm, n * llt_bytes(type));
  const llt_block own = {sendbuf == MPI_IN_PLACE ? recvbuf : sendbuf, n, type};
  for (int i = on->rank + 1; i < on->size; i++) llt_data_out(on, call->instance, i, &own);
  llt_data_reduce(data, on, call->instance, 0, with_own ? on->rank : on->rank - 1, own.at, recvbuf, n, type, op);
  return call;
}
#define LLT_PREFIX_PARAMS const void *sendbuf, void *recvbuf, int n, MPI_Datatype type, MPI_Op op, MPI_Comm comm
static int takes_Scan(LLT_PREFIX_PARAMS) { return takes_Reduce(sendbuf, recvbuf, n, type, op, 0, comm); }
#define takes_Exscan takes_Scan
#define begin_Scan(code, data, ...) begin_prefix(code, data, 1, __VA_ARGS__)
#define begin_Exscan(code, data, ...) begin_prefix(code, data, 0, __VA_ARGS__)
LLT_BOTH(Scan, Iscan, SCAN, (LLT_PREFIX_PARAMS), (sendbuf, recvbuf, n, type, op, comm))
LLT_BOTH(Exscan, Iexscan, EXSCAN, (LLT_PREFIX_PARAMS), (sendbuf, recvbuf, n, type, op, comm))

/* Blocks by rank: equal ones, or with counts and displacements. */
static llt_block block_by(const void *buf, int n, const int *counts, const int *displs, MPI_Datatype type, int i) {
  return counts == NULL ? llt_block_of(buf, n, type, i) : llt_block_at(buf, counts, displs, type, i);
}

static void collect(llt_data *data, const llt_context *on, int instance, int root, const llt_block *own, void *recvbuf,
                    int recvn, const int *recvns, const int *displs, MPI_Datatype recvtype) {
  if (on->rank != root) {
    llt_data_out(on, instance, root, own);
    return;
  }
  for (int i = 0; i < on->size; i++) {
    const llt_block to = block_by(recvbuf, recvn, recvns, displs, recvtype, i);
    if (i == root) llt_data_keep(own, &to);
    else llt_data_in(data, on, instance, i, &to);
  }
}

static void hand_out(llt_data *data, const llt_context *on, int instance, int root, const llt_block *own,
                     const void *sendbuf, int sendn, const int *sendns, const int *displs, MPI_Datatype sendtype) {
  if (on->rank != root) {
    llt_data_in(data, on, instance, root, own);
    return;
  }
  for (int i = 0; i < on->size; i++) {
    const llt_block from = block_by(sendbuf, sendn, sendns, displs, sendtype, i);
    if (i == root) llt_data_keep(&from, own);
    else llt_data_out(on, instance, i, &from);
  }
}

#define LLT_ONE_PARAMS \
  const void *sendbuf, int sendn, MPI_Datatype sendtype, void *recvbuf, int recvn, MPI_Datatype recvtype, int root, \
      MPI_Comm comm
#define LLT_ONE_ARGS sendbuf, sendn, sendtype, recvbuf, recvn, recvtype, root, comm

static int takes_Gather(LLT_ONE_PARAMS) {
  (void)recvbuf;
  return takes(comm, root, (sendbuf == MPI_IN_PLACE || llt_takes_items(sendn, sendtype)) &&
                               (!is_root(comm, root) || llt_takes_items(recvn, recvtype)));
}

static const llt_planned_call *begin_Gather(LLT_HEAD, LLT_ONE_PARAMS) {
  const llt_context *on = llt_context_of(comm);
  const int64_t bytes = on->rank == root ? recvn * llt_bytes(recvtype) : sendn * llt_bytes(sendtype);
  const llt_planned_call *call = llt_next_call(code, comm, bytes);
  const llt_block own = {sendbuf, sendn, sendtype};
  collect(data, on, call->instance, root, &own, recvbuf, recvn, NULL, NULL, recvtype);
  return call;
}
LLT_BOTH(Gather, Igather, GATHER, (LLT_ONE_PARAMS), (LLT_ONE_ARGS))

static int takes_Scatter(LLT_ONE_PARAMS) {
  (void)sendbuf;
  return takes(comm, root, (recvbuf == MPI_IN_PLACE || llt_takes_items(recvn, recvtype)) &&
                               (!is_root(comm, root) || llt_takes_items(sendn, sendtype)));
}

static const llt_planned_call *begin_Scatter(LLT_HEAD, LLT_ONE_PARAMS) {
  const llt_context *on = llt_context_of(comm);
  const int64_t bytes = on->rank == root ? sendn * llt_bytes(sendtype) : recvn * llt_bytes(recvtype);
  const llt_planned_call *call = llt_next_call(code, comm, bytes);
  const llt_block own = {recvbuf, recvn, recvtype};
  hand_out(data, on, call->instance, root, &own, sendbuf, sendn, NULL, NULL, sendtype);
  return call;
}
LLT_BOTH(Scatter, Iscatter, SCATTER, (LLT_ONE_PARAMS), (LLT_ONE_ARGS))

#define LLT_GATHERV_PARAMS                                                                                      \
  const void *sendbuf, int sendn, MPI_Datatype sendtype, void *recvbuf, const int *recvns, const int *displs,   \
      MPI_Datatype recvtype, int root, MPI_Comm comm

static int takes_Gatherv(LLT_GATHERV_PARAMS) {
  (void)recvbuf, (void)displs;
  return takes(comm, root, (sendbuf == MPI_IN_PLACE || llt_takes_items(sendn, sendtype)) &&
                               (!is_root(comm, root) || takes_lists(comm, recvns, recvtype)));
}

static const llt_planned_call *begin_Gatherv(LLT_HEAD, LLT_GATHERV_PARAMS) {
  const llt_context *on = llt_context_of(comm);
  const int64_t bytes = sendbuf == MPI_IN_PLACE ? 0 : sendn * llt_bytes(sendtype);
  const llt_planned_call *call = llt_next_call(code, comm, bytes);
  const llt_block own = {sendbuf, sendn, sendtype};
  collect(data, on, call->instance, root, &own, recvbuf, 0, recvns, displs, recvtype);
  return call;
}
LLT_BOTH(Gatherv, Igatherv, GATHERV, (LLT_GATHERV_PARAMS),
         (sendbuf, sendn, sendtype, recvbuf, recvns, displs, recvtype, root, comm))

#define LLT_SCATTERV_PARAMS                                                                                     \
  const void *sendbuf, const int *sendns, const int *displs, MPI_Datatype sendtype, void *recvbuf, int recvn,   \
      MPI_Datatype recvtype, int root, MPI_Comm comm

static int takes_Scatterv(LLT_SCATTERV_PARAMS) {
  (void)sendbuf, (void)displs;
  return takes(comm, root, (recvbuf == MPI_IN_PLACE || llt_takes_items(recvn, recvtype)) &&
                               (!is_root(comm, root) || takes_lists(comm, sendns, sendtype)));
}

static const llt_planned_call *begin_Scatterv(LLT_HEAD, LLT_SCATTERV_PARAMS) {
  const llt_context *on = llt_context_of(comm);
  const int64_t bytes = recvbuf == MPI_IN_PLACE ? 0 : recvn * llt_bytes(recvtype);
  const llt_planned_call *call = llt_next_call(code, comm, bytes);
  const llt_block own = {recvbuf, recvn, recvtype};
  hand_out(data, on, call->instance, root, &own, sendbuf, 0, sendns, displs, sendtype);
  return call;
}
LLT_BOTH(Scatterv, Iscatterv, SCATTERV, (LLT_SCATTERV_PARAMS),
         (sendbuf, sendns, displs, sendtype, recvbuf, recvn, recvtype, root, comm))

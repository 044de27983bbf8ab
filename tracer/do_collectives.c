/* Collectives as messages: those with a root, scans and the barrier. The data go straight to who needs them. */
#include "do_collectives.h"

#include "alone.h"
#include "by_library.h"
#include "data.h"
#include "errors.h"
#include "records.h"

#include "quickly.h"

/* Both kinds of one: begin_… finds its messages and begins the data. What takes_… finds wrong, the library hears of. */
#define LLT_BOTH(Name, IName, NAME, PARAMS, ARGS)                                                       \
  int llt_do_##Name(LLT_UNWRAP PARAMS) {                                                                \
    llt_data data = {0};                                                                                \
    LLT_UNLESS_DECOMPOSED(PMPI_##IName, LLT_##NAME, ARGS)                                               \
    if (!takes_##Name ARGS) return LLT_APART(PMPI_##Name ARGS);                                         \
    const llt_call call = begin_##Name(LLT_WAY_BLOCKING, &data, LLT_UNWRAP ARGS);                       \
    return llt_play(llt_context_of(comm), &call, &data, NULL);                                          \
  }                                                                                                     \
  int llt_do_##IName(LLT_UNWRAP PARAMS, MPI_Request *request) {                                         \
    llt_data data = {0};                                                                                \
    LLT_UNLESS_DECOMPOSED_BEGUN(PMPI_##IName, LLT_I##NAME, ARGS)                                        \
    if (!takes_##Name ARGS) return PMPI_##IName(LLT_UNWRAP ARGS, request);                              \
    const llt_call call = begin_##Name(LLT_WAY_NONBLOCKING, &data, LLT_UNWRAP ARGS);                    \
    return llt_play(llt_context_of(comm), &call, &data, request);                                       \
  }
#define LLT_HEAD llt_way way, llt_data *data

/* Of a call whose bytes all ranks know. */
static llt_call next(llt_context *on, const char *collective, llt_way way, int root, int64_t bytes) {
  llt_query query = {.collective = collective, .way = way, .root = root, .bytes = (double)bytes, .empty = bytes == 0};
  return llt_call_next(on, &query);
}

static int takes(MPI_Comm comm, int root, int right) {
  const llt_context *on = llt_context_if(comm);
  return on != NULL && right && llt_takes_root(on, root);
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

static llt_call begin_Barrier(LLT_HEAD, MPI_Comm comm) {
  (void)data;
  return next(llt_context_of(comm), "barrier", way, 0, 0);
}
LLT_BOTH(Barrier, Ibarrier, BARRIER, (MPI_Comm comm), (comm))

static int takes_Bcast(void *buf, int n, MPI_Datatype type, int root, MPI_Comm comm) {
  (void)buf;
  return takes(comm, root, llt_takes_items(n, type));
}

static llt_call begin_Bcast(LLT_HEAD, void *buf, int n, MPI_Datatype type, int root, MPI_Comm comm) {
  llt_context *on = llt_context_of(comm);
  const llt_call call = next(on, "bcast", way, root, n * llt_bytes(type));
  const llt_block block = {buf, n, type};
  if (on->rank != root) llt_data_in(data, on, call.number, root, &block);
  for (int i = 0; on->rank == root && i < on->size; i++)
    if (i != root) llt_data_out(on, call.number, i, &block);
  return call;
}
LLT_BOTH(Bcast, Ibcast, BCAST, (void *buf, int n, MPI_Datatype type, int root, MPI_Comm comm),
         (buf, n, type, root, comm))

static int takes_Reduce(const void *sendbuf, void *recvbuf, int n, MPI_Datatype type, MPI_Op op, int root,
                        MPI_Comm comm) {
  (void)sendbuf, (void)recvbuf;
  return takes(comm, root, llt_takes_op(type, op) && llt_takes_items(n, type));
}

static llt_call begin_Reduce(LLT_HEAD, const void *sendbuf, void *recvbuf, int n, MPI_Datatype type,
                                            MPI_Op op, int root, MPI_Comm comm) {
  llt_context *on = llt_context_of(comm);
  const llt_call call = next(on, "reduce", way, root, n * llt_bytes(type));
  const llt_block own = {sendbuf == MPI_IN_PLACE ? recvbuf : sendbuf, n, type};
  if (on->rank != root) llt_data_out(on, call.number, root, &own);
  else llt_data_reduce(data, on, call.number, 0, on->size - 1, own.at, recvbuf, n, type, op);
  return call;
}
LLT_BOTH(Reduce, Ireduce, REDUCE,
         (const void *sendbuf, void *recvbuf, int n, MPI_Datatype type, MPI_Op op, int root, MPI_Comm comm),
         (sendbuf, recvbuf, n, type, op, root, comm))

/* Ranks up to this one, or up to the one before. */
static llt_call begin_prefix(LLT_HEAD, int with_own, const void *sendbuf, void *recvbuf, int n,
                                            MPI_Datatype type, MPI_Op op, MPI_Comm comm) {
  llt_context *on = llt_context_of(comm);
  const llt_call call = next(on, with_own ? "scan" : "exscan", way, 0, n * llt_bytes(type));
  const llt_block own = {sendbuf == MPI_IN_PLACE ? recvbuf : sendbuf, n, type};
  for (int i = on->rank + 1; i < on->size; i++) llt_data_out(on, call.number, i, &own);
  llt_data_reduce(data, on, call.number, 0, with_own ? on->rank : on->rank - 1, own.at, recvbuf, n, type, op);
  return call;
}
#define LLT_PREFIX_PARAMS const void *sendbuf, void *recvbuf, int n, MPI_Datatype type, MPI_Op op, MPI_Comm comm
static int takes_Scan(LLT_PREFIX_PARAMS) { return takes_Reduce(sendbuf, recvbuf, n, type, op, 0, comm); }
#define takes_Exscan takes_Scan
#define begin_Scan(way, data, ...) begin_prefix(way, data, 1, __VA_ARGS__)
#define begin_Exscan(way, data, ...) begin_prefix(way, data, 0, __VA_ARGS__)
LLT_BOTH(Scan, Iscan, SCAN, (LLT_PREFIX_PARAMS), (sendbuf, recvbuf, n, type, op, comm))
LLT_BOTH(Exscan, Iexscan, EXSCAN, (LLT_PREFIX_PARAMS), (sendbuf, recvbuf, n, type, op, comm))

/* Blocks by rank: equal ones, or with counts and displacements. */
static llt_block block_by(const void *buf, int n, const int *counts, const int *displs, MPI_Datatype type, int i) {
  return counts == NULL ? llt_block_of(buf, n, type, i) : llt_block_at(buf, counts, displs, type, i);
}

static void collect(llt_data *data, const llt_context *on, int number, int root, const llt_block *own, void *recvbuf,
                    int recvn, const int *recvns, const int *displs, MPI_Datatype recvtype) {
  if (on->rank != root) {
    llt_data_out(on, number, root, own);
    return;
  }
  for (int i = 0; i < on->size; i++) {
    const llt_block to = block_by(recvbuf, recvn, recvns, displs, recvtype, i);
    if (i == root) llt_data_keep(own, &to);
    else llt_data_in(data, on, number, i, &to);
  }
}

static void hand_out(llt_data *data, const llt_context *on, int number, int root, const llt_block *own,
                     const void *sendbuf, int sendn, const int *sendns, const int *displs, MPI_Datatype sendtype) {
  if (on->rank != root) {
    llt_data_in(data, on, number, root, own);
    return;
  }
  for (int i = 0; i < on->size; i++) {
    const llt_block from = block_by(sendbuf, sendn, sendns, displs, sendtype, i);
    if (i == root) llt_data_keep(&from, own);
    else llt_data_out(on, number, i, &from);
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

static llt_call begin_Gather(LLT_HEAD, LLT_ONE_PARAMS) {
  llt_context *on = llt_context_of(comm);
  const int64_t bytes = on->rank == root ? recvn * llt_bytes(recvtype) : sendn * llt_bytes(sendtype);
  const llt_call call = next(on, "gather", way, root, bytes);
  const llt_block own = {sendbuf, sendn, sendtype};
  collect(data, on, call.number, root, &own, recvbuf, recvn, NULL, NULL, recvtype);
  return call;
}
LLT_BOTH(Gather, Igather, GATHER, (LLT_ONE_PARAMS), (LLT_ONE_ARGS))

static int takes_Scatter(LLT_ONE_PARAMS) {
  (void)sendbuf;
  return takes(comm, root, (recvbuf == MPI_IN_PLACE || llt_takes_items(recvn, recvtype)) &&
                               (!is_root(comm, root) || llt_takes_items(sendn, sendtype)));
}

static llt_call begin_Scatter(LLT_HEAD, LLT_ONE_PARAMS) {
  llt_context *on = llt_context_of(comm);
  const int64_t bytes = on->rank == root ? sendn * llt_bytes(sendtype) : recvn * llt_bytes(recvtype);
  const llt_call call = next(on, "scatter", way, root, bytes);
  const llt_block own = {recvbuf, recvn, recvtype};
  hand_out(data, on, call.number, root, &own, sendbuf, sendn, NULL, NULL, sendtype);
  return call;
}
LLT_BOTH(Scatter, Iscatter, SCATTER, (LLT_ONE_PARAMS), (LLT_ONE_ARGS))

#define LLT_GATHERV_PARAMS                                                                                      \
  const void *sendbuf, int sendn, MPI_Datatype sendtype, void *recvbuf, const int *recvns, const int *displs,   \
      MPI_Datatype recvtype, int root, MPI_Comm comm

/* Of a call in which the root knows all blocks, and each other rank, with `bytes`, its own. */
static llt_call next_listed(llt_context *on, const char *collective, llt_way way, int root, int64_t bytes,
                            const int *counts, MPI_Datatype type) {
  int64_t *blocks = llt_call_list(0, on->size);
  for (int i = 0; i < on->size; i++) blocks[i] = on->rank == root ? counts[i] * llt_bytes(type) : LLT_UNKNOWN;
  if (on->rank != root) blocks[on->rank] = bytes;
  llt_query query = {.collective = collective, .way = way, .root = root, .blocks = blocks};
  return llt_call_next(on, &query);
}

static int takes_Gatherv(LLT_GATHERV_PARAMS) {
  (void)recvbuf, (void)displs;
  return takes(comm, root, (sendbuf == MPI_IN_PLACE || llt_takes_items(sendn, sendtype)) &&
                               (!is_root(comm, root) || takes_lists(comm, recvns, recvtype)));
}

static llt_call begin_Gatherv(LLT_HEAD, LLT_GATHERV_PARAMS) {
  llt_context *on = llt_context_of(comm);
  const int64_t bytes = on->rank == root ? LLT_UNKNOWN : sendn * llt_bytes(sendtype);
  const llt_call call = next_listed(on, "gatherv", way, root, bytes, recvns, recvtype);
  const llt_block own = {sendbuf, sendn, sendtype};
  collect(data, on, call.number, root, &own, recvbuf, 0, recvns, displs, recvtype);
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

static llt_call begin_Scatterv(LLT_HEAD, LLT_SCATTERV_PARAMS) {
  llt_context *on = llt_context_of(comm);
  const int64_t bytes = on->rank == root ? LLT_UNKNOWN : recvn * llt_bytes(recvtype);
  const llt_call call = next_listed(on, "scatterv", way, root, bytes, sendns, sendtype);
  const llt_block own = {recvbuf, recvn, recvtype};
  hand_out(data, on, call.number, root, &own, sendbuf, 0, sendns, displs, sendtype);
  return call;
}
LLT_BOTH(Scatterv, Iscatterv, SCATTERV, (LLT_SCATTERV_PARAMS),
         (sendbuf, sendns, displs, sendtype, recvbuf, recvn, recvtype, root, comm))

/*
 * Collectives as messages: those in which all ranks need something of all. The data go straight to who needs them, so that
 * they come from a rank that rests, too. Among many ranks, or where that would be much more data than an algorithm moves,
 * they go by the MPI library's own nonblocking collective on a copy of the communicator; there a rank that has come keeps
 * the data of others moving.
 */
#include "alone.h"
#include "by_library.h"
#include "data.h"
#include "do_collectives.h"
#include "errors.h"
#include "play.h"
#include "records.h"

#include <stdlib.h>

#include "quickly.h"

/* Most ranks that send to each other, and most bytes of a rank's contribution to all of them. */
#define STRAIGHT_RANKS 32
#define STRAIGHT_BYTES (256 * 1024)

/* The same on all ranks. `bytes`: what each sends to every other, 0 where no algorithm sends less. */
static int is_straight(const llt_context *on, int64_t bytes) {
  return on->size <= STRAIGHT_RANKS && bytes * (on->size - 1) <= STRAIGHT_BYTES;
}

/* One request. */
static MPI_Request *room(llt_data *data) {
  data->requests = malloc(sizeof *data->requests);
  if (data->requests == NULL) abort();
  data->n = 1;
  data->through_others = 1;
  return data->requests;
}

/*
 * Both kinds of one, whose messages asks_… has; takes_… says whether the library would take its arguments, and move_… moves
 * the data straight. What is not taken is called on the communicator: there the library says so.
 */
#define LLT_BOTH(Name, IName, NAME, asks, bytes, PARAMS, ARGS)                                                   \
  static int begin_##Name(llt_call *call, llt_data *data, llt_way way, LLT_UNWRAP PARAMS) {                      \
    llt_context *on = llt_context_if(comm);                                                                      \
    if (on == NULL || !takes_##Name(LLT_UNWRAP ARGS, comm)) return 0;                                            \
    const int straight = is_straight(on, bytes);                                                                 \
    if (!straight && PMPI_##IName(LLT_UNWRAP ARGS, llt_data_comm(on), room(data)) != MPI_SUCCESS) {              \
      free(data->requests);                                                                                      \
      return 0;                                                                                                  \
    }                                                                                                            \
    llt_query query = asks;                                                                                      \
    query.way = way;                                                                                             \
    *call = llt_call_next(on, &query);                                                                           \
    if (straight) move_##Name(data, on, call->number, LLT_UNWRAP ARGS);                                          \
    return 1;                                                                                                    \
  }                                                                                                              \
  int llt_do_##Name(LLT_UNWRAP PARAMS) {                                                                         \
    llt_data data = {0};                                                                                         \
    llt_call call;                                                                                               \
    LLT_UNLESS_DECOMPOSED(PMPI_##IName, LLT_##NAME, (LLT_UNWRAP ARGS, comm))                                     \
    if (!begin_##Name(&call, &data, LLT_WAY_BLOCKING, LLT_UNWRAP ARGS, comm))                                    \
      return LLT_APART(PMPI_##Name(LLT_UNWRAP ARGS, comm));                                                      \
    return llt_play(llt_context_of(comm), &call, &data, NULL);                                                   \
  }                                                                                                              \
  int llt_do_##IName(LLT_UNWRAP PARAMS, MPI_Request *request) {                                                  \
    llt_data data = {0};                                                                                         \
    llt_call call;                                                                                               \
    LLT_UNLESS_DECOMPOSED_BEGUN(PMPI_##IName, LLT_I##NAME, (LLT_UNWRAP ARGS, comm))                              \
    if (!begin_##Name(&call, &data, LLT_WAY_NONBLOCKING, LLT_UNWRAP ARGS, comm))                                 \
      return PMPI_##IName(LLT_UNWRAP ARGS, comm, request);                                                       \
    return llt_play(llt_context_of(comm), &call, &data, request);                                                \
  }
#define LLT_MOVE llt_data *data, const llt_context *on, int number

/* Blocks of all ranks: equal ones, with counts and displacements, or each of its own type at a place in bytes. */
typedef struct {
  const void *buf;
  int n;
  const int *ns, *displs;
  MPI_Datatype type;
  const MPI_Datatype *types;
} blocks;

static llt_block block(const blocks *of, int i) {
  if (of->types != NULL) return (llt_block){(const char *)of->buf + of->displs[i], of->ns[i], of->types[i]};
  return of->ns == NULL ? llt_block_of(of->buf, of->n, of->type, i) : llt_block_at(of->buf, of->ns, of->displs, of->type, i);
}

static int takes_blocks(const blocks *of, MPI_Comm comm) {
  if (of->ns == NULL) return llt_takes_items(of->n, of->type);
  int all = 1;
  for (int i = 0; i < llt_context_of(comm)->size; i++)
    all &= llt_takes_items(of->ns[i], of->types == NULL ? of->type : of->types[i]);
  return all;
}

/* Copies leave first: in place, what comes takes their room. */
static void exchange(LLT_MOVE, const blocks *from, const blocks *to) {
  const int in_place = from->buf == MPI_IN_PLACE;
  for (int i = 0; i < on->size; i++) {
    const llt_block out = block(in_place ? to : from, i);
    if (i != on->rank) llt_data_out(on, number, i, &out);
  }
  for (int i = 0; i < on->size; i++) {
    const llt_block in = block(to, i);
    if (i != on->rank) llt_data_in(data, on, number, i, &in);
    else if (!in_place) {
      const llt_block out = block(from, i);
      llt_data_keep(&out, &in);
    }
  }
}

static void spread(LLT_MOVE, const llt_block *own, const blocks *to) {
  const llt_block place = block(to, on->rank);
  llt_data_keep(own, &place);
  for (int i = 0; i < on->size; i++)
    if (i != on->rank) llt_data_out(on, number, i, own->at == MPI_IN_PLACE ? &place : own);
  for (int i = 0; i < on->size; i++) {
    const llt_block in = block(to, i);
    if (i != on->rank) llt_data_in(data, on, number, i, &in);
  }
}

/* Every rank gets the block of its place of all, and reduces them. */
static void reduce_blocks(LLT_MOVE, const blocks *from, void *result, MPI_Op op) {
  for (int i = 0; i < on->size; i++) {
    const llt_block out = block(from, i);
    if (i != on->rank) llt_data_out(on, number, i, &out);
  }
  const llt_block own = block(from, on->rank);
  llt_data_reduce(data, on, number, 0, on->size - 1, own.at, result, (int)own.n, from->type, op);
}

static llt_query alike(const char *collective, int64_t bytes, int in_place) {
  return (llt_query){.collective = collective, .bytes = (double)bytes, .empty = bytes == 0, .in_place = in_place};
}

#define LLT_IN_PLACE (sendbuf == MPI_IN_PLACE)
/* What a rank gives, which it has in place or not. */
#define LLT_GIVEN(inplace, other) (LLT_IN_PLACE ? (inplace) : (other))
#define LLT_REDUCING const void *sendbuf, void *recvbuf, int n, MPI_Datatype type, MPI_Op op
#define LLT_REDUCED LLT_REDUCING, MPI_Comm comm

static int takes_Allreduce(LLT_REDUCED) {
  (void)sendbuf, (void)recvbuf, (void)comm;
  return llt_takes_op(type, op) && llt_takes_items(n, type);
}
#define takes_Reduce_scatter_block takes_Allreduce

static void move_Allreduce(LLT_MOVE, LLT_REDUCING) {
  const llt_block own = {LLT_GIVEN(recvbuf, sendbuf), n, type};
  for (int i = 0; i < on->size; i++)
    if (i != on->rank) llt_data_out(on, number, i, &own);
  llt_data_reduce(data, on, number, 0, on->size - 1, own.at, recvbuf, n, type, op);
}

static void move_Reduce_scatter_block(LLT_MOVE, LLT_REDUCING) {
  const blocks from = {.buf = LLT_GIVEN(recvbuf, sendbuf), .n = n, .type = type};
  reduce_blocks(data, on, number, &from, recvbuf, op);
}
LLT_BOTH(Allreduce, Iallreduce, ALLREDUCE, alike("allreduce", n * llt_bytes(type), 0), n * llt_bytes(type), (LLT_REDUCED),
         (sendbuf, recvbuf, n, type, op))
LLT_BOTH(Reduce_scatter_block, Ireduce_scatter_block, REDUCE_SCATTER_BLOCK,
         alike("reduce_scatter_block", n * llt_bytes(type), 0), 0, (LLT_REDUCED), (sendbuf, recvbuf, n, type, op))

/* A block by its place: of `types`, its own, else of the one type. */
static const int64_t *blocks_of(int which, const int *counts, MPI_Datatype type, const MPI_Datatype *types, int size) {
  int64_t *blocks = llt_call_list(which, size);
  for (int i = 0; i < size; i++) blocks[i] = counts[i] * llt_bytes(types == NULL ? type : types[i]);
  return blocks;
}

/* All ranks have the same list. */
static llt_query listed(const char *collective, MPI_Comm comm, const int *counts, MPI_Datatype type) {
  const int size = llt_context_of(comm)->size;
  llt_query query = {.collective = collective, .blocks = blocks_of(0, counts, type, NULL, size)};
  for (int i = 0; i < size; i++) query.bytes += (double)query.blocks[i];
  query.empty = query.bytes == 0;
  query.bytes /= size;
  return query;
}

static int takes_Reduce_scatter(const void *sendbuf, void *recvbuf, const int *recvns, MPI_Datatype type, MPI_Op op,
                                MPI_Comm comm) {
  (void)sendbuf, (void)recvbuf;
  const blocks own = {.ns = recvns, .type = type};
  return llt_takes_op(type, op) && takes_blocks(&own, comm);
}

static void move_Reduce_scatter(LLT_MOVE, const void *sendbuf, void *recvbuf, const int *recvns, MPI_Datatype type,
                                MPI_Op op) {
  int *displs = calloc((size_t)on->size, sizeof *displs);
  if (displs == NULL) abort();
  for (int i = 1; i < on->size; i++) displs[i] = displs[i - 1] + recvns[i - 1];
  const blocks from = {.buf = LLT_GIVEN(recvbuf, sendbuf), .ns = recvns, .displs = displs, .type = type};
  reduce_blocks(data, on, number, &from, recvbuf, op);
  free(displs);
}
LLT_BOTH(Reduce_scatter, Ireduce_scatter, REDUCE_SCATTER, listed("reduce_scatter", comm, recvns, type), 0,
         (const void *sendbuf, void *recvbuf, const int *recvns, MPI_Datatype type, MPI_Op op, MPI_Comm comm),
         (sendbuf, recvbuf, recvns, type, op))

#define LLT_ONE_MOVING const void *sendbuf, int sendn, MPI_Datatype sendtype, void *recvbuf, int recvn, MPI_Datatype recvtype
#define LLT_ONE LLT_ONE_MOVING, MPI_Comm comm
#define LLT_ONE_BYTES LLT_GIVEN(recvn * llt_bytes(recvtype), sendn * llt_bytes(sendtype))

static int takes_Allgather(LLT_ONE) {
  (void)recvbuf, (void)comm;
  return (LLT_IN_PLACE || llt_takes_items(sendn, sendtype)) && llt_takes_items(recvn, recvtype);
}
#define takes_Alltoall takes_Allgather

static void move_Allgather(LLT_MOVE, LLT_ONE_MOVING) {
  const llt_block own = {sendbuf, sendn, sendtype};
  const blocks to = {.buf = recvbuf, .n = recvn, .type = recvtype};
  spread(data, on, number, &own, &to);
}

static void move_Alltoall(LLT_MOVE, LLT_ONE_MOVING) {
  const blocks from = {.buf = sendbuf, .n = sendn, .type = sendtype}, to = {.buf = recvbuf, .n = recvn, .type = recvtype};
  exchange(data, on, number, &from, &to);
}
LLT_BOTH(Allgather, Iallgather, ALLGATHER, alike("allgather", LLT_ONE_BYTES, 0), 0, (LLT_ONE),
         (sendbuf, sendn, sendtype, recvbuf, recvn, recvtype))
LLT_BOTH(Alltoall, Ialltoall, ALLTOALL, alike("alltoall", LLT_ONE_BYTES, LLT_IN_PLACE), 0, (LLT_ONE),
         (sendbuf, sendn, sendtype, recvbuf, recvn, recvtype))

#define LLT_GATHERED \
  const void *sendbuf, int sendn, MPI_Datatype sendtype, void *recvbuf, const int *recvns, const int *displs, \
      MPI_Datatype recvtype

static int takes_Allgatherv(LLT_GATHERED, MPI_Comm comm) {
  (void)recvbuf, (void)displs;
  const blocks to = {.ns = recvns, .type = recvtype};
  return (LLT_IN_PLACE || llt_takes_items(sendn, sendtype)) && takes_blocks(&to, comm);
}

static void move_Allgatherv(LLT_MOVE, LLT_GATHERED) {
  const llt_block own = {sendbuf, sendn, sendtype};
  const blocks to = {.buf = recvbuf, .ns = recvns, .displs = displs, .type = recvtype};
  spread(data, on, number, &own, &to);
}
LLT_BOTH(Allgatherv, Iallgatherv, ALLGATHERV, listed("allgatherv", comm, recvns, recvtype), 0,
         (LLT_GATHERED, MPI_Comm comm), (sendbuf, sendn, sendtype, recvbuf, recvns, displs, recvtype))

/* Each rank knows its own blocks; no rule needs those of others. */
static llt_query exchanged(int in_place, const int64_t *sent, const int64_t *received, int typed) {
  return (llt_query){
      .collective = "alltoallv", .in_place = in_place, .blocks = sent, .received = received, .typed = typed};
}

#define LLT_SIZE llt_context_of(comm)->size
#define LLT_V                                                                                             \
  const void *sendbuf, const int *sendns, const int *sdispls, MPI_Datatype sendtype, void *recvbuf,       \
      const int *recvns, const int *rdispls, MPI_Datatype recvtype
#define LLT_W                                                                                             \
  const void *sendbuf, const int *sendns, const int *sdispls, const MPI_Datatype *sendtypes, void *recvbuf, \
      const int *recvns, const int *rdispls, const MPI_Datatype *recvtypes

static int takes_exchange(const blocks *from, const blocks *to, MPI_Comm comm) {
  return (from->buf == MPI_IN_PLACE || takes_blocks(from, comm)) && takes_blocks(to, comm);
}
#define LLT_V_BLOCKS                                                                                   \
  const blocks from = {.buf = sendbuf, .ns = sendns, .displs = sdispls, .type = sendtype},             \
               to = {.buf = recvbuf, .ns = recvns, .displs = rdispls, .type = recvtype};
#define LLT_W_BLOCKS                                                                                   \
  const blocks from = {.buf = sendbuf, .ns = sendns, .displs = sdispls, .types = sendtypes},           \
               to = {.buf = recvbuf, .ns = recvns, .displs = rdispls, .types = recvtypes};

static int takes_Alltoallv(LLT_V, MPI_Comm comm) {
  LLT_V_BLOCKS
  return takes_exchange(&from, &to, comm);
}

static void move_Alltoallv(LLT_MOVE, LLT_V) {
  LLT_V_BLOCKS
  exchange(data, on, number, &from, &to);
}

static int takes_Alltoallw(LLT_W, MPI_Comm comm) {
  LLT_W_BLOCKS
  return takes_exchange(&from, &to, comm);
}

static void move_Alltoallw(LLT_MOVE, LLT_W) {
  LLT_W_BLOCKS
  exchange(data, on, number, &from, &to);
}
LLT_BOTH(Alltoallv, Ialltoallv, ALLTOALLV,
         exchanged(LLT_IN_PLACE,
                   blocks_of(0, LLT_GIVEN(recvns, sendns), LLT_GIVEN(recvtype, sendtype), NULL, LLT_SIZE),
                   blocks_of(1, recvns, recvtype, NULL, LLT_SIZE), 0),
         0, (LLT_V, MPI_Comm comm), (sendbuf, sendns, sdispls, sendtype, recvbuf, recvns, rdispls, recvtype))
LLT_BOTH(Alltoallw, Ialltoallw, ALLTOALLW,
         exchanged(LLT_IN_PLACE,
                   blocks_of(0, LLT_GIVEN(recvns, sendns), MPI_BYTE, LLT_GIVEN(recvtypes, sendtypes), LLT_SIZE),
                   blocks_of(1, recvns, MPI_BYTE, recvtypes, LLT_SIZE), 1),
         0, (LLT_W, MPI_Comm comm), (sendbuf, sendns, sdispls, sendtypes, recvbuf, recvns, rdispls, recvtypes))

/*
 * Collectives as messages: those in which all ranks need something of all. The data go by the MPI library's own
 * nonblocking collective on a copy of the communicator, which is over when the last one has come, as the messages are.
 */
#include "by_library.h"
#include "do_collectives.h"
#include "play.h"
#include "records.h"

#include <stdlib.h>

#include "quickly.h"

/* One request. */
static MPI_Request *room(llt_data *data) {
  data->requests = malloc(sizeof *data->requests);
  if (data->requests == NULL) abort();
  data->n = 1;
  return data->requests;
}

/*
 * Both kinds of one, whose messages asks_… has. What the library does not take on the copy it does not take on the
 * communicator: there it says so.
 */
#define LLT_BOTH(Name, IName, NAME, asks, PARAMS, ARGS)                                                          \
  static int begin_##Name(llt_data *data, LLT_UNWRAP PARAMS) {                                                   \
    const llt_context *on = llt_context_if(comm);                                                                \
    if (on == NULL) return 0;                                                                                    \
    if (PMPI_##IName(LLT_UNWRAP ARGS, llt_data_comm(on), room(data)) == MPI_SUCCESS) return 1;                   \
    free(data->requests);                                                                                        \
    return 0;                                                                                                    \
  }                                                                                                              \
  int llt_do_##Name(LLT_UNWRAP PARAMS) {                                                                         \
    llt_data data = {0};                                                                                         \
    LLT_UNLESS_DECOMPOSED(PMPI_##IName, LLT_##NAME, (LLT_UNWRAP ARGS, comm))                                     \
    if (!begin_##Name(&data, LLT_UNWRAP ARGS, comm)) return PMPI_##Name(LLT_UNWRAP ARGS, comm);                  \
    llt_query query = asks;                                                                                      \
    query.way = LLT_WAY_BLOCKING;                                                                                \
    const llt_call call = llt_call_next(llt_context_of(comm), &query);                                           \
    return llt_play(llt_context_of(comm), &call, &data, NULL);                                                   \
  }                                                                                                              \
  int llt_do_##IName(LLT_UNWRAP PARAMS, MPI_Request *request) {                                                  \
    llt_data data = {0};                                                                                         \
    LLT_UNLESS_DECOMPOSED_BEGUN(PMPI_##IName, LLT_I##NAME, (LLT_UNWRAP ARGS, comm))                              \
    if (!begin_##Name(&data, LLT_UNWRAP ARGS, comm)) return PMPI_##IName(LLT_UNWRAP ARGS, comm, request);        \
    llt_query query = asks;                                                                                      \
    query.way = LLT_WAY_NONBLOCKING;                                                                             \
    const llt_call call = llt_call_next(llt_context_of(comm), &query);                                           \
    return llt_play(llt_context_of(comm), &call, &data, request);                                                \
  }

static llt_query alike(const char *collective, int64_t bytes, int in_place) {
  return (llt_query){.collective = collective, .bytes = (double)bytes, .empty = bytes == 0, .in_place = in_place};
}

#define LLT_REDUCED const void *sendbuf, void *recvbuf, int n, MPI_Datatype type, MPI_Op op, MPI_Comm comm
LLT_BOTH(Allreduce, Iallreduce, ALLREDUCE, alike("allreduce", n * llt_bytes(type), 0), (LLT_REDUCED),
         (sendbuf, recvbuf, n, type, op))
LLT_BOTH(Reduce_scatter_block, Ireduce_scatter_block, REDUCE_SCATTER_BLOCK,
         alike("reduce_scatter_block", n * llt_bytes(type), 0), (LLT_REDUCED), (sendbuf, recvbuf, n, type, op))

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

LLT_BOTH(Reduce_scatter, Ireduce_scatter, REDUCE_SCATTER, listed("reduce_scatter", comm, recvns, type),
         (const void *sendbuf, void *recvbuf, const int *recvns, MPI_Datatype type, MPI_Op op, MPI_Comm comm),
         (sendbuf, recvbuf, recvns, type, op))

#define LLT_IN_PLACE (sendbuf == MPI_IN_PLACE)
/* What a rank gives, which it has in place or not. */
#define LLT_GIVEN(inplace, other) (LLT_IN_PLACE ? (inplace) : (other))
#define LLT_ONE \
  const void *sendbuf, int sendn, MPI_Datatype sendtype, void *recvbuf, int recvn, MPI_Datatype recvtype, MPI_Comm comm
#define LLT_ONE_BYTES LLT_GIVEN(recvn * llt_bytes(recvtype), sendn * llt_bytes(sendtype))
LLT_BOTH(Allgather, Iallgather, ALLGATHER, alike("allgather", LLT_ONE_BYTES, 0), (LLT_ONE),
         (sendbuf, sendn, sendtype, recvbuf, recvn, recvtype))
LLT_BOTH(Alltoall, Ialltoall, ALLTOALL, alike("alltoall", LLT_ONE_BYTES, LLT_IN_PLACE), (LLT_ONE),
         (sendbuf, sendn, sendtype, recvbuf, recvn, recvtype))

LLT_BOTH(Allgatherv, Iallgatherv, ALLGATHERV, listed("allgatherv", comm, recvns, recvtype),
         (const void *sendbuf, int sendn, MPI_Datatype sendtype, void *recvbuf, const int *recvns, const int *displs,
          MPI_Datatype recvtype, MPI_Comm comm),
         (sendbuf, sendn, sendtype, recvbuf, recvns, displs, recvtype))

/* Each rank knows its own blocks; no rule needs those of others. */
static llt_query exchanged(int in_place, const int64_t *sent, const int64_t *received, int typed) {
  return (llt_query){
      .collective = "alltoallv", .in_place = in_place, .blocks = sent, .received = received, .typed = typed};
}

#define LLT_SIZE llt_context_of(comm)->size
LLT_BOTH(Alltoallv, Ialltoallv, ALLTOALLV,
         exchanged(LLT_IN_PLACE,
                   blocks_of(0, LLT_GIVEN(recvns, sendns), LLT_GIVEN(recvtype, sendtype), NULL, LLT_SIZE),
                   blocks_of(1, recvns, recvtype, NULL, LLT_SIZE), 0),
         (const void *sendbuf, const int *sendns, const int *sdispls, MPI_Datatype sendtype, void *recvbuf,
          const int *recvns, const int *rdispls, MPI_Datatype recvtype, MPI_Comm comm),
         (sendbuf, sendns, sdispls, sendtype, recvbuf, recvns, rdispls, recvtype))

LLT_BOTH(Alltoallw, Ialltoallw, ALLTOALLW,
         exchanged(LLT_IN_PLACE,
                   blocks_of(0, LLT_GIVEN(recvns, sendns), MPI_BYTE, LLT_GIVEN(recvtypes, sendtypes), LLT_SIZE),
                   blocks_of(1, recvns, MPI_BYTE, recvtypes, LLT_SIZE), 1),
         (const void *sendbuf, const int *sendns, const int *sdispls, const MPI_Datatype *sendtypes, void *recvbuf,
          const int *recvns, const int *rdispls, const MPI_Datatype *recvtypes, MPI_Comm comm),
         (sendbuf, sendns, sdispls, sendtypes, recvbuf, recvns, rdispls, recvtypes))

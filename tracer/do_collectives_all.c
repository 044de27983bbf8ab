/*
 * Collectives as a plan has them: those in which all ranks need something of all. The data go by the MPI library's own
 * nonblocking collective on a copy of the communicator, which is over when the last one has come, as the plan's is.
 */
#include "do_collectives.h"
#include "by_library.h"
#include "next_call.h"
#include "passed.h"
#include "play.h"

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
 * Both kinds of one. What the library does not take on the copy it does not take on the communicator: there it says so.
 * A communicator of two groups has no copy, and is refused.
 */
#define LLT_BOTH(Name, IName, NAME, bytes, PARAMS, ARGS)                                                         \
  static int begin_##Name(llt_data *data, LLT_UNWRAP PARAMS) {                                                   \
    const llt_context *on = llt_context_if(comm);                                                                \
    if (on == NULL || on->inter) return on != NULL;                                                              \
    if (PMPI_##IName(LLT_UNWRAP ARGS, on->shadow, room(data)) == MPI_SUCCESS) return 1;                          \
    free(data->requests);                                                                                        \
    return 0;                                                                                                    \
  }                                                                                                              \
  int llt_do_##Name(LLT_UNWRAP PARAMS) {                                                                         \
    llt_data data = {0};                                                                                         \
    LLT_UNPLANNED(PMPI_##IName, LLT_##NAME, (LLT_UNWRAP ARGS, comm))                                             \
    if (!begin_##Name(&data, LLT_UNWRAP ARGS, comm)) return PMPI_##Name(LLT_UNWRAP ARGS, comm);                  \
    return llt_play(llt_context_of(comm), llt_next_call(LLT_##NAME, comm, bytes), &data, NULL);                  \
  }                                                                                                              \
  int llt_do_##IName(LLT_UNWRAP PARAMS, MPI_Request *request) {                                                  \
    llt_data data = {0};                                                                                         \
    LLT_UNPLANNED_BEGUN(PMPI_##IName, LLT_I##NAME, (LLT_UNWRAP ARGS, comm))                                      \
    if (!begin_##Name(&data, LLT_UNWRAP ARGS, comm)) return PMPI_##IName(LLT_UNWRAP ARGS, comm, request);        \
    return llt_play(llt_context_of(comm), llt_next_call(LLT_I##NAME, comm, bytes), &data, request);              \
  }

#define LLT_REDUCED const void *sendbuf, void *recvbuf, int n, MPI_Datatype type, MPI_Op op, MPI_Comm comm
LLT_BOTH(Allreduce, Iallreduce, ALLREDUCE, n * llt_bytes(type), (LLT_REDUCED), (sendbuf, recvbuf, n, type, op))
LLT_BOTH(Reduce_scatter_block, Ireduce_scatter_block, REDUCE_SCATTER_BLOCK, n * llt_bytes(type), (LLT_REDUCED),
         (sendbuf, recvbuf, n, type, op))

static int64_t sum(MPI_Comm comm, const int *counts) {
  int64_t all = 0;
  for (int i = 0; i < llt_context_of(comm)->size; i++) all += counts[i];
  return all;
}

LLT_BOTH(Reduce_scatter, Ireduce_scatter, REDUCE_SCATTER, sum(comm, recvns) * llt_bytes(type),
         (const void *sendbuf, void *recvbuf, const int *recvns, MPI_Datatype type, MPI_Op op, MPI_Comm comm),
         (sendbuf, recvbuf, recvns, type, op))

/* What a rank gives, which it has in place or not. */
#define LLT_GIVEN(inplace, other) (sendbuf == MPI_IN_PLACE ? (inplace) : (other))
#define LLT_ONE \
  const void *sendbuf, int sendn, MPI_Datatype sendtype, void *recvbuf, int recvn, MPI_Datatype recvtype, MPI_Comm comm
#define LLT_ONE_BYTES LLT_GIVEN(recvn * llt_bytes(recvtype), sendn * llt_bytes(sendtype))
LLT_BOTH(Allgather, Iallgather, ALLGATHER, LLT_ONE_BYTES, (LLT_ONE),
         (sendbuf, sendn, sendtype, recvbuf, recvn, recvtype))
LLT_BOTH(Alltoall, Ialltoall, ALLTOALL, LLT_ONE_BYTES, (LLT_ONE), (sendbuf, sendn, sendtype, recvbuf, recvn, recvtype))

LLT_BOTH(Allgatherv, Iallgatherv, ALLGATHERV,
         LLT_GIVEN(recvns[llt_context_of(comm)->rank] * llt_bytes(recvtype), sendn * llt_bytes(sendtype)),
         (const void *sendbuf, int sendn, MPI_Datatype sendtype, void *recvbuf, const int *recvns, const int *displs,
          MPI_Datatype recvtype, MPI_Comm comm),
         (sendbuf, sendn, sendtype, recvbuf, recvns, displs, recvtype))

LLT_BOTH(Alltoallv, Ialltoallv, ALLTOALLV,
         LLT_GIVEN(sum(comm, recvns) * llt_bytes(recvtype), sum(comm, sendns) * llt_bytes(sendtype)),
         (const void *sendbuf, const int *sendns, const int *sdispls, MPI_Datatype sendtype, void *recvbuf,
          const int *recvns, const int *rdispls, MPI_Datatype recvtype, MPI_Comm comm),
         (sendbuf, sendns, sdispls, sendtype, recvbuf, recvns, rdispls, recvtype))

/* No plan has it: a trace does not tell who sends how much to whom. */
int llt_do_Alltoallw(const void *sendbuf, const int *sendns, const int *sdispls, const MPI_Datatype *sendtypes,
                     void *recvbuf, const int *recvns, const int *rdispls, const MPI_Datatype *recvtypes,
                     MPI_Comm comm) {
  LLT_UNPLANNED(PMPI_Ialltoallw, LLT_ALLTOALLW,
                (sendbuf, sendns, sdispls, sendtypes, recvbuf, recvns, rdispls, recvtypes, comm))
  llt_not_delayed(LLT_ALLTOALLW);
}

int llt_do_Ialltoallw(const void *sendbuf, const int *sendns, const int *sdispls, const MPI_Datatype *sendtypes,
                      void *recvbuf, const int *recvns, const int *rdispls, const MPI_Datatype *recvtypes,
                      MPI_Comm comm, MPI_Request *request) {
  LLT_UNPLANNED_BEGUN(PMPI_Ialltoallw, LLT_IALLTOALLW,
                      (sendbuf, sendns, sdispls, sendtypes, recvbuf, recvns, rdispls, recvtypes, comm))
  llt_not_delayed(LLT_IALLTOALLW);
}

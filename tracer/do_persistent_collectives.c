/*
 * Persistent collectives as messages: each start is the nonblocking one with the arguments that were given once.
 * Lists of counts are the program's: MPI has it leave them alone until the request is freed.
 */
#include <stdlib.h>

#include "by_library.h"
#include "collective_call.h"
#include "do_collectives.h"
#include "handles.h"
#include "refusal.h"

#include "quickly.h"

/* What was given, by the names of the parameters. */
typedef struct {
  const void *sendbuf;
  void *recvbuf;
  int n, recvn, root;
  const int *sendns, *sdispls, *recvns, *displs;
  MPI_Datatype type, recvtype;
  MPI_Datatype *types, *recvtypes; /* copies */
  MPI_Op op;
  MPI_Comm comm;
  llt_channel channel;
} given;

static void end(void *of) {
  given *gone = of;
  llt_channel_close(&gone->channel);
  free(gone->types);
  free(gone->recvtypes);
  free(gone);
}

/* The program's request is one to MPI_PROC_NULL, as that of a message is. */
static int define(const given *what, int (*begin)(void *of, MPI_Request *request), MPI_Request *request) {
  const int failed = PMPI_Send_init(NULL, 0, MPI_BYTE, MPI_PROC_NULL, 0, what->comm, request);
  if (failed != MPI_SUCCESS) return failed;
  if (llt_context_of(what->comm)->inter)
    llt_first_refuses("it is persistent and between two groups. Run the program without it, or without LLAMP_L and "
                      "LLAMP_ADD.");
  const llt_envelope nothing = {.type = MPI_BYTE, .comm = what->comm};
  given *kept = malloc(sizeof *kept);
  if (kept == NULL) abort();
  *kept = *what;
  llt_channel_open(&kept->channel, llt_context_of(what->comm));
  llt_persistent *one = llt_persistent_new(&nothing);
  one->handle = *request;
  one->begin = begin;
  one->of = kept;
  one->end = end;
  return MPI_SUCCESS;
}

/* `GIVEN`: what is kept of the parameters; `KEPT`: the same as arguments of the nonblocking call. */
#define LLT_INIT(Name, IName, PARAMS, GIVEN, KEPT)                                          \
  static int begin_##Name(void *kept, MPI_Request *request) {                               \
    given *of = kept;                                                                       \
    llt_channel_start(&of->channel);                                                        \
    const int failed = llt_do_##IName(LLT_UNWRAP KEPT, request);                            \
    llt_channel_start(NULL);                                                                \
    return failed;                                                                          \
  }                                                                                         \
  int llt_do_##Name##_init(LLT_UNWRAP PARAMS, MPI_Info info, MPI_Request *request) {        \
    const given what = {LLT_UNWRAP GIVEN, .comm = comm};                                    \
    (void)info;                                                                             \
    return define(&what, begin_##Name, request);                                            \
  }

LLT_INIT(Barrier, Ibarrier, (MPI_Comm comm), (.n = 0), (of->comm))
LLT_INIT(Bcast, Ibcast, (void *buf, int n, MPI_Datatype type, int root, MPI_Comm comm),
         (.recvbuf = buf, .n = n, .type = type, .root = root), (of->recvbuf, of->n, of->type, of->root, of->comm))
LLT_INIT(Reduce, Ireduce,
         (const void *sendbuf, void *recvbuf, int n, MPI_Datatype type, MPI_Op op, int root, MPI_Comm comm),
         (.sendbuf = sendbuf, .recvbuf = recvbuf, .n = n, .type = type, .op = op, .root = root),
         (of->sendbuf, of->recvbuf, of->n, of->type, of->op, of->root, of->comm))

#define LLT_REDUCTION(Name, IName)                                                                             \
  LLT_INIT(Name, IName,                                                                                        \
           (const void *sendbuf, void *recvbuf, int n, MPI_Datatype type, MPI_Op op, MPI_Comm comm),           \
           (.sendbuf = sendbuf, .recvbuf = recvbuf, .n = n, .type = type, .op = op),                           \
           (of->sendbuf, of->recvbuf, of->n, of->type, of->op, of->comm))
LLT_REDUCTION(Allreduce, Iallreduce)
LLT_REDUCTION(Scan, Iscan)
LLT_REDUCTION(Exscan, Iexscan)
LLT_REDUCTION(Reduce_scatter_block, Ireduce_scatter_block)
LLT_INIT(Reduce_scatter, Ireduce_scatter,
         (const void *sendbuf, void *recvbuf, const int *recvns, MPI_Datatype type, MPI_Op op, MPI_Comm comm),
         (.sendbuf = sendbuf, .recvbuf = recvbuf, .recvns = recvns, .type = type, .op = op),
         (of->sendbuf, of->recvbuf, of->recvns, of->type, of->op, of->comm))

#define LLT_ONE const void *sendbuf, int n, MPI_Datatype type, void *recvbuf, int recvn, MPI_Datatype recvtype
#define LLT_ONE_GIVEN \
  .sendbuf = sendbuf, .n = n, .type = type, .recvbuf = recvbuf, .recvn = recvn, .recvtype = recvtype
#define LLT_ONE_KEPT of->sendbuf, of->n, of->type, of->recvbuf, of->recvn, of->recvtype
LLT_INIT(Gather, Igather, (LLT_ONE, int root, MPI_Comm comm), (LLT_ONE_GIVEN, .root = root),
         (LLT_ONE_KEPT, of->root, of->comm))
LLT_INIT(Scatter, Iscatter, (LLT_ONE, int root, MPI_Comm comm), (LLT_ONE_GIVEN, .root = root),
         (LLT_ONE_KEPT, of->root, of->comm))
LLT_INIT(Allgather, Iallgather, (LLT_ONE, MPI_Comm comm), (LLT_ONE_GIVEN), (LLT_ONE_KEPT, of->comm))
LLT_INIT(Alltoall, Ialltoall, (LLT_ONE, MPI_Comm comm), (LLT_ONE_GIVEN), (LLT_ONE_KEPT, of->comm))

#define LLT_LISTED \
  const void *sendbuf, int n, MPI_Datatype type, void *recvbuf, const int *recvns, const int *displs, MPI_Datatype recvtype
#define LLT_LISTED_GIVEN                                                                                       \
  .sendbuf = sendbuf, .n = n, .type = type, .recvbuf = recvbuf, .recvns = recvns, .displs = displs, .recvtype = recvtype
#define LLT_LISTED_KEPT of->sendbuf, of->n, of->type, of->recvbuf, of->recvns, of->displs, of->recvtype
LLT_INIT(Gatherv, Igatherv, (LLT_LISTED, int root, MPI_Comm comm), (LLT_LISTED_GIVEN, .root = root),
         (LLT_LISTED_KEPT, of->root, of->comm))
LLT_INIT(Allgatherv, Iallgatherv, (LLT_LISTED, MPI_Comm comm), (LLT_LISTED_GIVEN), (LLT_LISTED_KEPT, of->comm))
LLT_INIT(Scatterv, Iscatterv,
         (const void *sendbuf, const int *sendns, const int *sdispls, MPI_Datatype type, void *recvbuf, int recvn,
          MPI_Datatype recvtype, int root, MPI_Comm comm),
         (.sendbuf = sendbuf, .sendns = sendns, .sdispls = sdispls, .type = type, .recvbuf = recvbuf, .recvn = recvn,
          .recvtype = recvtype, .root = root),
         (of->sendbuf, of->sendns, of->sdispls, of->type, of->recvbuf, of->recvn, of->recvtype, of->root, of->comm))
LLT_INIT(Alltoallv, Ialltoallv,
         (const void *sendbuf, const int *sendns, const int *sdispls, MPI_Datatype type, void *recvbuf,
          const int *recvns, const int *displs, MPI_Datatype recvtype, MPI_Comm comm),
         (.sendbuf = sendbuf, .sendns = sendns, .sdispls = sdispls, .type = type, .recvbuf = recvbuf, .recvns = recvns,
          .displs = displs, .recvtype = recvtype),
         (of->sendbuf, of->sendns, of->sdispls, of->type, of->recvbuf, of->recvns, of->displs, of->recvtype, of->comm))

static int size_of(MPI_Comm comm) {
  const llt_context *on = llt_context_if(comm);
  return on == NULL ? 0 : on->size;
}

/* Of Fortran, lists of types are made for the call alone. */
static MPI_Datatype *copied(const MPI_Datatype *types, int n) {
  if (types == NULL) return NULL;
  MPI_Datatype *copy = malloc((size_t)n * sizeof *copy);
  if (copy == NULL) abort();
  for (int i = 0; i < n; i++) copy[i] = types[i];
  return copy;
}

LLT_INIT(Alltoallw, Ialltoallw,
         (const void *sendbuf, const int *sendns, const int *sdispls, const MPI_Datatype *sendtypes, void *recvbuf,
          const int *recvns, const int *rdispls, const MPI_Datatype *recvtypes, MPI_Comm comm),
         (.sendbuf = sendbuf, .sendns = sendns, .sdispls = sdispls, .recvbuf = recvbuf, .recvns = recvns,
          .displs = rdispls, .types = copied(sendbuf == MPI_IN_PLACE ? NULL : sendtypes, size_of(comm)),
          .recvtypes = copied(recvtypes, size_of(comm))),
         (of->sendbuf, of->sendns, of->sdispls, of->types, of->recvbuf, of->recvns, of->displs, of->recvtypes, of->comm))

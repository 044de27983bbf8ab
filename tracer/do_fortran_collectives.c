/* How do Fortran's arguments become C's? Collectives. */
#include "do_collectives.h"
#include "do_fortran_collectives.h"
#include "fortran_values.h"
#include "scratch.h"

#include "quickly.h"

/* All kinds of one: with the arguments that Fortran gives, and as C has them. */
#define LLT_ALL(Name, name, IName, iname, PARAMS, ARGS)                                         \
  MPI_Fint llt_fortran_do_##name PARAMS { return llt_do_##Name ARGS; }                          \
  MPI_Fint llt_fortran_do_##iname(LLT_UNWRAP PARAMS, MPI_Fint *request) {                       \
    MPI_Request made = MPI_REQUEST_NULL;                                                        \
    const int failed = llt_do_##IName(LLT_UNWRAP ARGS, &made);                                  \
    *request = PMPI_Request_c2f(made);                                                          \
    return failed;                                                                              \
  }                                                                                             \
  MPI_Fint llt_fortran_do_##name##_init(LLT_UNWRAP PARAMS, MPI_Fint *info, MPI_Fint *request) { \
    MPI_Request made = MPI_REQUEST_NULL;                                                        \
    const int failed = llt_do_##Name##_init(LLT_UNWRAP ARGS, PMPI_Info_f2c(*info), &made);      \
    *request = PMPI_Request_c2f(made);                                                          \
    return failed;                                                                              \
  }
#define LLT_UNWRAP(...) __VA_ARGS__
#define B(buffer) llt_fortran_buffer(buffer)
#define T(type) PMPI_Type_f2c(*(type))
#define C(comm) PMPI_Comm_f2c(*(comm))
#define O(op) PMPI_Op_f2c(*(op))

LLT_ALL(Barrier, barrier, Ibarrier, ibarrier, (MPI_Fint *comm), (C(comm)))
LLT_ALL(Bcast, bcast, Ibcast, ibcast, (void *buf, MPI_Fint *n, MPI_Fint *type, MPI_Fint *root, MPI_Fint *comm),
    (B(buf), *n, T(type), *root, C(comm)))
LLT_ALL(Reduce, reduce, Ireduce, ireduce, (const void *sendbuf, void *recvbuf, MPI_Fint *n, MPI_Fint *type, MPI_Fint
    *op, MPI_Fint *root, MPI_Fint *comm), (B(sendbuf), B(recvbuf), *n, T(type), O(op), *root, C(comm)))
LLT_ALL(Allreduce, allreduce, Iallreduce, iallreduce, (const void *sendbuf, void *recvbuf, MPI_Fint *n, MPI_Fint
    *type, MPI_Fint *op, MPI_Fint *comm), (B(sendbuf), B(recvbuf), *n, T(type), O(op), C(comm)))
LLT_ALL(Scan, scan, Iscan, iscan, (const void *sendbuf, void *recvbuf, MPI_Fint *n, MPI_Fint *type, MPI_Fint *op,
    MPI_Fint *comm), (B(sendbuf), B(recvbuf), *n, T(type), O(op), C(comm)))
LLT_ALL(Exscan, exscan, Iexscan, iexscan, (const void *sendbuf, void *recvbuf, MPI_Fint *n, MPI_Fint *type, MPI_Fint
    *op, MPI_Fint *comm), (B(sendbuf), B(recvbuf), *n, T(type), O(op), C(comm)))
LLT_ALL(Reduce_scatter_block, reduce_scatter_block, Ireduce_scatter_block, ireduce_scatter_block, (const void
    *sendbuf, void *recvbuf, MPI_Fint *n, MPI_Fint *type, MPI_Fint *op, MPI_Fint *comm), (B(sendbuf), B(recvbuf), *n,
    T(type), O(op), C(comm)))
LLT_ALL(Gather, gather, Igather, igather, (const void *sendbuf, MPI_Fint *sendn, MPI_Fint *sendtype, void *recvbuf,
    MPI_Fint *recvn, MPI_Fint *recvtype, MPI_Fint *root, MPI_Fint *comm), (B(sendbuf), *sendn, T(sendtype),
    B(recvbuf), *recvn, T(recvtype), *root, C(comm)))
LLT_ALL(Scatter, scatter, Iscatter, iscatter, (const void *sendbuf, MPI_Fint *sendn, MPI_Fint *sendtype, void
    *recvbuf, MPI_Fint *recvn, MPI_Fint *recvtype, MPI_Fint *root, MPI_Fint *comm), (B(sendbuf), *sendn, T(sendtype),
    B(recvbuf), *recvn, T(recvtype), *root, C(comm)))
LLT_ALL(Allgather, allgather, Iallgather, iallgather, (const void *sendbuf, MPI_Fint *sendn, MPI_Fint *sendtype, void
    *recvbuf, MPI_Fint *recvn, MPI_Fint *recvtype, MPI_Fint *comm), (B(sendbuf), *sendn, T(sendtype), B(recvbuf),
    *recvn, T(recvtype), C(comm)))
LLT_ALL(Alltoall, alltoall, Ialltoall, ialltoall, (const void *sendbuf, MPI_Fint *sendn, MPI_Fint *sendtype, void
    *recvbuf, MPI_Fint *recvn, MPI_Fint *recvtype, MPI_Fint *comm), (B(sendbuf), *sendn, T(sendtype), B(recvbuf),
    *recvn, T(recvtype), C(comm)))
LLT_ALL(Gatherv, gatherv, Igatherv, igatherv, (const void *sendbuf, MPI_Fint *sendn, MPI_Fint *sendtype, void
    *recvbuf, MPI_Fint *recvns, MPI_Fint *displs, MPI_Fint *recvtype, MPI_Fint *root, MPI_Fint *comm), (B(sendbuf),
    *sendn, T(sendtype), B(recvbuf), recvns, displs, T(recvtype), *root, C(comm)))
LLT_ALL(Scatterv, scatterv, Iscatterv, iscatterv, (const void *sendbuf, MPI_Fint *sendns, MPI_Fint *displs, MPI_Fint
    *sendtype, void *recvbuf, MPI_Fint *recvn, MPI_Fint *recvtype, MPI_Fint *root, MPI_Fint *comm), (B(sendbuf),
    sendns, displs, T(sendtype), B(recvbuf), *recvn, T(recvtype), *root, C(comm)))
LLT_ALL(Allgatherv, allgatherv, Iallgatherv, iallgatherv, (const void *sendbuf, MPI_Fint *sendn, MPI_Fint *sendtype,
    void *recvbuf, MPI_Fint *recvns, MPI_Fint *displs, MPI_Fint *recvtype, MPI_Fint *comm), (B(sendbuf), *sendn,
    T(sendtype), B(recvbuf), recvns, displs, T(recvtype), C(comm)))
LLT_ALL(Alltoallv, alltoallv, Ialltoallv, ialltoallv, (const void *sendbuf, MPI_Fint *sendns, MPI_Fint *sdispls,
    MPI_Fint *sendtype, void *recvbuf, MPI_Fint *recvns, MPI_Fint *rdispls, MPI_Fint *recvtype, MPI_Fint *comm),
    (B(sendbuf), sendns, sdispls, T(sendtype), B(recvbuf), recvns, rdispls, T(recvtype), C(comm)))
/* Of the ranks of `comm`; kept until the call after the next. */
static MPI_Datatype *types_of(const MPI_Fint *types, MPI_Comm comm, int which) {
  int n, inter;
  PMPI_Comm_test_inter(comm, &inter);
  if (inter) PMPI_Comm_remote_size(comm, &n);
  else PMPI_Comm_size(comm, &n);
  MPI_Datatype *all = llt_scratch(which, (size_t)(n < 0 ? 1 : n + 1) * sizeof *all);
  for (int i = 0; i < n; i++) all[i] = PMPI_Type_f2c(types[i]);
  return all;
}
#define W(types, which) types_of(types, C(comm), which)

LLT_ALL(Alltoallw, alltoallw, Ialltoallw, ialltoallw, (const void *sendbuf, MPI_Fint *sendns, MPI_Fint *sdispls,
    MPI_Fint *sendtypes, void *recvbuf, MPI_Fint *recvns, MPI_Fint *rdispls, MPI_Fint *recvtypes, MPI_Fint *comm),
    (B(sendbuf), sendns, sdispls, llt_fortran_in_place(sendbuf) ? NULL : W(sendtypes, LLT_SCRATCH_REQUESTS), B(recvbuf), recvns, rdispls, W(recvtypes, LLT_SCRATCH_STATUSES), C(comm)))
LLT_ALL(Reduce_scatter, reduce_scatter, Ireduce_scatter, ireduce_scatter, (const void *sendbuf, void *recvbuf,
    MPI_Fint *recvns, MPI_Fint *type, MPI_Fint *op, MPI_Fint *comm), (B(sendbuf), B(recvbuf), recvns, T(type), O(op),
    C(comm)))

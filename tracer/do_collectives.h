/* Collectives of the C binding as messages. */
#ifndef LLT_DO_COLLECTIVES_H
#define LLT_DO_COLLECTIVES_H
#include "state.h"
#pragma GCC visibility push(hidden)

int llt_do_Barrier(MPI_Comm comm);
int llt_do_Ibarrier(MPI_Comm comm, MPI_Request *request);
int llt_do_Bcast(void *buf, int n, MPI_Datatype type, int root, MPI_Comm comm);
int llt_do_Ibcast(void *buf, int n, MPI_Datatype type, int root, MPI_Comm comm, MPI_Request *request);
int llt_do_Reduce(const void *sendbuf, void *recvbuf, int n, MPI_Datatype type, MPI_Op op, int root, MPI_Comm comm);
int llt_do_Ireduce(const void *sendbuf, void *recvbuf, int n, MPI_Datatype type, MPI_Op op, int root, MPI_Comm comm,
    MPI_Request *request);
int llt_do_Allreduce(const void *sendbuf, void *recvbuf, int n, MPI_Datatype type, MPI_Op op, MPI_Comm comm);
int llt_do_Iallreduce(const void *sendbuf, void *recvbuf, int n, MPI_Datatype type, MPI_Op op, MPI_Comm comm,
    MPI_Request *request);
int llt_do_Scan(const void *sendbuf, void *recvbuf, int n, MPI_Datatype type, MPI_Op op, MPI_Comm comm);
int llt_do_Iscan(const void *sendbuf, void *recvbuf, int n, MPI_Datatype type, MPI_Op op, MPI_Comm comm, MPI_Request
    *request);
int llt_do_Exscan(const void *sendbuf, void *recvbuf, int n, MPI_Datatype type, MPI_Op op, MPI_Comm comm);
int llt_do_Iexscan(const void *sendbuf, void *recvbuf, int n, MPI_Datatype type, MPI_Op op, MPI_Comm comm, MPI_Request
    *request);
int llt_do_Reduce_scatter_block(const void *sendbuf, void *recvbuf, int n, MPI_Datatype type, MPI_Op op, MPI_Comm
    comm);
int llt_do_Ireduce_scatter_block(const void *sendbuf, void *recvbuf, int n, MPI_Datatype type, MPI_Op op, MPI_Comm
    comm, MPI_Request *request);
int llt_do_Gather(const void *sendbuf, int sendn, MPI_Datatype sendtype, void *recvbuf, int recvn, MPI_Datatype
    recvtype, int root, MPI_Comm comm);
int llt_do_Igather(const void *sendbuf, int sendn, MPI_Datatype sendtype, void *recvbuf, int recvn, MPI_Datatype
    recvtype, int root, MPI_Comm comm, MPI_Request *request);
int llt_do_Scatter(const void *sendbuf, int sendn, MPI_Datatype sendtype, void *recvbuf, int recvn, MPI_Datatype
    recvtype, int root, MPI_Comm comm);
int llt_do_Iscatter(const void *sendbuf, int sendn, MPI_Datatype sendtype, void *recvbuf, int recvn, MPI_Datatype
    recvtype, int root, MPI_Comm comm, MPI_Request *request);
int llt_do_Allgather(const void *sendbuf, int sendn, MPI_Datatype sendtype, void *recvbuf, int recvn, MPI_Datatype
    recvtype, MPI_Comm comm);
int llt_do_Iallgather(const void *sendbuf, int sendn, MPI_Datatype sendtype, void *recvbuf, int recvn, MPI_Datatype
    recvtype, MPI_Comm comm, MPI_Request *request);
int llt_do_Alltoall(const void *sendbuf, int sendn, MPI_Datatype sendtype, void *recvbuf, int recvn, MPI_Datatype
    recvtype, MPI_Comm comm);
int llt_do_Ialltoall(const void *sendbuf, int sendn, MPI_Datatype sendtype, void *recvbuf, int recvn, MPI_Datatype
    recvtype, MPI_Comm comm, MPI_Request *request);
int llt_do_Gatherv(const void *sendbuf, int sendn, MPI_Datatype sendtype, void *recvbuf, const int *recvns, const int
    *displs, MPI_Datatype recvtype, int root, MPI_Comm comm);
int llt_do_Igatherv(const void *sendbuf, int sendn, MPI_Datatype sendtype, void *recvbuf, const int *recvns, const int
    *displs, MPI_Datatype recvtype, int root, MPI_Comm comm, MPI_Request *request);
int llt_do_Scatterv(const void *sendbuf, const int *sendns, const int *displs, MPI_Datatype sendtype, void *recvbuf,
    int recvn, MPI_Datatype recvtype, int root, MPI_Comm comm);
int llt_do_Iscatterv(const void *sendbuf, const int *sendns, const int *displs, MPI_Datatype sendtype, void *recvbuf,
    int recvn, MPI_Datatype recvtype, int root, MPI_Comm comm, MPI_Request *request);
int llt_do_Allgatherv(const void *sendbuf, int sendn, MPI_Datatype sendtype, void *recvbuf, const int *recvns, const
    int *displs, MPI_Datatype recvtype, MPI_Comm comm);
int llt_do_Iallgatherv(const void *sendbuf, int sendn, MPI_Datatype sendtype, void *recvbuf, const int *recvns, const
    int *displs, MPI_Datatype recvtype, MPI_Comm comm, MPI_Request *request);
int llt_do_Alltoallv(const void *sendbuf, const int *sendns, const int *sdispls, MPI_Datatype sendtype, void *recvbuf,
    const int *recvns, const int *rdispls, MPI_Datatype recvtype, MPI_Comm comm);
int llt_do_Ialltoallv(const void *sendbuf, const int *sendns, const int *sdispls, MPI_Datatype sendtype, void
    *recvbuf, const int *recvns, const int *rdispls, MPI_Datatype recvtype, MPI_Comm comm, MPI_Request *request);
int llt_do_Alltoallw(const void *sendbuf, const int *sendns, const int *sdispls, const MPI_Datatype *sendtypes, void
    *recvbuf, const int *recvns, const int *rdispls, const MPI_Datatype *recvtypes, MPI_Comm comm);
int llt_do_Ialltoallw(const void *sendbuf, const int *sendns, const int *sdispls, const MPI_Datatype *sendtypes, void
    *recvbuf, const int *recvns, const int *rdispls, const MPI_Datatype *recvtypes, MPI_Comm comm, MPI_Request
    *request);
int llt_do_Reduce_scatter(const void *sendbuf, void *recvbuf, const int *recvns, MPI_Datatype type, MPI_Op op,
    MPI_Comm comm);
int llt_do_Ireduce_scatter(const void *sendbuf, void *recvbuf, const int *recvns, MPI_Datatype type, MPI_Op op,
    MPI_Comm comm, MPI_Request *request);

/* do_persistent_collectives.c: where collectives are decomposed. */
int llt_do_Barrier_init(MPI_Comm comm, MPI_Info info, MPI_Request *request);
int llt_do_Bcast_init(void *buf, int n, MPI_Datatype type, int root, MPI_Comm comm, MPI_Info info, MPI_Request
    *request);
int llt_do_Reduce_init(const void *sendbuf, void *recvbuf, int n, MPI_Datatype type, MPI_Op op, int root, MPI_Comm
    comm, MPI_Info info, MPI_Request *request);
int llt_do_Allreduce_init(const void *sendbuf, void *recvbuf, int n, MPI_Datatype type, MPI_Op op, MPI_Comm comm,
    MPI_Info info, MPI_Request *request);
int llt_do_Scan_init(const void *sendbuf, void *recvbuf, int n, MPI_Datatype type, MPI_Op op, MPI_Comm comm, MPI_Info
    info, MPI_Request *request);
int llt_do_Exscan_init(const void *sendbuf, void *recvbuf, int n, MPI_Datatype type, MPI_Op op, MPI_Comm comm,
    MPI_Info info, MPI_Request *request);
int llt_do_Reduce_scatter_block_init(const void *sendbuf, void *recvbuf, int n, MPI_Datatype type, MPI_Op op, MPI_Comm
    comm, MPI_Info info, MPI_Request *request);
int llt_do_Gather_init(const void *sendbuf, int sendn, MPI_Datatype sendtype, void *recvbuf, int recvn, MPI_Datatype
    recvtype, int root, MPI_Comm comm, MPI_Info info, MPI_Request *request);
int llt_do_Scatter_init(const void *sendbuf, int sendn, MPI_Datatype sendtype, void *recvbuf, int recvn, MPI_Datatype
    recvtype, int root, MPI_Comm comm, MPI_Info info, MPI_Request *request);
int llt_do_Allgather_init(const void *sendbuf, int sendn, MPI_Datatype sendtype, void *recvbuf, int recvn,
    MPI_Datatype recvtype, MPI_Comm comm, MPI_Info info, MPI_Request *request);
int llt_do_Alltoall_init(const void *sendbuf, int sendn, MPI_Datatype sendtype, void *recvbuf, int recvn, MPI_Datatype
    recvtype, MPI_Comm comm, MPI_Info info, MPI_Request *request);
int llt_do_Gatherv_init(const void *sendbuf, int sendn, MPI_Datatype sendtype, void *recvbuf, const int *recvns, const
    int *displs, MPI_Datatype recvtype, int root, MPI_Comm comm, MPI_Info info, MPI_Request *request);
int llt_do_Scatterv_init(const void *sendbuf, const int *sendns, const int *displs, MPI_Datatype sendtype, void
    *recvbuf, int recvn, MPI_Datatype recvtype, int root, MPI_Comm comm, MPI_Info info, MPI_Request *request);
int llt_do_Allgatherv_init(const void *sendbuf, int sendn, MPI_Datatype sendtype, void *recvbuf, const int *recvns,
    const int *displs, MPI_Datatype recvtype, MPI_Comm comm, MPI_Info info, MPI_Request *request);
int llt_do_Alltoallv_init(const void *sendbuf, const int *sendns, const int *sdispls, MPI_Datatype sendtype, void
    *recvbuf, const int *recvns, const int *rdispls, MPI_Datatype recvtype, MPI_Comm comm, MPI_Info info, MPI_Request
    *request);
int llt_do_Alltoallw_init(const void *sendbuf, const int *sendns, const int *sdispls, const MPI_Datatype *sendtypes,
    void *recvbuf, const int *recvns, const int *rdispls, const MPI_Datatype *recvtypes, MPI_Comm comm, MPI_Info info,
    MPI_Request *request);
int llt_do_Reduce_scatter_init(const void *sendbuf, void *recvbuf, const int *recvns, MPI_Datatype type, MPI_Op op,
    MPI_Comm comm, MPI_Info info, MPI_Request *request);

#pragma GCC visibility pop
#endif

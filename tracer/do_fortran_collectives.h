/* Collectives of Fortran's bindings as messages. They return the error. */
#ifndef LLT_DO_FORTRAN_COLLECTIVES_H
#define LLT_DO_FORTRAN_COLLECTIVES_H
#include "state.h"
#pragma GCC visibility push(hidden)

MPI_Fint llt_fortran_do_barrier(MPI_Fint *comm);
MPI_Fint llt_fortran_do_ibarrier(MPI_Fint *comm, MPI_Fint *request);
MPI_Fint llt_fortran_do_bcast(void *buf, MPI_Fint *n, MPI_Fint *type, MPI_Fint *root, MPI_Fint *comm);
MPI_Fint llt_fortran_do_ibcast(void *buf, MPI_Fint *n, MPI_Fint *type, MPI_Fint *root, MPI_Fint *comm, MPI_Fint
    *request);
MPI_Fint llt_fortran_do_reduce(const void *sendbuf, void *recvbuf, MPI_Fint *n, MPI_Fint *type, MPI_Fint *op, MPI_Fint
    *root, MPI_Fint *comm);
MPI_Fint llt_fortran_do_ireduce(const void *sendbuf, void *recvbuf, MPI_Fint *n, MPI_Fint *type, MPI_Fint *op,
    MPI_Fint *root, MPI_Fint *comm, MPI_Fint *request);
MPI_Fint llt_fortran_do_allreduce(const void *sendbuf, void *recvbuf, MPI_Fint *n, MPI_Fint *type, MPI_Fint *op,
    MPI_Fint *comm);
MPI_Fint llt_fortran_do_iallreduce(const void *sendbuf, void *recvbuf, MPI_Fint *n, MPI_Fint *type, MPI_Fint *op,
    MPI_Fint *comm, MPI_Fint *request);
MPI_Fint llt_fortran_do_scan(const void *sendbuf, void *recvbuf, MPI_Fint *n, MPI_Fint *type, MPI_Fint *op, MPI_Fint
    *comm);
MPI_Fint llt_fortran_do_iscan(const void *sendbuf, void *recvbuf, MPI_Fint *n, MPI_Fint *type, MPI_Fint *op, MPI_Fint
    *comm, MPI_Fint *request);
MPI_Fint llt_fortran_do_exscan(const void *sendbuf, void *recvbuf, MPI_Fint *n, MPI_Fint *type, MPI_Fint *op, MPI_Fint
    *comm);
MPI_Fint llt_fortran_do_iexscan(const void *sendbuf, void *recvbuf, MPI_Fint *n, MPI_Fint *type, MPI_Fint *op,
    MPI_Fint *comm, MPI_Fint *request);
MPI_Fint llt_fortran_do_reduce_scatter_block(const void *sendbuf, void *recvbuf, MPI_Fint *n, MPI_Fint *type, MPI_Fint
    *op, MPI_Fint *comm);
MPI_Fint llt_fortran_do_ireduce_scatter_block(const void *sendbuf, void *recvbuf, MPI_Fint *n, MPI_Fint *type,
    MPI_Fint *op, MPI_Fint *comm, MPI_Fint *request);
MPI_Fint llt_fortran_do_gather(const void *sendbuf, MPI_Fint *sendn, MPI_Fint *sendtype, void *recvbuf, MPI_Fint
    *recvn, MPI_Fint *recvtype, MPI_Fint *root, MPI_Fint *comm);
MPI_Fint llt_fortran_do_igather(const void *sendbuf, MPI_Fint *sendn, MPI_Fint *sendtype, void *recvbuf, MPI_Fint
    *recvn, MPI_Fint *recvtype, MPI_Fint *root, MPI_Fint *comm, MPI_Fint *request);
MPI_Fint llt_fortran_do_scatter(const void *sendbuf, MPI_Fint *sendn, MPI_Fint *sendtype, void *recvbuf, MPI_Fint
    *recvn, MPI_Fint *recvtype, MPI_Fint *root, MPI_Fint *comm);
MPI_Fint llt_fortran_do_iscatter(const void *sendbuf, MPI_Fint *sendn, MPI_Fint *sendtype, void *recvbuf, MPI_Fint
    *recvn, MPI_Fint *recvtype, MPI_Fint *root, MPI_Fint *comm, MPI_Fint *request);
MPI_Fint llt_fortran_do_allgather(const void *sendbuf, MPI_Fint *sendn, MPI_Fint *sendtype, void *recvbuf, MPI_Fint
    *recvn, MPI_Fint *recvtype, MPI_Fint *comm);
MPI_Fint llt_fortran_do_iallgather(const void *sendbuf, MPI_Fint *sendn, MPI_Fint *sendtype, void *recvbuf, MPI_Fint
    *recvn, MPI_Fint *recvtype, MPI_Fint *comm, MPI_Fint *request);
MPI_Fint llt_fortran_do_alltoall(const void *sendbuf, MPI_Fint *sendn, MPI_Fint *sendtype, void *recvbuf, MPI_Fint
    *recvn, MPI_Fint *recvtype, MPI_Fint *comm);
MPI_Fint llt_fortran_do_ialltoall(const void *sendbuf, MPI_Fint *sendn, MPI_Fint *sendtype, void *recvbuf, MPI_Fint
    *recvn, MPI_Fint *recvtype, MPI_Fint *comm, MPI_Fint *request);
MPI_Fint llt_fortran_do_gatherv(const void *sendbuf, MPI_Fint *sendn, MPI_Fint *sendtype, void *recvbuf, MPI_Fint
    *recvns, MPI_Fint *displs, MPI_Fint *recvtype, MPI_Fint *root, MPI_Fint *comm);
MPI_Fint llt_fortran_do_igatherv(const void *sendbuf, MPI_Fint *sendn, MPI_Fint *sendtype, void *recvbuf, MPI_Fint
    *recvns, MPI_Fint *displs, MPI_Fint *recvtype, MPI_Fint *root, MPI_Fint *comm, MPI_Fint *request);
MPI_Fint llt_fortran_do_scatterv(const void *sendbuf, MPI_Fint *sendns, MPI_Fint *displs, MPI_Fint *sendtype, void
    *recvbuf, MPI_Fint *recvn, MPI_Fint *recvtype, MPI_Fint *root, MPI_Fint *comm);
MPI_Fint llt_fortran_do_iscatterv(const void *sendbuf, MPI_Fint *sendns, MPI_Fint *displs, MPI_Fint *sendtype, void
    *recvbuf, MPI_Fint *recvn, MPI_Fint *recvtype, MPI_Fint *root, MPI_Fint *comm, MPI_Fint *request);
MPI_Fint llt_fortran_do_allgatherv(const void *sendbuf, MPI_Fint *sendn, MPI_Fint *sendtype, void *recvbuf, MPI_Fint
    *recvns, MPI_Fint *displs, MPI_Fint *recvtype, MPI_Fint *comm);
MPI_Fint llt_fortran_do_iallgatherv(const void *sendbuf, MPI_Fint *sendn, MPI_Fint *sendtype, void *recvbuf, MPI_Fint
    *recvns, MPI_Fint *displs, MPI_Fint *recvtype, MPI_Fint *comm, MPI_Fint *request);
MPI_Fint llt_fortran_do_alltoallv(const void *sendbuf, MPI_Fint *sendns, MPI_Fint *sdispls, MPI_Fint *sendtype, void
    *recvbuf, MPI_Fint *recvns, MPI_Fint *rdispls, MPI_Fint *recvtype, MPI_Fint *comm);
MPI_Fint llt_fortran_do_ialltoallv(const void *sendbuf, MPI_Fint *sendns, MPI_Fint *sdispls, MPI_Fint *sendtype, void
    *recvbuf, MPI_Fint *recvns, MPI_Fint *rdispls, MPI_Fint *recvtype, MPI_Fint *comm, MPI_Fint *request);
MPI_Fint llt_fortran_do_alltoallw(const void *sendbuf, MPI_Fint *sendns, MPI_Fint *sdispls, MPI_Fint *sendtypes, void
    *recvbuf, MPI_Fint *recvns, MPI_Fint *rdispls, MPI_Fint *recvtypes, MPI_Fint *comm);
MPI_Fint llt_fortran_do_ialltoallw(const void *sendbuf, MPI_Fint *sendns, MPI_Fint *sdispls, MPI_Fint *sendtypes, void
    *recvbuf, MPI_Fint *recvns, MPI_Fint *rdispls, MPI_Fint *recvtypes, MPI_Fint *comm, MPI_Fint *request);
MPI_Fint llt_fortran_do_reduce_scatter(const void *sendbuf, void *recvbuf, MPI_Fint *recvns, MPI_Fint *type, MPI_Fint
    *op, MPI_Fint *comm);
MPI_Fint llt_fortran_do_ireduce_scatter(const void *sendbuf, void *recvbuf, MPI_Fint *recvns, MPI_Fint *type, MPI_Fint
    *op, MPI_Fint *comm, MPI_Fint *request);

MPI_Fint llt_fortran_do_barrier_init(MPI_Fint *comm, MPI_Fint *info, MPI_Fint *request);
MPI_Fint llt_fortran_do_bcast_init(void *buf, MPI_Fint *n, MPI_Fint *type, MPI_Fint *root, MPI_Fint *comm, MPI_Fint
    *info, MPI_Fint *request);
MPI_Fint llt_fortran_do_reduce_init(const void *sendbuf, void *recvbuf, MPI_Fint *n, MPI_Fint *type, MPI_Fint *op,
    MPI_Fint *root, MPI_Fint *comm, MPI_Fint *info, MPI_Fint *request);
MPI_Fint llt_fortran_do_allreduce_init(const void *sendbuf, void *recvbuf, MPI_Fint *n, MPI_Fint *type, MPI_Fint *op,
    MPI_Fint *comm, MPI_Fint *info, MPI_Fint *request);
MPI_Fint llt_fortran_do_scan_init(const void *sendbuf, void *recvbuf, MPI_Fint *n, MPI_Fint *type, MPI_Fint *op,
    MPI_Fint *comm, MPI_Fint *info, MPI_Fint *request);
MPI_Fint llt_fortran_do_exscan_init(const void *sendbuf, void *recvbuf, MPI_Fint *n, MPI_Fint *type, MPI_Fint *op,
    MPI_Fint *comm, MPI_Fint *info, MPI_Fint *request);
MPI_Fint llt_fortran_do_reduce_scatter_block_init(const void *sendbuf, void *recvbuf, MPI_Fint *n, MPI_Fint *type,
    MPI_Fint *op, MPI_Fint *comm, MPI_Fint *info, MPI_Fint *request);
MPI_Fint llt_fortran_do_gather_init(const void *sendbuf, MPI_Fint *sendn, MPI_Fint *sendtype, void *recvbuf, MPI_Fint
    *recvn, MPI_Fint *recvtype, MPI_Fint *root, MPI_Fint *comm, MPI_Fint *info, MPI_Fint *request);
MPI_Fint llt_fortran_do_scatter_init(const void *sendbuf, MPI_Fint *sendn, MPI_Fint *sendtype, void *recvbuf, MPI_Fint
    *recvn, MPI_Fint *recvtype, MPI_Fint *root, MPI_Fint *comm, MPI_Fint *info, MPI_Fint *request);
MPI_Fint llt_fortran_do_allgather_init(const void *sendbuf, MPI_Fint *sendn, MPI_Fint *sendtype, void *recvbuf,
    MPI_Fint *recvn, MPI_Fint *recvtype, MPI_Fint *comm, MPI_Fint *info, MPI_Fint *request);
MPI_Fint llt_fortran_do_alltoall_init(const void *sendbuf, MPI_Fint *sendn, MPI_Fint *sendtype, void *recvbuf,
    MPI_Fint *recvn, MPI_Fint *recvtype, MPI_Fint *comm, MPI_Fint *info, MPI_Fint *request);
MPI_Fint llt_fortran_do_gatherv_init(const void *sendbuf, MPI_Fint *sendn, MPI_Fint *sendtype, void *recvbuf, MPI_Fint
    *recvns, MPI_Fint *displs, MPI_Fint *recvtype, MPI_Fint *root, MPI_Fint *comm, MPI_Fint *info, MPI_Fint *request);
MPI_Fint llt_fortran_do_scatterv_init(const void *sendbuf, MPI_Fint *sendns, MPI_Fint *displs, MPI_Fint *sendtype,
    void *recvbuf, MPI_Fint *recvn, MPI_Fint *recvtype, MPI_Fint *root, MPI_Fint *comm, MPI_Fint *info, MPI_Fint
    *request);
MPI_Fint llt_fortran_do_allgatherv_init(const void *sendbuf, MPI_Fint *sendn, MPI_Fint *sendtype, void *recvbuf,
    MPI_Fint *recvns, MPI_Fint *displs, MPI_Fint *recvtype, MPI_Fint *comm, MPI_Fint *info, MPI_Fint *request);
MPI_Fint llt_fortran_do_alltoallv_init(const void *sendbuf, MPI_Fint *sendns, MPI_Fint *sdispls, MPI_Fint *sendtype,
    void *recvbuf, MPI_Fint *recvns, MPI_Fint *rdispls, MPI_Fint *recvtype, MPI_Fint *comm, MPI_Fint *info, MPI_Fint
    *request);
MPI_Fint llt_fortran_do_alltoallw_init(const void *sendbuf, MPI_Fint *sendns, MPI_Fint *sdispls, MPI_Fint *sendtypes,
    void *recvbuf, MPI_Fint *recvns, MPI_Fint *rdispls, MPI_Fint *recvtypes, MPI_Fint *comm, MPI_Fint *info, MPI_Fint
    *request);
MPI_Fint llt_fortran_do_reduce_scatter_init(const void *sendbuf, void *recvbuf, MPI_Fint *recvns, MPI_Fint *type,
    MPI_Fint *op, MPI_Fint *comm, MPI_Fint *info, MPI_Fint *request);

#pragma GCC visibility pop
#endif

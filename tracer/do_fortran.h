/* Calls of Fortran's bindings on the delayed network: those of do_calls.h with Fortran's arguments. They return the error. */
#ifndef LLT_DO_FORTRAN_H
#define LLT_DO_FORTRAN_H
#include "state.h"
#pragma GCC visibility push(hidden)

#define LLT_FORTRAN_MESSAGE const void *buf, MPI_Fint *n, MPI_Fint *type, MPI_Fint *peer, MPI_Fint *tag, MPI_Fint *comm

MPI_Fint llt_fortran_do_send(LLT_FORTRAN_MESSAGE);
MPI_Fint llt_fortran_do_ssend(LLT_FORTRAN_MESSAGE);
MPI_Fint llt_fortran_do_bsend(LLT_FORTRAN_MESSAGE);
MPI_Fint llt_fortran_do_rsend(LLT_FORTRAN_MESSAGE);
MPI_Fint llt_fortran_do_isend(LLT_FORTRAN_MESSAGE, MPI_Fint *request);
MPI_Fint llt_fortran_do_issend(LLT_FORTRAN_MESSAGE, MPI_Fint *request);
MPI_Fint llt_fortran_do_ibsend(LLT_FORTRAN_MESSAGE, MPI_Fint *request);
MPI_Fint llt_fortran_do_irsend(LLT_FORTRAN_MESSAGE, MPI_Fint *request);
MPI_Fint llt_fortran_do_irecv(LLT_FORTRAN_MESSAGE, MPI_Fint *request);
MPI_Fint llt_fortran_do_send_init(LLT_FORTRAN_MESSAGE, MPI_Fint *request);
MPI_Fint llt_fortran_do_ssend_init(LLT_FORTRAN_MESSAGE, MPI_Fint *request);
MPI_Fint llt_fortran_do_bsend_init(LLT_FORTRAN_MESSAGE, MPI_Fint *request);
MPI_Fint llt_fortran_do_rsend_init(LLT_FORTRAN_MESSAGE, MPI_Fint *request);
MPI_Fint llt_fortran_do_recv_init(LLT_FORTRAN_MESSAGE, MPI_Fint *request);
MPI_Fint llt_fortran_do_recv(LLT_FORTRAN_MESSAGE, MPI_Fint *status);
MPI_Fint llt_fortran_do_sendrecv(const void *sendbuf, MPI_Fint *sendn, MPI_Fint *sendtype, MPI_Fint *dest,
                                 MPI_Fint *sendtag, void *recvbuf, MPI_Fint *recvn, MPI_Fint *recvtype,
                                 MPI_Fint *source, MPI_Fint *recvtag, MPI_Fint *comm, MPI_Fint *status);
MPI_Fint llt_fortran_do_sendrecv_replace(void *buf, MPI_Fint *n, MPI_Fint *type, MPI_Fint *dest, MPI_Fint *sendtag,
                                         MPI_Fint *source, MPI_Fint *recvtag, MPI_Fint *comm, MPI_Fint *status);
MPI_Fint llt_fortran_do_isendrecv(const void *sendbuf, MPI_Fint *sendn, MPI_Fint *sendtype, MPI_Fint *dest,
                                  MPI_Fint *sendtag, void *recvbuf, MPI_Fint *recvn, MPI_Fint *recvtype,
                                  MPI_Fint *source, MPI_Fint *recvtag, MPI_Fint *comm, MPI_Fint *request);
MPI_Fint llt_fortran_do_isendrecv_replace(void *buf, MPI_Fint *n, MPI_Fint *type, MPI_Fint *dest, MPI_Fint *sendtag,
                                          MPI_Fint *source, MPI_Fint *recvtag, MPI_Fint *comm, MPI_Fint *request);
MPI_Fint llt_fortran_do_mrecv(void *buf, MPI_Fint *n, MPI_Fint *type, MPI_Fint *message, MPI_Fint *status);
MPI_Fint llt_fortran_do_imrecv(void *buf, MPI_Fint *n, MPI_Fint *type, MPI_Fint *message, MPI_Fint *request);
MPI_Fint llt_fortran_do_probe(MPI_Fint *source, MPI_Fint *tag, MPI_Fint *comm, MPI_Fint *status);
MPI_Fint llt_fortran_do_iprobe(MPI_Fint *source, MPI_Fint *tag, MPI_Fint *comm, MPI_Fint *flag, MPI_Fint *status);
MPI_Fint llt_fortran_do_mprobe(MPI_Fint *source, MPI_Fint *tag, MPI_Fint *comm, MPI_Fint *message, MPI_Fint *status);
MPI_Fint llt_fortran_do_improbe(MPI_Fint *source, MPI_Fint *tag, MPI_Fint *comm, MPI_Fint *flag, MPI_Fint *message,
                                MPI_Fint *status);
MPI_Fint llt_fortran_do_start(MPI_Fint *request);
MPI_Fint llt_fortran_do_cancel(MPI_Fint *request);
MPI_Fint llt_fortran_do_request_free(MPI_Fint *request);
MPI_Fint llt_fortran_do_startall(MPI_Fint *n, MPI_Fint *requests);
MPI_Fint llt_fortran_do_wait(MPI_Fint *request, MPI_Fint *status);
MPI_Fint llt_fortran_do_request_get_status(MPI_Fint *request, MPI_Fint *flag, MPI_Fint *status);
MPI_Fint llt_fortran_do_test(MPI_Fint *request, MPI_Fint *flag, MPI_Fint *status);
MPI_Fint llt_fortran_do_waitall(MPI_Fint *n, MPI_Fint *requests, MPI_Fint *statuses);
MPI_Fint llt_fortran_do_testall(MPI_Fint *n, MPI_Fint *requests, MPI_Fint *flag, MPI_Fint *statuses);
MPI_Fint llt_fortran_do_waitany(MPI_Fint *n, MPI_Fint *requests, MPI_Fint *index, MPI_Fint *status);
MPI_Fint llt_fortran_do_testany(MPI_Fint *n, MPI_Fint *requests, MPI_Fint *index, MPI_Fint *flag, MPI_Fint *status);
MPI_Fint llt_fortran_do_waitsome(MPI_Fint *n, MPI_Fint *requests, MPI_Fint *done, MPI_Fint *indices,
                                 MPI_Fint *statuses);
MPI_Fint llt_fortran_do_testsome(MPI_Fint *n, MPI_Fint *requests, MPI_Fint *done, MPI_Fint *indices,
                                 MPI_Fint *statuses);

#pragma GCC visibility pop
#endif

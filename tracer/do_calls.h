/* Calls of the C binding as they are on the delayed network, by the names of the calls; counts of any width. */
#ifndef LLT_DO_CALLS_H
#define LLT_DO_CALLS_H
#include "state.h"
#pragma GCC visibility push(hidden)

#define LLT_SEND_PARAMS const void *buf, MPI_Count n, MPI_Datatype type, int peer, int tag, MPI_Comm comm
#define LLT_RECV_PARAMS void *buf, MPI_Count n, MPI_Datatype type, int peer, int tag, MPI_Comm comm

/* do_messages.c */
int llt_do_Send(LLT_SEND_PARAMS);
int llt_do_Ssend(LLT_SEND_PARAMS);
int llt_do_Bsend(LLT_SEND_PARAMS);
int llt_do_Rsend(LLT_SEND_PARAMS);
int llt_do_Isend(LLT_SEND_PARAMS, MPI_Request *request);
int llt_do_Issend(LLT_SEND_PARAMS, MPI_Request *request);
int llt_do_Ibsend(LLT_SEND_PARAMS, MPI_Request *request);
int llt_do_Irsend(LLT_SEND_PARAMS, MPI_Request *request);
int llt_do_Recv(LLT_RECV_PARAMS, MPI_Status *status);
int llt_do_Irecv(LLT_RECV_PARAMS, MPI_Request *request);
int llt_do_Sendrecv(const void *sendbuf, MPI_Count sendn, MPI_Datatype sendtype, int dest, int sendtag, void *recvbuf,
                    MPI_Count recvn, MPI_Datatype recvtype, int source, int recvtag, MPI_Comm comm, MPI_Status *status);
int llt_do_Sendrecv_replace(void *buf, MPI_Count n, MPI_Datatype type, int dest, int sendtag, int source, int recvtag,
                            MPI_Comm comm, MPI_Status *status);
int llt_do_Isendrecv(const void *sendbuf, MPI_Count sendn, MPI_Datatype sendtype, int dest, int sendtag, void *recvbuf,
                     MPI_Count recvn, MPI_Datatype recvtype, int source, int recvtag, MPI_Comm comm, MPI_Request *request);
int llt_do_Isendrecv_replace(void *buf, MPI_Count n, MPI_Datatype type, int dest, int sendtag, int source, int recvtag,
                             MPI_Comm comm, MPI_Request *request);
/* do_persistent.c */
int llt_do_Send_init(LLT_SEND_PARAMS, MPI_Request *request);
int llt_do_Ssend_init(LLT_SEND_PARAMS, MPI_Request *request);
int llt_do_Bsend_init(LLT_SEND_PARAMS, MPI_Request *request);
int llt_do_Rsend_init(LLT_SEND_PARAMS, MPI_Request *request);
int llt_do_Recv_init(LLT_RECV_PARAMS, MPI_Request *request);
int llt_do_Start(MPI_Request *request);
int llt_do_Startall(int n, MPI_Request *requests);
int llt_do_Request_free(MPI_Request *request);
int llt_do_Cancel(MPI_Request *request);
/* do_probes.c */
int llt_do_Probe(int source, int tag, MPI_Comm comm, MPI_Status *status);
int llt_do_Iprobe(int source, int tag, MPI_Comm comm, int *flag, MPI_Status *status);
int llt_do_Mprobe(int source, int tag, MPI_Comm comm, MPI_Message *message, MPI_Status *status);
int llt_do_Improbe(int source, int tag, MPI_Comm comm, int *flag, MPI_Message *message, MPI_Status *status);
int llt_do_Mrecv(void *buf, MPI_Count n, MPI_Datatype type, MPI_Message *message, MPI_Status *status);
int llt_do_Imrecv(void *buf, MPI_Count n, MPI_Datatype type, MPI_Message *message, MPI_Request *request);
/* do_waits.c */
int llt_do_Wait(MPI_Request *request, MPI_Status *status);
int llt_do_Test(MPI_Request *request, int *flag, MPI_Status *status);
int llt_do_Waitall(int n, MPI_Request *requests, MPI_Status *statuses);
int llt_do_Testall(int n, MPI_Request *requests, int *flag, MPI_Status *statuses);
int llt_do_Waitany(int n, MPI_Request *requests, int *index, MPI_Status *status);
int llt_do_Testany(int n, MPI_Request *requests, int *index, int *flag, MPI_Status *status);
int llt_do_Waitsome(int n, MPI_Request *requests, int *done, int *indices, MPI_Status *statuses);
int llt_do_Testsome(int n, MPI_Request *requests, int *done, int *indices, MPI_Status *statuses);
int llt_do_Request_get_status(MPI_Request request, int *flag, MPI_Status *status);

#pragma GCC visibility pop
#endif

/* How do Fortran's arguments become C's, and back? Messages and probes. */
#include "do_calls.h"
#include "do_fortran.h"
#include "fortran_status.h"
#include "fortran_values.h"

#include "quickly.h"

#define LLT_C_ARGUMENTS \
  llt_fortran_buffer(buf), *n, PMPI_Type_f2c(*type), *peer, *tag, PMPI_Comm_f2c(*comm)

#define LLT_SENDS(Name, name) \
  MPI_Fint llt_fortran_do_##name(LLT_FORTRAN_MESSAGE) { return llt_do_##Name(LLT_C_ARGUMENTS); }
LLT_SENDS(Send, send)
LLT_SENDS(Ssend, ssend)
LLT_SENDS(Bsend, bsend)
LLT_SENDS(Rsend, rsend)

#define LLT_REQUESTED(Name, name)                                          \
  MPI_Fint llt_fortran_do_##name(LLT_FORTRAN_MESSAGE, MPI_Fint *request) { \
    MPI_Request made = MPI_REQUEST_NULL;                                   \
    const int failed = llt_do_##Name(LLT_C_ARGUMENTS, &made);              \
    *request = PMPI_Request_c2f(made);                                     \
    return failed;                                                         \
  }
LLT_REQUESTED(Isend, isend)
LLT_REQUESTED(Issend, issend)
LLT_REQUESTED(Ibsend, ibsend)
LLT_REQUESTED(Irsend, irsend)
LLT_REQUESTED(Irecv, irecv)
LLT_REQUESTED(Send_init, send_init)
LLT_REQUESTED(Ssend_init, ssend_init)
LLT_REQUESTED(Bsend_init, bsend_init)
LLT_REQUESTED(Rsend_init, rsend_init)
LLT_REQUESTED(Recv_init, recv_init)

MPI_Fint llt_fortran_do_recv(LLT_FORTRAN_MESSAGE, MPI_Fint *status) {
  MPI_Status own = llt_fortran_begun(status);
  const int failed = llt_do_Recv(LLT_C_ARGUMENTS, &own);
  llt_fortran_give(&own, status);
  return failed;
}

MPI_Fint llt_fortran_do_sendrecv(const void *sendbuf, MPI_Fint *sendn, MPI_Fint *sendtype, MPI_Fint *dest,
                                 MPI_Fint *sendtag, void *recvbuf, MPI_Fint *recvn, MPI_Fint *recvtype,
                                 MPI_Fint *source, MPI_Fint *recvtag, MPI_Fint *comm, MPI_Fint *status) {
  MPI_Status own = llt_fortran_begun(status);
  const int failed = llt_do_Sendrecv(llt_fortran_buffer(sendbuf), *sendn, PMPI_Type_f2c(*sendtype), *dest, *sendtag,
                                     llt_fortran_buffer(recvbuf), *recvn, PMPI_Type_f2c(*recvtype), *source, *recvtag,
                                     PMPI_Comm_f2c(*comm), &own);
  llt_fortran_give(&own, status);
  return failed;
}

MPI_Fint llt_fortran_do_sendrecv_replace(void *buf, MPI_Fint *n, MPI_Fint *type, MPI_Fint *dest, MPI_Fint *sendtag,
                                         MPI_Fint *source, MPI_Fint *recvtag, MPI_Fint *comm, MPI_Fint *status) {
  MPI_Status own = llt_fortran_begun(status);
  const int failed = llt_do_Sendrecv_replace(llt_fortran_buffer(buf), *n, PMPI_Type_f2c(*type), *dest, *sendtag,
                                             *source, *recvtag, PMPI_Comm_f2c(*comm), &own);
  llt_fortran_give(&own, status);
  return failed;
}

#ifdef LLT_HAS_CALLS_OF_4
MPI_Fint llt_fortran_do_isendrecv(const void *sendbuf, MPI_Fint *sendn, MPI_Fint *sendtype, MPI_Fint *dest,
                                  MPI_Fint *sendtag, void *recvbuf, MPI_Fint *recvn, MPI_Fint *recvtype,
                                  MPI_Fint *source, MPI_Fint *recvtag, MPI_Fint *comm, MPI_Fint *request) {
  MPI_Request made = MPI_REQUEST_NULL;
  const int failed = llt_do_Isendrecv(llt_fortran_buffer(sendbuf), *sendn, PMPI_Type_f2c(*sendtype), *dest, *sendtag,
                                      llt_fortran_buffer(recvbuf), *recvn, PMPI_Type_f2c(*recvtype), *source, *recvtag,
                                      PMPI_Comm_f2c(*comm), &made);
  *request = PMPI_Request_c2f(made);
  return failed;
}

MPI_Fint llt_fortran_do_isendrecv_replace(void *buf, MPI_Fint *n, MPI_Fint *type, MPI_Fint *dest, MPI_Fint *sendtag,
                                          MPI_Fint *source, MPI_Fint *recvtag, MPI_Fint *comm, MPI_Fint *request) {
  MPI_Request made = MPI_REQUEST_NULL;
  const int failed = llt_do_Isendrecv_replace(llt_fortran_buffer(buf), *n, PMPI_Type_f2c(*type), *dest, *sendtag,
                                              *source, *recvtag, PMPI_Comm_f2c(*comm), &made);
  *request = PMPI_Request_c2f(made);
  return failed;
}
#endif

MPI_Fint llt_fortran_do_mrecv(void *buf, MPI_Fint *n, MPI_Fint *type, MPI_Fint *message, MPI_Fint *status) {
  MPI_Status own = llt_fortran_begun(status);
  MPI_Message taken = PMPI_Message_f2c(*message);
  const int failed = llt_do_Mrecv(llt_fortran_buffer(buf), *n, PMPI_Type_f2c(*type), &taken, &own);
  *message = PMPI_Message_c2f(taken);
  llt_fortran_give(&own, status);
  return failed;
}

MPI_Fint llt_fortran_do_imrecv(void *buf, MPI_Fint *n, MPI_Fint *type, MPI_Fint *message, MPI_Fint *request) {
  MPI_Request made = MPI_REQUEST_NULL;
  MPI_Message taken = PMPI_Message_f2c(*message);
  const int failed = llt_do_Imrecv(llt_fortran_buffer(buf), *n, PMPI_Type_f2c(*type), &taken, &made);
  *message = PMPI_Message_c2f(taken);
  *request = PMPI_Request_c2f(made);
  return failed;
}

MPI_Fint llt_fortran_do_probe(MPI_Fint *source, MPI_Fint *tag, MPI_Fint *comm, MPI_Fint *status) {
  MPI_Status own = llt_fortran_begun(status);
  const int failed = llt_do_Probe(*source, *tag, PMPI_Comm_f2c(*comm), &own);
  llt_fortran_give(&own, status);
  return failed;
}

MPI_Fint llt_fortran_do_iprobe(MPI_Fint *source, MPI_Fint *tag, MPI_Fint *comm, MPI_Fint *flag, MPI_Fint *status) {
  MPI_Status own = llt_fortran_begun(status);
  int found = 0;
  const int failed = llt_do_Iprobe(*source, *tag, PMPI_Comm_f2c(*comm), &found, &own);
  *flag = found;
  if (found) llt_fortran_give(&own, status);
  return failed;
}

MPI_Fint llt_fortran_do_mprobe(MPI_Fint *source, MPI_Fint *tag, MPI_Fint *comm, MPI_Fint *message, MPI_Fint *status) {
  MPI_Status own = llt_fortran_begun(status);
  MPI_Message taken = MPI_MESSAGE_NULL;
  const int failed = llt_do_Mprobe(*source, *tag, PMPI_Comm_f2c(*comm), &taken, &own);
  *message = PMPI_Message_c2f(taken);
  llt_fortran_give(&own, status);
  return failed;
}

MPI_Fint llt_fortran_do_improbe(MPI_Fint *source, MPI_Fint *tag, MPI_Fint *comm, MPI_Fint *flag, MPI_Fint *message,
                                MPI_Fint *status) {
  MPI_Status own = llt_fortran_begun(status);
  MPI_Message taken = MPI_MESSAGE_NULL;
  int found = 0;
  const int failed = llt_do_Improbe(*source, *tag, PMPI_Comm_f2c(*comm), &found, &taken, &own);
  *flag = found;
  if (!found) return failed;
  *message = PMPI_Message_c2f(taken);
  llt_fortran_give(&own, status);
  return failed;
}

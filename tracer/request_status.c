/* MPI_Request_get_status leaves no record; where messages are delayed, looking at a request makes it go on. */
#include "bind_fortran.h"
#include "do_calls.h"
#include "fortran_status.h"

LLT_API int MPI_Request_get_status(MPI_Request request, int *flag, MPI_Status *status) {
  if (LLT_LIKELY(!llt.inject) || llt_idle()) return PMPI_Request_get_status(request, flag, status);
  llt_nested++;
  const int failed = llt_do_Request_get_status(request, flag, status);
  llt_nested--;
  return failed;
}

LLT_FN(Request_get_status, request_get_status, REQUEST_GET_STATUS,
       (MPI_Fint * request, MPI_Fint *flag, MPI_Fint *status)) {
  LLT_START(WAIT, Request_get_status, request_get_status, REQUEST_GET_STATUS, (request, flag, status));
  if (LLT_LIKELY(!llt.inject)) {
    LLT_LIBRARY(request_get_status, REQUEST_GET_STATUS, (request, flag, status));
    return;
  }
  MPI_Status c_status;
  int over;
  llt_nested++;
  *llt_error = llt_do_Request_get_status(PMPI_Request_f2c(*request), &over, &c_status);
  llt_nested--;
  *flag = over;
  if (over) llt_fortran_give(&c_status, status);
}

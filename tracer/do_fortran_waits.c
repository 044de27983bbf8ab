/* How do Fortran's arguments become C's, and back? Waits and tests: indices count from 1 there. */
#include "do_calls.h"
#include "do_fortran.h"
#include "fortran_status.h"
#include "scratch.h"

#include "quickly.h"

static MPI_Request *of_c(int n, const MPI_Fint *requests) {
  MPI_Request *all = llt_scratch(LLT_SCRATCH_REQUESTS, (size_t)(n < 0 ? 1 : n + 1) * sizeof *all);
  for (int i = 0; i < n; i++) all[i] = PMPI_Request_f2c(requests[i]);
  return all;
}

static MPI_Status *own_statuses(int n, const MPI_Fint *statuses) {
  MPI_Status *own = llt_scratch(LLT_SCRATCH_STATUSES, (size_t)(n < 0 ? 1 : n + 1) * sizeof(MPI_Status));
  llt_fortran_begin(n, own, statuses);
  return own;
}

static void back(int n, const MPI_Request *all, MPI_Fint *requests) {
  for (int i = 0; i < n; i++) requests[i] = PMPI_Request_c2f(all[i]);
}

#define LLT_ONE_REQUEST(Name, name)                          \
  MPI_Fint llt_fortran_do_##name(MPI_Fint *request) {        \
    MPI_Request one = PMPI_Request_f2c(*request);            \
    const int failed = llt_do_##Name(&one);                  \
    *request = PMPI_Request_c2f(one);                        \
    return failed;                                           \
  }
LLT_ONE_REQUEST(Start, start)
LLT_ONE_REQUEST(Cancel, cancel)
LLT_ONE_REQUEST(Request_free, request_free)

MPI_Fint llt_fortran_do_startall(MPI_Fint *n, MPI_Fint *requests) {
  return llt_do_Startall(*n, of_c(*n, requests));
}

MPI_Fint llt_fortran_do_wait(MPI_Fint *request, MPI_Fint *status) {
  MPI_Request one = PMPI_Request_f2c(*request);
  MPI_Status own = llt_fortran_begun(status);
  const int failed = llt_do_Wait(&one, &own);
  *request = PMPI_Request_c2f(one);
  llt_fortran_give(&own, status);
  return failed;
}

MPI_Fint llt_fortran_do_test(MPI_Fint *request, MPI_Fint *flag, MPI_Fint *status) {
  MPI_Request one = PMPI_Request_f2c(*request);
  MPI_Status own = llt_fortran_begun(status);
  int over = 0;
  const int failed = llt_do_Test(&one, &over, &own);
  *flag = over;
  if (!over) return failed;
  *request = PMPI_Request_c2f(one);
  llt_fortran_give(&own, status);
  return failed;
}

MPI_Fint llt_fortran_do_request_get_status(MPI_Fint *request, MPI_Fint *flag, MPI_Fint *status) {
  MPI_Status own = llt_fortran_begun(status);
  int over = 0;
  const int failed = llt_do_Request_get_status(PMPI_Request_f2c(*request), &over, &own);
  *flag = over;
  if (over) llt_fortran_give(&own, status);
  return failed;
}

MPI_Fint llt_fortran_do_waitall(MPI_Fint *n, MPI_Fint *requests, MPI_Fint *statuses) {
  MPI_Request *all = of_c(*n, requests);
  MPI_Status *own = own_statuses(*n, statuses);
  const int failed = llt_do_Waitall(*n, all, own);
  back(*n, all, requests);
  llt_fortran_give_all(*n, own, statuses);
  return failed;
}

MPI_Fint llt_fortran_do_testall(MPI_Fint *n, MPI_Fint *requests, MPI_Fint *flag, MPI_Fint *statuses) {
  MPI_Request *all = of_c(*n, requests);
  MPI_Status *own = own_statuses(*n, statuses);
  int over = 0;
  const int failed = llt_do_Testall(*n, all, &over, own);
  *flag = over;
  if (!over) return failed;
  back(*n, all, requests);
  llt_fortran_give_all(*n, own, statuses);
  return failed;
}

static void give_one(int n, const MPI_Request *all, MPI_Fint *requests, int place, MPI_Fint *index,
                     const MPI_Status *own, MPI_Fint *status) {
  back(n, all, requests);
  *index = place == MPI_UNDEFINED ? MPI_UNDEFINED : place + 1;
  llt_fortran_give(own, status);
}

MPI_Fint llt_fortran_do_waitany(MPI_Fint *n, MPI_Fint *requests, MPI_Fint *index, MPI_Fint *status) {
  MPI_Request *all = of_c(*n, requests);
  MPI_Status own = llt_fortran_begun(status);
  int place = MPI_UNDEFINED;
  const int failed = llt_do_Waitany(*n, all, &place, &own);
  give_one(*n, all, requests, place, index, &own, status);
  return failed;
}

MPI_Fint llt_fortran_do_testany(MPI_Fint *n, MPI_Fint *requests, MPI_Fint *index, MPI_Fint *flag, MPI_Fint *status) {
  MPI_Request *all = of_c(*n, requests);
  MPI_Status own = llt_fortran_begun(status);
  int place = MPI_UNDEFINED, over = 0;
  const int failed = llt_do_Testany(*n, all, &place, &over, &own);
  *flag = over;
  if (over) give_one(*n, all, requests, place, index, &own, status);
  else *index = MPI_UNDEFINED;
  return failed;
}

static void give_some(int n, const MPI_Request *all, MPI_Fint *requests, MPI_Fint done, MPI_Fint *indices,
                      const MPI_Status *own, MPI_Fint *statuses) {
  if (done == MPI_UNDEFINED) return;
  back(n, all, requests);
  for (int k = 0; k < done; k++) indices[k]++;
  llt_fortran_give_all(done, own, statuses);
}

#define LLT_SOME(Name, name)                                                                                    \
  MPI_Fint llt_fortran_do_##name(MPI_Fint *n, MPI_Fint *requests, MPI_Fint *done, MPI_Fint *indices,            \
                                 MPI_Fint *statuses) {                                                          \
    MPI_Request *all = of_c(*n, requests);                                                                      \
    MPI_Status *own = own_statuses(*n, statuses);                                                                         \
    const int failed = llt_do_##Name(*n, all, done, indices, own);                                              \
    give_some(*n, all, requests, *done, indices, own, statuses);                                                \
    return failed;                                                                                              \
  }
LLT_SOME(Waitsome, waitsome)
LLT_SOME(Testsome, testsome)

/* How is a call recorded? Its record, and where its communicator is new, who is in it. */
#include "record_call.h"

#include "choices.h"
#include "members.h"
#include "python.h"

int llt_undone(int failed) {
  int class = MPI_ERR_OTHER;
  PMPI_Error_class(failed, &class);
  return class != MPI_ERR_TRUNCATE && class != MPI_ERR_IN_STATUS;
}

void llt_record_call(int code, int64_t start, int64_t end, void *caller, llt_comm *comm, llt_request request,
                     const int64_t *v, int n) {
  if (LLT_UNLIKELY(llt_python)) llt_python_look(caller);
  llt_lock();
  if (request.handle != 0) llt_choice_over();
  llt_record_plain(code, start, end, caller, comm == NULL ? 0 : comm->number, request, v, n);
  if (LLT_UNLIKELY(comm != NULL && !comm->noted)) llt_note_comm(comm);
}

void llt_record_lists(int code, int64_t start, int64_t end, void *caller, llt_comm *comm, llt_request request,
                      const llt_list *lists, int nlists, const int64_t *v, int n) {
  if (LLT_UNLIKELY(llt_python)) llt_python_look(caller);
  llt_lock();
  if (request.handle != 0) llt_choice_over();
  llt_record_long(code, start, end, caller, comm == NULL ? 0 : comm->number, request, lists, nlists, v, n);
  if (comm != NULL && !comm->noted) llt_note_comm(comm);
}

void llt_record_several(int code, int64_t start, int64_t end, void *caller, int64_t address, int n,
                        const MPI_Request *requests) {
  if (LLT_UNLIKELY(llt_python)) llt_python_look(caller);
  llt_lock();
  llt_choice_over();
  llt_record_requests(code, start, end, caller, address, n, requests, 1);
}

void llt_record_choice(int code, int64_t start, int64_t end, void *caller, int64_t address, int n,
                       const MPI_Request *requests) {
  if (LLT_UNLIKELY(llt_python)) llt_python_look(caller);
  llt_lock();
  const int with_handles = requests == NULL || !llt_choice_known(address, n, requests);
  llt_record_requests(code, start, end, caller, address, n, requests, with_handles);
}

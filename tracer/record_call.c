/* How is a call recorded? Its record, and where its communicator is new, who is in it. */
#include "record_call.h"

#include "members.h"
#include "python.h"

int llt_undone(int failed) {
  int class = MPI_ERR_OTHER;
  PMPI_Error_class(failed, &class);
  return class != MPI_ERR_TRUNCATE && class != MPI_ERR_IN_STATUS;
}

void llt_record_call(int code, int64_t start, int64_t end, void *caller, llt_comm *comm, int64_t address,
                     const int64_t *v, int n) {
  if (LLT_UNLIKELY(llt_python)) llt_python_look(caller);
  llt_lock();
  llt_record_plain(code, start, end, caller, comm == NULL ? 0 : comm->number, address, v, n);
  if (LLT_UNLIKELY(comm != NULL && !comm->noted)) llt_note_comm(comm);
}

void llt_record_lists(int code, int64_t start, int64_t end, void *caller, llt_comm *comm, int64_t address,
                      const llt_list *lists, int nlists, const int64_t *v, int n) {
  if (LLT_UNLIKELY(llt_python)) llt_python_look(caller);
  llt_lock();
  llt_record_long(code, start, end, caller, comm == NULL ? 0 : comm->number, address, lists, nlists, v, n);
  if (comm != NULL && !comm->noted) llt_note_comm(comm);
}

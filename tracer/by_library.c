/* How does the MPI library do a collective while messages are delayed? */
#include "by_library.h"

#include "contexts.h"
#include "ops.h"

int llt_until_over(MPI_Request request) {
  for (;;) {
    int over;
    const int failed = PMPI_Test(&request, &over, MPI_STATUS_IGNORE);
    if (over || failed != MPI_SUCCESS) return failed;
    llt_rest(llt_progress(), 1);
  }
}

void llt_until_copied(const llt_comm *known) {
  const llt_context *of = known == NULL ? NULL : known->context;
  while (of != NULL && of->copied != of->copies) llt_rest(llt_progress(), 1);
}

void llt_meet(MPI_Comm comm) {
  MPI_Request everybody;
  llt_comm *const known = llt_comm_find(comm);
  if (known == NULL || llt_has_others(known)) return;
  llt_until_copied(known);
  if (PMPI_Ibarrier(comm, &everybody) == MPI_SUCCESS) llt_until_over(everybody);
}

int llt_decomposes(MPI_Comm comm) {
  if (!llt.decompose) return 0;
  const llt_context *on = llt_context_if(comm);
  return on == NULL || !on->inter;
}

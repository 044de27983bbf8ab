/* What MPICH's mpi_f08 does not hand to the C binding: all that has no buffers. */
#include <mpi.h>
#if defined MPICH_NUMVERSION && !defined OPEN_MPI
#define LLT_MPICH_F08
#define LLT_WITHOUT_BUFFERS
#include "bind_fortran.h"
#include "collectives.inc"
#include "communicators.inc"
#include "fortran_others.inc"
#include "fortran_start.inc"
#include "own_status.h"
#include "probes.inc"

static int llt_mpich_f08_first(void);
#include "waits.inc"

/*
 * The index of a first request: MPICH 4.0 counts from 0 here, against the standard; calls on the delayed network are ours,
 * and count from 1. A request to nobody is over at once.
 */
static int llt_mpich_f08_first(void) {
  static int first = -1;
  if (llt.inject) return 1;
  if (first >= 0) return first;
  MPI_Request request;
  PMPI_Isend(NULL, 0, MPI_BYTE, MPI_PROC_NULL, 0, MPI_COMM_SELF, &request);
  MPI_Fint n = 1, handle = PMPI_Request_c2f(request), index = 1, failed, status[sizeof(MPI_Status) / sizeof(MPI_Fint)];
  LLT_FORTRAN_OF(waitany, WAITANY)(&n, &handle, &index, status, &failed);
  first = index != 0;
  return first;
}
#else
typedef int llt_no_mpich_f08;
#endif

/* What MPICH's mpi_f08 does not hand to the C binding: all that has no buffers. */
#include <mpi.h>
#if defined MPICH_NUMVERSION && !defined OPEN_MPI
#define LLT_MPICH_F08
#define LLT_WITHOUT_BUFFERS
#include "bind_fortran.h"
#include "collectives.inc"
#include "communicators.inc"
#include "fortran_start.inc"
#include "own_status.h"
#include "probes.inc"
#include "waits.inc"
#else
typedef int llt_no_mpich_f08;
#endif

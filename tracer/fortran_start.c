/* MPI_Init, MPI_Finalize, MPI_Abort and MPI_Pcontrol, in Fortran. */
#include "bind_fortran.h"
#include "fortran_start.inc"

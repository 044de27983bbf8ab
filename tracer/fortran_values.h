/* Constants of the MPI library that are addresses in Fortran. */
#ifndef LLT_FORTRAN_VALUES_H
#define LLT_FORTRAN_VALUES_H
#include "state.h"

/* Open MPI's constants are variables; MPICH keeps their addresses. */
extern int mpi_fortran_in_place_ LLT_WEAK, mpi_fortran_bottom_ LLT_WEAK, mpi_fortran_status_ignore_ LLT_WEAK, mpi_fortran_statuses_ignore_ LLT_WEAK;
extern void *MPIR_F_MPI_IN_PLACE LLT_WEAK, *MPIR_F_MPI_BOTTOM LLT_WEAK;

#if defined MPICH_NUMVERSION && !defined OPEN_MPI
/* From MPICH 4.1 on, in its library for Fortran only. */
extern MPI_F08_status *MPI_F08_STATUS_IGNORE LLT_WEAK, *MPI_F08_STATUSES_IGNORE LLT_WEAK;
#endif

static inline int llt_fortran_in_place(const void *buffer) {
  if (&MPIR_F_MPI_IN_PLACE != NULL && buffer == MPIR_F_MPI_IN_PLACE) return 1;
  return buffer == (const void *)&mpi_fortran_in_place_;
}

static inline int llt_fortran_ignored(const MPI_Fint *status) {
#if defined MPICH_NUMVERSION && !defined OPEN_MPI
  if (&MPI_F08_STATUS_IGNORE != NULL && status == (const MPI_Fint *)MPI_F08_STATUS_IGNORE) return 1;
  if (&MPI_F08_STATUSES_IGNORE != NULL && status == (const MPI_Fint *)MPI_F08_STATUSES_IGNORE) return 1;
#endif
  return status == MPI_F_STATUS_IGNORE || status == MPI_F_STATUSES_IGNORE ||
         status == (const MPI_Fint *)&mpi_fortran_status_ignore_ ||
         status == (const MPI_Fint *)&mpi_fortran_statuses_ignore_;
}

/* A buffer as C has it. */
static inline void *llt_fortran_buffer(const void *buffer) {
  if (llt_fortran_in_place(buffer)) return MPI_IN_PLACE;
  if (&MPIR_F_MPI_BOTTOM != NULL && buffer == MPIR_F_MPI_BOTTOM) return MPI_BOTTOM;
  return buffer == (const void *)&mpi_fortran_bottom_ ? MPI_BOTTOM : (void *)buffer;
}

#endif

/* Statuses of C, given to Fortran. */
#ifndef LLT_FORTRAN_STATUS_H
#define LLT_FORTRAN_STATUS_H
#include "fortran_values.h"

#define LLT_FORTRAN_STATUS ((int)(sizeof(MPI_Status) / sizeof(MPI_Fint)))

/* Nothing where the program wants none. */
static inline void llt_fortran_give(const MPI_Status *own, MPI_Fint *status) {
  if (!llt_fortran_ignored(status)) PMPI_Status_c2f(own, status);
}

static inline void llt_fortran_give_all(int n, const MPI_Status *own, MPI_Fint *statuses) {
  if (llt_fortran_ignored(statuses)) return;
  for (int i = 0; i < n; i++) PMPI_Status_c2f(own + i, statuses + i * LLT_FORTRAN_STATUS);
}

#endif

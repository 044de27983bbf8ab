/* Statuses of C, given to Fortran. */
#ifndef LLT_FORTRAN_STATUS_H
#define LLT_FORTRAN_STATUS_H
#include "fortran_values.h"

#define LLT_FORTRAN_STATUS ((int)(sizeof(MPI_Status) / sizeof(MPI_Fint)))

/* With the program's MPI_ERROR, which a call that returns one status leaves alone (MPI 3.1, 3.2.5). */
static inline void llt_fortran_begin(int n, MPI_Status *own, const MPI_Fint *statuses) {
  memset(own, 0, (size_t)(n < 0 ? 0 : n) * sizeof *own);
  if (llt_fortran_ignored(statuses)) return;
  for (int i = 0; i < n; i++) {
    MPI_Status before;
    PMPI_Status_f2c(statuses + i * LLT_FORTRAN_STATUS, &before);
    own[i].MPI_ERROR = before.MPI_ERROR;
  }
}

static inline MPI_Status llt_fortran_begun(const MPI_Fint *status) {
  MPI_Status own;
  llt_fortran_begin(1, &own, status);
  return own;
}

/* Nothing where the program wants none. */
static inline void llt_fortran_give(const MPI_Status *own, MPI_Fint *status) {
  if (!llt_fortran_ignored(status)) PMPI_Status_c2f(own, status);
}

static inline void llt_fortran_give_all(int n, const MPI_Status *own, MPI_Fint *statuses) {
  if (llt_fortran_ignored(statuses)) return;
  for (int i = 0; i < n; i++) PMPI_Status_c2f(own + i, statuses + i * LLT_FORTRAN_STATUS);
}

#endif

/* MPI_Init, MPI_Finalize, MPI_Abort and MPI_Pcontrol, in Fortran. */
#include "bind_fortran.h"

/* A program that starts MPI in C and calls it in Fortran has C's requests in its header. */
#define LLT_INIT(name, NAME, PARAMS, ARGS, threaded)                        \
  LLT_FORTRAN_NAMES(name, NAME, PARAMS)                                     \
  void mpi_##name##_ PARAMS {                                               \
    MPI_Fint own;                                                           \
    if (error == NULL) error = &own;                                        \
    llt_nested++;                                                           \
    LLT_FORTRAN_OF(name, NAME) ARGS;                                        \
    llt_nested--;                                                           \
    if (!llt_nested && *error == MPI_SUCCESS) llt_begin(1, threaded);       \
  }
LLT_INIT(init, INIT, (MPI_Fint * error), (error), 0)
LLT_INIT(init_thread, INIT_THREAD, (MPI_Fint * required, MPI_Fint *provided, MPI_Fint *error),
         (required, provided, error), 1)

LLT_FORTRAN_NAMES(finalize, FINALIZE, (MPI_Fint * error))
void mpi_finalize_(MPI_Fint *error) {
  MPI_Fint own;
  if (!llt_nested) llt_end();
  LLT_FORTRAN_OF(finalize, FINALIZE)(error == NULL ? &own : error);
}

LLT_FORTRAN_NAMES(abort, ABORT, (MPI_Fint * comm, MPI_Fint *code, MPI_Fint *error))
void mpi_abort_(MPI_Fint *comm, MPI_Fint *code, MPI_Fint *error) {
  MPI_Fint own;
  if (!llt_nested) llt_aborting();
  LLT_FORTRAN_OF(abort, ABORT)(comm, code, error == NULL ? &own : error);
}

LLT_FORTRAN_NAMES(pcontrol, PCONTROL, (MPI_Fint * level))
void mpi_pcontrol_(MPI_Fint *level) {
  llt_level(*level);
  llt_nested++;
  LLT_FORTRAN_OF(pcontrol, PCONTROL)(level);
  llt_nested--;
}

/*
 * What remains of a program that an MPI call ends? The library's own handler of fatal errors ends the process, and has the
 * launcher kill the others, without a call of ours. So communicators that have that handler get another one, which writes
 * the traces first. The program sees the library's.
 */
#include "fatal.h"

#include <stdarg.h>

#include "abandon.h"

#include "quickly.h"

static MPI_Errhandler own = MPI_ERRHANDLER_NULL;

#ifdef OPEN_MPI
/* What MPI_ERRORS_ARE_FATAL does, with the name of the function that failed. */
extern void ompi_mpi_errors_are_fatal_comm_handler(MPI_Comm *comm, int *code, ...) LLT_WEAK;
#endif

/* The library hands on the name of the function that failed, if it does; it never ends in a return. */
static void fatal(MPI_Comm *comm, int *code, ...) {
  llt_abandon();
  llt_abandon_others();
#ifdef OPEN_MPI
  va_list more;
  va_start(more, code);
  const char *function = va_arg(more, const char *);
  va_end(more);
  if (ompi_mpi_errors_are_fatal_comm_handler) ompi_mpi_errors_are_fatal_comm_handler(comm, code, function);
#endif
  PMPI_Comm_set_errhandler(*comm, MPI_ERRORS_ARE_FATAL);
  PMPI_Comm_call_errhandler(*comm, *code);
}

static void cover(MPI_Comm comm) {
  MPI_Errhandler now;
  if (PMPI_Comm_get_errhandler(comm, &now) != MPI_SUCCESS) return;
  if (now == MPI_ERRORS_ARE_FATAL) PMPI_Comm_set_errhandler(comm, own);
  if (now != MPI_ERRHANDLER_NULL) PMPI_Errhandler_free(&now);
}

/* Communicators have the handler of the one that they are made from. */
void llt_fatal_start(void) {
  MPI_Comm parent;
  if (PMPI_Comm_create_errhandler(fatal, &own) != MPI_SUCCESS) return;
  cover(MPI_COMM_WORLD);
  cover(MPI_COMM_SELF);
  PMPI_Comm_get_parent(&parent);
  if (parent != MPI_COMM_NULL) cover(parent);
}

/* While a communicator has it, it stays. */
void llt_fatal_end(void) {
  if (own != MPI_ERRHANDLER_NULL) PMPI_Errhandler_free(&own);
}

MPI_Errhandler llt_fatal_for(MPI_Errhandler given) {
  return given == MPI_ERRORS_ARE_FATAL && own != MPI_ERRHANDLER_NULL ? own : given;
}

void llt_fatal_hide(MPI_Errhandler *got) {
  if (own == MPI_ERRHANDLER_NULL || *got != own) return;
  PMPI_Errhandler_free(got);
  *got = MPI_ERRORS_ARE_FATAL;
}

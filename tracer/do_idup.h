/* MPI_Comm_idup and MPI_Comm_idup_with_info on the delayed network. */
#ifndef LLT_DO_IDUP_H
#define LLT_DO_IDUP_H
#include "comms.h"
#pragma GCC visibility push(hidden)

/* Where the new handle goes when the request completes: a variable of C or of Fortran. */
typedef struct {
  MPI_Comm *c;
  MPI_Fint *fortran;
} llt_new_handle;

/* Whether it is delayed: the library does it with what is no communicator, and with processes of another world. */
int llt_idup_can(MPI_Comm comm);
/* `info`: NULL of MPI_Comm_idup. `fresh`: the new entry, which has its handle once `request` is complete. */
int llt_do_idup(MPI_Comm comm, const MPI_Info *info, llt_new_handle to, MPI_Request *request, llt_comm **fresh);

#pragma GCC visibility pop
#endif

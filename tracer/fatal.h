/* Errors that end the program: MPI_ERRORS_ARE_FATAL. */
#ifndef LLT_FATAL_H
#define LLT_FATAL_H
#include "state.h"
#pragma GCC visibility push(hidden)

/* From now on, a fatal error leaves the traces of all ranks. */
void llt_fatal_start(void);
void llt_fatal_end(void);
/* The handler to set where the program sets `given`. */
MPI_Errhandler llt_fatal_for(MPI_Errhandler given);
/* What the program sees of a handler that it got. */
void llt_fatal_hide(MPI_Errhandler *got);

#pragma GCC visibility pop
#endif

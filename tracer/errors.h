/*
 * Errors of a program whose messages are delayed. What its arguments are wrong in, the MPI library says itself: the call goes
 * there as it came. What goes wrong on the delayed network is said as the library would.
 */
#ifndef LLT_ERRORS_H
#define LLT_ERRORS_H
#include "contexts.h"
#include "messages.h"
#pragma GCC visibility push(hidden)

/*
 * Whether the MPI library accepts such arguments: it is tested by a call to MPI_PROC_NULL on a communicator of the tracer,
 * and the ranks and the communicator are compared here. A call that it does not accept has had no effect.
 */
int llt_takes_send(const llt_envelope *what, llt_mode mode);
int llt_takes_receive(const llt_envelope *what);
/* The error of all but the ranks and the communicator; else MPI_SUCCESS. */
int llt_wrong_receive(const llt_envelope *what);
int llt_takes_probe(int source, int tag, MPI_Comm comm);
/* The parts of a collective's arguments: a buffer's count and type, whatever its address; the operator; the root. */
int llt_takes_items(MPI_Count n, MPI_Datatype type);
int llt_takes_op(MPI_Datatype type, MPI_Op op);
int llt_takes_root(const llt_context *on, int root);

/* Calls the program's error handler of the communicator; returns the code. */
int llt_fail(const llt_context *on, int code);
/* The same for a request, whose error the library may say elsewhere. */
int llt_fail_request(const llt_context *on, int persistent, int code);
/* For requests of which the first that failed did so with `code`. Returns MPI_ERR_IN_STATUS. */
int llt_fail_in_status(const llt_context *on, int code);

#pragma GCC visibility pop
#endif

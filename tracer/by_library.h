/* Collectives that the MPI library does: while it does, messages go on. */
#ifndef LLT_BY_LIBRARY_H
#define LLT_BY_LIBRARY_H
#include "comms.h"
#include "passed.h"
#include "state.h"
#pragma GCC visibility push(hidden)

/*
 * Until a request of the library is over. It is never waited for by a blocking call: a rank that waits for this one to
 * take its message would wait for ever.
 */
int llt_until_over(MPI_Request request);
/*
 * All ranks of a communicator have come: their next common step will not wait for one that is elsewhere. Not of an unknown
 * one, which the library rejects, nor of one with processes of another world, which do not come.
 */
void llt_meet(MPI_Comm comm);
/* Copies of it that MPI_Comm_idup has begun are made: the library's next call for all of its ranks does not meet theirs. */
void llt_until_copied(const llt_comm *known);
/* Whether collectives of the communicator are delayed: not between two groups. */
int llt_decomposes(MPI_Comm comm);

#pragma GCC visibility pop

#define LLT_UNWRAP(...) __VA_ARGS__
/* Where collectives are not delayed, nor are these: by the library's nonblocking one. */
#define LLT_UNLESS_DECOMPOSED(call, code, ARGS)            \
  if (!llt_decomposes(comm)) {                             \
    MPI_Request begun;                                     \
    llt_passed(code);                                      \
    const int failed = call(LLT_UNWRAP ARGS, &begun);      \
    return failed != MPI_SUCCESS ? failed : llt_until_over(begun); \
  }
#define LLT_UNLESS_DECOMPOSED_BEGUN(call, code, ARGS)      \
  if (!llt_decomposes(comm)) {                             \
    llt_passed(code);                                      \
    return call(LLT_UNWRAP ARGS, request);                 \
  }

#endif

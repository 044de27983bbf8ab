/* A call, recorded with what is to be said of its communicator. */
#ifndef LLT_RECORD_CALL_H
#define LLT_RECORD_CALL_H
#include "comms.h"
#include "records.h"
#pragma GCC visibility push(hidden)

/*
 * Whether a call that returned this error did nothing: not one that received a message too long for its buffer, nor one
 * that completed requests of which some failed.
 */
int llt_undone(int failed);
/*
 * Records a call without lists, and leaves the record open for notes until llt_finish. `v`: its n and t fields. Not inline:
 * it is used in hundreds of wrappers, which are compiled at the user's site.
 */
void llt_record_call(int code, int64_t start, int64_t end, void *caller, llt_comm *comm, llt_request request,
                     const int64_t *v, int n);
void llt_record_lists(int code, int64_t start, int64_t end, void *caller, llt_comm *comm, llt_request request,
                      const llt_list *lists, int nlists, const int64_t *v, int n);

/* The same of a call about `n` requests from `address` on, and of one that completes some of them. */
void llt_record_several(int code, int64_t start, int64_t end, void *caller, int64_t address, int n,
                        const MPI_Request *requests);
void llt_record_choice(int code, int64_t start, int64_t end, void *caller, int64_t address, int n,
                       const MPI_Request *requests);

#pragma GCC visibility pop
#endif

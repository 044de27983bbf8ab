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
 * Records a call without lists, and leaves the record open for notes until llt_finish. `v`: its n and t fields.
 * Not inline: it stands in hundreds of wrappers, which are compiled at the user's site.
 */
void llt_record_call(int code, int64_t start, int64_t end, void *caller, llt_comm *comm, int64_t address,
                     const int64_t *v, int n);
void llt_record_lists(int code, int64_t start, int64_t end, void *caller, llt_comm *comm, int64_t address,
                      const llt_list *lists, int nlists, const int64_t *v, int n);

#pragma GCC visibility pop
#endif

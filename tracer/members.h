/* Who is in a communicator, as a note of the trace. */
#ifndef LLT_MEMBERS_H
#define LLT_MEMBERS_H
#include "comms.h"
#pragma GCC visibility push(hidden)

/* Ranks of `group` in the world into `into`; -1 for those of another. */
void llt_world_ranks(MPI_Group group, int n, int *into);
/* Its neighbours, sources then destinations, to be freed. */
int *llt_neighbour_list(llt_comm *comm);
/* Notes members and neighbours, once. Inside of llt_lock. */
void llt_note_comm(llt_comm *comm);

#pragma GCC visibility pop
#endif

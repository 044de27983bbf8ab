/* Programs that end without MPI_Finalize. */
#ifndef LLT_ABANDON_H
#define LLT_ABANDON_H
#pragma GCC visibility push(hidden)

/* Of all ranks, before the first record: from now on a rank that is ended writes what it has. */
void llt_abandon_start(void);
/* MPI_Finalize writes the rest. */
void llt_abandon_end(void);
/* Writes what was recorded, once; the trace has no end. */
void llt_abandon(void);
/* The other ranks on this host write theirs, because the launcher may kill them: waits until they have. */
void llt_abandon_others(void);

#pragma GCC visibility pop
#endif

/* Files and windows: each is a communicator of its own. */
#ifndef LLT_TOGETHER_H
#define LLT_TOGETHER_H
#include <string.h>

#include "comms.h"
#pragma GCC visibility push(hidden)

/* All ranks of `parent` made a file or a window, which is known by its handle. NULL: `parent` is not known. */
llt_comm *llt_together_made(int64_t handle, const llt_comm *parent);
/* NULL where it is not known, as to the MPI library. */
llt_comm *llt_together_of(int64_t handle);
void llt_together_over(int64_t handle);

/* Handles as numbers; those of windows are negative, so that none is that of a file. */
static inline int64_t llt_of_file(MPI_File file) {
  int64_t handle = 0;
  memcpy(&handle, &file, sizeof file);
  return handle;
}
static inline int64_t llt_of_win(MPI_Win win) {
  int64_t handle = 0;
  memcpy(&handle, &win, sizeof win);
  return -handle;
}
/* What this rank sees of a file is `filetype`, again and again. */
void llt_together_sees(llt_comm *file, MPI_Datatype filetype);

/* The ranks of a group in a window; the list is to be freed. */
typedef struct {
  int count;
  int *list;
} llt_ranks;
llt_ranks llt_ranks_in(MPI_Win win, MPI_Group group);

/* How src/collectives/joins.ts calls them. */
#define LLT_STRIDED(file, name) ((file) != NULL && (file)->gaps ? name " strided" : NULL)
#define LLT_NOPRECEDE(assert) (((assert) & MPI_MODE_NOPRECEDE) != 0)
#define LLT_NOCHECK(assert) (((assert) & MPI_MODE_NOCHECK) != 0)
#define LLT_FENCE(assert) (LLT_NOPRECEDE(assert) ? "Win_fence noprecede" : NULL)

#pragma GCC visibility pop
#endif

/* Files and windows: what their ranks do together. */
#ifndef LLT_TOGETHER_H
#define LLT_TOGETHER_H
#include <stdint.h>

#include "state.h"
#pragma GCC visibility push(hidden)

/* All ranks of `comm` made a file or a window, which is known by its handle. */
void llt_together_made(int64_t handle, MPI_Comm comm);
/* All its ranks have come: what they do next will not wait for one that is elsewhere. Returns the handle. */
int64_t llt_together_meet(int64_t handle);
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

#pragma GCC visibility pop
#endif

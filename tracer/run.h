/* The ranks that share an MPI_COMM_WORLD, and the folder of their traces. */
#ifndef LLT_RUN_H
#define LLT_RUN_H
#include <stddef.h>

#include "state.h"
#pragma GCC visibility push(hidden)

typedef struct {
  uint64_t id;       /* the same on all its ranks, another in every world */
  int spawned;       /* MPI_Comm_spawn started it */
  char folder[4096]; /* of its traces, absolute; "" where none are written */
} llt_run_state;

extern llt_run_state llt_run;

/* What a trace that is still written has behind its name. */
#define LLT_PART ".part"

/* Room for a path of a trace. */
#define LLT_PATH 4200

/* Of all ranks: draws the run, and takes a folder in or below `folder` (NULL: none). 0 where rank 0 cannot, which `why` says. */
int llt_run_start(const char *folder, char *why, size_t size);
/* The run ends before it began: its files, which are empty, go. */
void llt_run_drop(void);
/* The path of this rank's trace. */
void llt_run_path(char *path, size_t size, const char *ending);

#pragma GCC visibility pop
#endif

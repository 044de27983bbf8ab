/* What all programs begin with: rank, number of ranks, a checked sum. Counts depend on the ranks and N alone. */
#include <mpi.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define N 5 /* rounds */
#define W MPI_COMM_WORLD

static int rank, ranks;

static inline void begin(int *argc, char ***argv) {
  MPI_Init(argc, argv);
  MPI_Comm_rank(W, &rank);
  MPI_Comm_size(W, &ranks);
}

static inline void must(int holds, const char *what) {
  if (holds) return;
  fprintf(stderr, "rank %d: wrong %s\n", rank, what);
  MPI_Abort(W, 3);
}

static inline int left(void) { return (rank + ranks - 1) % ranks; }
static inline int right(void) { return (rank + 1) % ranks; }

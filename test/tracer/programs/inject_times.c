/* Prints, in µs, the median of half round trips, of such from any source, and of a flow of 16 messages with its answer. */
#include "common.h"

#define ROUNDS 25
#define FLOW 16

static int by_size(const void *a, const void *b) {
  const double x = *(const double *)a, y = *(const double *)b;
  return (x > y) - (x < y);
}

static double median_of(int messages, int any) {
  double took[ROUNDS];
  char byte = 0;
  for (int i = 0; i < ROUNDS; i++) {
    const double before = MPI_Wtime();
    for (int k = 0; k < messages; k++) {
      if (rank == 0) MPI_Send(&byte, 1, MPI_CHAR, 1, k, W);
      if (rank == 1) MPI_Recv(&byte, 1, MPI_CHAR, any ? MPI_ANY_SOURCE : 0, k, W, MPI_STATUS_IGNORE);
    }
    if (rank == 1) MPI_Send(&byte, 1, MPI_CHAR, 0, 99, W);
    if (rank == 0) MPI_Recv(&byte, 1, MPI_CHAR, any ? MPI_ANY_SOURCE : 1, 99, W, MPI_STATUS_IGNORE);
    took[i] = (MPI_Wtime() - before) / 2 * 1e6;
  }
  qsort(took, ROUNDS, sizeof *took, by_size);
  return took[ROUNDS / 2];
}

int main(int argc, char **argv) {
  begin(&argc, &argv);
  const double one = median_of(1, 0), any = median_of(1, 1), flow = median_of(FLOW, 0);
  if (rank == 0) printf("%.1f %.1f %.1f\n", one, any, flow);
  MPI_Finalize();
  return 0;
}

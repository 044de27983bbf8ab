/* Halo exchange in a line: Irecv, Isend, Waitall; the ends have no neighbour (MPI_PROC_NULL). */
#include "common.h"

int main(int argc, char **argv) {
  begin(&argc, &argv);
  double in[2][16], out[2][16];
  const int to[2] = {rank == 0 ? MPI_PROC_NULL : rank - 1, rank == ranks - 1 ? MPI_PROC_NULL : rank + 1};
  for (int i = 0; i < N; i++) {
    MPI_Request requests[4];
    for (int k = 0; k < 16; k++) out[0][k] = out[1][k] = 100 * rank + i;
    for (int k = 0; k < 2; k++) MPI_Irecv(in[k], 16, MPI_DOUBLE, to[k], k, W, &requests[k]);
    for (int k = 0; k < 2; k++) MPI_Isend(out[k], 16, MPI_DOUBLE, to[k], 1 - k, W, &requests[2 + k]);
    MPI_Waitall(4, requests, MPI_STATUSES_IGNORE);
    for (int k = 0; k < 2; k++) must(to[k] == MPI_PROC_NULL || in[k][15] == 100 * to[k] + i, "halo");
  }
  MPI_Finalize();
  return 0;
}

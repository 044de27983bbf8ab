/* More windows at once than a library has contexts for copies of each, on a communicator that is freed before them. */
#include "common.h"

#define WINDOWS 700

int main(int argc, char **argv) {
  static int values[WINDOWS];
  static MPI_Win windows[WINDOWS];
  MPI_Comm own;
  begin(&argc, &argv);
  MPI_Comm_dup(W, &own);
  for (int i = 0; i < WINDOWS; i++) MPI_Win_create(&values[i], sizeof(int), 1, MPI_INFO_NULL, own, &windows[i]);
  MPI_Comm_free(&own);
  for (int i = 0; i < WINDOWS; i += WINDOWS / N) {
    const int value = 100 * i + rank;
    MPI_Win_fence(0, windows[i]);
    MPI_Put(&value, 1, MPI_INT, right(), 0, 1, MPI_INT, windows[i]);
    MPI_Win_fence(0, windows[i]);
    must(values[i] == 100 * i + left(), "value");
  }
  for (int i = 0; i < WINDOWS; i += 2) MPI_Win_free(&windows[i]);
  for (int i = WINDOWS - 1; i > 0; i -= 2) MPI_Win_free(&windows[i]);
  MPI_Finalize();
  return 0;
}

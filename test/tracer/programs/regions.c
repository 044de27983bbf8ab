/* Regions that the program names, MPI_Pcontrol, I/O and one-sided calls. */
#include "common.h"
#include "llamp.h"

int main(int argc, char **argv) {
  begin(&argc, &argv);
  int value = rank, got = -1;
  MPI_Win window;
  llamp_region_begin("all");
  for (int i = 0; i < N; i++) {
    llamp_region_begin("round");
    MPI_Allreduce(&value, &got, 1, MPI_INT, MPI_SUM, W);
    llamp_region_end();
  }
  MPI_Pcontrol(2);
  MPI_Win_create(&got, sizeof got, sizeof got, MPI_INFO_NULL, W, &window);
  MPI_Win_fence(0, window);
  MPI_Put(&value, 1, MPI_INT, right(), 0, 1, MPI_INT, window);
  MPI_Win_fence(0, window);
  must(got == left(), "put");
  MPI_Win_free(&window);
  llamp_region_end();
  MPI_Finalize();
  return 0;
}

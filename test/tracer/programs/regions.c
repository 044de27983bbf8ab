/* Regions that the program names, and MPI_Pcontrol. */
#include "common.h"
#include "llamp.h"

int main(int argc, char **argv) {
  begin(&argc, &argv);
  int value = rank, got = -1;
  llamp_region_begin("all");
  for (int i = 0; i < N; i++) {
    llamp_region_begin("round");
    MPI_Allreduce(&value, &got, 1, MPI_INT, MPI_SUM, W);
    llamp_region_end();
  }
  MPI_Pcontrol(2);
  llamp_region_end();
  MPI_Finalize();
  return 0;
}

/* Computes nothing between its calls, which do nothing. */
#include <mpi.h>

int main(int argc, char **argv) {
  MPI_Init(&argc, &argv);
  int value = 0;
  for (int i = 0; i < 2000; i++) MPI_Send(&value, 1, MPI_INT, MPI_PROC_NULL, 0, MPI_COMM_WORLD);
  MPI_Finalize();
  return 0;
}

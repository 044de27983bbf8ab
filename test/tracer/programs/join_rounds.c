/*
 * A rank that comes late to a call in which ranks wait for each other, 20 times: rank 1 sends a byte and enters, rank 0
 * receives it and enters, then rank 1 computes for 2 ms. The argument says which call.
 */
#include <mpi.h>
#include <stdlib.h>
#include <string.h>

#define N 20

static void compute(double seconds) {
  const double from = MPI_Wtime();
  while (MPI_Wtime() - from < seconds) {
  }
}

int main(int argc, char **argv) {
  int rank;
  char byte = 0, *memory;
  const char *const call = argc > 1 ? argv[1] : "dup";
  MPI_Comm made;
  MPI_Win window, other;
  MPI_File file;
  MPI_Init(&argc, &argv);
  MPI_Comm_rank(MPI_COMM_WORLD, &rank);
  MPI_Win_allocate(8, 1, MPI_INFO_NULL, MPI_COMM_WORLD, &memory, &window);
  for (int i = 0; i < N; i++) {
    if (rank == 1) MPI_Send(&byte, 1, MPI_CHAR, 0, 0, MPI_COMM_WORLD);
    if (rank == 0) MPI_Recv(&byte, 1, MPI_CHAR, 1, 0, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
    if (strcmp(call, "dup") == 0) {
      MPI_Comm_dup(MPI_COMM_WORLD, &made);
      MPI_Comm_free(&made);
    } else if (strcmp(call, "split") == 0) {
      MPI_Comm_split(MPI_COMM_WORLD, 0, -rank, &made);
      MPI_Comm_free(&made);
    } else if (strcmp(call, "fence") == 0) {
      MPI_Win_fence(0, window);
    } else if (strcmp(call, "window") == 0) {
      MPI_Win_create(memory, 8, 1, MPI_INFO_NULL, MPI_COMM_WORLD, &other);
      MPI_Win_free(&other);
    } else if (argc > 2) {
      MPI_File_open(MPI_COMM_WORLD, argv[2], MPI_MODE_CREATE | MPI_MODE_RDWR, MPI_INFO_NULL, &file);
      MPI_File_close(&file);
    }
    if (rank == 1) compute(0.002);
  }
  MPI_Win_free(&window);
  MPI_Finalize();
  return 0;
}

/* One-sided calls and I/O, of which a trace has the names and times. */
#include "common.h"

int main(int argc, char **argv) {
  begin(&argc, &argv);
  int got = -1;
  MPI_Win window;
  MPI_File file;
  char name[256];
  MPI_Win_create(&got, sizeof got, sizeof got, MPI_INFO_NULL, W, &window);
  MPI_Win_fence(0, window);
  MPI_Put(&rank, 1, MPI_INT, right(), 0, 1, MPI_INT, window);
  MPI_Win_fence(0, window);
  must(got == left(), "put");
  MPI_Win_free(&window);
  snprintf(name, sizeof name, "%s.%d", argv[1], rank);
  MPI_File_open(MPI_COMM_SELF, name, MPI_MODE_CREATE | MPI_MODE_RDWR | MPI_MODE_DELETE_ON_CLOSE, MPI_INFO_NULL, &file);
  MPI_File_write_at(file, 0, &rank, 1, MPI_INT, MPI_STATUS_IGNORE);
  MPI_File_read_at(file, 0, &got, 1, MPI_INT, MPI_STATUS_IGNORE);
  must(got == rank, "read");
  MPI_File_close(&file);
  MPI_Finalize();
  return 0;
}

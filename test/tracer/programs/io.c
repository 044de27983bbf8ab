/*
 * A file of all ranks. Each sends a message first; odd ranks take theirs before they come to the file, even ones after
 * it: who waits in the file still has a message to move.
 */
#include "common.h"

#define ITEMS 1000

static int in[ITEMS], out[ITEMS];

static void take(void) {
  MPI_Recv(in, ITEMS, MPI_INT, left(), 0, W, MPI_STATUS_IGNORE);
  must(in[0] == left() && in[ITEMS - 1] == left(), "message");
}

int main(int argc, char **argv) {
  begin(&argc, &argv);
  MPI_File file;
  MPI_Request sent, written;
  int got = -1, mine = 10 * rank;
  for (int i = 0; i < ITEMS; i++) out[i] = rank;
  MPI_Isend(out, ITEMS, MPI_INT, right(), 0, W, &sent);
  if (rank % 2 == 1) take();
  MPI_File_open(W, argv[1], MPI_MODE_CREATE | MPI_MODE_RDWR | MPI_MODE_DELETE_ON_CLOSE, MPI_INFO_NULL, &file);
  MPI_File_write_at_all(file, (MPI_Offset)(rank * sizeof rank), &rank, 1, MPI_INT, MPI_STATUS_IGNORE);
  MPI_File_iwrite_at(file, (MPI_Offset)((ranks + rank) * sizeof rank), &mine, 1, MPI_INT, &written);
  MPI_Wait(&written, MPI_STATUS_IGNORE);
  MPI_File_sync(file);
  MPI_Barrier(W);
  MPI_File_read_at_all(file, (MPI_Offset)((ranks + left()) * sizeof rank), &got, 1, MPI_INT, MPI_STATUS_IGNORE);
  must(got == 10 * left(), "read");
  MPI_File_close(&file);
  if (rank % 2 == 0) take();
  MPI_Wait(&sent, MPI_STATUS_IGNORE);
  MPI_Finalize();
  return 0;
}

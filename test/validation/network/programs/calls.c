/* One call in which ranks wait for each other or for a target, again and again, after computation of unlike length:
 * `calls CALL TIMES [FILE]` */
#include <mpi.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "compute.h"

static MPI_Win window;
static int rank, ranks;
static long value, cell;
static const char *path;

static void made(MPI_Comm comm) {
  if (comm != MPI_COMM_NULL) MPI_Comm_free(&comm);
}

static void dup(void) {
  MPI_Comm comm;
  MPI_Comm_dup(MPI_COMM_WORLD, &comm);
  made(comm);
}

static void split(void) {
  MPI_Comm comm;
  MPI_Comm_split(MPI_COMM_WORLD, rank % 2, rank, &comm);
  made(comm);
}

static void cart(void) {
  MPI_Comm comm;
  int periodic = 1;
  MPI_Cart_create(MPI_COMM_WORLD, 1, &ranks, &periodic, 0, &comm);
  made(comm);
}

static void idup(void) {
  MPI_Comm comm;
  MPI_Request request;
  MPI_Comm_idup(MPI_COMM_WORLD, &comm, &request);
  MPI_Wait(&request, MPI_STATUS_IGNORE);
  made(comm);
}

static void win_create(void) {
  MPI_Win own;
  MPI_Win_create(&cell, sizeof cell, sizeof cell, MPI_INFO_NULL, MPI_COMM_WORLD, &own);
  MPI_Win_free(&own);
}

static void fence(void) { MPI_Win_fence(0, window); }

static void put_fence(void) {
  MPI_Win_fence(MPI_MODE_NOPRECEDE, window);
  MPI_Put(&value, 1, MPI_LONG, (rank + 1) % ranks, 0, 1, MPI_LONG, window);
  MPI_Win_fence(0, window);
}

/* The target must be inside MPI. */
static void get_flush(void) {
  if (rank == 0) {
    MPI_Win_lock(MPI_LOCK_SHARED, 1, MPI_MODE_NOCHECK, window);
    MPI_Get(&value, 1, MPI_LONG, 1, 0, 1, MPI_LONG, window);
    MPI_Win_unlock(1, window);
  }
  MPI_Barrier(MPI_COMM_WORLD);
}

static void file_open(void) {
  MPI_File file;
  MPI_File_open(MPI_COMM_WORLD, path, MPI_MODE_CREATE | MPI_MODE_RDWR, MPI_INFO_NULL, &file);
  MPI_File_close(&file);
}

static void large(void) {
  /* Above the eager limit, and within the first windows of TCP. */
  static char block[70000];
  if (rank == 0) MPI_Send(block, sizeof block, MPI_CHAR, 1, 0, MPI_COMM_WORLD);
  if (rank == 1) MPI_Recv(block, sizeof block, MPI_CHAR, 0, 0, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
  MPI_Barrier(MPI_COMM_WORLD);
}

static const struct {
  const char *name;
  void (*call)(void);
} calls[] = {{"dup", dup},     {"split", split},         {"cart", cart},           {"idup", idup},           {"win_create", win_create},
             {"fence", fence}, {"put_fence", put_fence}, {"get_flush", get_flush}, {"file_open", file_open}, {"large", large}};

int main(int argc, char **argv) {
  if (argc < 3) return 2;
  const int times = atoi(argv[2]);
  path = argc > 3 ? argv[3] : "";
  MPI_Init(&argc, &argv);
  MPI_Comm_rank(MPI_COMM_WORLD, &rank);
  MPI_Comm_size(MPI_COMM_WORLD, &ranks);
  const int windowed = strstr(argv[1], "fence") != NULL || strcmp(argv[1], "get_flush") == 0;
  if (windowed) MPI_Win_create(&cell, sizeof cell, sizeof cell, MPI_INFO_NULL, MPI_COMM_WORLD, &window);
  for (unsigned i = 0; i < sizeof calls / sizeof *calls; i++)
    if (strcmp(calls[i].name, argv[1]) == 0)
      for (int n = 0; n < times; n++) {
        compute(1000 + 1000 * ((rank + n) % ranks));
        calls[i].call();
      }
  if (windowed) MPI_Win_free(&window);
  MPI_Finalize();
  return 0;
}

/* MPI copies and deletes an attribute as often as the program copies and frees its communicator: exit code 1 otherwise. */
#include <mpi.h>
#include <stddef.h>

static int copies, deletes;

static int copied(MPI_Comm comm, int key, void *extra, void *in, void *out, int *flag) {
  copies++;
  *(void **)out = in;
  *flag = 1;
  return MPI_SUCCESS;
}

static int deleted(MPI_Comm comm, int key, void *value, void *extra) {
  deletes++;
  return MPI_SUCCESS;
}

int main(int n, char **words) {
  int key, a = 0, b;
  MPI_Comm twin, half;
  MPI_Init(&n, &words);
  MPI_Comm_create_keyval(copied, deleted, &key, NULL);
  MPI_Comm_set_attr(MPI_COMM_WORLD, key, &a);
  MPI_Comm_dup(MPI_COMM_WORLD, &twin);
  MPI_Allreduce(&a, &b, 1, MPI_INT, MPI_SUM, twin);
  MPI_Comm_split(twin, 0, 0, &half);
  MPI_Barrier(half);
  MPI_Comm_free(&half);
  MPI_Comm_free(&twin);
  /* MPI_Finalize deletes that of the world. */
  const int wrong = copies != 1 || deletes != 1;
  MPI_Finalize();
  return wrong;
}

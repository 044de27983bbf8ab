/*
 * Who is in a file or a window? The MPI library waits in their collective calls, and a rank that waits there moves no
 * messages of the delayed network: so all its ranks come first, and move messages until the last is there.
 */
#include "together.h"

#include <stdlib.h>

#include "by_library.h"
#include "contexts.h"
#include "ops.h"

typedef struct joint {
  int64_t handle;
  MPI_Comm comm; /* a copy: the program may free its own */
  struct joint *next;
} joint;

static joint *joints;

static joint **place_of(int64_t handle) {
  joint **at = &joints;
  while (*at != NULL && (*at)->handle != handle) at = &(*at)->next;
  return at;
}

void llt_together_made(int64_t handle, MPI_Comm comm) {
  joint *one = malloc(sizeof *one);
  if (one == NULL) abort();
  one->handle = handle;
  one->comm = llt_quiet_copy(comm);
  one->next = joints;
  joints = one;
  if (handle < 0) llt_windows++;
}

int64_t llt_together_meet(int64_t handle) {
  const joint *one = *place_of(handle);
  MPI_Request everybody;
  if (one != NULL && PMPI_Ibarrier(one->comm, &everybody) == MPI_SUCCESS) llt_until_over(everybody);
  return handle;
}

void llt_together_over(int64_t handle) {
  joint **at = place_of(handle);
  joint *gone = *at;
  if (gone == NULL) return;
  *at = gone->next;
  if (handle < 0) llt_windows--;
  PMPI_Comm_free(&gone->comm);
  free(gone);
}

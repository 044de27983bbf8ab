/* Which request stands for which? Persistent ones are the program's as long as it likes; each start makes a new one inside. */
#include "handles.h"

#include <stdlib.h>

static llt_persistent *all;

llt_persistent *llt_persistent_new(const llt_envelope *what) {
  llt_persistent *one = calloc(1, sizeof *one);
  if (one == NULL) abort();
  one->what = *what;
  one->inner = MPI_REQUEST_NULL;
  one->next = all;
  all = one;
  return one;
}

llt_persistent *llt_persistent_of(MPI_Request handle) {
  if (handle == MPI_REQUEST_NULL) return NULL;
  llt_persistent *one = all;
  while (one != NULL && one->handle != handle) one = one->next;
  return one;
}

void llt_persistent_gone(llt_persistent *gone) {
  llt_persistent **at = &all;
  while (*at != gone) at = &(*at)->next;
  *at = gone->next;
  if (gone->end != NULL) gone->end(gone->of);
  free(gone);
}

MPI_Request llt_inner(MPI_Request request) {
  const llt_persistent *one = llt_persistent_of(request);
  if (one == NULL) return request;
  return one->active ? one->inner : MPI_REQUEST_NULL;
}

void llt_settle(MPI_Request *request, MPI_Request inner) {
  llt_persistent *one = llt_persistent_of(*request);
  if (one == NULL) {
    *request = inner;
    return;
  }
  one->inner = inner;
  if (inner == MPI_REQUEST_NULL) one->active = 0;
}

int llt_others_among(int n, const MPI_Request *inner) {
  for (int i = 0; i < n; i++)
    if (inner[i] != MPI_REQUEST_NULL && llt_op_of(inner[i]) == NULL) return 1;
  return 0;
}

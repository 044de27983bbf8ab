/* Which communicator does a file or a window have? Its handle may come again when it is closed or freed. */
#include "together.h"

#include <stdlib.h>

#include "contexts.h"
#include "ops.h"

#define BUCKETS 64

/*
 * A copy of a communicator for the tracer's own messages, because the program may free its own. What is made of one
 * communicator shares it, because MPICH has few contexts; not what several threads use, in any order.
 */
typedef struct copy {
  const llt_comm *of;
  MPI_Comm comm;
  int users;
  struct copy *next;
} copy;

typedef struct joint {
  int64_t handle;
  llt_comm *of;
  copy *within; /* NULL where messages are not delayed */
  struct joint *next;
} joint;

static copy *copies;

static joint *buckets[BUCKETS];

static joint **place_of(int64_t handle) {
  joint **at = &buckets[((uint64_t)handle * 0x9E3779B97F4A7C15u) >> 58];
  while (*at != NULL && (*at)->handle != handle) at = &(*at)->next;
  return at;
}

static copy *copy_of(const llt_comm *parent) {
  copy *one = copies;
  while (one != NULL && (llt.turns || one->of != parent)) one = one->next;
  if (one == NULL) {
    const MPI_Comm made = llt_quiet_copy(parent->handle);
    one = malloc(sizeof *one);
    if (one == NULL) abort();
    *one = (copy){.of = parent, .comm = made, .next = copies};
    copies = one;
  }
  one->users++;
  return one;
}

static void let_go(copy *one) {
  if (--one->users > 0) return;
  copy **at = &copies;
  while (*at != one) at = &(*at)->next;
  *at = one->next;
  PMPI_Comm_free(&one->comm);
  free(one);
}

llt_comm *llt_together_made(int64_t handle, const llt_comm *parent) {
  if (parent == NULL) return NULL;
  joint *one = malloc(sizeof *one);
  if (one == NULL) abort();
  *one = (joint){.handle = handle, .within = llt.inject ? copy_of(parent) : NULL};
  one->of = one->within == NULL ? llt_comm_within(parent) : llt_context_new(one->within->comm, MPI_COMM_NULL, LLT_NO_TAG);
  llt_lock();
  joint **at = place_of(handle);
  one->next = *at;
  *at = one;
  llt_unlock();
  if (handle < 0) llt_windows++;
  return one->of;
}

llt_comm *llt_together_of(int64_t handle) {
  llt_lock();
  const joint *one = *place_of(handle);
  llt_unlock();
  return one == NULL ? NULL : one->of;
}

void llt_together_sees(llt_comm *file, MPI_Datatype filetype) {
  MPI_Aint least, extent;
  int size;
  if (file == NULL || PMPI_Type_size(filetype, &size) != MPI_SUCCESS) return;
  if (PMPI_Type_get_extent(filetype, &least, &extent) == MPI_SUCCESS) file->gaps = size < extent;
}

void llt_together_over(int64_t handle) {
  llt_lock();
  joint **at = place_of(handle);
  joint *gone = *at;
  if (gone != NULL) *at = gone->next;
  llt_unlock();
  if (gone == NULL) return;
  if (handle < 0) llt_windows--;
  if (gone->within != NULL) {
    llt_comm_gone(gone->of->handle);
    llt_context_gone(gone->of);
    free(gone->of->epochs);
    gone->of->epochs = NULL;
    let_go(gone->within);
  }
  free(gone);
}

llt_ranks llt_ranks_in(MPI_Win win, MPI_Group group) {
  llt_ranks ranks = {0, NULL};
  MPI_Group all;
  PMPI_Group_size(group, &ranks.count);
  if (ranks.count == 0) return ranks;
  int *const own = malloc((size_t)ranks.count * sizeof *own);
  ranks.list = malloc((size_t)ranks.count * sizeof *ranks.list);
  if (own == NULL || ranks.list == NULL) abort();
  for (int i = 0; i < ranks.count; i++) own[i] = i;
  PMPI_Win_get_group(win, &all);
  PMPI_Group_translate_ranks(group, ranks.count, own, all, ranks.list);
  PMPI_Group_free(&all);
  free(own);
  return ranks;
}

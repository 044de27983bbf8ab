/*
 * How is a send done with at once? By a copy: the MPI library may keep even a small message until its receiver looks for
 * it, and its sender would wait, which a network does not make it do.
 */
#include "outgoing.h"

#include <limits.h>
#include <stdlib.h>
#include <string.h>

#include "contexts.h"
#include "say.h"

struct llt_copy {
  void *bytes;
  int n;
  MPI_Datatype type;
  int users;
};

typedef struct {
  MPI_Request request;
  llt_copy *copy;
} sending;

static sending *all;
static int count, capacity;

/* Whether the items are adjacent from the buffer's start. */
static int dense(MPI_Count n, MPI_Datatype type, MPI_Count bytes) {
  MPI_Aint lower, extent, true_lower, true_extent;
  PMPI_Type_get_extent(type, &lower, &extent);
  PMPI_Type_get_true_extent(type, &true_lower, &true_extent);
  return lower == 0 && true_lower == 0 && extent == true_extent && (MPI_Count)extent * n == bytes;
}

/* A message takes MPI_BOTTOM, MPI_Pack of MPICH does not. */
int llt_pack(const void *buf, int n, MPI_Datatype type, void *to, int room) {
  int bytes = 0;
  MPI_Status got;
  if (buf != MPI_BOTTOM) {
    PMPI_Pack(buf, n, type, to, room, &bytes, llt_trial);
    return bytes;
  }
  PMPI_Sendrecv(buf, n, type, 0, 0, to, room, MPI_PACKED, 0, 0, llt_trial, &got);
  PMPI_Get_count(&got, MPI_PACKED, &bytes);
  return bytes;
}

static void *memory(size_t bytes) {
  void *at = malloc(bytes + 1);
  if (at == NULL) llt_say_and_end("no memory for a copy of a message");
  return at;
}

llt_copy *llt_copy_of(const void *buf, MPI_Count n, MPI_Datatype type) {
  MPI_Count item = 0;
  if (n > INT_MAX) llt_say_and_end("a message of more than 2147483647 items cannot be delayed");
  if (n > 0) PMPI_Type_size_x(type, &item);
  const MPI_Count bytes = item * n;
  llt_copy *copy = memory(sizeof *copy);
  copy->users = 1;
  if (bytes == 0 || dense(n, type, bytes)) {
    copy->bytes = memory((size_t)bytes);
    if (bytes > 0) memcpy(copy->bytes, buf, (size_t)bytes);
    copy->n = bytes == 0 ? 0 : (int)n;
    copy->type = bytes == 0 ? MPI_BYTE : type;
    return copy;
  }
  int room;
  if (bytes > INT_MAX / 2) llt_say_and_end("a message of more than 1 GiB with gaps cannot be delayed");
  PMPI_Pack_size((int)n, type, llt_trial, &room);
  copy->bytes = memory((size_t)room);
  copy->type = MPI_PACKED;
  copy->n = llt_pack(buf, (int)n, type, copy->bytes, room);
  return copy;
}

void llt_copy_done(llt_copy *copy) {
  if (--copy->users > 0) return;
  free(copy->bytes);
  free(copy);
}

void llt_copy_send(llt_copy *copy, int to, int tag, MPI_Comm comm) {
  int over;
  MPI_Request request;
  PMPI_Isend(copy->bytes, copy->n, copy->type, to, tag, comm, &request);
  PMPI_Test(&request, &over, MPI_STATUS_IGNORE);
  if (over) return;
  if (count == capacity) {
    capacity = 2 * capacity + 64;
    all = realloc(all, (size_t)capacity * sizeof *all);
    if (all == NULL) llt_say_and_end("no memory for messages on their way");
  }
  const sending one = {request, copy};
  copy->users++;
  all[count++] = one;
}

int llt_outgoing(void) {
  for (int i = 0; i < count;) {
    int over;
    PMPI_Test(&all[i].request, &over, MPI_STATUS_IGNORE);
    if (over) {
      llt_copy_done(all[i].copy);
      all[i] = all[--count];
    } else {
      i++;
    }
  }
  return count;
}

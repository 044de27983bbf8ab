/* How are records written, with their lists, and the notes about the record before them? */
#include "records.h"

#include <string.h>

#include "buffer.h"
#include "sites.h"

int64_t llt_bytes(MPI_Datatype type) {
  MPI_Count bytes = 0;
  if (LLT_LIKELY(type != MPI_DATATYPE_NULL)) PMPI_Type_size_x(type, &bytes);
  return bytes;
}

static void fill(llt_record *r, int code, int64_t start, int64_t end, int comm, llt_request request) {
  memset(r, 0, sizeof *r);
  r->start = start;
  r->end = end;
  r->call = (uint16_t)code;
  r->comm = comm;
  r->address = request.address;
  llt_put_handle(r, request.handle);
}

static int fit_all(const int64_t *v, int n) {
  int fit = 1;
  for (int i = 0; i < n; i++) fit &= v[i] == (int32_t)v[i];
  return fit;
}

int64_t llt_item(const llt_list *list, int i) {
  switch (list->kind) {
    case LLT_INTS:
      return ((const int *)list->items)[i];
    case LLT_COUNTS:
      return ((const int64_t *)list->items)[i];
    case LLT_TYPES:
      return llt_bytes(((const MPI_Datatype *)list->items)[i]);
    default:
      return llt_bytes(PMPI_Type_f2c(((const MPI_Fint *)list->items)[i]));
  }
}

/* Whether every item fits 32 bits; adds the number of all items. */
static int lists_fit(const llt_list *lists, int nlists, uint64_t *items) {
  int fit = 1;
  for (int k = 0; k < nlists; k++) {
    *items += (uint64_t)lists[k].n;
    if (lists[k].kind == LLT_INTS) continue;
    for (int i = 0; i < lists[k].n; i++) fit &= llt_item(&lists[k], i) == (int32_t)llt_item(&lists[k], i);
  }
  return fit;
}

static int32_t *put_item(int32_t *to, int64_t value, int wide) {
  *to++ = (int32_t)(uint32_t)value;
  if (wide) *to++ = (int32_t)(value >> 32);
  return to;
}

static int32_t *put_list(int32_t *to, const llt_list *list, int wide) {
  *to++ = list->n;
  for (int i = 0; i < list->n; i++) to = put_item(to, llt_item(list, i), wide);
  return to;
}

/* A record with lists. Wide ones have their fields in front, as a list. */
void llt_record_long(int code, int64_t start, int64_t end, void *caller, int comm, llt_request request,
                     const llt_list *lists, int nlists, const int64_t *v, int n) {
  uint64_t items = 0;
  const int wide = !(lists_fit(lists, nlists, &items) & fit_all(v, n));
  const uint64_t words = (uint64_t)nlists + (wide ? 1 + 2 * ((uint64_t)n + items) : items);
  const uint64_t slots = 1 + llt_room_of(words);
  llt_record *r = llt_slots(slots);
  if (r == NULL) return;
  fill(r, code, start, end, comm, request);
  r->flags = (uint16_t)(wide | llt_thread_number() << LLT_THREAD_SHIFT);
  r->site = llt.depth == 0 || caller == NULL ? 0 : llt_site_of(caller);
  r->more = (int32_t)words;
  int32_t *to = (int32_t *)(r + 1);
  if (wide) {
    *to++ = n;
    for (int i = 0; i < n; i++) to = put_item(to, v[i], 1);
  } else {
    for (int i = 0; i < n; i++) r->f[i] = (int32_t)v[i];
  }
  for (int k = 0; k < nlists; k++) to = put_list(to, &lists[k], wide);
  memset(to, 0, (size_t)((char *)(r + slots) - (char *)to));
  llt_commit(slots);
}

void llt_record_plain(int code, int64_t start, int64_t end, void *caller, int comm, llt_request request,
                      const int64_t *v, int n) {
  if (LLT_UNLIKELY(!fit_all(v, n))) {
    llt_record_long(code, start, end, caller, comm, request, NULL, 0, v, n);
    return;
  }
  llt_record *r = llt_slots(1);
  r->start = start;
  r->end = end;
  r->call = (uint16_t)code;
  r->flags = (uint16_t)(llt_thread_number() << LLT_THREAD_SHIFT);
  r->site = llt.depth == 0 || caller == NULL ? 0 : llt_site_of(caller);
  r->comm = comm;
  r->more = 0;
  for (int i = 0; i < LLT_FIELDS; i++) r->f[i] = i < n ? (int32_t)v[i] : 0;
  r->address = request.address;
  if (request.handle != 0) llt_put_handle(r, request.handle);
  llt_commit(1);
}

static const llt_request nothing = {0, 0};

int llt_active_among(int n, const MPI_Request *requests) {
  int active = 0;
  for (int i = 0; requests != NULL && i < n; i++) active += requests[i] != MPI_REQUEST_NULL;
  return active;
}

static int32_t *put_handles(int32_t *to, const MPI_Request *requests, int n) {
  for (int i = 0; requests != NULL && i < n; i++)
    if (requests[i] != MPI_REQUEST_NULL) to = put_item(to, llt_handle(requests[i]), 1);
  return to;
}

void llt_record_requests(int code, int64_t start, int64_t end, void *caller, int64_t address, int n,
                         const MPI_Request *requests, int with_handles) {
  const int handles = with_handles ? llt_active_among(n, requests) : 0;
  const uint64_t words = with_handles ? 1 + 2 * (uint64_t)handles : 0;
  const uint64_t slots = 1 + llt_room_of(words);
  llt_record *r = llt_slots(slots);
  if (r == NULL) return;
  fill(r, code, start, end, 0, nothing);
  r->address = address;
  r->flags = (uint16_t)(llt_thread_number() << LLT_THREAD_SHIFT);
  r->site = llt.depth == 0 || caller == NULL ? 0 : llt_site_of(caller);
  r->more = (int32_t)words;
  r->f[0] = n;
  int32_t *to = (int32_t *)(r + 1);
  if (with_handles) {
    *to++ = handles;
    to = put_handles(to, requests, n);
  }
  memset(to, 0, (size_t)((char *)(r + slots) - (char *)to));
  llt_commit(slots);
}

void llt_note(int code, int comm, int64_t at, int64_t handle, int f0, int f1) {
  llt_record *r = llt_slots(1);
  fill(r, code, at, at, comm, nothing);
  r->address = handle;
  r->f[0] = f0;
  r->f[1] = f1;
  llt_commit(1);
}

void llt_note_list(int code, int comm, int f0, int f1, const int *items, int n) {
  const uint64_t words = 1 + (uint64_t)n;
  const uint64_t slots = 1 + llt_room_of(words);
  llt_record *r = llt_slots(slots);
  if (r == NULL) return;
  fill(r, code, 0, 0, comm, nothing);
  r->f[0] = f0;
  r->f[1] = f1;
  r->more = (int32_t)words;
  memset(r + 1, 0, (slots - 1) * sizeof *r);
  const llt_list list = {items, n, LLT_INTS};
  put_list((int32_t *)(r + 1), &list, 0);
  llt_commit(slots);
}

/* Handles are in the list as halves, the low one first. */
void llt_note_completed(const MPI_Request *requests, int n) {
  const int handles = llt_active_among(n, requests);
  if (handles == 0) return;
  const uint64_t words = 1 + 2 * (uint64_t)handles;
  const uint64_t slots = 1 + llt_room_of(words);
  llt_record *r = llt_slots(slots);
  if (r == NULL) return;
  fill(r, LLT_COMPLETED, 0, 0, 0, nothing);
  r->f[0] = handles;
  r->more = (int32_t)words;
  int32_t *to = (int32_t *)(r + 1);
  *to++ = 2 * handles;
  to = put_handles(to, requests, n);
  memset(to, 0, (size_t)((char *)(r + slots) - (char *)to));
  llt_commit(slots);
}

/* Which requests are receives from anybody? What they matched is known when they complete. And which messages were probed? */
#include "requests.h"

#include <stdlib.h>
#include <string.h>

#include "records.h"

#define BUCKETS 1024

typedef struct wild {
  MPI_Request request;
  int persistent;
  struct wild *next;
} wild;

static wild *buckets[BUCKETS], *spare;

static wild **bucket_of(MPI_Request request) {
  uint64_t key = 0;
  memcpy(&key, &request, sizeof request);
  return &buckets[(key * 0x9E3779B97F4A7C15u) >> 54];
}

static wild **place_of(MPI_Request request) {
  wild **at = bucket_of(request);
  while (*at != NULL && (*at)->request != request) at = &(*at)->next;
  return at;
}

static wild *take_spare(void) {
  if (spare == NULL) {
    wild *block = calloc(256, sizeof *block);
    if (block == NULL) abort();
    for (int i = 0; i < 256; i++) {
      block[i].next = spare;
      spare = &block[i];
    }
  }
  wild *one = spare;
  spare = one->next;
  return one;
}

/* Within the record of the call that made it. */
void llt_wild_add(MPI_Request request, int persistent) {
  wild **at = place_of(request);
  if (*at == NULL) {
    *at = take_spare();
    (*at)->request = request;
    (*at)->next = NULL;
    llt.pending++;
  }
  (*at)->persistent = persistent;
}

int llt_wild_known(MPI_Request request) {
  if (request == MPI_REQUEST_NULL) return 0;
  llt_lock();
  const int known = *place_of(request) != NULL;
  llt_unlock();
  return known;
}

int llt_wild_among(int n, const MPI_Request *requests) {
  if (llt.pending == 0 || requests == NULL) return 0;
  int wild = 0;
  for (int i = 0; i < n; i++) wild |= llt_wild_known(requests[i]);
  return wild;
}

static void forget(wild **at) {
  wild *gone = *at;
  *at = gone->next;
  gone->next = spare;
  spare = gone;
  llt.pending--;
}

void llt_wild_gone(MPI_Request request) {
  wild **at = place_of(request);
  if (*at != NULL) forget(at);
}

/* Within the record of the call that completed it. */
void llt_wild_matched(MPI_Request request, const MPI_Status *status) {
  wild **at = place_of(request);
  if (*at == NULL) return;
  if (!(*at)->persistent) forget(at);
  int cancelled = 0;
  PMPI_Test_cancelled(status, &cancelled);
  if (!cancelled) llt_matched(status, llt_handle(request));
}

void llt_matched(const MPI_Status *status, int64_t handle) {
  llt_note(LLT_MATCHED, 0, 0, handle, status->MPI_SOURCE, status->MPI_TAG);
}

static llt_message *messages;
static int nmessages, capacity, last_number;

int llt_message_number(MPI_Message message) {
  if (message == MPI_MESSAGE_NO_PROC) return 0;
  llt_lock();
  const int number = ++last_number;
  llt_unlock();
  return number;
}

/* Within the record of the probe that found it. */
void llt_message_add(MPI_Message message, int number, llt_comm *comm, const MPI_Status *status) {
  if (nmessages == capacity) {
    capacity = 2 * capacity + 16;
    messages = realloc(messages, (size_t)capacity * sizeof *messages);
    if (messages == NULL) abort();
  }
  const llt_message found = {message, comm, status->MPI_SOURCE, status->MPI_TAG, number};
  messages[nmessages++] = found;
}

llt_message llt_message_take(MPI_Message message) {
  llt_message found = {message, NULL, MPI_PROC_NULL, MPI_ANY_TAG, 0};
  llt_lock();
  for (int i = 0; i < nmessages; i++) {
    if (messages[i].handle != message) continue;
    found = messages[i];
    messages[i] = messages[--nmessages];
    break;
  }
  llt_unlock();
  return found;
}

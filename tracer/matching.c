/*
 * Who gets a message? The receive that was posted first of those that fit it, and that takes the first to arrive. A receive
 * from a known source may have its message as soon as its stamp is seen, because no other can come before it; one that may
 * take messages of several sources waits until one has arrived, and so do those of the same communicator after it.
 */
#include "matching.h"

#include "injection.h"
#include "records.h"
#include "announce.h"

static llt_receive *waiting, **waiting_end = &waiting;
static int from_anybody; /* of those that wait */

void llt_receive_post(llt_receive *one) {
  one->later = NULL;
  *waiting_end = one;
  waiting_end = &one->later;
  from_anybody += one->source == MPI_ANY_SOURCE;
}

static void leave(llt_receive **place) {
  llt_receive *gone = *place;
  *place = gone->later;
  if (waiting_end == &gone->later) waiting_end = place;
  from_anybody -= gone->source == MPI_ANY_SOURCE;
}

int llt_receive_withdraw(llt_receive *one) {
  llt_receive **at = &waiting;
  while (*at != NULL && *at != one) at = &(*at)->later;
  if (*at == NULL) return 0;
  leave(at);
  return 1;
}

static int fits(const llt_stamp_entry *stamp, const llt_context *on, int source, int tag) {
  return stamp->context == on->receives && (source == MPI_ANY_SOURCE || stamp->source == source) &&
         (tag == MPI_ANY_TAG || stamp->tag == tag);
}

static llt_letter **first_of(int from, const llt_context *on, int source, int tag) {
  llt_letter **at = &llt_inbox_messages(from)->first;
  while (*at != NULL && !fits(&(*at)->stamp, on, source, tag)) at = &(*at)->next;
  return *at == NULL ? NULL : at;
}

static int64_t arrival_of(const llt_letter *letter) { return llt_eager(letter->stamp.time, letter->stamp.bytes); }

/* The message that fits and arrives first; of one source, the one that was sent first. */
static llt_letter **earliest(const llt_context *on, int source, int tag) {
  if (source != MPI_ANY_SOURCE) return first_of(on->world[source], on, source, tag);
  llt_letter **best = NULL;
  for (int i = 0; i < on->peers; i++) {
    llt_letter **at = first_of(on->world[i], on, source, tag);
    if (at != NULL && (best == NULL || arrival_of(*at) < arrival_of(*best))) best = at;
  }
  return best;
}

int64_t llt_accept(int from, const llt_stamp_entry *stamp, int64_t posted) {
  if (stamp->answered) {
    const llt_stamp_entry answer = {.kind = LLT_ACCEPTED, .number = stamp->number, .time = posted};
    llt_announce(from, &answer);
  }
  return llt_release(stamp->time, posted, stamp->bytes);
}

static void give(llt_receive *to, llt_letter **place) {
  const int from = (*place)->from;
  const llt_stamp_entry stamp = llt_inbox_take(llt_inbox_messages(from), place);
  to->matched = 1;
  to->op.source = stamp.source;
  to->op.tag = stamp.tag;
  to->op.bytes = stamp.bytes;
  to->op.release = llt_accept(from, &stamp, to->posted);
  to->too_long = stamp.bytes > to->n * llt_bytes(to->type);
  PMPI_Irecv(to->buf, (int)to->n, to->type, from, llt_wire_tag(stamp.number), llt_wire, &to->data);
}

/* Whether a receive from anybody waits on the same communicator before this one. */
static int behind_anybody(const llt_receive *one) {
  if (from_anybody == 0) return 0;
  for (const llt_receive *at = waiting; at != one; at = at->later)
    if (at->source == MPI_ANY_SOURCE && at->on->receives == one->on->receives) return 1;
  return 0;
}

static int64_t half_added(void) { return (llt_network.L - llt_network.trip) / 2; }

/*
 * Looks once for all stamps of messages that arrive by `arrival`; whether it did. What was sent L before is here when half of
 * what L adds is over: a rank that waits looks then, and not where the look would come on top of the latency.
 */
static int know_all(int64_t arrival, int64_t now) {
  static int64_t known;
  const int64_t here = arrival - half_added();
  if (known >= here || now < here) return 0;
  llt_inbox_fill_wholly();
  known = now;
  return 1;
}

/* A message is taken so long before it arrives: nothing can come before it any more, and its data are here in time. */
#define MOST_EARLY 5000

static int64_t early(void) { return half_added() < MOST_EARLY ? half_added() : MOST_EARLY; }

static int64_t match(int64_t now) {
  int64_t due = LLT_WHEN_STAMPED;
  for (llt_receive **at = &waiting; *at != NULL;) {
    llt_receive *one = *at;
    llt_letter **place = earliest(one->on, one->source, one->tag);
    const int open = one->source == MPI_ANY_SOURCE || behind_anybody(one);
    if (place != NULL && open && know_all(arrival_of(*place), now))
      place = earliest(one->on, one->source, one->tag);
    const int64_t from = place != NULL && open ? arrival_of(*place) - early() : now;
    if (place != NULL && from <= now) {
      leave(at);
      give(one, place);
      continue;
    }
    if (place != NULL && from < due) due = from;
    at = &one->later;
  }
  return due;
}

void llt_matching_start(void) { llt_ops_match = match; }

llt_letter **llt_arrived(const llt_context *on, int source, int tag, int64_t now, llt_letters **from, int64_t *due) {
  llt_letter **place = earliest(on, source, tag);
  if (place == NULL) return NULL;
  if (source == MPI_ANY_SOURCE && know_all(arrival_of(*place), now)) place = earliest(on, source, tag);
  if (arrival_of(*place) > now) {
    if (arrival_of(*place) < *due) *due = arrival_of(*place);
    return NULL;
  }
  *from = llt_inbox_messages((*place)->from);
  return place;
}

/*
 * When is over what a call on a window waits for? As in src/sources/mpi/windows.ts: an operation is a round trip in which the
 * target's program takes no part, so its origin knows when it ends. Ranks inform each other where targets wait for origins
 * (MPI_Win_fence, MPI_Win_wait) and origins for targets (MPI_Win_start).
 */
#include "one_sided.h"

#include <sched.h>
#include <stdlib.h>

#include "algorithms.h"
#include "announce.h"
#include "by_library.h"
#include "contexts.h"
#include "inbox.h"
#include "injection.h"
#include "ops.h"
#include "passed.h"
#include "say.h"
#include "sleep.h"
#include "together.h"

/* How the library does it: src/collectives/one-sided.ts. */
static struct {
  int locks, lock_waits, flush_asks, end_waits, start_waits;
  double announced;
} conduct;

void llt_one_sided_start(const char *library) {
  const llt_value said = LLT_V_TEXT(library), named = llt_ts_libraryNamed(1, &said), of = llt_ts_conductOf(1, &named);
  conduct.locks = llt_truth(llt_get_foreign(of, "locks"));
  conduct.lock_waits = llt_truth(llt_get_foreign(of, "lockWaits"));
  conduct.flush_asks = llt_truth(llt_get_foreign(of, "flushAsks"));
  conduct.end_waits = llt_truth(llt_get_foreign(of, "endWaits"));
  conduct.start_waits = llt_truth(llt_get_foreign(of, "startWaits"));
  conduct.announced = llt_get_foreign(of, "announced").of.number;
}

/* When several operations are over; 0: there are none. Some begin once the target has posted: the longest of those, ns. */
typedef struct {
  int64_t until, longest;
} ends;

typedef enum { UNLOCKED, UNCHECKED, CHECKED } lock;

/* What this rank has to do with another one of the window. */
typedef struct {
  ends all, local; /* operations that may be pending; as far as this rank needs their buffers */
  ends reached;    /* … as far as their data have come there, of an epoch that the target ends */
  lock locked;
  int64_t grant; /* when that is here; 0: nothing waits for it */
  int accessed;  /* between MPI_Win_start and MPI_Win_complete */
  int64_t posted; /* when its MPI_Win_post was heard of; 0: not known yet */
  int exposed;   /* from MPI_Win_post to MPI_Win_wait: it is an origin */
  int64_t ended; /* when its MPI_Win_complete was heard of; 0: not known yet */
} peer;

/* One rank's view of a window. */
struct llt_epochs {
  lock all; /* MPI_Win_lock_all */
  uint32_t fences;
  peer peers[];
};

static peer *peers_of(const llt_comm *on) { return on->epochs->peers; }

/* Whether it is on the delayed network. */
static int known(llt_comm *on) {
  if (on == NULL || on->context == NULL) return 0;
  if (on->epochs == NULL) on->epochs = calloc(1, sizeof *on->epochs + (size_t)on->size * sizeof(peer));
  if (on->epochs == NULL) llt_say_and_end("no memory for a window");
  return 1;
}

static int is_other(const llt_comm *on, int64_t rank) { return rank >= 0 && rank < on->size && rank != on->rank; }

static int64_t later(int64_t a, int64_t b) { return a > b ? a : b; }

/* Data that begin at a time have come there; and its answer is here. */
static int64_t reaches(int64_t from, int64_t bytes) { return llt_release(from, 0, bytes); }
static int64_t round_trip(int64_t from, int64_t bytes) { return llt_sender_release(from, 0, bytes); }

/* Messages without data between the ranks of a window. */

static void notify(const llt_comm *on, int to, llt_kind kind, int64_t time, int64_t more) {
  const llt_stamp_entry stamp = {.kind = kind, .context = on->context->sends, .number = on->epochs->fences, .time = time,
                                 .bytes = more};
  llt_announce(on->context->world[to], &stamp);
}

/* The first of its kind from that rank; whether there is one. */
static int take(const llt_comm *on, int from, llt_kind kind, llt_stamp_entry *stamp) {
  llt_letters *letters = llt_inbox_steps(on->context->world[from]);
  for (llt_letter **at = &letters->first; *at != NULL; at = &(*at)->next) {
    const llt_stamp_entry *one = &(*at)->stamp;
    if (one->kind != (int32_t)kind || one->context != on->context->receives) continue;
    if (kind == LLT_REACHED && one->number != on->epochs->fences) continue;
    *stamp = llt_inbox_take(letters, at);
    return 1;
  }
  return 0;
}

static llt_stamp_entry await(const llt_comm *on, int from, llt_kind kind) {
  llt_stamp_entry stamp;
  int64_t due = llt_progress();
  for (; !take(on, from, kind, &stamp); due = llt_progress()) llt_rest(due, 0);
  return stamp;
}

static void hear_of_posts(const llt_comm *on) {
  for (int i = 0; i < on->size; i++) {
    peer *const to = &peers_of(on)[i];
    if (to->accessed && to->posted == 0) to->posted = reaches(await(on, i, LLT_EXPOSED).time, 0);
  }
}

/* Operations. */

static void add(ends *to, int64_t from, int64_t until, int waits_for_post) {
  to->until = later(to->until, until);
  if (waits_for_post) to->longest = later(to->longest, until - from);
}

static int64_t end_of(const ends *of, int64_t posted) {
  return of->longest == 0 ? of->until : later(of->until, posted + of->longest);
}

static int64_t granted(const llt_comm *on, peer *to, int64_t came) {
  if (to->grant == 0 && on->epochs->all == CHECKED && !conduct.lock_waits) to->grant = round_trip(came, 0);
  return to->grant;
}

static int fetches(int code) {
  return code == LLT_GET || code == LLT_RGET || code == LLT_GET_ACCUMULATE || code == LLT_RGET_ACCUMULATE ||
         code == LLT_FETCH_AND_OP || code == LLT_COMPARE_AND_SWAP;
}

/* Returns when a request of it is over; 0: at once. */
static int64_t operate(const llt_comm *on, int code, int64_t came, int target, int64_t bytes) {
  peer *const to = &peers_of(on)[target];
  const int waits_for_post = to->accessed && !conduct.start_waits && (conduct.locks || fetches(code));
  const int64_t from = later(came, granted(on, to, came));
  const int64_t announced = (double)bytes < conduct.announced ? 0 : round_trip(from, 0);
  const int64_t begins = later(from, announced), over = round_trip(begins, bytes);
  const int64_t needed = fetches(code) ? over : announced;
  add(&to->all, from, over, waits_for_post);
  if (needed != 0) add(&to->local, from, needed, waits_for_post);
  if (to->accessed || (on->epochs->all == UNLOCKED && to->locked == UNLOCKED))
    add(&to->reached, from, reaches(begins, bytes), waits_for_post);
  return needed;
}

/* A request of the library that is also over no sooner than its operation. */
typedef struct {
  llt_op op;
  MPI_Request inner;
} transfer;

static int step(llt_op *op, int64_t now) {
  transfer *of = (transfer *)op;
  int moved = of->inner == MPI_REQUEST_NULL;
  if (!moved) op->failed = llt_test_quietly(&of->inner, &moved);
  if (!moved) llt_op_moving();
  op->due = moved || op->release > now ? op->release : now;
  return moved && op->release <= now;
}

static MPI_Request request_until(const llt_comm *on, int64_t until, MPI_Request inner) {
  transfer *one = calloc(1, sizeof *one);
  if (one == NULL) llt_say_and_end("no memory for a request");
  *one = (transfer){{.step = step, .on = on->context, .release = until}, inner};
  return llt_op_request(&one->op);
}

/* Epochs. All return what the call waits for. */

static int64_t take_lock(peer *to, int64_t came, int checked) {
  to->locked = checked ? CHECKED : UNCHECKED;
  if (!checked) return 0;
  const int64_t answer = round_trip(came, 0);
  if (!conduct.lock_waits) to->grant = answer;
  return conduct.lock_waits ? answer : 0;
}

static int64_t take_all_locks(const llt_comm *on, int64_t came, int checked) {
  on->epochs->all = checked ? CHECKED : UNCHECKED;
  return checked && conduct.lock_waits && on->size > 1 ? round_trip(came, 0) : 0;
}

/* The target is informed once all operations on it are over. */
static int64_t unlock(const llt_comm *on, peer *to, int64_t came) {
  const lock own = to->locked != UNLOCKED ? to->locked : on->epochs->all;
  const int lazy = to->locked == UNLOCKED && !conduct.lock_waits && to->grant == 0;
  const int64_t over = to->all.until;
  const int64_t from = later(came, conduct.lock_waits ? over : to->grant);
  const ends none = {0, 0};
  to->all = to->local = none;
  to->locked = UNLOCKED;
  to->grant = 0;
  return own == CHECKED && !lazy ? later(over, round_trip(from, 0)) : over;
}

static int64_t flush(peer *to, int64_t came) {
  const ends none = {0, 0};
  const int64_t over = to->all.until;
  to->all = to->local = none;
  return conduct.flush_asks ? later(over, round_trip(later(came, to->grant), 0)) : over;
}

static int64_t flush_local(peer *to) {
  const int64_t over = to->local.until;
  to->local = (ends){0, 0};
  return over;
}

static int64_t end_access(const llt_comm *on, int64_t came) {
  const ends none = {0, 0};
  int64_t until = 0;
  for (int i = 0; i < on->size; i++) {
    peer *const to = &peers_of(on)[i];
    if (!to->accessed) continue;
    const int64_t over = end_of(conduct.end_waits ? &to->all : &to->local, to->posted);
    const int64_t heard = conduct.locks || over > 0 ? to->posted : 0;
    const int64_t from = later(came, conduct.end_waits ? over : conduct.locks ? to->posted : 0);
    const int64_t reached = conduct.end_waits ? 0 : end_of(&to->reached, to->posted);
    notify(on, i, LLT_CLOSED, from, later(0, reached - from));
    until = later(until, later(over, heard));
    to->all = to->local = to->reached = none;
    to->accessed = 0;
    to->posted = 0;
  }
  return until;
}

/* Of all targets that the call is about. */
static int64_t of_all(const llt_comm *on, int code, int64_t came) {
  int64_t until = 0;
  for (int i = 0; i < on->size; i++) {
    peer *const to = &peers_of(on)[i];
    if (i == on->rank) continue;
    if (code == LLT_WIN_FLUSH_LOCAL_ALL) until = later(until, flush_local(to));
    else if (on->epochs->all == UNLOCKED && to->locked == UNLOCKED) continue;
    else until = later(until, code == LLT_WIN_FLUSH_ALL ? flush(to, came) : unlock(on, to, came));
  }
  if (code == LLT_WIN_UNLOCK_ALL) on->epochs->all = UNLOCKED;
  return until;
}

static int64_t on_target(const llt_comm *on, int code, int64_t came, const int64_t *values) {
  peer *const to = &peers_of(on)[values[0]];
  switch (code) {
    case LLT_WIN_LOCK: return take_lock(to, came, conduct.locks && values[1] == 0);
    case LLT_WIN_UNLOCK: return unlock(on, to, came);
    case LLT_WIN_FLUSH: return flush(to, came);
    default: return flush_local(to);
  }
}

int64_t llt_window_came(int code, llt_comm *on) {
  const int64_t came = llt_now();
  if (code == LLT_WIN_COMPLETE && known(on)) hear_of_posts(on);
  return came;
}

static int64_t call(llt_comm *on, int code, int64_t came, const int64_t *values, MPI_Request *request) {
  switch (code) {
    case LLT_WIN_LOCK_ALL: return take_all_locks(on, came, conduct.locks && values[0] == 0);
    case LLT_WIN_COMPLETE: return end_access(on, came);
    case LLT_WIN_UNLOCK_ALL:
    case LLT_WIN_FLUSH_ALL:
    case LLT_WIN_FLUSH_LOCAL_ALL: return of_all(on, code, came);
    case LLT_WIN_LOCK:
    case LLT_WIN_UNLOCK:
    case LLT_WIN_FLUSH:
    case LLT_WIN_FLUSH_LOCAL: return is_other(on, values[0]) ? on_target(on, code, came, values) : 0;
    default: break;
  }
  const int64_t needed = is_other(on, values[0]) ? operate(on, code, came, (int)values[0], values[1]) : 0;
  if (request != NULL && needed > 0) *request = request_until(on, needed, *request);
  return 0;
}

static void pass(int code, int64_t came) {
  llt_passed(code);
  llt_passed_for(code, llt_now() - came);
}

void llt_window_over(int code, llt_comm *on, int64_t came, const int64_t *values, MPI_Request *request) {
  if (known(on)) llt_wait_until(call(on, code, came, values, request));
  else pass(code, came);
}

int64_t llt_window_group_came(int code, llt_comm *on, MPI_Win win, MPI_Group group) {
  const int64_t came = llt_now();
  if (code != LLT_WIN_START || group == MPI_GROUP_NULL || !known(on)) return came;
  const llt_ranks of = llt_ranks_in(win, group);
  for (int i = 0; i < of.count; i++)
    if (is_other(on, of.list[i])) peers_of(on)[of.list[i]].accessed = 1;
  free(of.list);
  if (conduct.start_waits) hear_of_posts(on);
  return came;
}

void llt_window_group_over(int code, llt_comm *on, int64_t came, MPI_Win win, MPI_Group group) {
  if (!known(on)) {
    pass(code, came);
    return;
  }
  const llt_ranks of = llt_ranks_in(win, group);
  int64_t until = 0;
  for (int i = 0; i < of.count; i++) {
    if (!is_other(on, of.list[i])) continue;
    peer *const to = &peers_of(on)[of.list[i]];
    if (code == LLT_WIN_START) until = later(until, to->posted);
    else {
      to->exposed = 1;
      notify(on, of.list[i], LLT_EXPOSED, came, 0);
    }
  }
  free(of.list);
  llt_wait_until(until);
}

/* Whether all origins have informed this rank; `until`: when the last of that, and their data, are here. */
static int all_completed(const llt_comm *on, int64_t *until) {
  *until = 0;
  for (int i = 0; i < on->size; i++) {
    peer *const from = &peers_of(on)[i];
    llt_stamp_entry stamp;
    if (!from->exposed) continue;
    if (from->ended == 0 && !take(on, i, LLT_CLOSED, &stamp)) return 0;
    if (from->ended == 0) from->ended = later(reaches(stamp.time, 0), stamp.time + stamp.bytes);
    *until = later(*until, from->ended);
  }
  return 1;
}

static void end_exposure(const llt_comm *on) {
  for (int i = 0; i < on->size; i++) {
    peers_of(on)[i].exposed = 0;
    peers_of(on)[i].ended = 0;
  }
}

int llt_window_wait(llt_comm *on, MPI_Win win) {
  if (!known(on)) {
    const int64_t came = llt_now();
    const int failed = PMPI_Win_wait(win);
    pass(LLT_WIN_WAIT, came);
    return failed;
  }
  int64_t until;
  for (int over = 0; !over;) {
    const int failed = PMPI_Win_test(win, &over);
    if (failed != MPI_SUCCESS) return failed;
    if (!over) llt_rest(llt_progress(), 1);
  }
  for (int64_t due = llt_progress(); !all_completed(on, &until); due = llt_progress()) llt_rest(due, 0);
  llt_wait_until(until);
  end_exposure(on);
  return MPI_SUCCESS;
}

/* The library is asked last: once it says so, its epoch is over. */
int llt_window_test(llt_comm *on, MPI_Win win, int *over) {
  int64_t until;
  if (!known(on)) {
    llt_passed(LLT_WIN_TEST);
    return PMPI_Win_test(win, over);
  }
  llt_progress();
  *over = 0;
  int failed = MPI_SUCCESS;
  if (all_completed(on, &until) && until <= llt_now()) failed = PMPI_Win_test(win, over);
  if (*over) end_exposure(on);
  else sched_yield();
  return failed;
}

/* Data of others are on their way here, from as many ranks as know that they have put some. */
static int64_t received(llt_comm *on, int *flags) {
  int expected = 0;
  int64_t until = 0;
  MPI_Request counted;
  for (int i = 0; i < on->size; i++) {
    ends *const reached = &peers_of(on)[i].reached;
    const int64_t now = llt_now();
    flags[i] = reached->until > 0;
    if (flags[i]) notify(on, i, LLT_REACHED, now, reached->until - now);
    *reached = (ends){0, 0};
  }
  PMPI_Ireduce_scatter_block(flags, &expected, 1, MPI_INT, MPI_SUM, on->handle, &counted);
  llt_until_over(counted);
  while (expected > 0) {
    const int64_t due = llt_progress();
    const int before = expected;
    llt_stamp_entry stamp;
    for (int i = 0; i < on->size; i++) {
      if (i == on->rank || !take(on, i, LLT_REACHED, &stamp)) continue;
      until = later(until, stamp.time + stamp.bytes);
      expected--;
    }
    if (expected == before) llt_rest(due, 0);
  }
  return until;
}

llt_fence llt_window_fence(llt_comm *on) {
  llt_fence waits = {0, 0};
  int64_t own = 0;
  if (!known(on)) return waits;
  const ends none = {0, 0};
  for (int i = 0; i < on->size; i++) {
    peer *const to = &peers_of(on)[i];
    own = later(own, conduct.end_waits ? to->all.until : to->local.until);
    to->all = to->local = none;
  }
  if (!conduct.end_waits) {
    int *flags = calloc((size_t)on->size, sizeof *flags);
    if (flags == NULL) llt_say_and_end("no memory for a window");
    own = later(own, received(on, flags));
    free(flags);
  }
  on->epochs->fences++;
  *(conduct.locks ? &waits.before : &waits.by) = own;
  return waits;
}

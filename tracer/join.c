/*
 * How long does a join take on the delayed network? The MPI library has made it by then, so that all ranks are in it, and it
 * is told as messages from when each rank came: each message begins when those before it are over by the network, though
 * that is in the past.
 */
#include "join.h"

#include <string.h>

#include "by_library.h"
#include "header.h"
#include "one_sided.h"
#include "ops.h"
#include "passed.h"
#include "play.h"
#include "sleep.h"

static const char *name_of(int code, const char *name) { return name != NULL ? name : llt_names[code] + sizeof "MPI_" - 1; }

static llt_steps *steps_of(const llt_context *on, const char *name, llt_among among) {
  const llt_query query = {.collective = name, .among = among, .rank = on->rank, .size = on->size};
  return llt_decompose(&query);
}

/* Some libraries do without. Two groups meet: of one that is a single rank there is nothing to ask. */
static int waits(const llt_comm *on, const char *name) {
  if (on == NULL || on->context == NULL || on->context->inter || !llt.decompose) return 1;
  llt_steps *steps = steps_of(on->context, name, LLT_CALLERS);
  const int some = steps->n > 0;
  llt_steps_free(steps);
  return some;
}

/* When all had come, and the MPI library began with its work; 0: they did not meet. `done`: when it ended that; 0: now. */
static __thread int64_t met, done;

int64_t llt_join_came(int code, const char *name, MPI_Comm comm) {
  const int64_t came = llt_now();
  met = done = 0;
  if (comm == MPI_COMM_NULL || !waits(llt_comm_find(comm), name_of(code, name))) return came;
  llt_meet(comm);
  met = llt_now();
  return came;
}

void llt_join_has_made(void) { done = llt_now(); }

static int64_t play(const llt_comm *on, const char *name, llt_among among, int64_t from) {
  llt_context *const context = on->context;
  const llt_call call = {.steps = steps_of(context, name, among), .number = context->calls++};
  const int64_t until = llt_play_from(context, &call, from);
  llt_steps_free(call.steps);
  return until;
}

static int can_play(const llt_comm *on) { return on != NULL && on->context != NULL && !on->context->inter; }

static int64_t later(int64_t a, int64_t b) { return a > b ? a : b; }

/* A fence tells others what it has put, and has its barrier when what came and went in its epoch is there. */
static int64_t play_fence(const llt_comm *on, const char *name, int64_t came, llt_fence waits) {
  const int ends = strcmp(name, "Win_fence") == 0;
  const int64_t told = ends ? play(on, "Win_fence counts", LLT_CALLERS, came) : came;
  return later(play(on, "Win_fence noprecede", LLT_CALLERS, later(told, waits.before)), waits.by);
}

void llt_join_over(int code, const char *name, llt_comm *on, const llt_comm *made, int64_t came) {
  const char *const called = name_of(code, name);
  const int of_made = code == LLT_COMM_CREATE_GROUP || code == LLT_INTERCOMM_MERGE, fence = code == LLT_WIN_FENCE;
  const llt_comm *const callers = of_made ? made : on;
  const int64_t work = met == 0 ? 0 : (done == 0 ? llt_now() : done) - met;
  const llt_fence waits = fence ? llt_window_fence(on) : (llt_fence){0, 0};
  if (!llt.decompose || !can_play(callers)) {
    llt_passed(code);
    llt_wait_until(later(waits.before, waits.by));
    return;
  }
  int64_t until = fence ? play_fence(on, called, came, waits) : play(callers, called, LLT_CALLERS, came);
  if (can_play(made)) until = play(made, called, LLT_MADE, until);
  llt_wait_until(until + work);
}

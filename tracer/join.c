/*
 * How long does a join take on the delayed network? The MPI library has made it by then, so that all ranks are in it, and it
 * is told as messages from when each rank came: each message begins when those before it are over by the network, though
 * that is in the past.
 */
#include "join.h"

#include "by_library.h"
#include "header.h"
#include "ops.h"
#include "passed.h"
#include "play.h"
#include "sleep.h"

static const char *name_of(int code, const char *name) { return name != NULL ? name : llt_names[code] + sizeof "MPI_" - 1; }

static llt_steps *steps_of(const llt_context *on, const char *name, llt_among among) {
  const llt_query query = {.collective = name, .among = among, .rank = on->rank, .size = on->size};
  return llt_decompose(&query);
}

/* Some libraries do without. */
static int waits(const llt_comm *on, const char *name) {
  if (on == NULL || on->context == NULL || !llt.decompose) return 1;
  llt_steps *steps = steps_of(on->context, name, LLT_CALLERS);
  const int some = steps->n > 0;
  llt_steps_free(steps);
  return some;
}

/* When all had come, and the MPI library began with its work; 0: they did not meet. `done`: when it ended that; 0: now. */
static int64_t met, done;

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

static void wait_until(int64_t until) {
  for (;;) {
    const int64_t due = llt_progress();
    if (llt_now() >= until) return;
    llt_rest(due < until ? due : until, 0);
  }
}

void llt_join_over(int code, const char *name, const llt_comm *on, const llt_comm *made, int64_t came) {
  const char *const called = name_of(code, name);
  const int of_made = code == LLT_COMM_CREATE_GROUP || code == LLT_INTERCOMM_MERGE;
  const llt_comm *const callers = of_made ? made : on;
  if (!llt.decompose || !can_play(callers)) {
    llt_passed(code);
    return;
  }
  const int64_t work = met == 0 ? 0 : (done == 0 ? llt_now() : done) - met;
  int64_t until = play(callers, called, LLT_CALLERS, came);
  if (can_play(made)) until = play(made, called, LLT_MADE, until);
  wait_until(until + work);
}

/*
 * How is a collective played? Each operation begins when those that it waits for are over, by the real clock: a send is a
 * stamp, a receive waits until the message of that stamp would be here. The data are awaited at the end.
 */
#include "play.h"

#include <stdlib.h>

#include "errors.h"
#include "inbox.h"
#include "injection.h"
#include "say.h"
#include "sleep.h"
#include "announce.h"

typedef struct {
  int begun, over;
  int64_t from;    /* when it began */
  int64_t release; /* when it ends, once that is known */
} state;

typedef struct {
  llt_op op;
  llt_call call;
  int left;
  int64_t since; /* where it is told from a time in the past; 0: it happens now */
  state *states;
  llt_data data;
} play;

static void announce(const play *of, const llt_step *what, llt_kind kind, int64_t time) {
  const llt_stamp_entry stamp = {.kind = kind, .context = of->op.on->sends, .tag = of->call.number,
                                 .source = of->call.round, .number = what->number, .time = time,
                                 .bytes = what->value};
  llt_announce(of->op.on->world[what->peer], &stamp);
}

/* The peer's stamp of this message; its time is 0 where there is none. */
static llt_stamp_entry announced(const play *of, const llt_step *what, llt_kind kind) {
  llt_letters *from = llt_inbox_steps(of->op.on->world[what->peer]);
  for (llt_letter **at = &from->first; *at != NULL; at = &(*at)->next) {
    const llt_stamp_entry *stamp = &(*at)->stamp;
    if (stamp->kind == (int32_t)kind && stamp->context == of->op.on->sends && stamp->tag == of->call.number &&
        stamp->source == of->call.round && stamp->number == what->number)
      return llt_inbox_take(from, at);
  }
  return (llt_stamp_entry){0};
}

static int ready(const play *of, int place) {
  const llt_step *what = &of->call.steps->at[place];
  for (int i = 0; i < what->nafter; i++)
    if (!of->states[what->after[i]].over) return 0;
  return 1;
}

/* What this rank gives, and all that it has received. */
static int64_t gathered(const play *of) {
  int64_t bytes = of->call.own;
  for (int i = 0; i < of->call.steps->n; i++)
    if (of->call.steps->at[i].kind == 'r') bytes += of->call.steps->at[i].value;
  return bytes;
}

static int64_t beginning(const play *of, const llt_step *what) {
  int64_t from = of->since;
  if (from == 0) return llt_now();
  for (int i = 0; i < what->nafter; i++)
    if (of->states[what->after[i]].release > from) from = of->states[what->after[i]].release;
  return from;
}

static void begin(play *of, int place) {
  llt_step *what = &of->call.steps->at[place];
  state *at = &of->states[place];
  at->begun = 1;
  at->from = beginning(of, what);
  if (what->kind == 'c') at->release = at->from + what->value;
  if (what->kind == 's' && what->value == LLT_UNKNOWN) what->value = gathered(of);
  if (what->kind == 's') announce(of, what, LLT_STEP, at->from);
  if (what->kind == 's' && what->value <= llt_network.S) at->release = at->from;
  if (what->kind == 'r' && what->value > llt_network.S) announce(of, what, LLT_STEP_POSTED, at->from);
}

static void find_release(const play *of, int place) {
  llt_step *what = &of->call.steps->at[place];
  state *at = &of->states[place];
  const llt_stamp_entry stamp = announced(of, what, what->kind == 's' ? LLT_STEP_POSTED : LLT_STEP);
  const int64_t time = stamp.time;
  if (time == 0) return;
  if (what->value == LLT_UNKNOWN) {
    what->value = stamp.bytes;
    if (what->value > llt_network.S) announce(of, what, LLT_STEP_POSTED, at->from);
  }
  at->release = what->kind == 's' ? llt_sender_release(at->from, time, what->value)
                                  : llt_release(time, at->from, what->value);
}

/* Whether it came to its end now. */
static int advance(play *of, int place) {
  state *at = &of->states[place];
  if (at->over || (!at->begun && !ready(of, place))) return 0;
  if (!at->begun) begin(of, place);
  if (at->release == 0) find_release(of, place);
  if (at->release == 0) return 0;
  if (of->since == 0 && at->release > llt_now()) {
    if (at->release < of->op.due) of->op.due = at->release;
    return 0;
  }
  at->over = 1;
  if (at->release > of->op.release) of->op.release = at->release;
  return 1;
}

static int data_here(llt_data *data) {
  int all = 1;
  for (int i = 0; i < data->n; i++) {
    int over;
    const int failed = llt_test_quietly(&data->requests[i], &over);
    if (failed != MPI_SUCCESS) data->failed = failed;
    all &= over;
  }
  return all && (data->then == NULL || data->then(data));
}

/* Whether it is known what there is to do. */
static int set_up(play *of) {
  if (!llt_call_known(&of->call, of->op.on)) return 0;
  of->left = of->call.steps->n;
  of->states = calloc((size_t)of->left + 1, sizeof *of->states);
  if (of->states == NULL) llt_say_and_end("no memory for a collective");
  return 1;
}

static int step(llt_op *op, int64_t now) {
  play *of = (play *)op;
  const int here = data_here(&of->data);
  if (!here && of->data.through_others) llt_op_moving();
  if (of->states == NULL && !set_up(of)) return 0;
  for (int before = -1; before != of->left;) {
    before = of->left;
    for (int i = 0; i < of->call.steps->n; i++) of->left -= advance(of, i);
  }
  if (of->left > 0) return 0;
  if (!here && !data_here(&of->data)) {
    op->due = now;
    return 0;
  }
  of->op.failed = of->data.failed;
  if (of->data.finish != NULL && of->data.failed == MPI_SUCCESS) of->data.finish(&of->data);
  return 1;
}

static void dispose(llt_op *op) {
  play *of = (play *)op;
  llt_data *data = &of->data;
  for (int i = 0; i < data->parts; i++) free(data->memory[i]);
  free(data->part);
  free(data->memory);
  free(data->requests);
  free(of->states);
  llt_steps_free(of->call.steps);
  if (data->own_type) PMPI_Type_free(&data->type);
}

int64_t llt_play_from(const llt_context *on, const llt_call *call, int64_t from) {
  play of = {.call = *call, .since = from, .op = {.step = step, .on = on, .handle = MPI_REQUEST_NULL, .release = from}};
  llt_op_start(&of.op);
  llt_wait_for(&of.op);
  free(of.states);
  return of.op.release;
}

int llt_play(const llt_context *on, const llt_call *call, const llt_data *data, MPI_Request *request) {
  play *of = calloc(1, sizeof *of);
  if (of == NULL) llt_say_and_end("no memory for a collective");
  of->call = *call;
  of->data = *data;
  of->op.step = step;
  of->op.on = on;
  of->op.dispose = dispose;
  of->op.handle = MPI_REQUEST_NULL;
  of->op.release = llt_now();
  if (request != NULL) {
    *request = llt_op_request(&of->op);
    llt_progress();
    return MPI_SUCCESS;
  }
  llt_op_start(&of->op);
  llt_wait_for(&of->op);
  const int failed = of->op.failed;
  dispose(&of->op);
  free(of);
  return failed == MPI_SUCCESS ? MPI_SUCCESS : llt_fail(on, failed);
}

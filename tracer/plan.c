/* What does the plan say of this rank? A text file, made by llamp-ts from a trace of the same program. */
#include "plan.h"

#include <ctype.h>
#include <errno.h>
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

#include "refusal.h"
#include "say.h"

#include "quickly.h"

static llt_template *templates;
static int ntemplates;
static llt_planned_call *calls;
static int ncalls, made, self;

static void *room(size_t count, size_t each) {
  void *at = calloc(count + 1, each);
  if (at == NULL) llt_say_and_end("LLAMP_COLLECTIVES: no memory for so large a plan");
  return at;
}

/* How many operations of the kind with the peer stand before it. */
static uint32_t number_of(const llt_template *in, int place) {
  uint32_t number = 0;
  for (int i = 0; i < place; i++)
    number += in->ops[i].kind == in->ops[place].kind && in->ops[i].peer == in->ops[place].peer;
  return number;
}

static int read_op(FILE *from, llt_template *to, int place, int ranks) {
  llt_planned_op *op = &to->ops[place];
  if (fscanf(from, " %c %d %" SCNd64 " %d", &op->kind, &op->peer, &op->value, &op->nafter) != 4) return 0;
  if (strchr("src", op->kind) == NULL || op->value < 0 || op->nafter < 0 || op->nafter > place) return 0;
  if (op->kind != 'c' && (op->peer < 0 || op->peer >= ranks)) return 0;
  op->after = room((size_t)op->nafter, sizeof *op->after);
  for (int i = 0; i < op->nafter; i++)
    if (fscanf(from, "%d", &op->after[i]) != 1 || op->after[i] < 0 || op->after[i] >= place) return 0;
  op->number = number_of(to, place);
  return 1;
}

static int read_templates(FILE *from, int ranks) {
  if (fscanf(from, " templates %d", &ntemplates) != 1 || ntemplates < 0) return 0;
  templates = room((size_t)ntemplates, sizeof *templates);
  for (int t = 0; t < ntemplates; t++) {
    llt_template *to = &templates[t];
    if (fscanf(from, " template %d", &to->n) != 1 || to->n < 0) return 0;
    to->ops = room((size_t)to->n, sizeof *to->ops);
    for (int i = 0; i < to->n; i++)
      if (!read_op(from, to, i, ranks)) return 0;
  }
  return 1;
}

static int read_call(FILE *from, llt_planned_call *call) {
  return fscanf(from, "%39s %" SCNd64 " %d %d", call->name, &call->bytes, &call->template, &call->instance) == 4 &&
         call->template >= 0 && call->template < ntemplates;
}

/* Of all ranks; those of this one are kept. */
static int read_calls(FILE *from, int rank, int ranks) {
  for (int r = 0; r < ranks; r++) {
    int which, n;
    if (fscanf(from, " rank %d %d", &which, &n) != 2 || which != r || n < 0) return 0;
    llt_planned_call other;
    if (r == rank) calls = room((size_t)n, sizeof *calls);
    if (r == rank) ncalls = n;
    for (int i = 0; i < n; i++)
      if (!read_call(from, r == rank ? &calls[i] : &other)) return 0;
  }
  return 1;
}

#define MEND ": give library, or the plan of the program"

/* A plan that lost its end may still have a number there: it is whole with the end of its last line, and nothing behind. */
static int at_end(FILE *from) {
  return isspace(fgetc(from)) && fscanf(from, " %*c") == EOF;
}

/* All ranks read it: a pipe has it once, and may keep them waiting. */
static FILE *open_plan(const char *path) {
  struct stat file;
  if (stat(path, &file) != 0) return NULL;
  return fopen(S_ISREG(file.st_mode) ? path : "/dev/null", "r");
}

int llt_plan_read(const char *path, int rank, int ranks, char *why, size_t size) {
  int version = 0, of = 0;
  FILE *from = open_plan(path);
  if (from == NULL) {
    snprintf(why, size, "LLAMP_COLLECTIVES=%.200s: %s" MEND, path, strerror(errno));
    return 0;
  }
  self = rank;
  const int headed = fscanf(from, "llamp-plan %d ranks %d", &version, &of) == 2 && version == 1;
  const int whole = headed && of == ranks && read_templates(from, ranks) && read_calls(from, rank, ranks) && at_end(from);
  fclose(from);
  if (whole) return 1;
  if (headed && of != ranks)
    snprintf(why, size, "LLAMP_COLLECTIVES=%.200s: the plan is of %d ranks, and the program has %d" MEND, path, of, ranks);
  else snprintf(why, size, "LLAMP_COLLECTIVES=%.200s: no plan that this version can read, or a damaged one" MEND, path);
  return 0;
}

static void differ(const char *what) {
  char text[400];
  snprintf(text, sizeof text, "rank %d: %s: trace the program again with this input", self, what);
  llt_first_says(text);
}

const llt_planned_call *llt_plan_next(const char *name, int64_t bytes) {
  char what[300];
  const llt_planned_call *call = &calls[made];
  if (made < ncalls && call->bytes == bytes && strcmp(call->name, name) == 0) {
    made++;
    return call;
  }
  if (made < ncalls)
    snprintf(what, sizeof what, "collective call %d is %s of %" PRId64 " B, and in the plan %s of %" PRId64 " B", made + 1,
             name, bytes, call->name, call->bytes);
  else snprintf(what, sizeof what, "%s is collective call %d, and the plan has %d", name, made + 1, ncalls);
  differ(what);
  return NULL;
}

const llt_template *llt_plan_template(const llt_planned_call *call) { return &templates[call->template]; }

void llt_plan_end(void) {
  char what[200];
  if (made == ncalls) return;
  snprintf(what, sizeof what, "the program made %d collective calls, and the plan has %d", made, ncalls);
  differ(what);
}

/* Which stamps came? Rings are emptied whenever MPI is called, so that they have room. */
#include "inbox.h"

#include <stdlib.h>

enum { MESSAGES, STEPS, POSTS, KINDS };

static llt_letters *lists; /* [KINDS][ranks] */
static int sources;
static llt_letter *spare;

void (*llt_inbox_answer)(int from, const llt_stamp_entry *stamp);

void llt_inbox_make(int ranks) {
  sources = ranks;
  lists = calloc((size_t)ranks * KINDS, sizeof *lists);
  if (lists == NULL) abort();
  for (int i = 0; i < ranks * KINDS; i++) lists[i].end = &lists[i].first;
}

llt_letters *llt_inbox_messages(int from) { return &lists[MESSAGES * sources + from]; }
llt_letters *llt_inbox_steps(int from) { return &lists[STEPS * sources + from]; }
llt_letters *llt_inbox_posts(int from) { return &lists[POSTS * sources + from]; }

static llt_letter *new_letter(void) {
  if (spare == NULL) {
    llt_letter *block = malloc(256 * sizeof *block);
    if (block == NULL) abort();
    for (int i = 0; i < 256; i++) {
      block[i].next = spare;
      spare = &block[i];
    }
  }
  llt_letter *one = spare;
  spare = one->next;
  return one;
}

static void keep(llt_letters *in, int from, const llt_stamp_entry *stamp) {
  llt_letter *one = new_letter();
  one->stamp = *stamp;
  one->from = from;
  one->next = NULL;
  *in->end = one;
  in->end = &one->next;
}

static void sort_in(int from, const llt_stamp_entry *stamp) {
  switch (stamp->kind) {
    case LLT_MESSAGE:
      keep(llt_inbox_messages(from), from, stamp);
      return;
    case LLT_STEP:
    case LLT_STEP_POSTED:
      keep(llt_inbox_steps(from), from, stamp);
      return;
    case LLT_ACCEPTED:
      llt_inbox_answer(from, stamp);
      return;
    default:
      keep(llt_inbox_posts(from), from, stamp);
  }
}

void llt_inbox_fill(void) {
  llt_stamp_entry stamp;
  for (int from = 0; from < sources; from++)
    while (llt_ring_get(from, &stamp)) sort_in(from, &stamp);
}

llt_stamp_entry llt_inbox_take(llt_letters *of, llt_letter **place) {
  llt_letter *gone = *place;
  const llt_stamp_entry stamp = gone->stamp;
  *place = gone->next;
  if (of->end == &gone->next) of->end = place;
  gone->next = spare;
  spare = gone;
  return stamp;
}

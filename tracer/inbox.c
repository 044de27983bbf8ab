/* Which stamps came? Rings are emptied whenever MPI is called, so that they have room; so is the mail. */
#include "inbox.h"

#include <stdlib.h>

#include "mail.h"
#include "nodes.h"
#include "release.h"
#include "rings.h"
#include "sleep.h"

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
    case LLT_BLOCK:
    case LLT_EXPOSED:
    case LLT_CLOSED:
    case LLT_REACHED:
      keep(llt_inbox_steps(from), from, stamp);
      return;
    case LLT_ACCEPTED:
      llt_inbox_answer(from, stamp);
      return;
    default:
      keep(llt_inbox_posts(from), from, stamp);
  }
}

/* How often mail is looked for in vain: enough for a flow of messages, and for all that have come. */
#define SOME 4
#define WHOLLY 32
/* Who looked at most that long ago, in ns, looks once. */
#define AWAY 20000

static void fill(int looks) {
  llt_stamp_entry stamp;
  for (int i = 0; i < llt_nodes.size; i++)
    while (llt_ring_get(i, &stamp)) sort_in(llt_nodes.members[i], &stamp);
  for (int from; llt_mail_get(&from, &stamp, looks); sort_in(from, &stamp)) stamp.time = llt_release_in(stamp.time);
}

void llt_inbox_fill(void) {
  static int64_t filled;
  if (llt_nodes.count == 1) {
    fill(0);
    return;
  }
  fill(llt_now() - filled > AWAY ? SOME : 1);
  filled = llt_now();
}

void llt_inbox_fill_wholly(void) { fill(WHOLLY); }

llt_stamp_entry llt_inbox_take(llt_letters *of, llt_letter **place) {
  llt_letter *gone = *place;
  const llt_stamp_entry stamp = gone->stamp;
  *place = gone->next;
  if (of->end == &gone->next) of->end = place;
  gone->next = spare;
  spare = gone;
  return stamp;
}

/*
 * Which receive will a message meet? The sender finds it as the receiver will: a receive takes the first message that fits
 * it of those that no earlier receive took. That holds as long as no receive is from anybody.
 */
#include "posts.h"

#include <stdlib.h>

#include "inbox.h"
#include "injection.h"
#include "say.h"
#include "announce.h"

typedef struct sent {
  int context, tag;
  uint32_t number;
  struct sent *next;
} sent;

static sent **lists; /* [ranks] messages that no receive is known for, in order */
static void (*tell_met)(int to, uint32_t number, int64_t posted);

static int used(void) { return llt_network.S != INT64_MAX; }

void llt_posts_start(int ranks, void (*met)(int to, uint32_t number, int64_t posted)) {
  tell_met = met;
  lists = calloc((size_t)ranks, sizeof *lists);
  if (lists == NULL) abort();
}

void llt_post_no_more(llt_context *on) {
  if (!used() || on->untold) return;
  on->untold = 1;
  const llt_stamp_entry last = {.kind = LLT_UNTELLABLE, .context = on->receives};
  for (int i = 0; i < on->peers; i++) llt_announce(on->world[i], &last);
}

void llt_post_tell(llt_context *on, int source, int tag, int64_t posted) {
  if (!used() || on->untold) return;
  if (source == MPI_ANY_SOURCE) {
    llt_post_no_more(on);
    return;
  }
  const llt_stamp_entry post = {.kind = LLT_POSTED, .context = on->receives, .tag = tag, .time = posted};
  llt_announce(on->world[source], &post);
}

static sent *take(sent **at) {
  sent *gone = *at;
  *at = gone->next;
  return gone;
}

/* The first message that a receive takes. */
static sent **first_for(int to, const llt_stamp_entry *post) {
  sent **at = &lists[to];
  while (*at != NULL && !((*at)->context == post->context && (post->tag == MPI_ANY_TAG || (*at)->tag == post->tag)))
    at = &(*at)->next;
  return at;
}

static void forget_context(int to, int context) {
  for (sent **at = &lists[to]; *at != NULL;) {
    if ((*at)->context == context) free(take(at));
    else at = &(*at)->next;
  }
}

/* Whether the receiver said that it announces no more. Its entry stays in the list. */
static int closed(int to, int context) {
  for (const llt_letter *at = llt_inbox_posts(to)->first; at != NULL; at = at->next)
    if (at->stamp.kind == LLT_UNTELLABLE && at->stamp.context == context) return 1;
  return 0;
}

void llt_post_pair(int to) {
  llt_letters *posts = llt_inbox_posts(to);
  for (llt_letter **at = &posts->first; *at != NULL;) {
    if ((*at)->stamp.kind == LLT_UNTELLABLE) {
      forget_context(to, (*at)->stamp.context);
      at = &(*at)->next;
      continue;
    }
    sent **place = first_for(to, &(*at)->stamp);
    if (*place == NULL) {
      at = &(*at)->next;
      continue;
    }
    sent *one = take(place);
    tell_met(to, one->number, llt_inbox_take(posts, at).time);
    free(one);
  }
}

void llt_post_sent(const llt_context *on, int to, int tag, uint32_t number) {
  if (!used()) return;
  llt_post_pair(to);
  if (closed(to, on->sends)) return;
  sent **end = &lists[to];
  while (*end != NULL) end = &(*end)->next;
  *end = calloc(1, sizeof **end);
  if (*end == NULL) llt_say_and_end("no memory for a message");
  (*end)->context = on->sends;
  (*end)->tag = tag;
  (*end)->number = number;
}

void llt_post_forget(int to, uint32_t number) {
  for (sent **at = &lists[to]; *at != NULL; at = &(*at)->next) {
    if ((*at)->number != number) continue;
    free(take(at));
    return;
  }
}

/* Stamps that came and are not used up, by kind and source. */
#ifndef LLT_INBOX_H
#define LLT_INBOX_H
#include "stamp.h"
#pragma GCC visibility push(hidden)

typedef struct llt_letter {
  llt_stamp_entry stamp;
  int from; /* rank in the world */
  struct llt_letter *next;
} llt_letter;

/* Letters of one source in the order in which they were sent. */
typedef struct {
  llt_letter *first, **end;
} llt_letters;

void llt_inbox_make(int ranks);
/* Takes what came. */
void llt_inbox_fill(void);
/* Takes all of it, where it matters who was first. */
void llt_inbox_fill_wholly(void);
llt_letters *llt_inbox_messages(int from);
llt_letters *llt_inbox_steps(int from);
llt_letters *llt_inbox_posts(int from);
/* Takes the letter at `place` out; returns what it says. */
llt_stamp_entry llt_inbox_take(llt_letters *of, llt_letter **place);
/* Called with what is no letter: ACCEPTED. */
extern void (*llt_inbox_answer)(int from, const llt_stamp_entry *stamp);

#pragma GCC visibility pop
#endif

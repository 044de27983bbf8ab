/* Who of several ranks says why the program ends? The first of a node; of several nodes, the first that has one. */
#include "refusal.h"

#include <stdio.h>
#include <unistd.h>

#include "nodes.h"
#include "opened.h"
#include "rings.h"
#include "say.h"
#include "sleep.h"

/* Nodes share nothing by which they could agree: each waits until those before it would have ended the program. */
#define TURN 3000000000LL
#define MOST_TURNS 5

void llt_first_says(const char *what) {
  if (llt_ring_first()) {
    const int turns = llt_nodes.own < MOST_TURNS ? llt_nodes.own : MOST_TURNS;
    llt_sleep_to(llt_now() + turns * TURN);
    llt_say_and_end(what);
  }
  for (;;) pause();
}

void llt_first_refuses(const char *because) {
  char name[80], text[400];
  llt_name_of(llt_opened_here()->function, name, sizeof name);
  snprintf(text, sizeof text, "%s cannot be delayed, because %s", name, because);
  llt_first_says(text);
}

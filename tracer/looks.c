/*
 * Since when does a thread probe for a message that it has not found? A loop that looks for several things goes on with the
 * first that is there: calls on the others, which are recorded before the probe, are no reason why it came later.
 */
#include "looks.h"

#include "state.h"

/* So many at once. */
#define KEPT 4

typedef struct {
  llt_wanted what;
  int64_t since;    /* −1: unused */
  uint64_t records; /* of all threads by then */
} look;

static __thread struct {
  look all[KEPT];
  int n, next;
} looks __attribute__((tls_model("initial-exec")));

static look *place_of(llt_wanted what) {
  for (int i = 0; i < looks.n; i++) {
    look *const one = &looks.all[i];
    if (one->what.comm == what.comm && one->what.source == what.source && one->what.tag == what.tag) return one;
  }
  return NULL;
}

void llt_look(llt_wanted what, int64_t from) {
  look *one = place_of(what);
  if (one != NULL && one->since >= 0) return;
  if (one == NULL) {
    one = &looks.all[looks.next];
    looks.next = (looks.next + 1) % KEPT;
    if (looks.n < KEPT) looks.n++;
  }
  *one = (look){what, from, llt.records};
}

int64_t llt_look_over(llt_wanted what) {
  look *const one = place_of(what);
  if (one == NULL || one->since < 0) return -1;
  const int64_t since = one->records == llt.records ? -1 : one->since;
  one->since = -1;
  return since;
}

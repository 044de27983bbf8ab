/*
 * Whose turn is it? Threads that call MPI at once take turns on the delayed network, in the order in which they came: one
 * that waits for a message gives its turn back while it sleeps. Where computation is stretched there are no turns: a thread
 * that sleeps for its computation would hold up the others.
 */
#include "alone.h"

#include <pthread.h>
#include <stdio.h>

#include "opened.h"
#include "refusal.h"

#include "quickly.h"

static pthread_mutex_t door = PTHREAD_MUTEX_INITIALIZER;
static pthread_cond_t next = PTHREAD_COND_INITIALIZER;
static uint64_t came, served;

static __thread int turn __attribute__((tls_model("initial-exec")));

void llt_turn_taken(void) {
  pthread_mutex_lock(&door);
  const uint64_t mine = came++;
  while (served != mine) pthread_cond_wait(&next, &door);
  pthread_mutex_unlock(&door);
  turn = 1;
}

int llt_turn_given(void) {
  if (!turn) return 0;
  turn = 0;
  pthread_mutex_lock(&door);
  served++;
  if (served != came) pthread_cond_broadcast(&next);
  pthread_mutex_unlock(&door);
  return 1;
}

int llt_turn_begin(void) {
  if (!llt.turns || turn) return 0;
  llt_turn_taken();
  return 1;
}

void llt_alone_left(void) {
  if (llt.turns) llt_turn_given();
  else __atomic_store_n(&llt.busy, 0, __ATOMIC_RELEASE);
}

void llt_alone_enter(const char *function) {
  char name[80], text[400];
  if (llt.turns) {
    llt_turn_taken();
    return;
  }
  if (!__atomic_exchange_n(&llt.busy, 1, __ATOMIC_ACQUIRE)) return;
  llt_name_of(function, name, sizeof name);
  snprintf(text, sizeof text,
           "%s of one thread while another is in MPI; messages of several threads at once are delayed only if MPI_Init_thread "
           "grants MPI_THREAD_MULTIPLE, and their computation is not stretched. Request it, let one thread call MPI, or run "
           "without LLAMP_L, LLAMP_ADD and LLAMP_DILATE.",
           name);
  llt_first_says(text);
}

/*
 * What is left of a rank that is killed while it waits? All that it recorded, for its launcher may give it no time at the
 * end: a thread sees that no record was added for a second, and writes those that there are.
 *
 * The rank itself goes on meanwhile. Before it touches the buffer it looks whether the thread writes, and waits for that;
 * the thread, once it has said that it writes, looks whether the rank is at the buffer. Between saying and looking both
 * would need a barrier; the rank, which is fast, leaves its to the thread (membarrier).
 */
#include "watch.h"

#include <errno.h>
#include <linux/membarrier.h>
#include <pthread.h>
#include <semaphore.h>
#include <signal.h>
#include <sys/syscall.h>
#include <time.h>
#include <unistd.h>

#include "buffer.h"

#include "quickly.h"

/* How long a rank records nothing before its records are written, in s. */
#define STILL 1

static pthread_t watcher;
static sem_t ends;
static int watching;

static int barrier(int command) { return (int)syscall(SYS_membarrier, command, 0, 0); }

static uint64_t recorded(void) { return __atomic_load_n(&llt.records, __ATOMIC_RELAXED); }

/* Whether the buffer is this thread's; else the rank is at it, and will record. */
static int take(void) {
  if (llt.multiple) {
    llt_lock();
    return 1;
  }
  __atomic_store_n(&llt.saving, 1, __ATOMIC_SEQ_CST);
  barrier(MEMBARRIER_CMD_PRIVATE_EXPEDITED);
  if (!__atomic_load_n(&llt.recording, __ATOMIC_ACQUIRE)) return 1;
  __atomic_store_n(&llt.saving, 0, __ATOMIC_RELEASE);
  return 0;
}

static void give_back(void) {
  if (llt.multiple) llt_unlock();
  else __atomic_store_n(&llt.saving, 0, __ATOMIC_RELEASE);
}

static int ended(void) {
  struct timespec until;
  clock_gettime(CLOCK_REALTIME, &until);
  until.tv_sec += STILL;
  while (sem_timedwait(&ends, &until) != 0)
    if (errno == ETIMEDOUT) return 0;
  return 1;
}

static void *watch(void *none) {
  uint64_t before = 0, written = 0;
  while (!ended()) {
    const uint64_t now = recorded();
    if (now == before && now != written && take()) {
      if (llt.on && recorded() == now) {
        llt_buffer_save();
        written = now;
      }
      give_back();
    }
    before = now;
  }
  return none;
}

void llt_watch_start(void) {
  sigset_t all, before;
  if (!llt.multiple && barrier(MEMBARRIER_CMD_REGISTER_PRIVATE_EXPEDITED) != 0) return;
  if (sem_init(&ends, 0, 0) != 0) return;
  /* Signals of the program are for its own threads. */
  sigfillset(&all);
  pthread_sigmask(SIG_SETMASK, &all, &before);
  watching = pthread_create(&watcher, NULL, watch, NULL) == 0;
  pthread_sigmask(SIG_SETMASK, &before, NULL);
}

void llt_watch_end(void) {
  if (!watching) return;
  watching = 0;
  sem_post(&ends);
  pthread_join(watcher, NULL);
}

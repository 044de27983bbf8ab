/* Where do records wait? In one block of memory that is written out in one piece when it is full, and at the end. */
#include "buffer.h"

#include <pthread.h>
#include <signal.h>
#include <sys/mman.h>

#include "clock.h"
#include "output.h"

/* One record of room is before the first: the head of the chunk is written in front of its records. */
static llt_record *block_of(uint64_t room) {
  void *block = mmap(NULL, (room + 1) * sizeof(llt_record), PROT_READ | PROT_WRITE,
                     MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0);
  return block == MAP_FAILED ? NULL : (llt_record *)block + 1;
}

int llt_buffer_make(uint64_t bytes) {
  llt.room = bytes / sizeof(llt_record);
  if (llt.room < 16) llt.room = 16;
  llt.base = block_of(llt.room);
  llt.used = 0;
  return llt.base != NULL;
}

/*
 * Time spent here belongs to no rank: the clock stops. Not with several threads at once: one that read the time just before
 * would combine it with a clock that was set since.
 */
void llt_flush(void) {
  const int64_t before = llt_now();
  sigset_t all, mask;
  /* A signal that ends the rank comes when all is written. */
  sigfillset(&all);
  pthread_sigmask(SIG_SETMASK, &all, &mask);
  llt_output_buffer(llt.base, llt.used);
  llt.used = 0;
  pthread_sigmask(SIG_SETMASK, &mask, NULL);
  if (!llt.multiple) llt.origin += llt_now() - before;
}

void llt_buffer_save(void) {
  llt_output_last(llt.base, llt.used);
  llt.used = 0;
}

llt_record *llt_slots_slow(uint64_t slots) {
  llt_flush();
  if (slots > llt.room) {
    llt_record *larger = block_of(slots);
    if (larger == NULL) return NULL;
    munmap(llt.base - 1, (llt.room + 1) * sizeof(llt_record));
    llt.base = larger;
    llt.room = slots;
  }
  return llt.base;
}

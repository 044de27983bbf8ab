/* Room for records. */
#ifndef LLT_BUFFER_H
#define LLT_BUFFER_H
#include "state.h"
#pragma GCC visibility push(hidden)

/* Once; 0 where there is no memory. */
int llt_buffer_make(uint64_t bytes);
llt_record *llt_slots_slow(uint64_t slots);
void llt_flush(void);
/* The same for a rank that may hang or ends, with its open calls; the clock goes on. */
void llt_buffer_save(void);

/* Room for records; they count only after llt_commit: a signal that comes between finds whole records. */
static inline llt_record *llt_slots(uint64_t slots) {
  if (LLT_UNLIKELY(llt.used + slots > llt.room)) return llt_slots_slow(slots);
  return llt.base + llt.used;
}

static inline void llt_commit(uint64_t slots) {
  __atomic_signal_fence(__ATOMIC_RELEASE);
  llt.used += slots;
  llt.records++;
}

#pragma GCC visibility pop
#endif

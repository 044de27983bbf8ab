/* How long is a tick of the processor's counter? */
#include "ticks.h"

#include <fcntl.h>
#include <string.h>
#include <unistd.h>

#define LOOKS 32
/* With less time between the looks, in ns, the rate is too inexact. */
#define APART 5000000

llt_ticks llt_ticking;
static uint64_t first_tick;
static int64_t first_at;

static int usable(void) {
#if defined(__x86_64__)
  char text[8] = "";
  const int file = open("/sys/devices/system/clocksource/clocksource0/current_clocksource", O_RDONLY | O_CLOEXEC);
  if (file < 0) return 0;
  const ssize_t n = read(file, text, sizeof text - 1);
  close(file);
  return n >= 3 && strcmp(text, "tsc\n") == 0;
#else
  return 0;
#endif
}

/* Both at once: the look that took least. */
static void look(uint64_t *tick, int64_t *at) {
  uint64_t least = UINT64_MAX;
  for (int i = 0; i < LOOKS; i++) {
    const uint64_t before = LLT_COUNTER();
    const int64_t now = llt_now();
    const uint64_t took = LLT_COUNTER() - before;
    if (took >= least) continue;
    least = took;
    *tick = before + took / 2;
    *at = now;
  }
}

void llt_ticks_first(void) {
  llt_ticking.use = usable();
  if (llt_ticking.use) look(&first_tick, &first_at);
}

/* The rate since the first look, if that is so long ago. */
static void look_again(int64_t apart) {
  llt_ticks *t = &llt_ticking;
  look(&t->tick, &t->at);
  if (t->at - first_at < apart || t->tick <= first_tick) return;
  t->latest = t->at;
  t->ns = (uint64_t)((double)(t->at - first_at) / (double)(t->tick - first_tick) * 4294967296.0);
}

void llt_ticks_second(void) {
  if (llt_ticking.use) look_again(APART);
}

void llt_ticks_roughly(void) {
  if (!llt_ticking.use) return;
  while (llt_now() - first_at < LLT_ROUGHLY) {
  }
  look_again(LLT_ROUGHLY);
}

void llt_ticks_forget(void) { llt_ticking.ns = 0; }

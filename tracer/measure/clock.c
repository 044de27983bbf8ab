/* What is the time, and how does a rank compute? */
#include <time.h>

#include "measure.h"

/* Sleep is not taken more exactly, ns. */
enum { EXACT = 100000 };

int64_t now(void) {
  struct timespec t;
  clock_gettime(CLOCK_MONOTONIC, &t);
  return (int64_t)t.tv_sec * 1000000000 + t.tv_nsec;
}

int64_t compute(int64_t ns) {
  const int64_t start = now();
  int64_t time = start;
  while (time < start + ns) time = now();
  return time - start;
}

void rest(int64_t ns) {
  const int64_t end = now() + ns;
  if (ns > EXACT) {
    const int64_t sleep = ns - EXACT / 2;
    const struct timespec t = {(time_t)(sleep / 1000000000), (long)(sleep % 1000000000)};
    nanosleep(&t, NULL);
  }
  compute(end - now());
}

/* Computation that needs no core: a rank sleeps, so that ranks beyond the number of cores do not disturb each other. */
#ifndef LLAMP_COMPUTE_H
#define LLAMP_COMPUTE_H

#include <time.h>

static inline void compute(long us) {
  const struct timespec time = {us / 1000000, us % 1000000 * 1000};
  nanosleep(&time, 0);
}

#endif

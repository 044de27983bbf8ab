/*
 * Loaded in front of a rank: its CLOCK_MONOTONIC is that of another node, so many s ahead per rank as OTHER_CLOCK_S says,
 * and faster by OTHER_CLOCK_PPM per rank. Who makes the system call himself has the true one.
 */
#define _GNU_SOURCE
#include <stdint.h>
#include <stdlib.h>
#include <sys/syscall.h>
#include <time.h>
#include <unistd.h>

#define S 1000000000.0

static double of(const char *name) {
  const char *value = getenv(name), *rank = getenv("OMPI_COMM_WORLD_RANK");
  if (rank == NULL) rank = getenv("PMI_RANK");
  return value == NULL || rank == NULL ? 0 : atof(value) * atoi(rank);
}

static int64_t true_time(void) {
  struct timespec t;
  syscall(SYS_clock_gettime, CLOCK_MONOTONIC, &t);
  return (int64_t)t.tv_sec * 1000000000 + t.tv_nsec;
}

/* The clocks are the furthest apart at the end. */
static int64_t begun, ahead;
static double faster;

__attribute__((constructor)) static void begin(void) {
  begun = true_time();
  ahead = (int64_t)(S * of("OTHER_CLOCK_S"));
  faster = of("OTHER_CLOCK_PPM") / 1e6;
}

static struct timespec as_time(int64_t ns) {
  const struct timespec t = {ns / 1000000000, ns % 1000000000};
  return t;
}

int clock_gettime(clockid_t clock, struct timespec *t) {
  if (clock != CLOCK_MONOTONIC) return (int)syscall(SYS_clock_gettime, clock, t);
  const int64_t now = true_time();
  *t = as_time(now + ahead + (int64_t)(faster * (double)(now - begun)));
  return 0;
}

int clock_nanosleep(clockid_t clock, int flags, const struct timespec *until, struct timespec *left) {
  struct timespec t = *until;
  if (clock == CLOCK_MONOTONIC && (flags & TIMER_ABSTIME) != 0) {
    const int64_t passed = (int64_t)t.tv_sec * 1000000000 + t.tv_nsec - ahead - begun;
    t = as_time(begun + (int64_t)((double)passed / (1 + faster)));
  }
  return syscall(SYS_clock_nanosleep, clock, flags, &t, left) == 0 ? 0 : 4;
}

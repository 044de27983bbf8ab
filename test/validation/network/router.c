/*
 * Joins the network namespaces llamp0 … llamp(RANKS-1) by TUN devices (10.77.0.1, 10.77.0.2 …) and holds back every
 * packet for one set time, which may change while it runs. No packet is lost, none overtakes another.
 *
 *   router RANKS
 *
 * It says `ready` on standard output when the devices are up. A line `delay NS` on standard input sets the delay (0 at
 * first) and is answered by the same line when it holds. It ends at the end of standard input, or at SIGTERM; what it has
 * done is then said on standard error. Linux, root.
 */
#define _GNU_SOURCE
#include <errno.h>
#include <sched.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/epoll.h>
#include <sys/prctl.h>
#include <sys/signalfd.h>
#include <sys/timerfd.h>
#include <time.h>
#include <unistd.h>

#include "devices.h"
#include "queue.h"
#include "refuse.h"

/* ns before a packet is due at which the router is awake, and looks at the clock until it is. */
#define AWAKE 25000
#define DELAY_MOST 10000000000LL
#define PRIORITY 20
/* Ranks are hosts 10.77.0.1 … 10.77.0.RANKS_MOST. */
#define RANKS_MOST 64

static int ranks, timer, ended;
static int devices[RANKS_MOST];
static int64_t delay;
/* Packets sent on, and how late: in sum and at most, ns. */
static int64_t sent, late_sum, late_most;

static int64_t now(void) {
  struct timespec t;
  clock_gettime(CLOCK_MONOTONIC, &t);
  return (int64_t)t.tv_sec * 1000000000 + t.tv_nsec;
}

/* A whole number from least to most, or -1. */
static int64_t whole(const char *text, int64_t least, int64_t most) {
  char *end;
  errno = 0;
  const long long value = strtoll(text, &end, 10);
  return errno != 0 || end == text || *end != 0 || value < least || value > most ? -1 : value;
}

/* Rank of an IPv4 packet's destination, or -1: what a namespace sends by itself to everybody has none. */
static int destination(const unsigned char *bytes, ssize_t length) {
  if (length < 20 || bytes[0] >> 4 != 4) return -1;
  if (bytes[16] != 10 || bytes[17] != 77 || bytes[18] != 0) return -1;
  const int rank = bytes[19] - 1;
  return rank >= 0 && rank < ranks ? rank : -1;
}

static void take_from(int device) {
  static unsigned char bytes[65536];
  for (;;) {
    const ssize_t length = read(device, bytes, sizeof bytes);
    if (length < 0 && errno == EINTR) continue;
    if (length < 0 && errno != EAGAIN) refuse(errno, "reading a packet");
    if (length < 0) return;
    const int to = destination(bytes, length);
    if (to >= 0) add_packet(now() + delay, to, bytes, (size_t)length);
  }
}

static void send_due(void) {
  for (const packet *next = first_packet(); next != NULL; next = first_packet()) {
    const int64_t late = now() - next->due;
    if (late < 0) return;
    while (write(devices[next->to], next->bytes, next->length) < 0)
      if (errno != EINTR && errno != EAGAIN) refuse(errno, "writing a packet for rank %d", next->to);
    drop_first_packet();
    sent++;
    late_sum += late;
    if (late > late_most) late_most = late;
  }
}

/* For epoll_wait: 0 where a packet is almost due, else -1, with the timer set for the next. */
static int wait_for_next(void) {
  const packet *next = first_packet();
  if (next == NULL) return -1;
  const int64_t at = next->due - AWAKE;
  if (at <= now()) return 0;
  const struct itimerspec alarm = {.it_value = {at / 1000000000, at % 1000000000}};
  if (timerfd_settime(timer, TFD_TIMER_ABSTIME, &alarm, NULL) != 0) refuse(errno, "setting the timer");
  return -1;
}

static void obey(const char *line) {
  const int64_t value = strncmp(line, "delay ", 6) == 0 ? whole(line + 6, 0, DELAY_MOST) : -1;
  if (value < 0) refuse(0, "\"%s\" is no command: delay NS, from 0 to %lld", line, DELAY_MOST);
  delay = value;
  printf("delay %lld\n", (long long)delay);
}

/* Standard input has something: lines, or its end. */
static void take_commands(void) {
  static char line[64];
  static size_t length;
  char text[256];
  const ssize_t n = read(STDIN_FILENO, text, sizeof text);
  if (n <= 0) ended = 1;
  for (ssize_t i = 0; i < n; i++) {
    if (text[i] != '\n') {
      if (length == sizeof line - 1) refuse(0, "a command of more than %zu characters", length);
      line[length++] = text[i];
      continue;
    }
    line[length] = 0;
    length = 0;
    obey(line);
  }
}

static int open_signals(void) {
  sigset_t set;
  sigemptyset(&set);
  sigaddset(&set, SIGTERM);
  sigaddset(&set, SIGINT);
  sigprocmask(SIG_BLOCK, &set, NULL);
  const int signals = signalfd(-1, &set, SFD_CLOEXEC);
  if (signals < 0) refuse(errno, "signals");
  return signals;
}

static void watch(int epoll, int file) {
  struct epoll_event event = {.events = EPOLLIN, .data.fd = file};
  if (epoll_ctl(epoll, EPOLL_CTL_ADD, file, &event) != 0) refuse(errno, "watching a file");
}

/* Of the machine's other work, none goes before it. */
static void be_punctual(void) {
  const struct sched_param first = {.sched_priority = PRIORITY};
  if (sched_setscheduler(0, SCHED_FIFO, &first) != 0)
    fprintf(stderr, "router: no real-time priority (%s): packets may be late\n", strerror(errno));
  prctl(PR_SET_TIMERSLACK, 1UL, 0, 0, 0);
}

static void handle(int file, int signals) {
  uint64_t times;
  if (file == STDIN_FILENO) {
    take_commands();
  } else if (file == signals) {
    ended = 1;
  } else if (file == timer) {
    if (read(timer, &times, sizeof times) < 0 && errno != EAGAIN) refuse(errno, "reading the timer");
  } else {
    take_from(file);
  }
}

static void run(int epoll, int signals) {
  struct epoll_event events[RANKS_MOST + 3];
  while (!ended) {
    send_due();
    const int n = epoll_wait(epoll, events, RANKS_MOST + 3, wait_for_next());
    if (n < 0 && errno != EINTR) refuse(errno, "waiting");
    for (int i = 0; i < n; i++) handle(events[i].data.fd, signals);
  }
}

int main(int argc, char **argv) {
  setvbuf(stdout, NULL, _IOLBF, 0);
  ranks = argc == 2 ? (int)whole(argv[1], 2, RANKS_MOST) : -1;
  if (ranks < 0) refuse(0, "usage: router RANKS, from 2 to %d", RANKS_MOST);
  const int epoll = epoll_create1(EPOLL_CLOEXEC), signals = open_signals();
  timer = timerfd_create(CLOCK_MONOTONIC, TFD_NONBLOCK | TFD_CLOEXEC);
  if (epoll < 0 || timer < 0) refuse(errno, "starting");
  for (int rank = 0; rank < ranks; rank++) watch(epoll, devices[rank] = open_device(rank));
  watch(epoll, timer);
  watch(epoll, signals);
  watch(epoll, STDIN_FILENO);
  be_punctual();
  puts("ready");
  run(epoll, signals);
  fprintf(stderr, "router: %lld packets, late by %.1f us in the mean, %.1f us at most\n", (long long)sent,
          sent == 0 ? 0 : (double)late_sum / 1e3 / (double)sent, (double)late_most / 1e3);
  return 0;
}

/*
 * How long do n messages of s bytes and an answer take, with computation of d between the sends: PRTT(n, d, s) of
 * Hoefler, Lichei, Rehm, "Low-Overhead LogGP Parameter Assessment for Modern Interconnection Networks" (2007).
 */
#include <stdlib.h>

#include "measure.h"

enum { ROUND_TRIPS = 4, WARM_UP = 2, MOST_SIZES = 40, CLOCK_LOOKS = 16 };
static const int64_t LEAST_DELAY = 1000, MOST_DELAY = 20000000, LEAST_WAIT = 10000; /* ns */

/* Powers of two, the largest size, and both sides of the change of protocol; ascending. */
static int sizes_of(int *sizes, int most, int eager) {
  int count = 0;
  for (int bytes = 1; bytes > 0 && bytes <= most; bytes *= 2) sizes[count++] = bytes;
  const int others[] = {most, eager, eager + 1};
  for (int i = 0; i < 3; i++) {
    int at = 0;
    while (at < count && sizes[at] < others[i]) at++;
    if (others[i] < 1 || others[i] > most || (at < count && sizes[at] == others[i])) continue;
    for (int j = count++; j > at; j--) sizes[j] = sizes[j - 1];
    sizes[at] = others[i];
  }
  return count;
}

static void serve(int bytes, int messages, int client, int eager) {
  for (int i = 0; i < ROUND_TRIPS; i++) {
    recv_bytes(bytes, client);
    send_bytes(bytes, client);
  }
  take_all(bytes, messages, client);
  send_bytes(bytes, client);
  if (!eager) return;
  take_all(bytes, messages, client);
  send_bytes(bytes, client);
  recv_bytes(1, client);
  send_bytes(bytes, client);
}

/* PRTT(1, 0, s): the mean of a few. */
static int64_t round_trip(int bytes, int server, int repeat) {
  const int64_t start = now();
  for (int i = 0; i < ROUND_TRIPS; i++) {
    send_bytes(bytes, server);
    recv_bytes(bytes, server);
  }
  const double one = (double)(now() - start) / ROUND_TRIPS;
  note(ROUND_TRIP, rank, server, bytes, 1, 0, repeat, one);
  return (int64_t)one;
}

/* PRTT(n, 0, s); sends that wait for their receives are posted at once. Returns how long it took. */
static int64_t stream(int bytes, int messages, int server, int eager, int repeat) {
  const int64_t start = now();
  if (!eager) put_all(bytes, messages, server);
  for (int i = 0; eager && i < messages; i++) send_bytes(bytes, server);
  recv_bytes(bytes, server);
  const int64_t all = now() - start;
  note(ROUND_TRIP, rank, server, bytes, messages, 0, repeat, (double)all);
  return all;
}

/* PRTT(n, d, s), with the d that it was in the mean. */
static void delayed(int bytes, int messages, int64_t delay, int server, int repeat) {
  int64_t delays = 0;
  const int64_t start = now();
  for (int i = 0; i < messages; i++) {
    if (i > 0) delays += compute(delay);
    send_bytes(bytes, server);
  }
  recv_bytes(bytes, server);
  const int64_t all = now() - start;
  note(ROUND_TRIP, rank, server, bytes, messages, delays / (messages - 1), repeat, (double)all);
}

/* A receive whose message is there. */
static void arrived(int bytes, int64_t delay, int server, int repeat) {
  send_bytes(1, server);
  rest(delay);
  const int64_t start = now();
  recv_bytes(bytes, server);
  note(RECEIVE, rank, server, bytes, 1, delay, repeat, (double)(now() - start));
}

static int64_t between(int64_t least, int64_t value, int64_t most) {
  return value < least ? least : value > most ? most : value;
}

/* The delay is longer than what the network needs for a message, so that o + d is what spaces them; and no longer, for a
   rank that computes may lose its core. */
static void ask(int bytes, int messages, int server, int eager, int repeat) {
  const int64_t trip = round_trip(bytes, server, repeat);
  const int64_t gap = (stream(bytes, messages, server, eager, repeat) - trip) / (messages - 1);
  if (!eager) return;
  delayed(bytes, messages, between(LEAST_DELAY, 2 * gap, MOST_DELAY), server, repeat);
  arrived(bytes, between(LEAST_WAIT, 2 * trip, INT64_MAX), server, repeat);
}

static void look_at_clock(int repeat) {
  const int64_t start = now();
  int64_t last = start;
  for (int i = 0; i < CLOCK_LOOKS; i++) last = now();
  note(CLOCK, rank, rank, 0, 0, 0, repeat, (double)(last - start) / CLOCK_LOOKS);
}

void measure_pair(int client, int server, int eager, const struct options *options) {
  int sizes[MOST_SIZES];
  const int count = sizes_of(sizes, options->most, eager);
  if (rank != client && rank != server) return;
  for (int repeat = -WARM_UP; repeat < options->repeats; repeat++) {
    if (rank == client) look_at_clock(repeat);
    for (int i = 0; i < count; i++) {
      /* Up and down in turn: a drift touches all sizes. */
      const int bytes = sizes[repeat % 2 == 0 ? i : count - 1 - i];
      const int early = eager < 0 || bytes <= eager;
      if (rank == client) ask(bytes, options->messages, server, early, repeat);
      else serve(bytes, options->messages, client, early);
    }
  }
}

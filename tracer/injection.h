/* What is injected: figures of the delayed network, and when a message of it may be received. */
#ifndef LLT_INJECTION_H
#define LLT_INJECTION_H
#include <stddef.h>
#include <stdint.h>
#pragma GCC visibility push(hidden)

typedef struct {
  int64_t L, o;      /* ns; L in all, whether it was given so or as an addition */
  int64_t added;     /* ns, -1: L was given in all */
  double G;          /* ns per byte */
  int64_t S;         /* larger messages go by rendezvous */
  const char *choices; /* algorithms of collectives, where the rules of the library are not to choose */
  const char *result; /* file; NULL: none */
  double dilation;   /* 1: none */
  int node_ranks;    /* so many in turn are taken for a node; 0: those that share memory are */
  int release;       /* LLT_CONSTANT, LLT_ADDED; -1: whichever can be. See release.h */
  int64_t trip;      /* ns that a message takes here without any delay */
  int64_t look;      /* ns; a rank that waits looks that often, to see each stamp in time */
} llt_injection;

extern llt_injection llt_network;

/* Reads LLAMP_L, LLAMP_ADD and the other settings; sets llt.inject, llt.measure. 0 and `why` where a value is wrong. */
int llt_injection_read(char *why, size_t size);

/* Time on the wires of all bytes but the first. */
static inline int64_t llt_stretch(int64_t bytes) {
  return bytes > 1 ? (int64_t)(llt_network.G * (double)(bytes - 1)) : 0;
}

/* When an eager message sent at t may be received. */
static inline int64_t llt_eager(int64_t t, int64_t bytes) {
  return t + llt_network.o + llt_network.L + llt_stretch(bytes);
}

/* When the request of a message sent at `sent` meets a receive posted at `posted`, and when that may end. */
static inline int64_t llt_meeting(int64_t sent, int64_t posted) {
  return sent + llt_network.L > posted ? sent + llt_network.L : posted;
}

static inline int64_t llt_fetched(int64_t sent, int64_t posted, int64_t bytes) {
  return llt_meeting(sent, posted) + llt_network.o + 3 * llt_network.L + llt_stretch(bytes);
}

/* When a message may be received, by whichever way it goes. */
static inline int64_t llt_release(int64_t sent, int64_t posted, int64_t bytes) {
  return bytes > llt_network.S ? llt_fetched(sent, posted, bytes) : llt_eager(sent, bytes);
}

/* When the sender of a rendezvous, or of a synchronous message, is done with it. */
static inline int64_t llt_sender_release(int64_t sent, int64_t posted, int64_t bytes) {
  if (bytes > llt_network.S) return llt_fetched(sent, posted, bytes) + llt_network.o;
  const int64_t arrival = llt_eager(sent, bytes);
  return (arrival > posted ? arrival : posted) + llt_network.o + llt_network.L;
}

#pragma GCC visibility pop
#endif

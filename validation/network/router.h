/* What the parts of the router share. */
#ifndef LLAMP_ROUTER_H
#define LLAMP_ROUTER_H

#include <stddef.h>
#include <stdint.h>

/* Ranks are hosts 10.77.0.1 … 10.77.0.RANKS_MOST. */
#define RANKS_MOST 64
/* Bytes of the largest packet: most messages are one, so that no window of TCP makes them wait for an answer. */
#define MTU 60000

/* Says what is wrong on standard error and ends with code 1; with errno's reason where `number` is not 0. */
void refuse(int number, const char *format, ...) __attribute__((noreturn, format(printf, 2, 3)));

/* A TUN device of that rank's namespace, up and with its address; reading and writing it never wait. */
int open_device(int rank);

/* A packet that waits. `due` is a time of CLOCK_MONOTONIC, ns. */
typedef struct {
  int64_t due;
  int to;
  size_t length;
  unsigned char *bytes;
} packet;

/* The packet that is due first, or NULL. */
const packet *first_packet(void);
/* Queues a copy of the bytes behind all others: never due before them, so that none overtakes another. */
void add_packet(int64_t due, int to, const unsigned char *bytes, size_t length);
void drop_first_packet(void);

#endif

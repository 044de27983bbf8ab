/* Packets that wait. */
#ifndef LLAMP_QUEUE_H
#define LLAMP_QUEUE_H

#include <stddef.h>
#include <stdint.h>

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

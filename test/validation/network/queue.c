/* Which packet goes next? With one delay for all, a queue; it grows as it must. */
#include <stdlib.h>
#include <string.h>

#include "queue.h"
#include "refuse.h"

static packet *ring;
static size_t room, first, count;
static int64_t last_due;

static void grow(void) {
  const size_t more = room == 0 ? 1024 : 2 * room;
  packet *larger = malloc(more * sizeof *larger);
  if (larger == NULL) refuse(0, "no memory for %zu packets", more);
  for (size_t i = 0; i < count; i++) larger[i] = ring[(first + i) % room];
  free(ring);
  ring = larger;
  room = more;
  first = 0;
}

const packet *first_packet(void) { return count == 0 ? NULL : &ring[first]; }

void add_packet(int64_t due, int to, const unsigned char *bytes, size_t length) {
  if (count == room) grow();
  unsigned char *copy = malloc(length);
  if (copy == NULL) refuse(0, "no memory for a packet of %zu bytes", length);
  memcpy(copy, bytes, length);
  if (due > last_due) last_due = due;
  ring[(first + count++) % room] = (packet){last_due, to, length, copy};
}

void drop_first_packet(void) {
  free(ring[first].bytes);
  first = (first + 1) % room;
  count--;
}

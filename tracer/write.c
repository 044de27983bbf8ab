/* How do bytes reach a file, and what is loaded where in this process? */
#include "write.h"

#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <string.h>
#include <unistd.h>

#include "state.h"

void llt_write_lost(const char *why) {
  char text[160];
  const int n = snprintf(text, sizeof text, "llamp-trace: rank %d: the trace is incomplete (%s)\n", llt.rank, why);
  if (n > 0 && write(2, text, (size_t)n) < 0) errno = 0;
}

static void lost(int *file) {
  llt_write_lost(strerror(errno));
  close(*file);
  *file = -1;
}

void llt_write(int *file, const void *bytes, size_t size) {
  const char *at = bytes;
  while (*file >= 0 && size > 0) {
    const ssize_t n = write(*file, at, size);
    if (n < 0 && errno != EINTR) lost(file);
    if (n <= 0) continue;
    at += n;
    size -= (size_t)n;
  }
}

/* Keeps the lines of executable segments: `7f00-7f10 r-xp …`. Returns the length that is left. */
static size_t executable(char *text, size_t length) {
  size_t kept = 0;
  for (size_t at = 0; at < length;) {
    const char *end = memchr(text + at, '\n', length - at);
    if (end == NULL) break;
    const size_t n = (size_t)(end - (text + at)) + 1;
    const char *rights = memchr(text + at, ' ', n);
    if (rights != NULL && rights[3] == 'x') {
      memmove(text + kept, text + at, n);
      kept += n;
    }
    at += n;
  }
  return kept;
}

size_t llt_load_map(char *into, size_t size) {
  static uint64_t before;
  const int file = open("/proc/self/maps", O_RDONLY | O_CLOEXEC);
  if (file < 0) return 0;
  size_t length = 0;
  ssize_t n;
  /* In parts, each of whole lines: the memory holds only executable ones. */
  while ((n = read(file, into + length, size - length)) > 0) {
    length += (size_t)n;
    size_t whole = length;
    while (whole > 0 && into[whole - 1] != '\n') whole--;
    const size_t kept = executable(into, whole);
    memmove(into + kept, into + whole, length - whole);
    length = kept + length - whole;
    if (length == size) break;
  }
  close(file);
  while (length > 0 && into[length - 1] != '\n') length--;
  uint64_t hash = 1;
  for (size_t i = 0; i < length; i++) hash = (hash ^ (unsigned char)into[i]) * 0x100000001B3u;
  if (hash == before) return 0;
  before = hash;
  return length;
}

/*
 * How is the binary form written? A head, then chunks of {checksum, kind, count, bytes}, all padded to 8 bytes, little
 * endian. A checksum is XXH64 of the checksum before it, and of all that follows it in its chunk: a chunk that is changed,
 * lost or of another trace does not fit.
 */
#include "binary.h"

#include <string.h>

#include "write.h"

#if __BYTE_ORDER__ != __ORDER_LITTLE_ENDIAN__
#error "traces are written in the byte order of the processor, which must be little endian"
#endif

/* XXH64 by Y. Collet, of whole 8-byte words, seed 0. */
#define P1 0x9E3779B185EBCA87u
#define P2 0xC2B2AE3D27D4EB4Fu
#define P3 0x165667B19E3779F9u
#define P4 0x85EBCA77C2B2AE63u
#define P5 0x27D4EB2F165667C5u

static uint64_t turned(uint64_t value, int by) { return value << by | value >> (64 - by); }

static uint64_t word(const char *at) {
  uint64_t value;
  memcpy(&value, at, sizeof value);
  return value;
}

static uint64_t mixed(uint64_t lane, uint64_t value) { return turned(lane + value * P2, 31) * P1; }

/* `size`: a multiple of 8. */
static uint64_t checksum(const char *at, size_t size) {
  const char *end = at + size;
  uint64_t hash = P5;
  if (size >= 32) {
    uint64_t a = P1 + P2, b = P2, c = 0, d = 0 - P1;
    for (; end - at >= 32; at += 32) {
      a = mixed(a, word(at));
      b = mixed(b, word(at + 8));
      c = mixed(c, word(at + 16));
      d = mixed(d, word(at + 24));
    }
    const uint64_t lanes[4] = {a, b, c, d};
    hash = turned(a, 1) + turned(b, 7) + turned(c, 12) + turned(d, 18);
    for (int i = 0; i < 4; i++) hash = (hash ^ mixed(0, lanes[i])) * P1 + P4;
  }
  hash += size;
  for (; at < end; at += 8) hash = turned(hash ^ mixed(0, word(at)), 27) * P1 + P4;
  hash = (hash ^ hash >> 33) * P2;
  hash = (hash ^ hash >> 29) * P3;
  return hash ^ hash >> 32;
}

typedef struct {
  uint64_t checksum; /* until it is known, that of the chunk before */
  uint32_t kind, count;
  uint64_t bytes;
} chunk;

static uint64_t before; /* the checksum before */

/* `at`: room for the head, then the payload and its padding. */
static void put(llt_file *file, char *at, uint32_t kind, uint32_t count, uint64_t bytes) {
  const chunk head = {before, kind, count, bytes};
  const size_t size = sizeof head + (bytes + 7) / 8 * 8;
  memcpy(at, &head, sizeof head);
  before = checksum(at, size);
  memcpy(at, &before, sizeof before);
  llt_write(file, at, size);
}

static char whole[sizeof(chunk) + LLT_MOST_PAYLOAD + 8];

void llt_binary_header(llt_file *file, const char *lines, size_t size) {
  const uint32_t head[2] = {(uint32_t)size, 0};
  const size_t padded = 16 + (size + 7) / 8 * 8;
  memset(whole, 0, padded);
  memcpy(whole, "LLAMPTR3", 8);
  memcpy(whole + 8, head, sizeof head);
  memcpy(whole + 16, lines, size);
  before = checksum(whole, padded);
  memcpy(whole + padded, &before, sizeof before);
  llt_write(file, whole, padded + sizeof before);
}

void llt_binary_chunk(llt_file *file, uint32_t kind, uint32_t count, const void *bytes, size_t size) {
  memcpy(whole + sizeof(chunk), bytes, size);
  memset(whole + sizeof(chunk) + size, 0, (8 - size % 8) % 8);
  put(file, whole, kind, count, size);
}

/* In one piece: the buffer has room for the head before its first record, which takes a multiple of 8 bytes. */
void llt_binary_records(llt_file *file, llt_record *records, uint64_t slots, uint32_t count) {
  put(file, (char *)records - sizeof(chunk), LLT_RECORDS, count, slots * sizeof *records);
}

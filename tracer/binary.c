/* How is the binary form written? A head, then chunks of {kind, count, bytes}, all padded to 8 bytes, little endian. */
#include "binary.h"

#include <string.h>

#include "write.h"

#if __BYTE_ORDER__ != __ORDER_LITTLE_ENDIAN__
#error "traces are written as this processor keeps numbers, and must be little endian"
#endif

typedef struct {
  uint32_t kind, count;
  uint64_t bytes;
} chunk;

static const char zeros[8];

static void pad(int *file, size_t size) { llt_write(file, zeros, (8 - size % 8) % 8); }

void llt_binary_header(int *file, const char *lines, size_t size) {
  const uint32_t head[2] = {(uint32_t)size, 0};
  llt_write(file, "LLAMPTR1", 8);
  llt_write(file, head, sizeof head);
  llt_write(file, lines, size);
  pad(file, size);
}

void llt_binary_chunk(int *file, uint32_t kind, uint32_t count, const void *bytes, size_t size) {
  const chunk head = {kind, count, size};
  llt_write(file, &head, sizeof head);
  llt_write(file, bytes, size);
  pad(file, size);
}

/* In one piece: the buffer has room for the head before its first record, which takes a multiple of 8 bytes. */
void llt_binary_records(int *file, llt_record *records, uint64_t slots, uint32_t count) {
  const chunk head = {LLT_RECORDS, count, slots * sizeof *records};
  char *at = (char *)records - sizeof head;
  memcpy(at, &head, sizeof head);
  llt_write(file, at, sizeof head + slots * sizeof *records);
}

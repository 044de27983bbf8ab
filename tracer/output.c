/* In which order is a trace written? Header; for every full buffer its new names and sites, its records, the map; the end. */
#include "output.h"

#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "binary.h"
#include "header.h"
#include "python.h"
#include "region_names.h"
#include "remarks.h"
#include "sites.h"
#include "state.h"
#include "text.h"
#include "write.h"

#include "quickly.h"

static int binary = -1, text = -1;
static int writing; /* a signal may come while a buffer is written */

/* Makes a folder and those above it. */
static void make_folder(const char *folder) {
  char path[4096];
  snprintf(path, sizeof path, "%s", folder);
  for (char *c = path + 1; *c != 0; c++) {
    if (*c != '/') continue;
    *c = 0;
    mkdir(path, 0777);
    *c = '/';
  }
  mkdir(path, 0777);
}

static int open_file(const char *folder, const char *ending, char *why, size_t size) {
  char path[4096];
  snprintf(path, sizeof path, "%s/llamp-trace-rank-%d.%s", folder, llt.rank, ending);
  const int file = open(path, O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC, 0666);
  if (file < 0) snprintf(why, size, "LLAMP_TRACE=%.200s: %s: give a folder that can be written", folder, strerror(errno));
  return file;
}

int llt_output_open(const char *folder, char *why, size_t size) {
  make_folder(folder);
  if (llt.formats & LLT_BINARY) binary = open_file(folder, "bin", why, size);
  if (llt.formats & LLT_TEXT) text = open_file(folder, "txt", why, size);
  return !((llt.formats & LLT_BINARY) && binary < 0) && !((llt.formats & LLT_TEXT) && text < 0);
}

static char scratch[1 << 16]; /* header, map, remarks */

void llt_output_start(int64_t start_monotonic, int64_t start_real) {
  if (binary >= 0) {
    const size_t n = llt_header(scratch, sizeof scratch, start_monotonic, start_real, 1);
    llt_binary_header(&binary, scratch, n);
  }
  if (text >= 0) llt_text_header(&text, scratch, llt_header(scratch, sizeof scratch, start_monotonic, start_real, 0));
}

static char small[8192]; /* payload of a chunk of stacks or names */
static size_t filled;
static uint32_t counted;

static void flush_small(uint32_t kind) {
  if (counted > 0 && binary >= 0) llt_binary_chunk(&binary, kind, counted, small, filled);
  filled = 0;
  counted = 0;
}

static void put_stack(uint32_t site, const uint64_t *pc, int depth) {
  const uint32_t head[2] = {site, (uint32_t)depth};
  const size_t bytes = (size_t)depth * sizeof *pc;
  if (filled + sizeof head + bytes > sizeof small) flush_small(LLT_STACKS);
  memcpy(small + filled, head, sizeof head);
  memcpy(small + filled + sizeof head, pc, bytes);
  filled += sizeof head + bytes;
  counted++;
  if (text >= 0) llt_text_stack(&text, site, pc, depth);
}

static void put_name(uint32_t id, const char *name) {
  const uint32_t head[2] = {id, (uint32_t)strlen(name)};
  const size_t bytes = (head[1] + 3u) / 4 * 4;
  if (filled + sizeof head + bytes > sizeof small) flush_small(LLT_NAMES);
  memcpy(small + filled, head, sizeof head);
  memset(small + filled + sizeof head, 0, bytes);
  memcpy(small + filled + sizeof head, name, head[1]);
  filled += sizeof head + bytes;
  counted++;
}

static void put_place(uint32_t id, int line, const char *file, const char *name) {
  const uint32_t head[4] = {id, (uint32_t)line, (uint32_t)strlen(file), (uint32_t)strlen(name)};
  const size_t bytes = (head[2] + head[3] + 7u) / 8 * 8;
  if (filled + sizeof head + bytes > sizeof small) flush_small(LLT_PLACES);
  memcpy(small + filled, head, sizeof head);
  memset(small + filled + sizeof head, 0, bytes);
  memcpy(small + filled + sizeof head, file, head[2]);
  memcpy(small + filled + sizeof head + head[2], name, head[3]);
  filled += sizeof head + bytes;
  counted++;
  if (text >= 0) llt_text_place(&text, id, line, file, name);
}

static uint32_t count(const llt_record *records, uint64_t slots) {
  uint32_t n = 0;
  for (uint64_t at = 0; at < slots; at += 1 + llt_room_of((uint64_t)records[at].more)) n++;
  return n;
}

static void put_map(void) {
  const size_t n = llt_load_map(scratch, sizeof scratch);
  if (n == 0) return;
  if (binary >= 0) llt_binary_chunk(&binary, LLT_MAP, 1, scratch, n);
  if (text >= 0) llt_text_map(&text, scratch, n);
}

void llt_output_buffer(llt_record *records, uint64_t slots) {
  if (writing || slots == 0) return;
  writing = 1;
  llt_regions_new(put_name);
  flush_small(LLT_NAMES);
  llt_places_new(put_place);
  flush_small(LLT_PLACES);
  llt_sites_new(put_stack);
  flush_small(LLT_STACKS);
  if (binary >= 0) llt_binary_records(&binary, records, slots, count(records, slots));
  if (text >= 0) llt_text_records(&text, records, slots);
  if (llt.depth > 0) put_map();
  writing = 0;
}

/* The trace is whole. */
void llt_output_end(int64_t finalize) {
  const size_t n = llt_remarks(scratch, sizeof scratch);
  if (n > 0 && binary >= 0) llt_binary_chunk(&binary, LLT_REMARKS, 1, scratch, n);
  if (n > 0 && text >= 0) llt_text_lines(&text, scratch, n);
  const struct {
    uint64_t records;
    int64_t finalize;
  } end = {llt.records, finalize};
  if (binary >= 0) llt_binary_chunk(&binary, LLT_END, 1, &end, sizeof end);
  if (binary >= 0) close(binary);
  if (text >= 0) close(text);
  binary = text = -1;
}

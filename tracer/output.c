/* In which order is a trace written? Header; for every full buffer its new names and sites, its records, the map; the end. */
#include "output.h"

#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <string.h>
#include <unistd.h>

#include "binary.h"
#include "header.h"
#include "opened.h"
#include "python.h"
#include "region_names.h"
#include "remarks.h"
#include "run.h"
#include "say.h"
#include "sites.h"
#include "state.h"
#include "text.h"
#include "write.h"

#include "quickly.h"

/* Bytes of records that a rank says. */
#define LARGE 100000000u

static llt_file binary = {.number = -1}, text = {.number = -1};
static int writing; /* a signal may come while a buffer is written */

/* Exclusively: no run writes into the trace of another. Rank 0 has made its own when it took the folder. */
static void open_file(llt_file *to, const char *ending, const char *running, char *why, size_t size) {
  char path[LLT_PATH], part[LLT_PATH];
  llt_run_path(path, sizeof path, ending);
  llt_run_path(part, sizeof part, running);
  if (access(path, F_OK) == 0) {
    snprintf(why, size, "%.400s: this host has traces of another run there; give an empty folder", path);
    return;
  }
  int file = open(part, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0666);
  if (file < 0 && errno == EEXIST && llt.rank == 0) file = open(part, O_WRONLY | O_CLOEXEC);
  if (file < 0) snprintf(why, size, "LLAMP_TRACE: %.400s cannot be written (%s); give another folder", part, strerror(errno));
  llt_file_start(to, file, running);
}

int llt_output_whole(void) {
  return ((llt.formats & LLT_BINARY) == 0 || binary.number >= 0) && ((llt.formats & LLT_TEXT) == 0 || text.number >= 0);
}

int llt_output_open(char *why, size_t size) {
  if (llt.formats & LLT_BINARY) open_file(&binary, "bin", "bin" LLT_PART, why, size);
  if (llt.formats & LLT_TEXT) open_file(&text, "txt", "txt" LLT_PART, why, size);
  return llt_output_whole();
}

static char scratch[LLT_MOST_PAYLOAD]; /* header, map, remarks */

void llt_output_start(int64_t start_monotonic, int64_t start_real) {
  if (binary.number >= 0) {
    const size_t n = llt_header(scratch, sizeof scratch, start_monotonic, start_real, 1);
    llt_binary_header(&binary, scratch, n);
  }
  if (text.number >= 0) llt_text_header(&text, scratch, llt_header(scratch, sizeof scratch, start_monotonic, start_real, 0));
}

static char small[8192]; /* payload of a chunk of stacks or names */
static size_t filled;
static uint32_t counted;

static void flush_small(uint32_t kind) {
  if (counted > 0 && binary.number >= 0) llt_binary_chunk(&binary, kind, counted, small, filled);
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
  if (text.number >= 0) llt_text_stack(&text, site, pc, depth);
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
  if (text.number >= 0) llt_text_place(&text, id, line, file, name);
}

static uint32_t count(const llt_record *records, uint64_t slots) {
  uint32_t n = 0;
  for (uint64_t at = 0; at < slots; at += 1 + llt_room_of((uint64_t)records[at].more)) n++;
  return n;
}

static void put_map(void) {
  const size_t n = llt_load_map(scratch, sizeof scratch);
  if (n == 0) return;
  if (binary.number >= 0) llt_binary_chunk(&binary, LLT_MAP, 1, scratch, n);
  if (text.number >= 0) llt_text_map(&text, scratch, n);
}

static void put_lines(const char *lines, size_t n) {
  if (n > 0 && binary.number >= 0) llt_binary_chunk(&binary, LLT_REMARKS, 1, lines, n);
  if (n > 0 && text.number >= 0) llt_text_lines(&text, lines, n);
}

static void put_buffer(llt_record *records, uint64_t slots, const char *lines, size_t length) {
  if (writing) return;
  writing = 1;
  llt_regions_new(put_name);
  flush_small(LLT_NAMES);
  llt_places_new(put_place);
  flush_small(LLT_PLACES);
  llt_sites_new(put_stack);
  flush_small(LLT_STACKS);
  if (slots > 0 && binary.number >= 0) llt_binary_records(&binary, records, slots, count(records, slots));
  if (slots > 0 && text.number >= 0) llt_text_records(&text, records, slots);
  if (llt.depth > 0) put_map();
  put_lines(lines, length);
  writing = 0;
}

/* Once, of one rank: others are mostly about as large. */
static void say_large(uint64_t slots) {
  static uint64_t bytes;
  const uint64_t before = bytes;
  bytes += slots * sizeof(llt_record);
  if (llt.rank == 0 && before <= LARGE && bytes > LARGE)
    llt_say("the trace of a rank has more than 100 MB; let the program do fewer iterations, or analyse a part of the trace "
            "with --region");
}

void llt_output_buffer(llt_record *records, uint64_t slots) {
  if (slots == 0) return;
  put_buffer(records, slots, NULL, 0);
  say_large(slots);
}

/* The sites of open calls are new ones for put_buffer. */
void llt_output_last(llt_record *records, uint64_t slots) {
  static char lines[LLT_OPENED * 128], before[sizeof lines];
  if (writing) return;
  const size_t n = llt_opened_lines(lines, sizeof lines);
  if (slots == 0 && memcmp(lines, before, sizeof lines) == 0) return;
  memcpy(before, lines, sizeof lines);
  put_buffer(records, slots, lines, n);
}

/* The last that a trace says. */
void llt_output_end(int64_t finalize) {
  put_lines(scratch, llt_remarks(scratch, sizeof scratch));
  const struct {
    uint64_t records;
    int64_t finalize;
  } end = {llt.records, finalize};
  if (binary.number >= 0) llt_binary_chunk(&binary, LLT_END, 1, &end, sizeof end);
}

static void publish(const char *ending, const char *running) {
  char path[LLT_PATH], part[LLT_PATH];
  llt_run_path(path, sizeof path, ending);
  llt_run_path(part, sizeof part, running);
  if (rename(part, path) != 0) llt_write_lost(running, "cannot be renamed", errno);
}

void llt_output_close(int all) {
  llt_file_close(&binary);
  llt_file_close(&text);
  if (all && (llt.formats & LLT_BINARY)) publish("bin", "bin" LLT_PART);
  if (all && (llt.formats & LLT_TEXT)) publish("txt", "txt" LLT_PART);
}

/* How is the text form written? Lines of liballprof 1.1; what that does not say follows its call as comments. */
#include "text.h"

#include <string.h>

#include "comms.h"
#include "header.h"
#include "python.h"
#include "region_names.h"
#include "write.h"

static char buffer[1 << 16];
static size_t length;
static llt_file *to;

static void put_text(const char *text, size_t size) {
  if (length + size > sizeof buffer) {
    llt_write(to, buffer, length);
    length = 0;
  }
  if (size > sizeof buffer) {
    llt_write(to, text, size);
    return;
  }
  memcpy(buffer + length, text, size);
  length += size;
}

static void done(void) {
  llt_write(to, buffer, length);
  length = 0;
}

static void put(const char *text) { put_text(text, strlen(text)); }

static void put_digits(uint64_t value, unsigned base, int least) {
  char digits[24];
  int at = sizeof digits;
  while (value > 0 || least > 0) {
    digits[--at] = "0123456789abcdef"[value % base];
    value /= base;
    least--;
  }
  put_text(digits + at, sizeof digits - (size_t)at);
}

static void put_number(int64_t value) {
  if (value < 0) put("-");
  put_digits(value < 0 ? 0 - (uint64_t)value : (uint64_t)value, 10, 1);
}

/* ns as µs with three decimals. */
static void put_time(int64_t ns) {
  if (ns == LLT_NO_TIME) {
    put("-");
    return;
  }
  put_number(ns / 1000);
  put(".");
  put_digits((uint64_t)(ns % 1000), 10, 3);
}

static void put_comm(int number) {
  const llt_comm *comm = llt_comm_numbered(number);
  put_number(number);
  put(",");
  put_number(comm == NULL ? 0 : comm->rank);
  put(",");
  put_number(comm == NULL ? 1 : comm->size);
}

/* Numbers of a record: its fields, or its first list where they are wide. */
typedef struct {
  const llt_record *record;
  const int32_t *list;
  int wide, field;
} reader;

static int64_t number_at(const reader *r, const int32_t *at) {
  if (!r->wide) return *at;
  return (int64_t)((uint64_t)(uint32_t)at[0] | (uint64_t)(uint32_t)at[1] << 32);
}

static int64_t next_field(reader *r) {
  const int i = r->field++;
  return r->wide ? number_at(r, (const int32_t *)(r->record + 1) + 1 + 2 * i) : r->record->f[i];
}

static void put_list(reader *r) {
  const int n = *r->list++;
  if (n == 0) put("0");
  for (int i = 0; i < n; i++) {
    if (i > 0) put(",");
    put_number(number_at(r, r->list));
    r->list += r->wide ? 2 : 1;
  }
}

static void put_field(char letter, reader *r) {
  if (letter == '_') {
    put("0");
  } else if (letter == 'n' || letter == 'm') {
    put_number(next_field(r));
  } else if (letter == 't') {
    const int64_t bytes = next_field(r);
    put("0,");
    put_number(bytes);
    put(",");
    put_number(bytes);
  } else if (letter == 'C') {
    put_comm(r->record->comm);
  } else if (letter == 'r' || letter == 'R') {
    put_digits((uint64_t)r->record->address, 10, 1);
  } else {
    put_list(r);
  }
  put(":");
}

/* Handles that are stored as halves, the low one first. */
static void put_handles(const int32_t *halves, int n) {
  if (n == 0) put("0");
  for (int i = 0; i < n; i++) {
    if (i > 0) put(",");
    put_digits((uint64_t)(uint32_t)halves[2 * i] | (uint64_t)(uint32_t)halves[2 * i + 1] << 32, 10, 1);
  }
}

/* Those of a call about requests; of several, those that the call before left are not listed. */
static void put_requests(const llt_record *record) {
  const char *letters = llt_letters[record->call] == NULL ? "" : llt_letters[record->call];
  const int32_t *list = (const int32_t *)(record + 1);
  const int one = strchr(letters, 'r') != NULL;
  if (!one && (strchr(letters, 'R') == NULL || record->more == 0)) return;
  put("#handles: ");
  put_handles(one ? &record->f[LLT_HANDLE_AT] : list + 1, one ? 1 : *list);
  put("\n");
}

/* Of which thread calls are from here on. */
static void put_thread(const llt_record *record) {
  static int before;
  const int thread = record->flags >> LLT_THREAD_SHIFT;
  if (thread == before) return;
  before = thread;
  put("#thread: ");
  put_number(thread);
  put("\n");
}

static void put_call(const llt_record *record) {
  put_thread(record);
  reader r = {record, (const int32_t *)(record + 1), record->flags & LLT_WIDE, 0};
  if (r.wide) r.list += 1 + 2 * r.list[0];
  put(llt_names[record->call]);
  put(":");
  put_time(record->start);
  put(":");
  const char *letters = llt_letters[record->call];
  for (; letters != NULL && *letters != 0; letters++) put_field(*letters, &r);
  put_time(record->end);
  put("\n");
  if (record->site != 0) {
    put("#site: ");
    put_number(record->site);
    put("\n");
  }
  put_requests(record);
}

/* Items of the list behind a note, from `from` on. */
static void put_items(const llt_record *note, int from) {
  const int32_t *list = (const int32_t *)(note + 1);
  for (int i = from; i < list[0]; i++) {
    put(",");
    put_number(list[1 + i]);
  }
}

static void put_completed(const llt_record *note) {
  put("#completed: ");
  put_handles((const int32_t *)(note + 1) + 1, note->f[0]);
}

static void put_matched(const llt_record *note) {
  put("#matched: ");
  put_number(note->f[0]);
  put(",");
  put_number(note->f[1]);
  if (note->address == 0) return;
  put(",");
  put_digits((uint64_t)note->address, 10, 1);
}

static void put_members(const llt_record *note) {
  put(note->f[1] > 0 ? "#intercomm: " : "#comm: ");
  put_number(note->comm);
  if (note->f[1] > 0) {
    put(",");
    put_number(note->f[1]);
  }
  put_items(note, 0);
}

static void put_neighbours(const llt_record *note) {
  put("#neighbours: ");
  put_number(note->comm);
  put(",");
  put_number(note->f[0]);
  put_items(note, 0);
}

static void put_region(const llt_record *note) {
  put(note->call == LLT_REGION_BEGIN ? "#region: begin " : "#region: end ");
  put_time(note->start);
  put(" ");
  put(llt_region_name(note->f[0]));
}

static void put_note(const llt_record *note) {
  if (note->call == LLT_COMPLETED) put_completed(note);
  if (note->call == LLT_MATCHED) put_matched(note);
  if (note->call == LLT_MEMBERS) put_members(note);
  if (note->call == LLT_NEIGHBOURS) put_neighbours(note);
  if (note->call == LLT_REGION_BEGIN || note->call == LLT_REGION_END) put_region(note);
  if (note->call == LLT_LOOKED) {
    put("#looked: ");
    put_time(note->address);
  }
  if (note->call == LLT_LEVEL) {
    put("#pcontrol: ");
    put_time(note->start);
    put(" ");
    put_number(note->f[0]);
  }
  put("\n");
}

void llt_text_records(llt_file *file, const llt_record *records, uint64_t slots) {
  to = file;
  for (uint64_t at = 0; at < slots; at += 1 + llt_room_of((uint64_t)records[at].more)) {
    if (records[at].call < LLT_CALLS) put_call(&records[at]);
    else put_note(&records[at]);
  }
  done();
}

void llt_text_header(llt_file *file, const char *lines, size_t size) {
  to = file;
  put("# htor's PMPI Tracer 1.1 Output File\n");
  put_text(lines, size);
  put("\n");
  done();
}

void llt_text_stack(llt_file *file, uint32_t site, const uint64_t *pc, int depth) {
  to = file;
  put("#stack: ");
  put_number(site);
  for (int i = 0; i < depth; i++) {
    const int is_place = (pc[i] & LLT_OF_PLACE) != 0;
    put(is_place ? ",@" : ",0x");
    put_digits(pc[i] & ~LLT_OF_PLACE, is_place ? 10 : 16, 1);
  }
  put("\n");
  done();
}

void llt_text_place(llt_file *file, uint32_t id, int line, const char *path, const char *name) {
  to = file;
  put("#place: ");
  put_number(id);
  put(",");
  put_number(line);
  put(",");
  put(path);
  put(",");
  put(name);
  put("\n");
  done();
}

void llt_text_map(llt_file *file, const char *lines, size_t size) {
  to = file;
  for (size_t at = 0; at < size;) {
    const char *end = memchr(lines + at, '\n', size - at);
    const size_t n = (size_t)(end - (lines + at)) + 1;
    put("#map: ");
    put_text(lines + at, n);
    at += n;
  }
  done();
}

void llt_text_lines(llt_file *file, const char *lines, size_t size) {
  to = file;
  put_text(lines, size);
  done();
}

/* Which messages is a collective? Those of the model: src/collectives says so, by algorithms.generated.c. */
#include "decompose.h"

#include <setjmp.h>
#include <stdlib.h>
#include <string.h>

#include "algorithms.h"
#include "say.h"

static llt_value rules, library_rules;

/* Not a part of who jumps back. */
static __attribute__((noinline)) void *memory(void *at, size_t bytes) {
  void *grown = realloc(at, bytes);
  if (grown == NULL) llt_say_and_end("no memory for a collective");
  return grown;
}

static llt_value copy_of(const char *text, size_t size) {
  char *copy = memory(NULL, size + 1);
  memcpy(copy, text, size);
  copy[size] = 0;
  return LLT_V_TEXT(copy);
}

int llt_decompose_start(const char *library, const char **choices) {
  static const llt_value nothing = {.kind = LLT_UNDEFINED};
  llt_ts_start();
  const llt_value said = LLT_V_TEXT(library), specs = llt_array(4), options = llt_object(4);
  while (**choices != 0) {
    const size_t size = strcspn(*choices, ",");
    const llt_value text = copy_of(*choices, size), spec = llt_ts_knownSpec(1, &text);
    if (llt_nothing(spec)) return 0;
    llt_push(specs, spec);
    *choices += size + ((*choices)[size] == ',');
  }
  llt_put_foreign(options, "segment", LLT_V_NUMBER(0));
  llt_put_foreign(options, "fanout", nothing);
  llt_put_foreign(options, "reducePerByte", LLT_V_NUMBER(0));
  llt_put_foreign(options, "flow", LLT_V_TEXT("complete"));
  const llt_value given[4] = {llt_ts_libraryNamed(1, &said), llt_ts_namesMpich4(1, &said), specs, options};
  const llt_value without[4] = {given[0], given[1], llt_array(0), options};
  rules = llt_ts_rulesOf(4, given);
  library_rules = llt_ts_rulesOf(4, without);
  llt_dynamic_keep();
  return 1;
}

/* Operations as they come. */
static struct {
  llt_steps *steps;
  int room;
  int *waits; /* pairs: an operation, and one that it waits for */
  int nwaits, waits_room;
} out;

static llt_value add(char kind, double value, int peer) {
  llt_steps *to = out.steps;
  if (to->n == out.room) {
    out.room = out.room == 0 ? 16 : 2 * out.room;
    to->at = memory(to->at, (size_t)out.room * sizeof *to->at);
  }
  to->at[to->n] = (llt_step){.kind = kind, .peer = peer, .value = value != value ? LLT_UNKNOWN : (int64_t)(value + 0.5)};
  return LLT_V_NUMBER(to->n++);
}

#define LLT_NATIVE(name) static llt_value name(llt_value *up, llt_value self, int n, const llt_value *a)
#define LLT_UNUSED (void)up, (void)self, (void)n

LLT_NATIVE(send) {
  LLT_UNUSED;
  return add('s', a[0].of.number, (int)a[1].of.number);
}

LLT_NATIVE(receive) {
  LLT_UNUSED;
  return add('r', a[0].of.number, (int)a[1].of.number);
}

LLT_NATIVE(compute) {
  LLT_UNUSED;
  return add('c', a[0].of.number, 0);
}

LLT_NATIVE(wait_for) {
  LLT_UNUSED;
  if (out.nwaits == out.waits_room) {
    out.waits_room = out.waits_room == 0 ? 64 : 2 * out.waits_room;
    out.waits = memory(out.waits, 2 * (size_t)out.waits_room * sizeof *out.waits);
  }
  out.waits[2 * out.nwaits] = (int)a[0].of.number;
  out.waits[2 * out.nwaits++ + 1] = (int)a[1].of.number;
  return LLT_V_UNDEFINED;
}

static const llt_query *current;
static jmp_buf unknown; /* back to the caller, from the middle of an algorithm */

/* What is gathered is known when it has come, and what is scattered must be known to be passed on. */
static llt_value bytes_of(const int64_t *blocks, const llt_value *a) {
  const int64_t bytes = blocks[(int)a[0].of.number];
  if (bytes == LLT_UNKNOWN && strcmp(current->collective, "scatterv") == 0) longjmp(unknown, 1);
  return LLT_V_NUMBER(bytes == LLT_UNKNOWN ? __builtin_nan("") : (double)bytes);
}

LLT_NATIVE(block_bytes) {
  LLT_UNUSED;
  return bytes_of(current->blocks, a);
}

LLT_NATIVE(received_bytes) {
  LLT_UNUSED;
  return bytes_of(current->received, a);
}

static llt_value sink(void) {
  const llt_value made = llt_object(8);
  llt_put_foreign(made, "send", llt_closure(send, NULL));
  llt_put_foreign(made, "recv", llt_closure(receive, NULL));
  llt_put_foreign(made, "irecv", llt_closure(receive, NULL));
  llt_put_foreign(made, "calc", llt_closure(compute, NULL));
  llt_put_foreign(made, "requires", llt_closure(wait_for, NULL));
  return made;
}

static llt_value in_words(const llt_query *query) {
  static const char *const ways[] = {"blocking", "nonblocking", "persistent"};
  const llt_value made = llt_object(16);
  if (query->among != LLT_NO_JOIN) llt_put_foreign(made, "among", LLT_V_TEXT(query->among == LLT_MADE ? "made" : "callers"));
  llt_put_foreign(made, query->among == LLT_NO_JOIN ? "collective" : "name", LLT_V_TEXT(query->collective));
  llt_put_foreign(made, "way", LLT_V_TEXT(ways[query->way]));
  llt_put_foreign(made, "typed", LLT_V_BOOLEAN(query->typed));
  llt_put_foreign(made, "inPlace", LLT_V_BOOLEAN(query->in_place));
  llt_put_foreign(made, "empty", LLT_V_BOOLEAN(query->empty));
  llt_put_foreign(made, "rank", LLT_V_NUMBER(query->rank));
  llt_put_foreign(made, "size", LLT_V_NUMBER(query->size));
  llt_put_foreign(made, "root", LLT_V_NUMBER(query->root));
  llt_put_foreign(made, "bytes", LLT_V_NUMBER(query->bytes));
  if (query->blocks != NULL) llt_put_foreign(made, "bytesOf", llt_closure(block_bytes, NULL));
  if (query->received != NULL) llt_put_foreign(made, "recvBytesOf", llt_closure(received_bytes, NULL));
  return made;
}

/* Which message of its pair of ranks each is. */
static void number(const llt_steps *steps, int size) {
  uint32_t *sent = calloc((size_t)size * 2, sizeof *sent), *received = sent + size;
  if (sent == NULL) llt_say_and_end("no memory for a collective");
  for (int i = 0; i < steps->n; i++) {
    llt_step *step = &steps->at[i];
    if (step->kind != 'c') step->number = (step->kind == 's' ? sent : received)[step->peer]++;
  }
  free(sent);
}

/* What each waits for, in one piece behind the operations. */
static void tie(llt_steps *steps) {
  const size_t bytes = (size_t)steps->n * sizeof *steps->at;
  steps->at = memory(steps->at, bytes + (size_t)out.nwaits * sizeof(int) + 1);
  int *next = (int *)((char *)steps->at + bytes);
  for (int i = 0; i < out.nwaits; i++) steps->at[out.waits[2 * i]].nafter++;
  for (int i = 0; i < steps->n; i++) {
    steps->at[i].after = next;
    next += steps->at[i].nafter;
    steps->at[i].nafter = 0;
  }
  for (int i = 0; i < out.nwaits; i++) {
    llt_step *step = &steps->at[out.waits[2 * i]];
    ((int *)step->after)[step->nafter++] = out.waits[2 * i + 1];
  }
}

static llt_steps *make(const llt_query *query) {
  llt_steps *const steps = memory(NULL, sizeof *steps);
  *steps = (llt_steps){.users = 1};
  out.steps = steps;
  out.room = out.nwaits = 0;
  current = query;
  if (setjmp(unknown) != 0) {
    llt_dynamic_forget();
    llt_steps_free(out.steps);
    return NULL;
  }
  const llt_value given[3] = {query->among == LLT_NO_JOIN ? rules : library_rules, in_words(query), sink()};
  if (query->among == LLT_NO_JOIN) llt_ts_decompose(3, given);
  else llt_ts_emitJoin(3, given);
  llt_dynamic_forget();
  number(steps, query->size);
  tie(steps);
  return steps;
}

void llt_steps_free(llt_steps *steps) {
  if (--steps->users > 0) return;
  free(steps->at);
  free(steps);
}

/* Programs make the same calls again and again. */
#define KNOWN 256

static struct {
  llt_query query;
  llt_steps *steps;
} known[KNOWN];

static int alike(const llt_query *a, const llt_query *b) {
  return strcmp(a->collective, b->collective) == 0 && a->among == b->among && a->way == b->way && a->typed == b->typed &&
         a->in_place == b->in_place && a->empty == b->empty && a->rank == b->rank && a->size == b->size &&
         a->root == b->root && a->bytes == b->bytes;
}

static unsigned place_of(const llt_query *query) {
  uint64_t hash = (uint64_t)query->bytes * 31 + (uint64_t)query->size;
  hash = hash * 31 + (uint64_t)query->root;
  for (const char *at = query->collective; *at != 0; at++) hash = hash * 31 + (unsigned char)*at;
  return (unsigned)((hash * 31 + (uint64_t)query->way) % KNOWN);
}

llt_steps *llt_decompose(const llt_query *query) {
  if (query->blocks != NULL) return make(query);
  const unsigned place = place_of(query);
  if (known[place].steps == NULL || !alike(&known[place].query, query)) {
    if (known[place].steps != NULL) llt_steps_free(known[place].steps);
    known[place].query = *query;
    known[place].steps = make(query);
  }
  known[place].steps->users++;
  return known[place].steps;
}

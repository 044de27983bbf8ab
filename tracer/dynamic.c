/* What is a value of the algorithms? Numbers, texts, arrays, objects, functions as TypeScript has them, as far as it uses them. */
#include "dynamic.h"

#include <ctype.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "say.h"

struct llt_items {
  int n, room;
  llt_value *at;
};

struct llt_fields {
  int n, room, foreign; /* keys may be equal that are not the same text */
  const llt_class *class;
  const char **keys;
  llt_value *at;
};

/* Whole numbers from 0 on. */
struct llt_members {
  int room;
  unsigned char *has;
};

struct llt_function {
  llt_code *code;
  llt_value *up;
};

/* Memory. */

typedef struct block {
  struct block *next;
  size_t used, room;
  char bytes[] __attribute__((aligned(16)));
} block;

#define LEAST_BYTES 65536

static block *blocks, *open; /* all that there are, and the one that is filled */
static block *kept_open;
static size_t kept_used;

static block *new_block(size_t least) {
  const size_t room = least > LEAST_BYTES ? least : LEAST_BYTES;
  block *one = malloc(sizeof *one + room);
  if (one == NULL) llt_say_and_end("no memory for a collective");
  one->next = NULL;
  one->used = 0;
  one->room = room;
  return one;
}

static void *room(size_t bytes) {
  bytes = (bytes + 15) & ~(size_t)15;
  if (open == NULL) open = blocks = new_block(bytes);
  while (open->room - open->used < bytes) {
    if (open->next == NULL || open->next->room < bytes) {
      block *one = new_block(bytes);
      one->next = open->next;
      open->next = one;
    }
    open = open->next;
    open->used = 0;
  }
  void *at = open->bytes + open->used;
  open->used += bytes;
  return at;
}

void llt_dynamic_keep(void) {
  room(0);
  kept_open = open;
  kept_used = open->used;
}

void llt_dynamic_forget(void) {
  open = kept_open;
  open->used = kept_used;
}

/* What values are made of. */

llt_value *llt_frame(llt_value *up, int n) {
  llt_value *frame = room((size_t)(n + 1) * sizeof *frame);
  memset(frame, 0, (size_t)(n + 1) * sizeof *frame);
  frame[0].of.frame = up;
  return frame;
}

llt_value llt_closure(llt_code *code, llt_value *up) {
  llt_value made = {.kind = LLT_FUNCTION};
  made.of.function = room(sizeof *made.of.function);
  made.of.function->code = code;
  made.of.function->up = up;
  return made;
}

static void *more(const void *at, int n, int *room_of, size_t each) {
  *room_of = *room_of < 4 ? 8 : 2 * *room_of;
  void *to = room((size_t)*room_of * each);
  if (n > 0) memcpy(to, at, (size_t)n * each);
  return to;
}

llt_value llt_array(int many) {
  llt_value made = {.kind = LLT_ARRAY};
  struct llt_items *items = made.of.items = room(sizeof *items);
  items->n = 0;
  items->room = many;
  items->at = many > 0 ? room((size_t)many * sizeof *items->at) : NULL;
  return made;
}

llt_value llt_object(int many) {
  llt_value made = {.kind = LLT_OBJECT};
  struct llt_fields *fields = made.of.fields = room(sizeof *fields);
  memset(fields, 0, sizeof *fields);
  fields->room = many;
  if (many > 0) fields->keys = room((size_t)many * sizeof *fields->keys);
  if (many > 0) fields->at = room((size_t)many * sizeof *fields->at);
  return made;
}

llt_value llt_set(void) {
  llt_value made = {.kind = LLT_SET};
  made.of.members = room(sizeof *made.of.members);
  memset(made.of.members, 0, sizeof *made.of.members);
  return made;
}

llt_value llt_new(const llt_class *of, int n, const llt_value *a) {
  const llt_value made = llt_object(8);
  made.of.fields->class = of;
  of->fill(made);
  if (of->create != NULL) of->create(NULL, made, n, a);
  return made;
}

void llt_impossible(void) { llt_say_and_end("a collective cannot be decomposed; please report this error of the tracer"); }

static void want(llt_value of, llt_value_kind kind) {
  if (of.kind != kind) llt_impossible();
}

/* Members of objects and items of arrays. */

static int place_of(const struct llt_fields *in, const char *key, int foreign) {
  for (int i = 0; i < in->n; i++)
    if (in->keys[i] == key) return i;
  for (int i = 0; foreign && i < in->n; i++)
    if (strcmp(in->keys[i], key) == 0) return i;
  return -1;
}

static llt_value method_of(const llt_class *of, const char *key) {
  for (int i = 0; of != NULL && i < of->n; i++)
    if (of->methods[i].key == key) return llt_closure(of->methods[i].code, NULL);
  return LLT_V_UNDEFINED;
}

llt_value llt_get(llt_value of, const char *key) {
  if (of.kind == LLT_ARRAY || of.kind == LLT_STRING)
    return strcmp(key, "length") == 0 ? LLT_V_NUMBER(llt_length(of)) : LLT_V_UNDEFINED;
  want(of, LLT_OBJECT);
  const struct llt_fields *fields = of.of.fields;
  const int place = place_of(fields, key, fields->foreign);
  return place >= 0 ? fields->at[place] : method_of(fields->class, key);
}

llt_value llt_put(llt_value of, const char *key, llt_value value) {
  if (of.kind == LLT_ARRAY) { /* its length */
    of.of.items->n = (int)value.of.number;
    return value;
  }
  want(of, LLT_OBJECT);
  struct llt_fields *fields = of.of.fields;
  int place = place_of(fields, key, fields->foreign);
  if (place < 0) {
    if (fields->n == fields->room) {
      int same = fields->room;
      fields->keys = more(fields->keys, fields->n, &same, sizeof *fields->keys);
      fields->at = more(fields->at, fields->n, &fields->room, sizeof *fields->at);
    }
    place = fields->n++;
    fields->keys[place] = key;
  }
  fields->at[place] = value;
  return value;
}

llt_value llt_get_foreign(llt_value of, const char *key) {
  of.of.fields->foreign = 1;
  return llt_get(of, key);
}

void llt_put_foreign(llt_value of, const char *key, llt_value value) {
  of.of.fields->foreign = 1;
  llt_put(of, key, value);
}

llt_value llt_at(llt_value of, llt_value place) {
  char number[32];
  if (of.kind == LLT_ARRAY) {
    const int i = (int)place.of.number;
    return i >= 0 && i < of.of.items->n ? of.of.items->at[i] : LLT_V_UNDEFINED;
  }
  want(of, LLT_OBJECT);
  if (place.kind == LLT_NUMBER) snprintf(number, sizeof number, "%.0f", place.of.number);
  const int found = place_of(of.of.fields, place.kind == LLT_NUMBER ? number : place.of.text, 1);
  return found >= 0 ? of.of.fields->at[found] : LLT_V_UNDEFINED;
}

llt_value llt_put_at(llt_value of, llt_value place, llt_value value) {
  want(of, LLT_ARRAY);
  const int i = (int)place.of.number;
  while (of.of.items->n <= i) llt_push(of, LLT_V_UNDEFINED);
  return of.of.items->at[i] = value;
}

void llt_push(llt_value to, llt_value value) {
  want(to, LLT_ARRAY);
  struct llt_items *items = to.of.items;
  if (items->n == items->room) items->at = more(items->at, items->n, &items->room, sizeof *items->at);
  items->at[items->n++] = value;
}

void llt_push_all(llt_value to, llt_value from) {
  for (int i = 0; i < llt_length(from); i++) llt_push(to, from.of.items->at[i]);
}

void llt_put_all(llt_value to, llt_value from) {
  if (llt_nothing(from)) return;
  want(from, LLT_OBJECT);
  to.of.fields->foreign |= from.of.fields->foreign;
  for (int i = 0; i < from.of.fields->n; i++) llt_put(to, from.of.fields->keys[i], from.of.fields->at[i]);
}

llt_value llt_slice(llt_value of, int from) {
  if (of.kind == LLT_STRING) return LLT_V_TEXT(of.of.text + (from < llt_length(of) ? from : llt_length(of)));
  const llt_value made = llt_array(llt_length(of));
  for (int i = from; i < llt_length(of); i++) llt_push(made, of.of.items->at[i]);
  return made;
}

int llt_length(llt_value of) {
  if (of.kind == LLT_STRING) return (int)strlen(of.of.text);
  want(of, LLT_ARRAY);
  return of.of.items->n;
}

llt_value llt_call(llt_value function, llt_value self, int n, const llt_value *a) {
  want(function, LLT_FUNCTION);
  return function.of.function->code(function.of.function->up, self, n, a);
}

/* What they are to each other. */

int llt_same(llt_value a, llt_value b) {
  if (a.kind != b.kind) return 0;
  if (a.kind == LLT_STRING) return a.of.text == b.of.text || strcmp(a.of.text, b.of.text) == 0;
  if (a.kind == LLT_NUMBER || a.kind == LLT_BOOLEAN) return a.of.number == b.of.number;
  return llt_nothing(a) || a.of.items == b.of.items;
}

int llt_truth(llt_value a) {
  if (llt_nothing(a)) return 0;
  if (a.kind == LLT_NUMBER || a.kind == LLT_BOOLEAN) return a.of.number != 0 && a.of.number == a.of.number;
  return a.kind != LLT_STRING || a.of.text[0] != 0;
}

llt_value llt_typeof(llt_value a) {
  static const char *const names[] = {
      [LLT_UNDEFINED] = "undefined", [LLT_NULL] = "object",  [LLT_BOOLEAN] = "boolean",
      [LLT_NUMBER] = "number",       [LLT_STRING] = "string", [LLT_FUNCTION] = "function",
  };
  return LLT_V_TEXT(a.kind == LLT_ARRAY || a.kind == LLT_OBJECT || a.kind == LLT_SET ? "object" : names[a.kind]);
}

llt_value llt_to_number(llt_value text) {
  if (text.kind == LLT_NUMBER) return text;
  want(text, LLT_STRING);
  char *end;
  const double number = strtod(text.of.text, &end);
  while (isspace((unsigned char)*end)) end++;
  return LLT_V_NUMBER(*end == 0 ? number : __builtin_nan(""));
}

llt_value llt_array_from(llt_value like, llt_value each) {
  const int n = (int)llt_at(like, LLT_V_TEXT("length")).of.number;
  const llt_value made = llt_array(n);
  for (int i = 0; i < n; i++) {
    const llt_value with[2] = {LLT_V_UNDEFINED, LLT_V_NUMBER(i)};
    llt_push(made, llt_call(each, LLT_V_UNDEFINED, 2, with));
  }
  return made;
}

/* Methods. */

#define LLT_OWN \
  if (of.kind == LLT_OBJECT) return llt_call(llt_get(of, key), of, n, a);

static llt_value ask(llt_value each, llt_value of, int i) {
  const llt_value with[3] = {of.of.items->at[i], LLT_V_NUMBER(i), of};
  return llt_call(each, LLT_V_UNDEFINED, 3, with);
}

static int index_of(llt_value of, llt_value what) {
  for (int i = 0; i < llt_length(of); i++)
    if (llt_same(of.of.items->at[i], what)) return i;
  return -1;
}

static int index_where(llt_value of, llt_value test) {
  for (int i = 0; i < llt_length(of); i++)
    if (llt_truth(ask(test, of, i))) return i;
  return -1;
}

LLT_METHOD(add) {
  LLT_OWN
  want(of, LLT_SET);
  struct llt_members *in = of.of.members;
  const int i = (int)a[0].of.number;
  if (i >= in->room) {
    unsigned char *has = room((size_t)(2 * i + 64));
    memset(has, 0, (size_t)(2 * i + 64));
    if (in->room > 0) memcpy(has, in->has, (size_t)in->room);
    in->has = has;
    in->room = 2 * i + 64;
  }
  in->has[i] = 1;
  return of;
}

LLT_METHOD(has) {
  LLT_OWN
  want(of, LLT_SET);
  const int i = (int)a[0].of.number;
  return LLT_V_BOOLEAN(i < of.of.members->room && of.of.members->has[i]);
}

LLT_METHOD(filter) {
  LLT_OWN
  const llt_value made = llt_array(llt_length(of));
  for (int i = 0; i < llt_length(of); i++)
    if (llt_truth(ask(a[0], of, i))) llt_push(made, of.of.items->at[i]);
  return made;
}

LLT_METHOD(find) {
  LLT_OWN
  const int i = index_where(of, a[0]);
  return i < 0 ? LLT_V_UNDEFINED : of.of.items->at[i];
}

LLT_METHOD(forEach) {
  LLT_OWN
  for (int i = 0; i < llt_length(of); i++) ask(a[0], of, i);
  return LLT_V_UNDEFINED;
}

LLT_METHOD(includes) {
  LLT_OWN
  if (of.kind == LLT_STRING) return LLT_V_BOOLEAN(strstr(of.of.text, a[0].of.text) != NULL);
  return LLT_V_BOOLEAN(index_of(of, a[0]) >= 0);
}

LLT_METHOD(indexOf) {
  LLT_OWN
  if (of.kind != LLT_STRING) return LLT_V_NUMBER(index_of(of, a[0]));
  const char *at = strstr(of.of.text, a[0].of.text);
  return LLT_V_NUMBER(at == NULL ? -1 : (double)(at - of.of.text));
}

LLT_METHOD(map) {
  LLT_OWN
  const llt_value made = llt_array(llt_length(of));
  for (int i = 0; i < llt_length(of); i++) llt_push(made, ask(a[0], of, i));
  return made;
}

LLT_METHOD(push) {
  LLT_OWN
  for (int i = 0; i < n; i++) llt_push(of, a[i]);
  return LLT_V_NUMBER(llt_length(of));
}

/* Of one letter by another. */
LLT_METHOD(replaceAll) {
  LLT_OWN
  char *text = room(strlen(of.of.text) + 1);
  strcpy(text, of.of.text);
  for (char *at = text; *at != 0; at++)
    if (*at == a[0].of.text[0]) *at = a[1].of.text[0];
  return LLT_V_TEXT(text);
}

LLT_METHOD(reverse) {
  LLT_OWN
  llt_value *at = of.of.items->at;
  for (int i = 0, j = llt_length(of) - 1; i < j; i++, j--) {
    const llt_value other = at[i];
    at[i] = at[j];
    at[j] = other;
  }
  return of;
}

/* Of a text, from its first argument to its second. */
LLT_METHOD(slice) {
  LLT_OWN
  const int from = (int)a[0].of.number;
  if (n < 2) return llt_slice(of, from);
  want(of, LLT_STRING);
  const int size = llt_length(of), end = (int)a[1].of.number < size ? (int)a[1].of.number : size;
  char *text = room((size_t)(end > from ? end - from : 0) + 1);
  memcpy(text, of.of.text + from, (size_t)(end > from ? end - from : 0));
  text[end > from ? end - from : 0] = 0;
  return LLT_V_TEXT(text);
}

LLT_METHOD(some) {
  LLT_OWN
  return LLT_V_BOOLEAN(index_where(of, a[0]) >= 0);
}

/* Runs of 1, 2, 4 … are merged: what is alike stays in its order. */
LLT_METHOD(sort) {
  LLT_OWN
  const int size = llt_length(of);
  llt_value *from = of.of.items->at, *to = room((size_t)size * sizeof *to);
  for (int run = 1; run < size; run *= 2) {
    for (int start = 0; start < size; start += 2 * run) {
      const int middle = start + run < size ? start + run : size, end = middle + run < size ? middle + run : size;
      for (int i = start, j = middle, k = start; k < end; k++) {
        int left = i < middle;
        if (left && j < end) {
          const llt_value two[2] = {from[i], from[j]};
          left = llt_call(a[0], LLT_V_UNDEFINED, 2, two).of.number <= 0;
        }
        to[k] = left ? from[i++] : from[j++];
      }
    }
    llt_value *const other = from;
    from = to;
    to = other;
  }
  of.of.items->at = from;
  if (of.of.items->room > size) of.of.items->room = size;
  return of;
}

/* One item is taken out. */
LLT_METHOD(splice) {
  LLT_OWN
  const int at = (int)a[0].of.number;
  if (n != 2 || a[1].of.number != 1) llt_impossible();
  struct llt_items *items = of.of.items;
  memmove(&items->at[at], &items->at[at + 1], (size_t)(--items->n - at) * sizeof *items->at);
  return LLT_V_UNDEFINED;
}

LLT_METHOD(split) {
  LLT_OWN
  want(of, LLT_STRING);
  const llt_value made = llt_array(4);
  const size_t width = strlen(a[0].of.text);
  const char *from = of.of.text;
  for (;;) {
    const char *end = strstr(from, a[0].of.text);
    const size_t size = end == NULL ? strlen(from) : (size_t)(end - from);
    char *part = room(size + 1);
    memcpy(part, from, size);
    part[size] = 0;
    llt_push(made, LLT_V_TEXT(part));
    if (end == NULL) return made;
    from = end + width;
  }
}

LLT_METHOD(startsWith) {
  LLT_OWN
  return LLT_V_BOOLEAN(strncmp(of.of.text, a[0].of.text, strlen(a[0].of.text)) == 0);
}

LLT_METHOD(toLowerCase) {
  LLT_OWN
  char *text = room(strlen(of.of.text) + 1);
  for (size_t i = 0; (text[i] = (char)tolower((unsigned char)of.of.text[i])) != 0; i++) {
  }
  return LLT_V_TEXT(text);
}

/* Values of the algorithms that are made of TypeScript: what algorithms.generated.c is written with. */
#ifndef LLT_DYNAMIC_H
#define LLT_DYNAMIC_H
#include <stddef.h>
#include <stdint.h>
#pragma GCC visibility push(hidden)

typedef enum {
  LLT_UNDEFINED,
  LLT_NULL,
  LLT_BOOLEAN,
  LLT_NUMBER,
  LLT_STRING,
  LLT_ARRAY,
  LLT_OBJECT,
  LLT_SET,
  LLT_FUNCTION
} llt_value_kind;

typedef struct llt_value {
  llt_value_kind kind;
  union {
    double number; /* of a boolean, too */
    const char *text;
    struct llt_items *items;
    struct llt_fields *fields;
    struct llt_members *members;
    struct llt_function *function;
    struct llt_value *frame;
  } of;
} llt_value;

/* `up`: variables of the function that made it; `self`: whose method it is. */
typedef llt_value llt_code(llt_value *up, llt_value self, int n, const llt_value *a);

typedef struct {
  void (*fill)(llt_value self);
  llt_code *create; /* NULL: none */
  int n;
  struct {
    const char *key;
    llt_code *code;
  } methods[];
} llt_class;

#define LLT_V_UNDEFINED ((llt_value){.kind = LLT_UNDEFINED})
#define LLT_V_NULL ((llt_value){.kind = LLT_NULL})
#define LLT_V_BOOLEAN(x) ((llt_value){.kind = LLT_BOOLEAN, .of = {.number = (x)}})
#define LLT_V_NUMBER(x) ((llt_value){.kind = LLT_NUMBER, .of = {.number = (x)}})
#define LLT_V_TEXT(x) ((llt_value){.kind = LLT_STRING, .of = {.text = (x)}})

/* Memory: what was made since the mark is forgotten at once. */
void llt_dynamic_keep(void);
void llt_dynamic_forget(void);

llt_value *llt_frame(llt_value *up, int n);
llt_value llt_closure(llt_code *code, llt_value *up);
llt_value llt_array(int room);
llt_value llt_object(int room);
llt_value llt_set(void);
llt_value llt_new(const llt_class *of, int n, const llt_value *a);

/* `key`s are compared by their address first: the same name is one text. */
llt_value llt_get(llt_value of, const char *key);
llt_value llt_put(llt_value of, const char *key, llt_value value);
/* The same, where the key is a text of other code than the algorithms'. */
llt_value llt_get_foreign(llt_value of, const char *key);
void llt_put_foreign(llt_value of, const char *key, llt_value value);
llt_value llt_at(llt_value of, llt_value place);
llt_value llt_put_at(llt_value of, llt_value place, llt_value value);
void llt_push(llt_value to, llt_value value);
void llt_push_all(llt_value to, llt_value from);
void llt_put_all(llt_value to, llt_value from);
llt_value llt_slice(llt_value of, int from);
int llt_length(llt_value of);
llt_value llt_call(llt_value function, llt_value self, int n, const llt_value *a);

int llt_same(llt_value a, llt_value b);
int llt_truth(llt_value a);
static inline int llt_nothing(llt_value a) { return a.kind <= LLT_NULL; }
/* The name of its type. */
llt_value llt_typeof(llt_value a);
llt_value llt_to_number(llt_value text);
llt_value llt_array_from(llt_value like, llt_value each);
/* What the source throws for, and the source never does. */
void llt_impossible(void) __attribute__((noreturn));

/* Whole numbers, such as bytes and ranks, need no library of mathematics. */
static inline double llt_floor(double x) {
  const double whole = (double)(int64_t)x;
  return whole > x ? whole - 1 : whole;
}

static inline double llt_ceil(double x) { return -llt_floor(-x); }
static inline double llt_min(double x, double y) { return x < y ? x : y; }
static inline double llt_max(double x, double y) { return x > y ? x : y; }
static inline double llt_rest_of(double x, double y) { return (double)((int64_t)x % (int64_t)y); }

static inline double llt_power(double x, double n) {
  double power = 1;
  for (; n > 0; n--) power *= x;
  return power;
}

/* Methods of arrays, texts and sets; of an object, its own of that name. */
#define LLT_METHOD(name) llt_value llt_m_##name(llt_value of, const char *key, int n, const llt_value *a)
LLT_METHOD(add);
LLT_METHOD(filter);
LLT_METHOD(find);
LLT_METHOD(forEach);
LLT_METHOD(has);
LLT_METHOD(includes);
LLT_METHOD(indexOf);
LLT_METHOD(map);
LLT_METHOD(push);
LLT_METHOD(replaceAll);
LLT_METHOD(reverse);
LLT_METHOD(slice);
LLT_METHOD(some);
LLT_METHOD(sort);
LLT_METHOD(splice);
LLT_METHOD(split);
LLT_METHOD(startsWith);
LLT_METHOD(toLowerCase);

#pragma GCC visibility pop
#endif

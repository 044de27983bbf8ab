/* From which line of a Python program is a call made? Read from the interpreter by its C API, without side effects. */
#include "python.h"

#include <dlfcn.h>
#include <link.h>
#include <stdlib.h>
#include <string.h>

/* Before glibc 2.34 it is in a library that not every program has; one with Python does. */
#pragma weak dlsym

#define PLACES (1u << 15)
#define SLOTS (2 * PLACES)
/* Longest texts of a place, in bytes. */
#define LONGEST_FILE 4000
#define LONGEST_NAME 1000
/* Executable segments that are known at once. */
#define OBJECTS 128

int llt_python;

/* What is called of the interpreter. All that it returns as objects are references of our own, which we drop. */
static struct {
  int (*initialized)(void), (*finalizing)(void);
  void *(*own)(void);     /* the state of this thread, … */
  void *(*current)(void); /* … and of the thread that may touch objects */
  int (*enter)(void);
  void (*leave)(int);
  void *(*save)(void);
  void (*restore)(void *);
  void *(*frame)(void *), *(*back)(void *), *(*code)(void *);
  int (*line)(void *);
  int (*instruction)(void *); /* from 3.11 */
  void *(*attribute)(void *, const char *);
  const char *(*utf8)(void *);
  void (*hold)(void *), (*drop)(void *);
  void (*error_out)(void **, void **, void **), (*error_in)(void *, void *, void *), (*error_clear)(void);
  int (*collect_not)(void), (*collect)(void); /* from 3.10 */
  const unsigned long *version;               /* from 3.11 */
} py;

static const struct {
  void *into;
  const char *names[2]; /* the second where there is no first */
  int optional;
} symbols[] = {
    {&py.initialized, {"Py_IsInitialized"}, 0},
    {&py.finalizing, {"Py_IsFinalizing", "_Py_IsFinalizing"}, 0},
    {&py.own, {"PyGILState_GetThisThreadState"}, 0},
    {&py.current, {"PyThreadState_GetUnchecked", "_PyThreadState_UncheckedGet"}, 0},
    {&py.enter, {"PyGILState_Ensure"}, 0},
    {&py.leave, {"PyGILState_Release"}, 0},
    {&py.save, {"PyEval_SaveThread"}, 0},
    {&py.restore, {"PyEval_RestoreThread"}, 0},
    {&py.frame, {"PyThreadState_GetFrame"}, 0},
    {&py.back, {"PyFrame_GetBack"}, 0},
    {&py.code, {"PyFrame_GetCode"}, 0},
    {&py.line, {"PyFrame_GetLineNumber"}, 0},
    {&py.instruction, {"PyFrame_GetLasti"}, 1},
    {&py.attribute, {"PyObject_GetAttrString"}, 0},
    {&py.utf8, {"PyUnicode_AsUTF8"}, 0},
    {&py.hold, {"Py_IncRef"}, 0},
    {&py.drop, {"Py_DecRef"}, 0},
    {&py.error_out, {"PyErr_Fetch"}, 0},
    {&py.error_in, {"PyErr_Restore"}, 0},
    {&py.error_clear, {"PyErr_Clear"}, 0},
    {&py.collect_not, {"PyGC_Disable"}, 1},
    {&py.collect, {"PyGC_Enable"}, 1},
    {&py.version, {"Py_Version"}, 1},
};

void llt_python_find(void) {
  llt_python = 0;
  if (dlsym == NULL) return;
  for (size_t i = 0; i < sizeof symbols / sizeof *symbols; i++) {
    void *found = dlsym(RTLD_DEFAULT, symbols[i].names[0]);
    if (found == NULL && symbols[i].names[1] != NULL) found = dlsym(RTLD_DEFAULT, symbols[i].names[1]);
    if (found == NULL && !symbols[i].optional) return;
    memcpy(symbols[i].into, &found, sizeof found);
  }
  llt_python = 1;
}

/* ---- Objects in memory ---- */

static struct {
  uint64_t from, to;
  int kind; /* written last; 0: not yet */
} objects[OBJECTS];
static int nobjects;

/* The folder of mpi4py, with its slash: frames of its own files are not the program's. */
static char package[LONGEST_FILE];
static size_t package_length;

typedef struct {
  uint64_t pc, from, to;
  llt_code_kind kind;
} wanted;

static llt_code_kind kind_of(const char *path, uint64_t from, uint64_t to) {
  uint64_t interpreter;
  memcpy(&interpreter, &py.frame, sizeof interpreter);
  if (interpreter >= from && interpreter < to) return LLT_INTERPRETERS;
  const char *file = strrchr(path, '/');
  if (file == NULL || strncmp(file, "/MPI.", 5) != 0 || file - path < 7) return LLT_PROGRAMS;
  if (strncmp(file - 7, "/mpi4py", 7) != 0) return LLT_PROGRAMS;
  const size_t length = (size_t)(file - path) + 1;
  if (length < sizeof package) {
    memcpy(package, path, length);
    package_length = length;
  }
  return LLT_BINDINGS;
}

static int seek(struct dl_phdr_info *object, size_t size, void *into) {
  wanted *w = into;
  (void)size;
  for (int i = 0; i < object->dlpi_phnum; i++) {
    const ElfW(Phdr) *part = &object->dlpi_phdr[i];
    const uint64_t from = object->dlpi_addr + part->p_vaddr, to = from + part->p_memsz;
    if (part->p_type != PT_LOAD || w->pc < from || w->pc >= to) continue;
    w->from = from;
    w->to = to;
    w->kind = kind_of(object->dlpi_name, from, to);
    return 1;
  }
  return 0;
}

llt_code_kind llt_code_at(uint64_t pc) {
  const int known = __atomic_load_n(&nobjects, __ATOMIC_RELAXED);
  for (int i = 0; i < known && i < OBJECTS; i++) {
    const int kind = __atomic_load_n(&objects[i].kind, __ATOMIC_ACQUIRE);
    if (kind != 0 && pc >= objects[i].from && pc < objects[i].to) return (llt_code_kind)kind;
  }
  wanted w = {pc, pc, pc + 1, LLT_PROGRAMS};
  dl_iterate_phdr(seek, &w);
  const int next = known < OBJECTS ? __atomic_fetch_add(&nobjects, 1, __ATOMIC_RELAXED) : OBJECTS;
  if (next >= OBJECTS) return w.kind;
  objects[next].from = w.from;
  objects[next].to = w.to;
  __atomic_store_n(&objects[next].kind, (int)w.kind, __ATOMIC_RELEASE);
  return w.kind;
}

/* ---- Places, numbered as they are first met ---- */

typedef struct {
  void *code; /* held: no other takes its address */
  char *file, *name;
  int at, line;
} place;

static place *places; /* from 1 on */
static uint32_t *slots; /* hash table of places, 0: none */
static uint32_t nplaces, written;

static uint32_t slot_of(const void *code, int at) {
  const uint64_t hash = ((uint64_t)(uintptr_t)code ^ (uint64_t)(uint32_t)at << 40) * UINT64_C(0x9E3779B97F4A7C15);
  uint32_t slot = (uint32_t)(hash >> 47) % SLOTS;
  while (slots[slot] != 0 && (places[slots[slot]].code != code || places[slots[slot]].at != at)) slot = (slot + 1) % SLOTS;
  return slot;
}

/* A copy of a text that is one word of a line of a trace; NULL where the attribute is none. */
static char *text_of(void *code, const char *attribute, size_t longest) {
  void *value = py.attribute(code, attribute);
  const char *text = value == NULL ? NULL : py.utf8(value);
  char *copy = text == NULL ? NULL : strndup(text, longest);
  if (value != NULL) py.drop(value);
  py.error_clear();
  for (char *c = copy; c != NULL && *c != 0; c++)
    if ((unsigned char)*c < ' ') *c = ' ';
  return copy;
}

/* Reads what a place is called; the program's own exception, if it has one under way, is as before. */
static place read_place(void *frame, void *code, int at) {
  place one = {code, NULL, NULL, at, 0};
  void *type, *value, *trace;
  py.error_out(&type, &value, &trace);
  one.line = py.line(frame);
  one.file = text_of(code, "co_filename", LONGEST_FILE);
  one.name = text_of(code, "co_qualname", LONGEST_NAME);
  if (one.name == NULL) one.name = text_of(code, "co_name", LONGEST_NAME);
  py.error_in(type, value, trace);
  for (char *c = one.name; c != NULL && *c != 0; c++)
    if (*c == ',') *c = ';';
  return one;
}

static void free_place(const place *one) {
  free(one->file);
  free(one->name);
}

/* The number of a place that was read; 0 where there is no room. What is called nothing is none. */
static uint32_t add_place(const place *one) {
  if (one->file == NULL || one->name == NULL || one->file[0] == 0 || one->line <= 0) return 0;
  if (places == NULL) places = calloc(PLACES + 1, sizeof *places);
  if (slots == NULL) slots = calloc(SLOTS, sizeof *slots);
  if (places == NULL || slots == NULL || nplaces == PLACES) return 0;
  const uint32_t slot = slot_of(one->code, one->at);
  if (slots[slot] == 0) {
    slots[slot] = ++nplaces;
    places[nplaces] = *one;
  }
  return slots[slot];
}

static uint32_t place_of(void *frame) {
  void *code = py.code(frame);
  const int at = py.instruction != NULL ? py.instruction(frame) : py.line(frame);
  llt_lock();
  uint32_t id = slots == NULL ? 0 : slots[slot_of(code, at)];
  const int room = nplaces < PLACES;
  llt_unlock();
  if (id == 0 && room) {
    const place one = read_place(frame, code, at);
    llt_lock();
    const uint32_t before = nplaces;
    id = add_place(&one);
    const int is_new = nplaces > before;
    llt_unlock();
    if (is_new) py.hold(code);
    else free_place(&one);
  }
  py.drop(code);
  return id;
}

void llt_places_new(void (*put)(uint32_t id, int line, const char *file, const char *name)) {
  while (written < nplaces) {
    const place *one = &places[++written];
    put(written, one->line, one->file, one->name);
  }
}

/* ---- Frames ---- */

static __thread struct {
  int n;
  uint32_t place[LLT_MOST_DEPTH];
} seen __attribute__((tls_model("initial-exec")));

static int rehearsing;

static int is_bindings(uint32_t id) {
  return package_length > 0 && strncmp(places[id].file, package, package_length) == 0;
}

/* Innermost first; those of mpi4py itself are left out as far as they are the innermost. */
static void take(void *frame) {
  while (frame != NULL && seen.n < llt.depth) {
    const uint32_t id = place_of(frame);
    if (id == 0) break;
    if (seen.n > 0 || !is_bindings(id)) seen.place[seen.n++] = id;
    void *above = py.back(frame);
    py.drop(frame);
    frame = above;
  }
  if (frame != NULL) py.drop(frame);
}

/* Whether another interpreter of this process runs the thread: this one cannot be entered then. */
static int in_another(const void *own) {
  if (py.version == NULL || *py.version < 0x030C0000) return 0;
  void *current = py.current();
  return current != NULL && current != own;
}

void llt_python_look(void *caller) {
  seen.n = 0;
  if (caller == NULL || llt.depth == 0) return;
  const llt_code_kind kind = llt_code_at((uint64_t)(uintptr_t)caller);
  if (llt.depth == 1 && kind == LLT_PROGRAMS && !rehearsing) return;
  if (!py.initialized() || py.finalizing()) return;
  void *own = py.own();
  if (own == NULL || in_another(own)) return;
  const int held = py.current() == own;
  const int state = held ? 0 : py.enter();
  /* To look at frames makes objects of them, which must not be what sets the collector off: it may run the program. */
  const int collects = py.collect_not != NULL && py.collect != NULL && py.collect_not();
  take(py.frame(own));
  if (collects) py.collect();
  if (!held) py.leave(state);
}

int llt_python_frames(uint64_t *into, int most) {
  const int n = seen.n < most ? seen.n : most;
  for (int i = 0; i < n; i++) into[i] = LLT_OF_PLACE | seen.place[i];
  return n;
}

/* ---- What it costs ---- */

static void *released;

/* mpi4py lets the interpreter go before it calls MPI. */
void llt_python_rehearse(void) {
  if (!llt_python) return;
  rehearsing = 1;
  released = NULL;
  if (!py.initialized() || py.finalizing()) return;
  void *own = py.own();
  if (own != NULL && py.current() == own) released = py.save();
}

void llt_python_forget(void) {
  if (!llt_python) return;
  rehearsing = 0;
  if (released != NULL) py.restore(released);
  for (; nplaces > 0; nplaces--) free_place(&places[nplaces]);
  if (slots != NULL) memset(slots, 0, SLOTS * sizeof *slots);
}

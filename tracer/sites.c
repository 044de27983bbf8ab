/* From where in the program is a call made? Return addresses and places of Python, numbered as they are first met. */
#include "sites.h"

#include <link.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <unwind.h>

#include "python.h"

#define SITES (1u << 16)
#define PLACES (2 * SITES)

static uint32_t *places;  /* hash table of sites, 0: none */
static uint64_t *stacks;  /* [site][llt.depth], padded with 0 */
static uint32_t sites, written;
static int full;

static void *pages(size_t bytes) {
  void *p = mmap(NULL, bytes, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0);
  return p == MAP_FAILED ? NULL : p;
}

/* MPICH's library of mpi_f08 (of Debian: libmpichfort), which calls MPI for the program. 0: it is not loaded. */
static uint64_t wrappers_from, wrappers_to;

static int seek_wrappers(struct dl_phdr_info *object, size_t size, void *none) {
  (void)size;
  (void)none;
  if (strstr(object->dlpi_name, "/libmpifort.so") == NULL && strstr(object->dlpi_name, "/libmpichfort.so") == NULL)
    return 0;
  for (int i = 0; i < object->dlpi_phnum; i++) {
    const ElfW(Phdr) *part = &object->dlpi_phdr[i];
    if (part->p_type != PT_LOAD || (part->p_flags & PF_X) == 0) continue;
    wrappers_from = object->dlpi_addr + part->p_vaddr;
    wrappers_to = wrappers_from + part->p_memsz;
  }
  return 1;
}

static int wraps(uint64_t pc) { return pc >= wrappers_from && pc < wrappers_to; }

int llt_sites_make(void) {
  if (llt.depth == 0) return 1;
  dl_iterate_phdr(seek_wrappers, NULL);
  places = pages(PLACES * sizeof *places);
  stacks = pages((size_t)(SITES + 1) * (size_t)llt.depth * sizeof *stacks);
  return places != NULL && stacks != NULL;
}

int llt_sites_again(void) {
  if (llt.depth == 0) return 1;
  munmap(places, PLACES * sizeof *places);
  munmap(stacks, (size_t)(SITES + 1) * (size_t)llt.depth * sizeof *stacks);
  sites = 0;
  full = 0;
  return llt_sites_make();
}

typedef struct {
  uint64_t caller;
  uint64_t pc[LLT_MOST_DEPTH];
  uint64_t python[LLT_MOST_DEPTH]; /* frames of the interpreter */
  int n, found, pythons;
} walk;

static _Unwind_Reason_Code add(walk *w, uint64_t pc) {
  if (w->n == llt.depth || pc == 0) return _URC_END_OF_STACK;
  if (wraps(pc)) return _URC_NO_REASON;
  if (w->pythons > 0) {
    const llt_code_kind kind = llt_code_at(pc);
    if (kind == LLT_INTERPRETERS) return _URC_END_OF_STACK;
    if (kind == LLT_BINDINGS) return _URC_NO_REASON;
  }
  w->pc[w->n++] = pc;
  return _URC_NO_REASON;
}

static _Unwind_Reason_Code step(struct _Unwind_Context *context, void *into) {
  walk *w = into;
  const uint64_t pc = _Unwind_GetIP(context);
  if (pc == w->caller) w->found = 1;
  return w->found ? add(w, pc) : _URC_NO_REASON;
}

static uint32_t numbered(const uint64_t *stack) {
  uint64_t hash = 0;
  for (int i = 0; i < llt.depth; i++) hash = (hash ^ stack[i]) * 0x9E3779B97F4A7C15u;
  for (uint32_t at = (uint32_t)(hash >> 47) % PLACES;; at = (at + 1) % PLACES) {
    const uint32_t site = places[at];
    if (site != 0) {
      if (memcmp(stacks + (size_t)site * (size_t)llt.depth, stack, (size_t)llt.depth * sizeof *stack) == 0) return site;
      continue;
    }
    if (sites == SITES) {
      full = 1;
      return 0;
    }
    places[at] = ++sites;
    memcpy(stacks + (size_t)sites * (size_t)llt.depth, stack, (size_t)llt.depth * sizeof *stack);
    return sites;
  }
}

/* In Python: the program's own frames down to the interpreter's, then those that the interpreter reports. */
uint32_t llt_site_of(void *caller) {
  const uint64_t pc = (uint64_t)(uintptr_t)caller;
  const int wrapped = wraps(pc);
  if (llt.depth == 1 && LLT_LIKELY(!llt_python && !wrapped)) return numbered(&pc);
  walk w;
  memset(w.pc, 0, (size_t)llt.depth * sizeof *w.pc);
  w.caller = pc;
  w.n = w.found = 0;
  w.pythons = llt_python ? llt_python_frames(w.python, llt.depth) : 0;
  if (llt.depth > 1 || wrapped) _Unwind_Backtrace(step, &w);
  if (!w.found) add(&w, pc);
  for (int i = 0; i < w.pythons && w.n < llt.depth; i++) w.pc[w.n++] = w.python[i];
  if (w.n == 0) w.pc[w.n++] = pc;
  return numbered(w.pc);
}

uint32_t llt_site_of_caller(void *caller) {
  uint64_t pc[LLT_MOST_DEPTH] = {(uint64_t)(uintptr_t)caller};
  return numbered(pc);
}

int llt_sites_full(void) { return full; }

/* Calls `put` with every site that was not put before; pc[0] is the caller of MPI. */
void llt_sites_new(void (*put)(uint32_t site, const uint64_t *pc, int depth)) {
  while (written < sites) {
    const uint64_t *stack = stacks + (size_t)++written * (size_t)llt.depth;
    int depth = 0;
    while (depth < llt.depth && stack[depth] != 0) depth++;
    put(written, stack, depth);
  }
}

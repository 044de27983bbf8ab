/* How do ranks of one node announce messages? By a file in memory that all map, with one writer and one reader per ring. */
#include "rings.h"

#include <errno.h>
#include <fcntl.h>
#include <stdatomic.h>
#include <stdio.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/statvfs.h>
#include <unistd.h>

#include "nodes.h"
#include "put.h"

#define LINE 64
#define MOST_SLOTS 2048
#define LEAST_SLOTS 64

typedef struct {
  _Atomic uint32_t written;
  char apart[LINE - sizeof(uint32_t)];
  _Atomic uint32_t read;
  char apart_too[LINE - sizeof(uint32_t)];
} ends;

typedef struct {
  _Atomic int32_t first;
  char apart[LINE - sizeof(int32_t)];
} common;

static common *shared;
static ends *all_ends;             /* [to][from] */
static llt_stamp_entry *all_slots; /* [to][from][slots] */
static size_t own, all, slots;

static size_t bytes_of(size_t count) {
  return sizeof(common) + all * all * (sizeof(ends) + count * sizeof(llt_stamp_entry));
}

/* As many as half of the memory that is free holds. */
static size_t slots_that_fit(void) {
  struct statvfs room;
  size_t count = MOST_SLOTS;
  if (statvfs("/dev/shm", &room) != 0) return count;
  const double free_bytes = (double)room.f_bavail * (double)room.f_frsize;
  while (count >= LEAST_SLOTS && 2.0 * (double)bytes_of(count) > free_bytes) count /= 2;
  return count < LEAST_SLOTS ? 0 : count;
}

static int make_file(const char *name, char *why, size_t size) {
  const int file = open(name, O_RDWR | O_CREAT | O_EXCL | O_CLOEXEC, 0600);
  llt_held held;
  llt_signals_hold(&held);
  const int error = file < 0 || ftruncate(file, (off_t)bytes_of(slots)) != 0 ? errno : 0;
  llt_signals_let(&held, error);
  if (error == 0) return file;
  snprintf(why, size, "no shared memory for time stamps in %s (%s)%s", name, strerror(error),
           error == EFBIG ? "; raise the limit on the size of files (ulimit -f)" : "");
  if (file < 0) return -1;
  close(file);
  unlink(name);
  return -1;
}

static int agreed(int holds) {
  int all_hold;
  PMPI_Allreduce(&holds, &all_hold, 1, MPI_INT, MPI_MIN, llt_nodes.comm);
  return all_hold;
}

/* Of all ranks of the node: the first makes the file, the others open it, and then it has no name any more. */
static int map_file(const char *name, char *why, size_t size) {
  int file = own == 0 ? make_file(name, why, size) : -1;
  if (!agreed(own != 0 || file >= 0)) return 0;
  if (own != 0) file = open(name, O_RDWR | O_CLOEXEC);
  void *at = file < 0 ? MAP_FAILED : mmap(NULL, bytes_of(slots), PROT_READ | PROT_WRITE, MAP_SHARED, file, 0);
  if (file >= 0) close(file);
  const int mapped = agreed(at != MAP_FAILED);
  if (own == 0) unlink(name);
  if (!mapped) snprintf(why, size, "not all ranks can map %s; if they run in separate containers, give LLAMP_NODE_RANKS=1", name);
  if (!mapped) return 0;
  shared = at;
  all_ends = (ends *)(shared + 1);
  all_slots = (llt_stamp_entry *)(all_ends + all * all);
  return 1;
}

int llt_rings_make(char *why, size_t size) {
  char name[64];
  own = (size_t)llt_nodes.rank;
  all = (size_t)llt_nodes.size;
  long long count = (long long)slots_that_fit();
  snprintf(name, sizeof name, "/dev/shm/llamp-%ld-%d", (long)getuid(), (int)getpid());
  PMPI_Bcast(name, (int)sizeof name, MPI_CHAR, 0, llt_nodes.comm);
  PMPI_Bcast(&count, 1, MPI_LONG_LONG, 0, llt_nodes.comm);
  slots = (size_t)count;
  if (slots > 0) return map_file(name, why, size);
  snprintf(why, size, "/dev/shm has too little room for the time stamps of %d ranks", llt_nodes.size);
  return 0;
}

void llt_ring_put(int to, const llt_stamp_entry *entry, void (*meanwhile)(void)) {
  const size_t ring = (size_t)to * all + own;
  ends *at = &all_ends[ring];
  const uint32_t written = atomic_load_explicit(&at->written, memory_order_relaxed);
  while (written - atomic_load_explicit(&at->read, memory_order_acquire) >= slots) meanwhile();
  all_slots[ring * slots + written % slots] = *entry;
  atomic_store_explicit(&at->written, written + 1, memory_order_release);
}

int llt_ring_get(int from, llt_stamp_entry *entry) {
  const size_t ring = own * all + (size_t)from;
  ends *at = &all_ends[ring];
  const uint32_t read = atomic_load_explicit(&at->read, memory_order_relaxed);
  if (read == atomic_load_explicit(&at->written, memory_order_acquire)) return 0;
  *entry = all_slots[ring * slots + read % slots];
  atomic_store_explicit(&at->read, read + 1, memory_order_release);
  return 1;
}

int llt_ring_first(void) { return atomic_fetch_add(&shared->first, 1) == 0; }

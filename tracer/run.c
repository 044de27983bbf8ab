/*
 * Which run is this, and where are its traces? No two worlds share a folder: the first takes the given folder, those that
 * find traces in it a folder below.
 */
#include "run.h"

#include <dirent.h>
#include <errno.h>
#include <fcntl.h>
#include <limits.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <time.h>
#include <unistd.h>

#include "put.h"

#include "quickly.h"

llt_run_state llt_run;
static int below; /* the folder is one that this world made */

#define PREFIX "llamp-trace-rank-"
/* While rank 0 looks whether it may take the folder, and makes its traces there. */
#define CLAIM "claim"
/* Longest name of a folder, so that those of its files are names that the system takes. */
#define MOST_FOLDER 3900
/* More worlds than this below one folder are a mistake. */
#define MOST 100000

static uint64_t draw(void) {
  uint64_t number = 0;
  const int file = open("/dev/urandom", O_RDONLY | O_CLOEXEC);
  const ssize_t n = file < 0 ? 0 : read(file, &number, sizeof number);
  if (file >= 0) close(file);
  if (n == (ssize_t)sizeof number) return number;
  struct timespec t;
  clock_gettime(CLOCK_REALTIME, &t);
  return ((uint64_t)t.tv_sec * 1000000000u + (uint64_t)t.tv_nsec) * 0x9E3779B97F4A7C15u ^ (uint64_t)getpid();
}

/* Makes a folder and those above it. */
static void make_folder(const char *folder) {
  char path[MOST_FOLDER + 1];
  snprintf(path, sizeof path, "%s", folder);
  for (char *c = path + 1; *c != 0; c++) {
    if (*c != '/') continue;
    *c = 0;
    mkdir(path, 0777);
    *c = '/';
  }
  mkdir(path, 0777);
}

/* The program may change its folder before its trace is whole. 0: the name is too long, and part of it that of another. */
static int make_absolute(const char *folder, char *into) {
  char real[PATH_MAX];
  errno = ENAMETOOLONG;
  if (strlen(folder) > MOST_FOLDER) return 0;
  make_folder(folder);
  if (realpath(folder, real) == NULL) return 0;
  errno = ENAMETOOLONG;
  if (strlen(real) > MOST_FOLDER) return 0;
  strcpy(into, real);
  return 1;
}

/* `place`: 0 is the folder itself; others are numbered, and a spawned world is always below. */
static void folder_of(int place, const char *base) {
  below = place > 0;
  if (place == 0) snprintf(llt_run.folder, sizeof llt_run.folder, "%s", base);
  else snprintf(llt_run.folder, sizeof llt_run.folder, "%.4000s/%s-%d", base, llt_run.spawned ? "spawned" : "run", place);
}

void llt_run_path(char *path, size_t size, const char *ending) {
  snprintf(path, size, "%.4000s/" PREFIX "%d.%s", llt_run.folder, llt.rank, ending);
}

/* Traces in the folder, whole or not; −1: it cannot be read. */
static int traces_in(const char *folder) {
  DIR *all = opendir(folder);
  if (all == NULL) return -1;
  int found = 0;
  for (struct dirent *one = readdir(all); one != NULL; one = readdir(all))
    found += strncmp(one->d_name, PREFIX, sizeof PREFIX - 1) == 0;
  closedir(all);
  return found;
}

static int create(const char *ending) {
  char path[LLT_PATH];
  llt_run_path(path, sizeof path, ending);
  const int file = open(path, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0666);
  if (file < 0) return 0;
  close(file);
  return 1;
}

static void drop(const char *ending) {
  char path[LLT_PATH];
  struct stat file;
  llt_run_path(path, sizeof path, ending);
  if (stat(path, &file) == 0 && file.st_size == 0) unlink(path);
}

void llt_run_drop(void) {
  if (llt_run.folder[0] == 0) return;
  if (llt.formats & LLT_BINARY) drop("bin" LLT_PART);
  if (llt.formats & LLT_TEXT) drop("txt" LLT_PART);
  if (below) rmdir(llt_run.folder);
}

/* Whether the folder itself could be taken; −1: it cannot be written. Who claims it first looks first. */
static int take_base(void) {
  if (!create(CLAIM)) return errno == EEXIST ? 0 : -1;
  const int free = traces_in(llt_run.folder) == 1;
  const int binary = !free || !(llt.formats & LLT_BINARY) || create("bin" LLT_PART);
  const int text = !free || !(llt.formats & LLT_TEXT) || create("txt" LLT_PART);
  const int why = errno;
  drop(CLAIM);
  errno = why;
  return !free ? 0 : binary && text ? 1 : -1;
}

/* Rank 0: the place that this world takes; −1: none. */
static int take(const char *base) {
  folder_of(0, base);
  const int whole = llt_run.spawned ? 0 : take_base();
  if (whole != 0) return whole < 0 ? -1 : 0;
  for (int place = llt_run.spawned ? 1 : 2; place < MOST; place++) {
    folder_of(place, base);
    if (mkdir(llt_run.folder, 0777) == 0) return place;
    if (errno != EEXIST) return -1;
  }
  return -1;
}

static void say_folder(const char *folder) {
  char text[3 * MOST_FOLDER];
  if (llt_run.spawned)
    snprintf(text, sizeof text, "MPI_Comm_spawn started a world of %d rank%s; its traces are in %s", llt.ranks,
             llt.ranks == 1 ? "" : "s", llt_run.folder);
  else snprintf(text, sizeof text, "%s contains traces of another run; those of this run are in %s", folder, llt_run.folder);
  llt_put_line(text);
}

int llt_run_start(const char *folder, char *why, size_t size) {
  char base[MOST_FOLDER + 1] = "";
  MPI_Comm parent;
  PMPI_Comm_get_parent(&parent);
  llt_run.spawned = parent != MPI_COMM_NULL;
  int64_t shared[2] = {llt.rank == 0 ? (int64_t)draw() : 0, 0};
  const int named = folder == NULL || make_absolute(folder, base);
  if (!named) shared[1] = -1;
  if (llt.rank == 0 && folder != NULL && named) shared[1] = take(base);
  if (shared[1] < 0) snprintf(why, size, "LLAMP_TRACE=%.200s cannot be written (%s); give another folder", folder, strerror(errno));
  PMPI_Bcast(shared, 2, MPI_INT64_T, 0, MPI_COMM_WORLD);
  llt_run.id = (uint64_t)shared[0];
  if (folder == NULL || shared[1] < 0 || !named) return shared[1] >= 0 && named;
  folder_of((int)shared[1], base);
  if (shared[1] > 0 && llt.rank == 0) say_folder(folder);
  return 1;
}

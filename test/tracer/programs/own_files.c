/*
 * A program with files of its own, and limits: `own_files MODE`, where MODE is what it does before its messages. Exit code 1
 * where its files, or its signals, are not as without the tracer.
 */
#define _GNU_SOURCE
#include <dirent.h>
#include <errno.h>
#include <fcntl.h>
#include <mpi.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/resource.h>
#include <sys/stat.h>
#include <unistd.h>

#define FILES 8
#define ROUNDS 100

static int rank, files[FILES];
static volatile int signals;

static void count(int number) {
  (void)number;
  signals++;
}

/* Closes the descriptors of paths that contain `part`, and removes these paths if `removes`. */
static void close_those_of(const char *part, int removes) {
  for (int i = 3; i < 1024; i++) {
    char link[64], path[4200];
    snprintf(link, sizeof link, "/proc/self/fd/%d", i);
    const ssize_t n = readlink(link, path, sizeof path - 1);
    path[n < 0 ? 0 : n] = 0;
    if (strstr(path, part) == NULL) continue;
    close(i);
    if (removes) unlink(path);
  }
}

static void open_own(void) {
  for (int i = 0; i < FILES; i++) {
    char name[] = "/tmp/own-XXXXXX";
    files[i] = mkstemp(name);
    unlink(name);
  }
}

static void limit_files(rlim_t bytes) {
  const struct rlimit limit = {bytes, RLIM_INFINITY};
  setrlimit(RLIMIT_FSIZE, &limit);
}

static void exchange(void) {
  int size;
  MPI_Comm_size(MPI_COMM_WORLD, &size);
  for (int i = 0; i < ROUNDS; i++) {
    int sent = i, received;
    MPI_Sendrecv(&sent, 1, MPI_INT, (rank + 1) % size, 0, &received, 1, MPI_INT, (rank + size - 1) % size, 0, MPI_COMM_WORLD,
                 MPI_STATUS_IGNORE);
  }
}

/* Whether they have what the program writes, and nothing else. */
static int untouched(void) {
  int right = 1;
  for (int i = 0; i < FILES; i++) {
    char text[16] = "";
    right &= write(files[i], "own\n", 4) == 4;
    right &= pread(files[i], text, sizeof text, 0) == 4 && strcmp(text, "own\n") == 0;
  }
  return right;
}

static int pending(void) {
  sigset_t set;
  sigpending(&set);
  return sigismember(&set, SIGXFSZ);
}

int main(int n, char **words) {
  MPI_Init(&n, &words);
  const char *mode = words[1];
  int right = 1, before = 0, ends[2];
  sigset_t too_large;
  MPI_Comm_rank(MPI_COMM_WORLD, &rank);
  sigemptyset(&too_large);
  sigaddset(&too_large, SIGXFSZ);
  signal(SIGXFSZ, !strcmp(mode, "default") ? SIG_DFL : count);
  if (!strcmp(mode, "closed")) close_those_of(".part", 0);
  if (!strcmp(mode, "removed")) close_those_of(".part", 1);
  if (!strcmp(mode, "stderr")) close(2);
  if (!strcmp(mode, "pipe") && pipe(ends) == 0) {
    dup2(ends[1], 2);
    close(ends[0]);
  }
  open_own();
  /* The lowest one is the next number after those of the MPI library. */
  if (!strcmp(mode, "numbers")) printf("%d next %d\n", rank, files[0]);
  if (!strcmp(mode, "blocked") || !strcmp(mode, "pending")) sigprocmask(SIG_BLOCK, &too_large, NULL);
  if (!strcmp(mode, "pending")) raise(SIGXFSZ);
  before = pending();
  if (strcmp(mode, "closed") && strcmp(mode, "removed") && strcmp(mode, "numbers")) limit_files(4);
  exchange();
  if (pending() != before || signals > 0) right = 0;
  MPI_Barrier(MPI_COMM_WORLD);
  limit_files(RLIM_INFINITY);
  if (!strcmp(mode, "default") || !strcmp(mode, "blocked") || !strcmp(mode, "pending")) limit_files(4);
  right &= untouched();
  MPI_Finalize();
  right &= pending() == before && signals == 0;
  printf("%d %s\n", rank, right ? "right" : "wrong");
  return !right;
}

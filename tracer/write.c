/* How do bytes reach a file, and what is loaded where in this process? */
#include "write.h"

#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <string.h>
#include <unistd.h>

#include "put.h"
#include "run.h"

/* Descriptors from here on: the program's own get the numbers that they have without the tracer. */
#define APART 500

void llt_write_lost(const char *ending, const char *what, int error) {
  char text[400];
  snprintf(text, sizeof text, "rank %d: the trace is incomplete: its file .%s %s (%s); %s, and run the program again",
           llt.rank, ending, what, strerror(error), llt_mend(error));
  llt_put_remark(text);
}

/*
 * Whether a descriptor is that of the file as it was left. A program may close descriptors that it does not know, and
 * open files of its own, which get the numbers. A file that is removed may leave its inode to another one.
 */
static int is_own(const llt_file *file, int number) {
  struct stat now;
  return fstat(number, &now) == 0 && now.st_dev == file->is.st_dev && now.st_ino == file->is.st_ino &&
         now.st_size == file->is.st_size;
}

static int set_apart(int number) {
  const int apart = number < 0 ? -1 : fcntl(number, F_DUPFD_CLOEXEC, APART);
  if (apart < 0) return number;
  close(number);
  return apart;
}

void llt_file_start(llt_file *file, int number, const char *ending) {
  file->ending = ending;
  file->number = set_apart(number);
  if (number >= 0) fstat(file->number, &file->is);
}

/* By its path, if that is still the file. */
static int reopened(llt_file *file) {
  char path[LLT_PATH];
  llt_run_path(path, sizeof path, file->ending);
  file->number = open(path, O_WRONLY | O_APPEND | O_CLOEXEC);
  if (file->number < 0) return 0;
  file->number = set_apart(file->number);
  if (is_own(file, file->number)) return 1;
  close(file->number);
  errno = ESTALE;
  return 0;
}

static void lost(llt_file *file, const char *what) {
  llt_write_lost(file->ending, what, errno);
  file->number = -1;
}

void llt_write(llt_file *file, const void *bytes, size_t size) {
  const char *at = bytes;
  if (file->number < 0) return;
  if (!is_own(file, file->number) && !reopened(file)) lost(file, "was closed by the program and cannot be opened again");
  while (file->number >= 0 && size > 0) {
    const ssize_t n = llt_put_bytes(file->number, at, size);
    if (n < 0 && errno != EINTR) {
      const int number = file->number;
      lost(file, "cannot be written");
      close(number);
    }
    if (n <= 0) continue;
    file->is.st_size += n;
    at += n;
    size -= (size_t)n;
  }
}

void llt_file_close(llt_file *file) {
  if (file->number >= 0 && is_own(file, file->number)) close(file->number);
  file->number = -1;
}

/* Keeps the lines of executable segments: `7f00-7f10 r-xp …`. Returns the length that is left. */
static size_t executable(char *text, size_t length) {
  size_t kept = 0;
  for (size_t at = 0; at < length;) {
    const char *end = memchr(text + at, '\n', length - at);
    if (end == NULL) break;
    const size_t n = (size_t)(end - (text + at)) + 1;
    const char *rights = memchr(text + at, ' ', n);
    if (rights != NULL && rights[3] == 'x') {
      memmove(text + kept, text + at, n);
      kept += n;
    }
    at += n;
  }
  return kept;
}

size_t llt_load_map(char *into, size_t size) {
  static uint64_t before;
  const int file = open("/proc/self/maps", O_RDONLY | O_CLOEXEC);
  if (file < 0) return 0;
  size_t length = 0;
  ssize_t n;
  /* In parts, each of whole lines: the memory holds only executable ones. */
  while ((n = read(file, into + length, size - length)) > 0) {
    length += (size_t)n;
    size_t whole = length;
    while (whole > 0 && into[whole - 1] != '\n') whole--;
    const size_t kept = executable(into, whole);
    memmove(into + kept, into + whole, length - whole);
    length = kept + length - whole;
    if (length == size) break;
  }
  close(file);
  while (length > 0 && into[length - 1] != '\n') length--;
  uint64_t hash = 1;
  for (size_t i = 0; i < length; i++) hash = (hash ^ (unsigned char)into[i]) * 0x100000001B3u;
  if (hash == before) return 0;
  before = hash;
  return length;
}

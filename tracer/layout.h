/* What a trace consists of: records of calls, and notes about the record before them. See docs/trace-format.md. */
#ifndef LLT_LAYOUT_H
#define LLT_LAYOUT_H
#include <stdint.h>
#include <string.h>

/* Codes of calls: their places in the header's `# calls:` line. */
enum llt_code {
#define CALL(NAME, name, letters) LLT_##NAME,
#include "calls.def"
#undef CALL
  LLT_CALLS,
  LLT_COMPLETED = 0xFF00,
  LLT_MATCHED,
  LLT_MEMBERS,
  LLT_REGION_BEGIN,
  LLT_REGION_END,
  LLT_LEVEL,
  LLT_NEIGHBOURS,
  LLT_LOOKED,
};

/* A missing time: the start of MPI_Init, the end of MPI_Finalize. */
#define LLT_NO_TIME INT64_MIN
/* Flag of a record whose numbers do not fit 32 bits: they are in its first list, and items of lists take 64 bits. */
#define LLT_WIDE 1
/* The rest of the flags: the number of the thread. */
#define LLT_THREAD_SHIFT 1
#define LLT_MOST_THREADS 0x8000
#define LLT_FIELDS 8

typedef struct {
  int64_t start, end; /* ns since the rank's start */
  uint16_t call, flags;
  uint32_t site; /* 0: none */
  int32_t comm;  /* number of the communicator; 0: none */
  int32_t more;  /* 32-bit words of lists that follow, in whole records */
  int32_t f[LLT_FIELDS]; /* of a call with one request, its handle is in the place of the last two */
  int64_t address; /* of the (first) request variable */
} llt_record;

/* A request: where the program keeps it, which may be a copy, and what its handle is; 0: MPI_REQUEST_NULL, or none. */
typedef struct {
  int64_t address, handle;
} llt_request;

typedef char llt_record_has_72_bytes[sizeof(llt_record) == 72 ? 1 : -1];

/* Records that `words` 32-bit words take. */
static inline uint64_t llt_room_of(uint64_t words) {
  return (4 * words + sizeof(llt_record) - 1) / sizeof(llt_record);
}

#define LLT_HANDLE_AT (LLT_FIELDS - 2)

static inline void llt_put_handle(llt_record *record, int64_t handle) {
  memcpy(&record->f[LLT_HANDLE_AT], &handle, sizeof handle);
}

static inline int64_t llt_handle_in(const llt_record *record) {
  int64_t handle;
  memcpy(&handle, &record->f[LLT_HANDLE_AT], sizeof handle);
  return handle;
}

#endif

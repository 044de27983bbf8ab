/* How records leave the buffer: to a binary file, a text file, or both. Plain write(2), no stdio: also within a signal. */
#ifndef LLT_OUTPUT_H
#define LLT_OUTPUT_H
#include "llt.h"
#pragma GCC visibility push(hidden)

/* Kinds of chunks of the binary form. */
enum { LLT_RECORDS = 1, LLT_STACKS = 2, LLT_MAP = 3, LLT_NAMES = 4, LLT_END = 5, LLT_REMARKS = 6 };

/* Most frames of LLAMP_DEPTH. */
#define LLT_MOST_DEPTH 64

/* environment.c */
typedef struct {
  const char *folder;
  uint64_t buffer; /* bytes */
} llt_options;
/* Fills options and llt.clock, llt.depth, llt.formats; 0 where a value is wrong, which `why` then says. */
int llt_environment(llt_options *options, char *why, size_t size);

/* buffer.c, sites.c, comms.c, others.c: memory, once */
int llt_buffer_make(uint64_t bytes);
int llt_sites_make(void);
void llt_comms_start(void);

/* header.c: the header's lines, and those known only at the end; returns the length */
size_t llt_header(char *into, size_t size, int64_t start_monotonic, int64_t start_real, int with_calls);
size_t llt_remarks(char *into, size_t size);
extern const char *const llt_names[LLT_CALLS];
extern const char *const llt_letters[LLT_CALLS];

/* output.c */
int llt_output_open(const char *folder, char *why, size_t size);
void llt_output_start(int64_t start_monotonic, int64_t start_real);
void llt_output_buffer(llt_record *records, uint64_t slots);
void llt_output_end(int64_t finalize);

/* write.c: the whole of `bytes`, or a line on stderr and never again to this file */
void llt_write(int *file, const void *bytes, size_t size);
/* The executable segments of this process, as lines of /proc/self/maps; "" where they are as at the last call. */
size_t llt_load_map(char *into, size_t size);

/* binary.c and text.c: the same content, in the same order */
void llt_binary_header(int *file, const char *lines, size_t size);
void llt_binary_records(int *file, llt_record *records, uint64_t slots, uint32_t count);
void llt_binary_chunk(int *file, uint32_t kind, uint32_t count, const void *bytes, size_t size);
void llt_text_header(int *file, const char *lines, size_t size);
void llt_text_records(int *file, const llt_record *records, uint64_t slots);
void llt_text_stack(int *file, uint32_t site, const uint64_t *pc, int depth);
void llt_text_map(int *file, const char *lines, size_t size);
void llt_text_lines(int *file, const char *lines, size_t size);

/* sites.c, regions.c */
int llt_sites_full(void);
void llt_sites_new(void (*put)(uint32_t site, const uint64_t *pc, int depth));
const char *llt_region_name(int id);
void llt_regions_new(void (*put)(uint32_t id, const char *name));

#pragma GCC visibility pop
#endif

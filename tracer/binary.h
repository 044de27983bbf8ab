/* The binary form. */
#ifndef LLT_BINARY_H
#define LLT_BINARY_H
#include <stddef.h>

#include "layout.h"
#include "write.h"
#pragma GCC visibility push(hidden)

/* Kinds of chunks. */
enum { LLT_RECORDS = 1, LLT_STACKS = 2, LLT_MAP = 3, LLT_NAMES = 4, LLT_END = 5, LLT_REMARKS = 6, LLT_PLACES = 7 };

/* Of a chunk that is not of records, and of the header. */
#define LLT_MOST_PAYLOAD (1 << 16)

void llt_binary_header(llt_file *file, const char *lines, size_t size);
void llt_binary_records(llt_file *file, llt_record *records, uint64_t slots, uint32_t count);
void llt_binary_chunk(llt_file *file, uint32_t kind, uint32_t count, const void *bytes, size_t size);

#pragma GCC visibility pop
#endif

/* How records leave the buffer: to a binary file, a text file, or both. */
#ifndef LLT_OUTPUT_H
#define LLT_OUTPUT_H
#include <stddef.h>

#include "layout.h"
#pragma GCC visibility push(hidden)

int llt_output_open(const char *folder, char *why, size_t size);
void llt_output_start(int64_t start_monotonic, int64_t start_real);
void llt_output_buffer(llt_record *records, uint64_t slots);
void llt_output_end(int64_t finalize);

#pragma GCC visibility pop
#endif

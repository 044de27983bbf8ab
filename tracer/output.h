/* How records leave the buffer: to a binary file, a text file, or both. */
#ifndef LLT_OUTPUT_H
#define LLT_OUTPUT_H
#include <stddef.h>

#include "layout.h"
#pragma GCC visibility push(hidden)

/* In the folder that the world took. */
int llt_output_open(char *why, size_t size);
void llt_output_start(int64_t start_monotonic, int64_t start_real);
void llt_output_buffer(llt_record *records, uint64_t slots);
/* The same, perhaps for the last time: with the calls that are open. */
void llt_output_last(llt_record *records, uint64_t slots);
void llt_output_end(int64_t finalize);
/* Whether nothing was lost on the way to the files. */
int llt_output_whole(void);
/* The files get the names of whole traces where `all` ranks have whole ones. */
void llt_output_close(int all);

#pragma GCC visibility pop
#endif

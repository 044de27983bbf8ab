/* The text form: the same content as the binary one, in the same order. */
#ifndef LLT_TEXT_H
#define LLT_TEXT_H
#include <stddef.h>

#include "layout.h"
#pragma GCC visibility push(hidden)

void llt_text_header(int *file, const char *lines, size_t size);
void llt_text_records(int *file, const llt_record *records, uint64_t slots);
void llt_text_stack(int *file, uint32_t site, const uint64_t *pc, int depth);
void llt_text_place(int *file, uint32_t id, int line, const char *path, const char *name);
void llt_text_map(int *file, const char *lines, size_t size);
void llt_text_lines(int *file, const char *lines, size_t size);

#pragma GCC visibility pop
#endif

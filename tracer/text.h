/* The text form: the same content as the binary one, in the same order. */
#ifndef LLT_TEXT_H
#define LLT_TEXT_H
#include <stddef.h>

#include "layout.h"
#include "write.h"
#pragma GCC visibility push(hidden)

void llt_text_header(llt_file *file, const char *lines, size_t size);
void llt_text_records(llt_file *file, const llt_record *records, uint64_t slots);
void llt_text_stack(llt_file *file, uint32_t site, const uint64_t *pc, int depth);
void llt_text_place(llt_file *file, uint32_t id, int line, const char *path, const char *name);
void llt_text_map(llt_file *file, const char *lines, size_t size);
void llt_text_lines(llt_file *file, const char *lines, size_t size);

#pragma GCC visibility pop
#endif

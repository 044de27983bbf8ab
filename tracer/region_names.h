/* Names of regions by number, from 1. */
#ifndef LLT_REGION_NAMES_H
#define LLT_REGION_NAMES_H
#include <stdint.h>
#pragma GCC visibility push(hidden)

int llt_region_id(const char *name);
const char *llt_region_name(int id);
/* Calls `put` with every name that was not put before. */
void llt_regions_new(void (*put)(uint32_t id, const char *name));

#pragma GCC visibility pop
#endif

/* Collectives as messages: what is made of src/collectives. Its entries take and give values. */
#ifndef LLT_ALGORITHMS_H
#define LLT_ALGORITHMS_H
#include "dynamic.h"
#pragma GCC visibility push(hidden)

/* Once, before the others. */
void llt_ts_start(void);
/* Functions of src/collectives/library-calls.ts, joins.ts, one-sided.ts and plain-specs.ts, by their names. */
llt_value llt_ts_conductOf(int n, const llt_value *a);
llt_value llt_ts_decompose(int n, const llt_value *a);
llt_value llt_ts_emitJoin(int n, const llt_value *a);
llt_value llt_ts_knownSpec(int n, const llt_value *a);
llt_value llt_ts_libraryNamed(int n, const llt_value *a);
llt_value llt_ts_namesMpich4(int n, const llt_value *a);
llt_value llt_ts_rulesOf(int n, const llt_value *a);

#pragma GCC visibility pop
#endif

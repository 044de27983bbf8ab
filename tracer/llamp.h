/*
 * Regions of a program, for traces: llamp_region_begin("solve") … llamp_region_end(), nested as you like. Without the
 * tracer they do nothing: the functions are weak, and nothing has to be linked (with -no-pie: compile with -fPIC). For Fortran compile this file once,
 * `cc -x c -DLLAMP_FORTRAN -c llamp.h -o llamp-fortran.o`; see README.md.
 */
#ifndef LLAMP_H
#define LLAMP_H
#ifdef __cplusplus
extern "C" {
#endif

/* `name` is copied. A region ends in the order in which it began. */
void llamp_region_begin(const char *name) __attribute__((weak));
void llamp_region_end(void) __attribute__((weak));

#define llamp_region_begin(name) (llamp_region_begin ? llamp_region_begin(name) : (void)0)
#define llamp_region_end() (llamp_region_end ? llamp_region_end() : (void)0)

#ifdef LLAMP_FORTRAN
void llamp_fortran_begin(const char *name);
void llamp_fortran_end(void);
void llamp_fortran_begin(const char *name) { llamp_region_begin(name); }
void llamp_fortran_end(void) { llamp_region_end(); }
#endif

#ifdef __cplusplus
}
#endif
#endif

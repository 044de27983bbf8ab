/*
 * What follows this line in a file is compiled quickly, not made fast: wrappers by the hundred, of which a call takes
 * some ns more, and what runs once. The user's compiler translates them, while a person waits.
 */
#if defined(__GNUC__) && !defined(__clang__)
#pragma GCC optimize("O0")
#endif

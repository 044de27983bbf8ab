/** The known name that a misspelt one is closest to. */

/** Levenshtein distance: insertions, deletions and substitutions from `a` to `b`. */
export function editDistance(a: string, b: string): number {
  let row = Array.from({ length: b.length + 1 }, (_, i) => i);
  for (let i = 1; i <= a.length; i++) {
    const next = [i];
    for (let j = 1; j <= b.length; j++) {
      const substituted = row[j - 1] + (a[i - 1] === b[j - 1] ? 0 : 1);
      next.push(Math.min(substituted, row[j] + 1, next[j - 1] + 1));
    }
    row = next;
  }
  return row[b.length];
}

/** The one of `names` (at least one) with the least edit distance, the first of equals. */
export function nearest(text: string, names: readonly string[]): string {
  let best = names[0];
  let least = Number.POSITIVE_INFINITY;
  for (const name of names) {
    const distance = editDistance(text, name);
    if (distance < least) {
      least = distance;
      best = name;
    }
  }
  return best;
}

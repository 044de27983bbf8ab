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

/** Of the longer name: what differs in more of its letters is another name, not a misspelt one. */
const MOST = 0.5;
/** From as many letters on, a beginning is meant for what it begins. */
const BEGINNING = 2;

/** The one of `names` that `text` may have been meant for, the first of equals; undefined where none is close. */
export function nearest(text: string, names: readonly string[]): string | undefined {
  let best: string | undefined;
  let least = Number.POSITIVE_INFINITY;
  for (const name of names) {
    const [typed, known] = [text.toLowerCase(), name.toLowerCase()];
    const distance = editDistance(typed, known);
    const begins = typed.length >= BEGINNING && known.startsWith(typed);
    if (distance >= least || !(begins || distance <= MOST * Math.max(typed.length, known.length))) continue;
    least = distance;
    best = name;
  }
  return best;
}

/** What to say to who typed `text` where one of `names` was wanted: the one that was meant, and all that there are. */
export function namesInstead(text: string, names: readonly string[]): string {
  const meant = nearest(text, names);
  const all = `there are ${names.join(', ')}`;
  return meant === undefined ? all : `did you mean ${meant}? ${all[0].toUpperCase()}${all.slice(1)}`;
}

/**
 * What `std::sort` of libstdc++ leaves: introsort with a median of three up to runs of 16, then insertion. Equal elements
 * keep their order in up to 16 elements and lose it in more, in a way that programs compiled with it depend on. Its
 * fallback to heapsort is not met by three kinds of operations: with so many equals, halves are even.
 */

/** Runs up to here are left to insertion. */
const RUN = 16;

/** Sorts in place by rank, a small number of each element. */
export function stdSort(list: number[], rankOf: (element: number) => number): void {
  const sorter = new Sorter(list, rankOf);
  if (list.length > RUN) sorter.parts();
  sorter.insert();
}

class Sorter {
  readonly #list: number[];
  readonly #rankOf: (element: number) => number;

  constructor(list: number[], rankOf: (element: number) => number) {
    this.#list = list;
    this.#rankOf = rankOf;
  }

  /** Parts in halves until each is a run: the right half first, then on with the left. */
  parts(): void {
    const open: [number, number][] = [[0, this.#list.length]];
    for (let part = open.pop(); part !== undefined; part = open.pop()) {
      const [first, last] = part;
      if (last - first <= RUN) continue;
      const cut = this.#partition(first, last);
      open.push([first, cut], [cut, last]);
    }
  }

  /** The first of a run guards the others. */
  insert(): void {
    const list = this.#list;
    for (let i = 1; i < list.length; i++) {
      const value = list[i];
      const rank = this.#rankOf(value);
      let to = i;
      while (to > 0 && rank < this.#rankOf(list[to - 1])) {
        list[to] = list[to - 1];
        to--;
      }
      list[to] = value;
    }
  }

  /** Around the median of the second, the middle and the last, which is put first. */
  #partition(first: number, last: number): number {
    const middle = first + ((last - first) >> 1);
    this.#swap(first, this.#median(first + 1, middle, last - 1));
    const pivot = this.#rankOf(this.#list[first]);
    let low = first + 1;
    let high = last;
    for (;;) {
      while (this.#rank(low) < pivot) low++;
      high--;
      while (pivot < this.#rank(high)) high--;
      if (low >= high) return low;
      this.#swap(low, high);
      low++;
    }
  }

  #median(a: number, b: number, c: number): number {
    const [x, y, z] = [this.#rank(a), this.#rank(b), this.#rank(c)];
    if (x < y) {
      if (y < z) return b;
      return x < z ? c : a;
    }
    if (x < z) return a;
    return y < z ? c : b;
  }

  #rank(i: number): number {
    return this.#rankOf(this.#list[i]);
  }

  #swap(i: number, j: number): void {
    const list = this.#list;
    [list[i], list[j]] = [list[j], list[i]];
  }
}

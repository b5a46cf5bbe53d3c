/** Height of a usual row in pixels, for rows that have not been measured. */
export const usualHeight = 64;

/**
 * The heights of all rows of a list, and from them the place of each. A Fenwick tree holds how much higher the measured
 * rows are than usual, so that a new height among 100 000 rows costs 17 steps, and no pass over those below it.
 */
export class RowHeights {
  /** Of rows that were measured, by index. */
  readonly #measured = new Map<number, number>();
  #sums = new Float64Array(1024);
  readonly #usual: number;

  constructor(usual = usualHeight) {
    this.#usual = usual;
  }

  set(index: number, height: number): void {
    if (index >= this.#sums.length - 1) this.#grow(index + 2);
    const more = height - (this.#measured.get(index) ?? this.#usual);
    this.#measured.set(index, height);
    if (more !== 0) this.#add(index, more);
  }

  clear(): void {
    this.#measured.clear();
    this.#sums.fill(0);
  }

  /** Where a row begins, from the top of the list. */
  startOf(index: number): number {
    let above = index * this.#usual;
    for (let place = Math.min(index, this.#sums.length - 1); place > 0; place -= place & -place)
      above += this.#sums[place] ?? 0;
    return above;
  }

  /** The row at a distance from the top; below the measured rows, all have the usual height. */
  at(offset: number): number {
    let index = 0;
    let left = offset;
    for (let step = this.#sums.length / 2; step >= 1; step /= 2) {
      const height = step * this.#usual + (this.#sums[index + step] ?? 0);
      if (index + step >= this.#sums.length || height > left) continue;
      index += step;
      left -= height;
    }
    return index + Math.max(0, Math.floor(left / this.#usual)) * (index >= this.#sums.length - 1 ? 1 : 0);
  }

  #add(index: number, more: number): void {
    for (let place = index + 1; place < this.#sums.length; place += place & -place)
      this.#sums[place] = (this.#sums[place] ?? 0) + more;
  }

  #grow(least: number): void {
    let length = this.#sums.length;
    while (length < least) length *= 2;
    this.#sums = new Float64Array(length);
    for (const [index, height] of this.#measured) this.#add(index, height - this.#usual);
  }
}

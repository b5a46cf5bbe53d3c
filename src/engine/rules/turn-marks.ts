import type { TurnIndex } from '../model/history.ts';

/**
 * Turns from which a computation over a session can be repeated, as if it had not gone further. There are two for each power of
 * two of the distance from the end: going back costs in proportion to the distance.
 */
export class TurnMarks {
  /** Oldest first. */
  readonly #marks: { readonly turn: TurnIndex; readonly restore: () => void }[] = [];

  add(turn: TurnIndex, restore: () => void): void {
    this.#marks.push({ turn, restore });
  }

  /** Restores the latest mark at or before a turn, and returns its turn. */
  backTo(turn: TurnIndex): TurnIndex {
    while ((this.#marks.at(-1)?.turn ?? -1) > turn) this.#marks.pop();
    const mark = this.#marks.at(-1);
    mark?.restore();
    return mark?.turn ?? 0;
  }

  /** Removes those that are too many for the distance from the end. */
  thin(end: number): void {
    let range = -1;
    let inRange = 0;
    for (let at = this.#marks.length - 1; at > 0; at--) {
      const own = Math.floor(Math.log2(1 + end - (this.#marks[at]?.turn ?? 0)));
      inRange = own === range ? inRange + 1 : 1;
      range = own;
      // The oldest of a range moves to the next one.
      if (inRange > 2) this.#marks.splice(at + 1, 1);
    }
  }
}

/** The first turn, not before `from`, whose distance from the end is a power of two. */
export const nextMark = (from: TurnIndex, end: number): TurnIndex =>
  end <= from ? end : end - 2 ** Math.floor(Math.log2(end - from));

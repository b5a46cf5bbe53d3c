import type { TextRange } from '../model/problem.ts';
import { folded, type HiddenValue } from './hidden-values.ts';

/** Finds many texts in another one, in one walk over it; capitals and small letters are the same. */
export class TextSearch<Found extends Pick<HiddenValue, 'scope'>> {
  /** By their first three code units; the longest first. */
  readonly #byStart = new Map<string, { readonly text: string; readonly found: Found }[]>();
  readonly #firsts = new Set<number>();

  constructor(sought: Iterable<readonly [text: string, found: Found]>) {
    for (const [text, found] of sought) {
      if (found.scope === 'whole' || text.length < 3) continue;
      const start = text.slice(0, 3);
      const list = this.#byStart.get(start);
      if (list === undefined) this.#byStart.set(start, [{ text, found }]);
      else list.push({ text, found });
      this.#firsts.add(text.charCodeAt(0));
    }
    for (const list of this.#byStart.values()) list.sort((a, b) => b.text.length - a.text.length);
  }

  *find(written: string): Generator<TextRange & { readonly found: Found }> {
    if (this.#byStart.size === 0) return;
    const text = folded(written);
    for (let at = 0; at < text.length - 2; at++) {
      if (!this.#firsts.has(text.charCodeAt(at))) continue;
      const here = this.#byStart
        .get(text.slice(at, at + 3))
        ?.find(
          (one) =>
            text.startsWith(one.text, at) &&
            (one.found.scope === 'anywhere' || isWord(written, at, at + one.text.length)),
        );
      if (here === undefined) continue;
      yield { start: at, end: at + here.text.length, found: here.found };
      at += here.text.length - 1;
    }
  }
}

const inWord = /[\p{L}\p{N}]/u;

/** Whether a word begins and ends there; `_` and a capital begin another one. */
function isWord(text: string, start: number, end: number): boolean {
  const [before, first, last, after] = [start - 1, start, end - 1, end].map((at) => text.charAt(at));
  return isEdge(before ?? '', first ?? '') && isEdge(last ?? '', after ?? '');
}

function isEdge(before: string, after: string): boolean {
  if (!inWord.test(before) || !inWord.test(after)) return true;
  const [a, b] = [before, after].map((char) => (/\p{N}/u.test(char) ? 'digit' : 'letter'));
  return a !== b || (/\p{Ll}/u.test(before) && /\p{Lu}/u.test(after));
}

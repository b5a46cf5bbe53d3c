import type { TextRange } from '../model/problem.ts';
import { folded, type HiddenValue } from './hidden-values.ts';

/** Finds many texts in another one, in one walk over it; capitals and small letters are the same. */
export class TextSearch<Found extends Pick<HiddenValue, 'scope'>> {
  /** By their first three code units. Thousands of addresses may begin alike, so each length has a table. */
  readonly #byStart = new Map<string, { readonly length: number; readonly texts: Map<string, Found> }[]>();
  readonly #firsts = new Set<number>();

  constructor(sought: Iterable<readonly [text: string, found: Found]>) {
    for (const [text, found] of sought) {
      if (found.scope === 'whole' || text.length < 3) continue;
      const start = text.slice(0, 3);
      const tables = this.#byStart.get(start) ?? [];
      this.#byStart.set(start, tables);
      const table = tables.find(({ length }) => length === text.length);
      if (table === undefined) tables.push({ length: text.length, texts: new Map([[text, found]]) });
      else table.texts.set(text, found);
      this.#firsts.add(text.charCodeAt(0));
    }
    for (const tables of this.#byStart.values()) tables.sort((a, b) => b.length - a.length);
  }

  /** In the order of the text, apart from each other; the longest where several begin. */
  *find(written: string): Generator<TextRange & { readonly found: Found }> {
    if (this.#byStart.size === 0) return;
    const text = folded(written);
    for (let at = 0; at < text.length - 2; at++) {
      if (!this.#firsts.has(text.charCodeAt(at))) continue;
      for (const { length, texts } of this.#byStart.get(text.slice(at, at + 3)) ?? []) {
        const found = at + length <= text.length ? texts.get(text.slice(at, at + length)) : undefined;
        if (found === undefined || (found.scope !== 'anywhere' && !isWord(written, at, at + length))) continue;
        yield { start: at, end: at + length, found };
        at += length - 1;
        break;
      }
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

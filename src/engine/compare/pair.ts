import type { History } from '../model/history.ts';
import { align } from './align.ts';
import { contentOf, type Signatures } from './signatures.ts';
import type { VisibleState } from './states.ts';

/** A session to compare. */
export interface Comparable {
  readonly history: History;
  /** Where the only moment is a snapshot: its state, which is the content of that moment. */
  readonly snapshot?: VisibleState | undefined;
}

/** One of the two sessions that are compared. */
export interface Compared extends Comparable {
  readonly signatures: Signatures;
}

/** Up to this many possible pairs, the most similar are chosen; of more, the first in order that fit. */
const mostPairs = 2500;

/**
 * Pairs turns that have no equal, between those that have: turns of one kind and function, as similar as possible, are one
 * turn that has changed. Adds them to `partners`.
 */
export function* pairChanged(here: Compared, there: Compared, partners: Int32Array): Generator<void> {
  const words = new Map<Compared, Map<number, ReadonlySet<string>>>();
  for (let [at, otherAt] = [0, 0]; at < partners.length;) {
    const partner = partners[at] ?? -1;
    if (partner >= 0) {
      at += 1;
      otherAt = partner + 1;
      continue;
    }
    let end = at;
    while (end < partners.length && (partners[end] ?? -1) < 0) end += 1;
    const otherEnd = end < partners.length ? (partners[end] ?? 0) : there.history.turns.length;
    const gap = { from: at, to: end, otherFrom: otherAt, otherTo: otherEnd };
    words.clear();
    if ((end - at) * (otherEnd - otherAt) <= mostPairs) pairSimilar(here, there, gap, partners, words);
    else yield* pairInOrder(here, there, gap, partners);
    yield;
    at = end;
    otherAt = otherEnd;
  }
}

interface Gap {
  readonly from: number;
  readonly to: number;
  readonly otherFrom: number;
  readonly otherTo: number;
}

function* pairInOrder(
  here: Compared,
  there: Compared,
  { from, to, otherFrom, otherTo }: Gap,
  partners: Int32Array,
): Generator<void> {
  const paired = yield* align(
    here.signatures.groups.subarray(from, to),
    there.signatures.groups.subarray(otherFrom, otherTo),
  );
  for (const [at, partner] of paired.partners.entries()) if (partner >= 0) partners[from + at] = otherFrom + partner;
}

type Words = Map<Compared, Map<number, ReadonlySet<string>>>;

/** Chooses the pairs, in order, with the greatest sum of similarities. */
function pairSimilar(
  here: Compared,
  there: Compared,
  { from, to, otherFrom, otherTo }: Gap,
  partners: Int32Array,
  words: Words,
): void {
  const columns = otherTo - otherFrom + 1;
  /** The greatest sum of the turns from here on, for each pair of turns. */
  const best = new Float64Array((to - from + 1) * columns);
  const similarities = new Float64Array(best.length);
  const cell = (at: number, otherAt: number) => (at - from) * columns + otherAt - otherFrom;
  const bestOf = (at: number, otherAt: number) => best[cell(at, otherAt)] ?? 0;
  for (let at = to - 1; at >= from; at--) {
    for (let otherAt = otherTo - 1; otherAt >= otherFrom; otherAt--) {
      const similar = similarity(here, at, there, otherAt, words);
      similarities[cell(at, otherAt)] = similar;
      best[cell(at, otherAt)] = Math.max(
        bestOf(at + 1, otherAt),
        bestOf(at, otherAt + 1),
        similar === 0 ? 0 : similar + bestOf(at + 1, otherAt + 1),
      );
    }
  }
  for (let [at, otherAt] = [from, otherFrom]; at < to && otherAt < otherTo;) {
    const similar = similarities[cell(at, otherAt)] ?? 0;
    if (similar > 0 && bestOf(at, otherAt) === similar + bestOf(at + 1, otherAt + 1)) partners[at++] = otherAt++;
    else if (bestOf(at, otherAt) === bestOf(at + 1, otherAt)) at += 1;
    else otherAt += 1;
  }
}

/** 0 for turns of another kind or function; otherwise 1 to 2, by the share of words that both have. */
function similarity(here: Compared, at: number, there: Compared, otherAt: number, words: Words): number {
  if (here.signatures.groups[at] !== there.signatures.groups[otherAt]) return 0;
  const own = wordsAt(here, at, words);
  const others = wordsAt(there, otherAt, words);
  let shared = 0;
  for (const word of own) if (others.has(word)) shared += 1;
  return own.size + others.size === 0 ? 2 : 1 + (2 * shared) / (own.size + others.size);
}

/** A beginning of a long text shows well enough what it is about. */
const readLength = 1000;
const mostWords = 64;

function wordsAt(compared: Compared, at: number, known: Words): ReadonlySet<string> {
  const ofSession = known.get(compared) ?? new Map<number, ReadonlySet<string>>();
  known.set(compared, ofSession);
  let words = ofSession.get(at);
  if (words === undefined) {
    const turn = compared.history.turns[at];
    const text = turn === undefined ? '' : contentOf(compared.history, turn).slice(0, readLength);
    ofSession.set(at, (words = new Set(text.match(/[\p{L}\p{N}_]+/gu)?.slice(0, mostWords))));
  }
  return words;
}

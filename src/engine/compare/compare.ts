import { pacedSteps, type Pace } from '../../base/pace.ts';
import { type Alignment, parts, rowKinds } from '../model/alignment.ts';
import { isSame } from '../model/equal.ts';
import type { History, TurnIndex } from '../model/history.ts';
import { align } from './align.ts';
import { type Comparable, type Compared, pairChanged } from './pair.ts';
import { Numbers, signaturesOf, signatureText } from './signatures.ts';
import { stateDifferences } from './states.ts';

/**
 * Aligns the turns of two sessions. First equal turns: the same message, or the same call with the same arguments, in the same
 * derived context. Then, between them, turns of one kind and function are paired as one turn that has changed. Two snapshots
 * are always a pair, which has changed where their states differ.
 */
export const compare = (here: Comparable, there: Comparable, pace: Pace): Promise<Alignment> =>
  pacedSteps(comparing(here, there), pace);

function* comparing(here: Comparable, there: Comparable): Generator<void, Alignment> {
  const numbers = new Numbers();
  const sides = [
    { ...here, signatures: yield* signaturesOf(here.history, numbers) },
    { ...there, signatures: yield* signaturesOf(there.history, numbers) },
  ] as const;
  // Of several ways that are equally short, the algorithm prefers one by the order of the lists. In a fixed order, swapped
  // sessions get the same pairs.
  const isSwapped = comesLater(...sides);
  const [first, second] = isSwapped ? [sides[1], sides[0]] : sides;
  const { partners, isCoarse } = yield* align(first.signatures.whole, second.signatures.whole);
  yield* pairChanged(first, second, partners);
  return yield* inRuns(...sides, isSwapped ? inverse(partners, here.history.turns.length) : partners, isCoarse);
}

/** Whether the first turn that differs comes later in the alphabet than that of the other session. */
function comesLater(here: Compared, there: Compared): boolean {
  const { whole } = here.signatures;
  const at = whole.findIndex((number, turn) => number !== there.signatures.whole[turn]);
  if (at === -1 || at >= there.signatures.whole.length) return here.history.turns.length > there.history.turns.length;
  return textAt(here.history, at) > textAt(there.history, at);
}

function textAt(history: History, at: TurnIndex): string {
  const turn = history.turns[at];
  return turn === undefined ? '' : signatureText(history, turn);
}

function inverse(partners: Int32Array, length: number): Int32Array {
  const others = new Int32Array(length).fill(-1);
  for (const [at, partner] of partners.entries()) if (partner >= 0) others[partner] = at;
  return others;
}

/** Number of rows between two steps. */
const stride = 64;

function* inRuns(here: Compared, there: Compared, partners: Int32Array, isCoarse: boolean): Generator<void, Alignment> {
  const [count, otherCount] = [here.history.turns.length, there.history.turns.length];
  const runs = new Runs(count + otherCount);
  for (let [at, otherAt, row] = [0, 0, 0]; at < count || otherAt < otherCount; row++) {
    if (row % stride === stride - 1) yield;
    const partner = at < count ? (partners[at] ?? -1) : otherCount;
    if (partner === -1) runs.add('here', 0, at++, otherAt);
    else if (partner > otherAt) runs.add('there', 0, at, otherAt++);
    else {
      const differs = differenceOf(here, at, there, otherAt);
      runs.add(differs === 0 ? 'same' : 'changed', differs, at++, otherAt++);
    }
  }
  return { ...runs.ended(count, otherCount), isCoarse };
}

/** Bits of `parts`. */
function differenceOf(here: Compared, at: TurnIndex, there: Compared, otherAt: TurnIndex): number {
  const own = here.signatures;
  const other = there.signatures;
  const turn = here.history.turns[at];
  const otherTurn = there.history.turns[otherAt];
  const call = turn?.invocation === undefined ? undefined : here.history.invocations[turn.invocation];
  const otherCall = otherTurn?.invocation === undefined ? undefined : there.history.invocations[otherTurn.invocation];
  const hasOtherEnd = call?.outcome !== otherCall?.outcome || turn?.ended !== otherTurn?.ended;
  return (
    (own.contents[at] === other.contents[otherAt] ? 0 : parts.said) |
    (isSame(call?.output ?? null, otherCall?.output ?? null) ? 0 : parts.result) |
    (hasOtherEnd ? parts.outcome : 0) |
    (own.contexts[at] === other.contexts[otherAt] ? 0 : parts.context) |
    (hasOtherSnapshot(here, there) ? parts.state : 0)
  );
}

const hasOtherSnapshot = ({ snapshot: here }: Comparable, { snapshot: there }: Comparable): boolean =>
  here !== undefined && there !== undefined && stateDifferences(there, here).changes.length > 0;

/** Collects rows; neighbours of one kind with the same difference are one run. */
class Runs {
  readonly #kinds: Uint8Array;
  readonly #differs: Uint8Array;
  readonly #starts: { readonly rows: Uint32Array; readonly here: Uint32Array; readonly there: Uint32Array };
  #count = 0;
  #rows = 0;

  constructor(most: number) {
    this.#kinds = new Uint8Array(most);
    this.#differs = new Uint8Array(most);
    this.#starts = {
      rows: new Uint32Array(most + 1),
      here: new Uint32Array(most + 1),
      there: new Uint32Array(most + 1),
    };
  }

  add(kind: (typeof rowKinds)[number], differs: number, here: TurnIndex, there: TurnIndex): void {
    const code = rowKinds.indexOf(kind);
    const last = this.#count - 1;
    if (last < 0 || this.#kinds[last] !== code || this.#differs[last] !== differs) {
      this.#kinds[this.#count] = code;
      this.#differs[this.#count] = differs;
      this.#start(here, there);
      this.#count += 1;
    }
    this.#rows += 1;
  }

  ended(here: number, there: number): Omit<Alignment, 'isCoarse'> {
    this.#start(here, there);
    const { rows, here: firsts, there: others } = this.#starts;
    return {
      kinds: this.#kinds.slice(0, this.#count),
      differs: this.#differs.slice(0, this.#count),
      rows: rows.slice(0, this.#count + 1),
      here: firsts.slice(0, this.#count + 1),
      there: others.slice(0, this.#count + 1),
    };
  }

  #start(here: TurnIndex, there: TurnIndex): void {
    this.#starts.rows[this.#count] = this.#rows;
    this.#starts.here[this.#count] = here;
    this.#starts.there[this.#count] = there;
  }
}

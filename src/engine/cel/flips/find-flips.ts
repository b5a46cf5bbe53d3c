import { paced, pacedSteps, type Pace } from '../../../base/pace.ts';
import type { Path } from '../../model/path.ts';
import type { Value } from '../../model/value.ts';
import type { Expr } from '../ast.ts';
import type { Scope } from '../evaluate/frame.ts';
import type { Library } from '../evaluate/library.ts';
import type { LoopMemories } from '../plan/loop-memory.ts';
import { candidatesOf, type Candidate, type Candidates } from './candidates.ts';
import { ClauseStructure, type ClauseSet } from './clauses.ts';
import { isHeld, FlipInputs, type FlipInput } from './flip-inputs.ts';
import { relationTo, regionOf, regionWords } from './region.ts';
import { PartEvaluator, Surroundings } from './surroundings.ts';

/** An input with another value. */
export interface Change {
  readonly input: FlipInput;
  /** Undefined to remove it. */
  readonly value: Value | undefined;
}

export interface DescribedChange extends Change {
  /** What the value would have to be: `1000 or less`. */
  readonly wanted: string;
  /** How the present value differs: `more than 1000`. Null where the value itself shows it. */
  readonly because: string | null;
}

export interface FlipQuestion {
  readonly expr: Expr;
  readonly library: Library;
  /** What the expression's macros have already computed for elements. */
  readonly memories: LoopMemories;
  readonly scope: Scope;
  /** The wanted value of the expression. */
  readonly target: boolean;
  /** One name for each place, whatever the expression calls it. */
  readonly canonical: (path: Path) => Path;
  /** True if the whole has the wanted value with these changes: every result has passed this test. */
  readonly holds: (changes: readonly Change[]) => boolean;
  /** The cost of the trials so far, in the steps that an evaluation counts. */
  readonly effort: () => number;
}

export interface FoundFlips {
  /** Smallest first; no set contains the changes of another. */
  readonly sets: readonly (readonly DescribedChange[])[];
  /** False where there was too much to try, so that further sets may exist. */
  readonly isWhole: boolean;
  /** True where some clause depends on a value that a macro computes for an element, which cannot be replaced. */
  readonly hasFixed: boolean;
}

const maxInputs = 3;
const maxFound = 8;
const maxWaiting = 400;
const maxTries = 4000;
const maxEffort = 20_000;

/**
 * Finds the smallest sets of values whose change gives an expression the wanted value. The boolean structure determines
 * which clauses must change, and these determine the inputs to change together. Each set is then tried on the
 * expression itself, with every value at which a comparison may change; then with one input more, since several clauses
 * may read the same place, and a change for one of them may spoil another.
 */
export async function findFlips(question: FlipQuestion, pace: Pace): Promise<FoundFlips> {
  const { expr, library, memories, scope, target, canonical } = question;
  const parts = new PartEvaluator(library, memories);
  const structure = new ClauseStructure(parts);
  const needed = await pacedSteps(structure.needed(expr, target, new Surroundings(scope)), pace);
  const inputs = new FlipInputs(parts, canonical);
  const clauses = [...structure.clauses.values()];
  const ofClause = new Map<string, readonly FlipInput[]>();
  await paced(clauses.length, pace, (index) => {
    const clause = clauses[index];
    if (clause !== undefined) ofClause.set(clause.key, inputs.inputsOf(clause));
  });
  const candidates = new Map([...inputs.all.values()].map((input) => [input, candidatesOf(input)]));

  const readers = new Map<FlipInput, number>();
  for (const read of ofClause.values()) for (const input of read) readers.set(input, (readers.get(input) ?? 0) + 1);

  const waiting = new Waiting(needed.flatMap((set) => inputSets(set, ofClause)));
  const found = new Found(candidates, question);
  let isWhole = !structure.isCut;
  for (let set = waiting.next(); set !== null; set = waiting.next()) {
    const before = found.sets.length;
    const isTried = await found.tryAll([...set], pace);
    isWhole &&= isTried && !found.isFull;
    if (found.isFull) break;
    // If each changed value is read by one clause only, there is no side effect that a further input could repair.
    if (found.sets.length > before && ![...set].some((input) => (readers.get(input) ?? 0) > 1)) continue;
    if (set.size < maxInputs) waiting.addWider(set, inputs.all.values());
    else isWhole = false;
  }
  const hasFixed = needed.some((set) => [...set.keys()].some((key) => ofClause.get(key)?.length === 0));
  return { sets: found.sets, isWhole: isWhole && waiting.isWhole, hasFixed };
}

type InputSet = ReadonlySet<FlipInput>;

/** One input for each clause of the set, in all combinations. */
function inputSets(set: ClauseSet, ofClause: ReadonlyMap<string, readonly FlipInput[]>): readonly InputSet[] {
  let combinations: readonly InputSet[] = [new Set()];
  for (const key of set.keys()) {
    const choices = ofClause.get(key) ?? [];
    combinations = combinations.flatMap((one) => choices.map((input) => new Set([...one, input]))).slice(0, maxWaiting);
  }
  return combinations;
}

/** Sets still to be tried, the smallest first, each once. */
class Waiting {
  readonly #bySize: InputSet[][] = [];
  readonly #known = new Set<string>();
  isWhole = true;

  constructor(sets: readonly InputSet[]) {
    for (const set of sets) this.#add(set);
  }

  next(): InputSet | null {
    for (const sets of this.#bySize) {
      const set = sets?.shift();
      if (set !== undefined) return set;
    }
    return null;
  }

  addWider(set: InputSet, inputs: Iterable<FlipInput>): void {
    for (const input of inputs) if (!set.has(input)) this.#add(new Set([...set, input]));
  }

  #add(set: InputSet): void {
    if (set.size === 0) return;
    if (set.size > maxInputs || this.#known.size >= maxWaiting) {
      this.isWhole = false;
      return;
    }
    const key = [...set]
      .map((input) => input.key)
      .toSorted()
      .join('\n');
    if (this.#known.has(key)) return;
    this.#known.add(key);
    while (this.#bySize.length <= set.size) this.#bySize.push([]);
    this.#bySize[set.size]?.push(set);
  }
}

interface TriedChange extends Change {
  readonly candidate: Candidate;
}

interface FoundChange extends DescribedChange {
  /** True if another value of the input would be described in the same way. */
  readonly includes: (candidate: Candidate) => boolean;
}

/** The sets found so far. */
class Found {
  readonly sets: (readonly FoundChange[])[] = [];
  isFull = false;
  readonly #candidates: ReadonlyMap<FlipInput, Candidates>;
  readonly #holds: FlipQuestion['holds'];
  readonly #effort: FlipQuestion['effort'];
  #tries = 0;

  constructor(
    candidates: ReadonlyMap<FlipInput, Candidates>,
    { holds, effort }: Pick<FlipQuestion, 'holds' | 'effort'>,
  ) {
    this.#candidates = candidates;
    this.#holds = (changes) => {
      this.#tries++;
      return holds(changes);
    };
    this.#effort = effort;
  }

  /**
   * Tries the values of all inputs together, those nearest to the present ones first. False where they are too many.
   */
  async tryAll(inputs: readonly FlipInput[], pace: Pace): Promise<boolean> {
    const choices = inputs.map((input) => this.#candidates.get(input)?.tries ?? []);
    const count = choices.reduce((product, { length }) => product * length, 1);
    const tried = Math.min(count, maxTries);
    const order = Array.from({ length: tried }, (_, index) => digitsOf(index, choices));
    order.sort((a, b) => sum(a) - sum(b));
    await pacedSteps(this.#tryInOrder(inputs, choices, order), pace);
    return tried === count;
  }

  /** A rule over long lists needs much time for every trial. */
  *#tryInOrder(
    inputs: readonly FlipInput[],
    choices: readonly (readonly Candidate[])[],
    order: readonly (readonly number[])[],
  ): Generator<void, void> {
    for (const digits of order) {
      if (this.isFull) return;
      this.#try(inputs, choices, digits);
      yield;
    }
  }

  #try(inputs: readonly FlipInput[], choices: readonly (readonly Candidate[])[], digits: readonly number[]): void {
    const changes = inputs.flatMap((input, at): readonly TriedChange[] => {
      const candidate = choices[at]?.[digits[at] ?? 0];
      return candidate === undefined ? [] : [{ input, value: candidate.value, candidate }];
    });
    if (changes.length < inputs.length || this.#isFound(changes)) return;
    this.isFull = this.#tries + this.#effort() > maxEffort;
    if (this.isFull || !this.#holds(changes)) return;
    if (this.sets.length < maxFound) this.sets.push(changes.map((change) => this.#described(change, changes)));
    else this.isFull = true;
  }

  /** True if some of these changes alone are a set that was already found. */
  #isFound(changes: readonly TriedChange[]): boolean {
    return this.sets.some((set) =>
      set.every((one) => changes.some(({ input, candidate }) => input === one.input && one.includes(candidate))),
    );
  }

  /**
   * A value on a scale is described by the region in which it may be, with the other changes made, while the verdict is
   * still reversed.
   */
  #described({ input, value, candidate }: TriedChange, changes: readonly TriedChange[]): FoundChange {
    if (candidate.kind === 'candidate') {
      // One candidate of an input represents similar ones: of a list of names, say, any would do. Removing the value is
      // not similar to changing it.
      const includes = (other: Candidate) =>
        other.kind === 'candidate' && (other.value === undefined) === (value === undefined);
      return { input, value, wanted: candidate.words, because: null, includes };
    }
    const { scale } = this.#candidates.get(input) ?? { scale: [] };
    const holdsAt = (index: number) => {
      const other = scale[index];
      if (other === undefined) return false;
      return this.#holds(changes.map((one) => (one.input === input ? { input, value: other } : one)));
    };
    let [first, last] = [candidate.index, candidate.index];
    while (holdsAt(first - 1)) first--;
    while (holdsAt(last + 1)) last++;
    const region = regionOf(scale, input.limits, first, last);
    return {
      input,
      value,
      wanted: regionWords(region),
      because: isHeld(input.now) ? relationTo(region, input.now) : null,
      includes: (other) => other.kind === 'point' && other.index >= first && other.index <= last,
    };
  }
}

const sum = (digits: readonly number[]) => digits.reduce((total, digit) => total + digit, 0);

/** The digits of a number in a mixed base: one digit per input, whose base is its number of values. */
function digitsOf(index: number, choices: readonly (readonly Candidate[])[]): readonly number[] {
  let rest = index;
  return choices.map(({ length }) => {
    const digit = length === 0 ? 0 : rest % length;
    rest = length === 0 ? 0 : (rest - digit) / length;
    return digit;
  });
}

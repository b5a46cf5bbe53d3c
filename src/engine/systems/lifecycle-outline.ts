import { written } from '../model/prefix.ts';
import type {
  Lifecycle,
  LifecycleMove,
  LifecyclePath,
  LifecycleState,
  LifecycleStep,
  LifecycleTransition,
} from './lifecycle.ts';

/** A lifecycle of bounded size for the screen: how often each transition was taken and in which steps, for paths of any length. */
export interface LifecycleOutline extends Pick<Lifecycle, 'of' | 'place' | 'current'> {
  readonly states: readonly VisitedState[];
  readonly edges: readonly LifecycleEdge[];
  /** The number of steps of the path. */
  readonly steps: number;
  /** The latest one; null before the start. */
  readonly latest: LifecycleStep | null;
  readonly allowed: readonly LifecycleMove[];
}

export interface VisitedState extends LifecycleState {
  /** The number of steps that lead to it. */
  readonly visits: number;
}

/** A transition that the system allows or that a recording shows; `from` is null for the start. */
export interface LifecycleEdge {
  readonly from: string | null;
  readonly to: string;
  /** Names of the operations that make it; none where only a recording shows it. */
  readonly by: readonly string[];
  /** Whether the system allows it. */
  readonly isKnown: boolean;
  readonly taken: number;
  /** Numbers of the steps that took it, from 1: the first few and the last. */
  readonly steps: readonly number[];
}

/** An edge names at most this many steps: the first ones and the last. */
const maxNamed = 4;
const maxText = 600;

export function lifecycleOutline({ path, transitions, ...rest }: Lifecycle): LifecycleOutline {
  const { of, place, states, current, allowed } = rest;
  const index = StepIndex.of(path);
  const edges = edgesOf(transitions, index.taken(path.length));
  const latest = path.at(path.length - 1);
  return {
    of,
    place,
    states: visited(states, edges),
    current,
    edges,
    steps: path.length,
    latest: path.length === 0 || latest === undefined ? null : cut(latest),
    allowed,
  };
}

/** The steps from `from` up to but not including `to`. */
export function lifecycleSteps(path: LifecyclePath, from: number, to: number): readonly LifecycleStep[] {
  const steps: LifecycleStep[] = [];
  for (let i = Math.max(0, Math.trunc(from)); i < Math.min(to, path.length); i++) {
    const step = path.at(i);
    if (step !== undefined) steps.push(cut(step));
  }
  return steps;
}

const cut = (step: LifecycleStep): LifecycleStep =>
  step.reason === null || step.reason.length <= maxText
    ? step
    : { ...step, reason: `${step.reason.slice(0, maxText)}…` };

function edgesOf(transitions: readonly LifecycleTransition[], taken: readonly TakenEdge[]): readonly LifecycleEdge[] {
  const known = transitions.map(({ from, to, by }): LifecycleEdge => {
    const { count, steps } = taken.find((edge) => edge.from === from && edge.to === to) ?? never;
    return { from, to, by, isKnown: true, taken: count, steps };
  });
  const others = taken.filter((edge) => !transitions.some(({ from, to }) => edge.from === from && edge.to === to));
  return [
    ...known,
    ...others.map(({ from, to, count, steps }) => ({ from, to, by: [], isKnown: from === null, taken: count, steps })),
  ];
}

/** A recording may know states that the system does not. */
function visited(states: readonly LifecycleState[], edges: readonly LifecycleEdge[]): readonly VisitedState[] {
  const visits = new Map<string, number>();
  for (const { to, taken } of edges) if (taken > 0) visits.set(to, (visits.get(to) ?? 0) + taken);
  const known = new Set(states.map(({ id }) => id));
  const strangers = [...visits.keys()].filter((id) => !known.has(id)).map(stranger);
  return [...states, ...strangers].map((state) => ({ ...state, visits: visits.get(state.id) ?? 0 }));
}

const stranger = (id: string): LifecycleState => ({
  id,
  title: id,
  about: 'Only this recording has this state.',
  isTerminal: false,
});

interface TakenEdge {
  readonly from: string | null;
  readonly to: string;
  readonly count: number;
  readonly steps: readonly number[];
}

const never = { count: 0, steps: [] } as const;

/** Which steps took each edge. All prefixes of a column share it, so that a long path is read once. */
class StepIndex {
  static readonly #known = new WeakMap<object, StepIndex>();
  readonly #edges: { readonly from: string | null; readonly to: string; readonly steps: number[] }[] = [];
  readonly #byEnds = new Map<string | null, Map<string, number[]>>();
  #read = 0;

  static of(path: LifecyclePath): StepIndex {
    const index = (path.column && this.#known.get(path.column)) ?? new StepIndex();
    if (path.column !== undefined) this.#known.set(path.column, index);
    for (; index.#read < path.length; index.#read++) {
      const step = path.at(index.#read);
      if (step !== undefined) index.#stepsOf(step.from, step.to).push(index.#read + 1);
    }
    return index;
  }

  /** The edges of the first `count` steps, in the order in which they were first taken. */
  taken(length: number): readonly TakenEdge[] {
    return this.#edges.flatMap(({ from, to, steps }) => {
      const count = written(steps, length);
      return count === 0 ? [] : [{ from, to, count, steps: named(steps, count) }];
    });
  }

  #stepsOf(from: string | null, to: string): number[] {
    const out = this.#byEnds.get(from) ?? new Map<string, number[]>();
    this.#byEnds.set(from, out);
    const known = out.get(to);
    if (known !== undefined) return known;
    const steps: number[] = [];
    out.set(to, steps);
    this.#edges.push({ from, to, steps });
    return steps;
  }
}

/** The first few steps and the last. */
const named = (steps: readonly number[], count: number): readonly number[] =>
  count <= maxNamed ? steps.slice(0, count) : [...steps.slice(0, maxNamed - 1), steps[count - 1] ?? count];

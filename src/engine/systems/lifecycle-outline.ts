import type { Lifecycle, LifecycleMove, LifecyclePath, LifecycleState, LifecycleStep } from './lifecycle.ts';

/** A lifecycle as a screen takes it: however long the path, how often each transition was taken, and when. */
export interface LifecycleOutline extends Pick<Lifecycle, 'of' | 'place' | 'current'> {
  readonly states: readonly VisitedState[];
  readonly edges: readonly LifecycleEdge[];
  /** Steps of the path. */
  readonly steps: number;
  /** The latest one; null before the start. */
  readonly latest: LifecycleStep | null;
  readonly allowed: readonly LifecycleMove[];
}

export interface VisitedState extends LifecycleState {
  /** Steps that came to it. */
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

/** As many steps are named on an edge; of more the first ones and the last. */
const maxNamed = 4;
const maxText = 600;

export function lifecycleOutline({ path, transitions, ...rest }: Lifecycle): LifecycleOutline {
  const { of, place, states, current, allowed } = rest;
  const edges = new Edges();
  for (const { from, to, by } of transitions) edges.known(from, to, by);
  const visits = new Map<string, number>();
  for (let i = 0; i < path.length; i++) {
    const step = path.at(i);
    if (step === undefined) continue;
    edges.taken(step.from, step.to, i + 1);
    visits.set(step.to, (visits.get(step.to) ?? 0) + 1);
  }
  const latest = path.at(path.length - 1);
  return {
    of,
    place,
    states: visited(states, visits),
    current,
    edges: edges.all(),
    steps: path.length,
    latest: path.length === 0 || latest === undefined ? null : cut(latest),
    allowed,
  };
}

/** Steps `from` up to, not with, `to`. */
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

/** A recording may know states that the system does not. */
function visited(states: readonly LifecycleState[], visits: ReadonlyMap<string, number>): readonly VisitedState[] {
  const known = new Set(states.map(({ id }) => id));
  const strangers = [...visits.keys()].filter((id) => !known.has(id)).map(stranger);
  return [...states, ...strangers].map((state) => ({ ...state, visits: visits.get(state.id) ?? 0 }));
}

const stranger = (id: string): LifecycleState => ({
  id,
  title: id,
  about: 'Only this recording has it.',
  isTerminal: false,
});

interface Counted {
  readonly from: string | null;
  readonly to: string;
  readonly by: readonly string[];
  readonly isKnown: boolean;
  taken: number;
  readonly steps: number[];
}

class Edges {
  readonly #byEnds = new Map<string | null, Map<string, Counted>>();

  known(from: string, to: string, by: readonly string[]): void {
    this.#at(from).set(to, { from, to, by, isKnown: true, taken: 0, steps: [] });
  }

  taken(from: string | null, to: string, step: number): void {
    const out = this.#at(from);
    const edge = out.get(to) ?? { from, to, by: [], isKnown: from === null, taken: 0, steps: [] };
    if (edge.taken === 0) out.set(to, edge);
    edge.taken += 1;
    if (edge.steps.length >= maxNamed) edge.steps.pop();
    edge.steps.push(step);
  }

  all(): readonly LifecycleEdge[] {
    return [...this.#byEnds.values()].flatMap((out) => [...out.values()]);
  }

  #at(from: string | null): Map<string, Counted> {
    const known = this.#byEnds.get(from);
    if (known !== undefined) return known;
    const made = new Map<string, Counted>();
    this.#byEnds.set(from, made);
    return made;
  }
}

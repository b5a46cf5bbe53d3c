import type { Value } from '../../model/value.ts';
import type { Outcome } from './outcome.ts';

/** One element that a macro tried. */
export interface TriedElement {
  readonly index: number;
  /** The element; for a map its key. */
  readonly element: Value;
  /** What the body made of it. */
  readonly outcome: Outcome;
  readonly decides: boolean;
}

export interface MacroTrace {
  /** Number of elements tried. */
  readonly tried: number;
  /** The first hundred, and those beyond that decided. */
  readonly elements: readonly TriedElement[];
  readonly last: TriedElement | null;
}

/** What a plan made for tracing tells as it goes. */
export interface Recorder {
  record(nodeId: number, outcome: Outcome): void;
  /** Forgets the nodes `from` up to and with `to`: a loop body starts anew. */
  forget(from: number, to: number): void;
  beginMacro(nodeId: number): void;
  tried(nodeId: number, index: number, element: Value, outcome: Outcome): void;
  /** Says which elements decided. */
  decided(nodeId: number, indices: readonly number[]): void;
}

const keptElements = 100;

/** What every node came to in one evaluation. Within a macro's body: for the deciding element, or else the last one. */
export class Trace implements Recorder {
  private readonly outcomes: (Outcome | undefined)[] = [];
  private readonly macros = new Map<number, { tried: number; elements: TriedElement[]; last: TriedElement | null }>();
  /** What the whole expression came to. */
  outcome: Outcome = null;

  /** Undefined for a node that was not reached. */
  outcomeOf(nodeId: number): Outcome | undefined {
    return this.outcomes[nodeId];
  }

  macroOf(nodeId: number): MacroTrace | undefined {
    return this.macros.get(nodeId);
  }

  record(nodeId: number, outcome: Outcome): void {
    this.outcomes[nodeId] = outcome;
  }

  forget(from: number, to: number): void {
    for (let id = from; id <= to; id++) {
      this.outcomes[id] = undefined;
      this.macros.delete(id);
    }
  }

  beginMacro(nodeId: number): void {
    this.macros.set(nodeId, { tried: 0, elements: [], last: null });
  }

  tried(nodeId: number, index: number, element: Value, outcome: Outcome): void {
    const macro = this.macros.get(nodeId);
    if (macro === undefined) return;
    macro.tried++;
    macro.last = { index, element, outcome, decides: false };
    if (macro.elements.length < keptElements) macro.elements.push(macro.last);
  }

  decided(nodeId: number, indices: readonly number[]): void {
    const macro = this.macros.get(nodeId);
    if (macro === undefined) return;
    for (const index of indices) {
      const at = macro.elements.findIndex((tried) => tried.index === index);
      const kept = macro.elements[at];
      if (kept !== undefined) macro.elements[at] = { ...kept, decides: true };
      else if (macro.last?.index === index) macro.elements.push({ ...macro.last, decides: true });
    }
  }
}

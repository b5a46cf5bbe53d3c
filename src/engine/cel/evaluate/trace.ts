import type { Value } from '../../model/value.ts';
import type { EvalResult } from './outcome.ts';

/** One element that a macro tried. */
export interface TriedElement {
  readonly index: number;
  /** The element; for a map its key. */
  readonly element: Value;
  /** What the body made of it. */
  readonly outcome: EvalResult;
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
  record(nodeId: number, outcome: EvalResult): void;
  /** Forgets the nodes `from` up to and with `to`: a loop's body is shown for another element. */
  forget(from: number, to: number): void;
  /** A macro has been through its elements. */
  walked(nodeId: number, macro: MacroTrace): void;
}

/** What every node came to in one evaluation. Within a macro's body: for the deciding element, or else the last one. */
export class Trace implements Recorder {
  private readonly outcomes: (EvalResult | undefined)[] = [];
  private readonly macros = new Map<number, MacroTrace>();
  /** What the whole expression came to. */
  outcome: EvalResult = null;

  clear(): void {
    this.outcomes.length = 0;
    this.macros.clear();
    this.outcome = null;
  }

  /** Undefined for a node that was not reached. */
  outcomeOf(nodeId: number): EvalResult | undefined {
    return this.outcomes[nodeId];
  }

  macroOf(nodeId: number): MacroTrace | undefined {
    return this.macros.get(nodeId);
  }

  record(nodeId: number, outcome: EvalResult): void {
    this.outcomes[nodeId] = outcome;
  }

  forget(from: number, to: number): void {
    for (let id = from; id <= to; id++) {
      this.outcomes[id] = undefined;
      this.macros.delete(id);
    }
  }

  walked(nodeId: number, macro: MacroTrace): void {
    this.macros.set(nodeId, macro);
  }
}

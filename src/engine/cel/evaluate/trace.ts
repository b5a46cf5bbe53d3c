import type { Value } from '../../model/value.ts';
import type { EvalResult } from './eval-result.ts';

/** One element that a macro evaluated. */
export interface TriedElement {
  readonly index: number;
  /** The element; for a map its key. */
  readonly element: Value;
  /** The body's result for the element. */
  readonly result: EvalResult;
  readonly decides: boolean;
}

export interface MacroTrace {
  /** The number of evaluated elements. */
  readonly tried: number;
  /** The first hundred, and any later ones that decided. */
  readonly elements: readonly TriedElement[];
  readonly last: TriedElement | null;
}

/** Receives the results of a plan made for tracing. */
export interface Recorder {
  record(nodeId: number, result: EvalResult): void;
  /** Forgets the nodes from `from` up to and including `to`: a loop's body is shown for another element. */
  forget(from: number, to: number): void;
  /** A macro has finished its elements. */
  walked(nodeId: number, macro: MacroTrace): void;
}

/**
 * The result of every node in one evaluation. Within a macro's body: for the deciding element, or else the last one.
 */
export class Trace implements Recorder {
  private readonly results: (EvalResult | undefined)[] = [];
  private readonly macros = new Map<number, MacroTrace>();
  /** The result of the whole expression. */
  result: EvalResult = null;

  clear(): void {
    this.results.length = 0;
    this.macros.clear();
    this.result = null;
  }

  /** Undefined for a node that was not reached. */
  resultOf(nodeId: number): EvalResult | undefined {
    return this.results[nodeId];
  }

  macroOf(nodeId: number): MacroTrace | undefined {
    return this.macros.get(nodeId);
  }

  record(nodeId: number, result: EvalResult): void {
    this.results[nodeId] = result;
  }

  forget(from: number, to: number): void {
    for (let id = from; id <= to; id++) {
      this.results[id] = undefined;
      this.macros.delete(id);
    }
  }

  walked(nodeId: number, macro: MacroTrace): void {
    this.macros.set(nodeId, macro);
  }
}

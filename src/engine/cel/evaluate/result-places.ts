import { Unknown } from '../../model/value.ts';
import type { ListView, Value } from '../../model/value.ts';
import { filteredOut } from './aggregate.ts';
import { CelError, isObstacle } from './eval-result.ts';
import type { EvalResult } from './eval-result.ts';

type Kind = 'true' | 'false' | 'unknown' | 'error' | 'other' | 'left-out';

/**
 * The position of the foremost result of each kind in a growing list, so that the element that decides a macro is known
 * without another walk. It is the element that `traceOver` finds.
 */
export class ResultPlaces {
  readonly #macro: string;
  readonly #order: ListView['order'];
  /** Positions in the column, oldest first. */
  readonly #foremost = new Map<Kind, number>();

  constructor(macro: string, order: ListView['order']) {
    this.#macro = macro;
    this.#order = order;
  }

  /** Must be called with consecutive positions. */
  note(position: number, bodyResult: EvalResult, element: Value): void {
    const kind = this.#kindOf(bodyResult, element);
    if (this.#order === 'newest-first' || !this.#foremost.has(kind)) this.#foremost.set(kind, position);
  }

  /** The index of the element whose body is shown: the deciding one, or else the last; -1 where there is none. */
  shown(result: EvalResult, length: number): number {
    const place = this.#first(this.#deciding(result));
    if (place === null) return length - 1;
    return this.#order === 'oldest-first' ? place : length - 1 - place;
  }

  #kindOf(bodyResult: EvalResult, element: Value): Kind {
    if (bodyResult === filteredOut) return 'left-out';
    // An unknown element cannot be kept as if it were known.
    if (this.#macro === 'filter' && bodyResult === true && element instanceof Unknown) return 'unknown';
    if (typeof bodyResult === 'boolean') return bodyResult ? 'true' : 'false';
    if (bodyResult instanceof CelError) return 'error';
    return bodyResult instanceof Unknown ? 'unknown' : 'other';
  }

  #deciding(result: EvalResult): readonly Kind[] {
    switch (this.#macro) {
      case 'exists':
      case 'all':
        if (isObstacle(result)) return [result instanceof Unknown ? 'unknown' : 'error', 'other'];
        return result === (this.#macro === 'exists') ? [result ? 'true' : 'false'] : [];
      case 'map':
      case 'transformList':
        return isObstacle(result) ? ['unknown', 'error'] : [];
      case 'filter':
        return isObstacle(result) ? ['unknown', 'error', 'other'] : [];
      default:
        return isObstacle(result) ? ['unknown', 'error', 'other'] : ['true'];
    }
  }

  #first(kinds: readonly Kind[]): number | null {
    const places = kinds.flatMap((kind) => this.#foremost.get(kind) ?? []);
    if (places.length === 0) return null;
    return this.#order === 'oldest-first' ? Math.min(...places) : Math.max(...places);
  }
}

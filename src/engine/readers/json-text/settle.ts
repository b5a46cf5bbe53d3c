import type { TextRange } from '../../model/problem.ts';
import type { Value } from '../../model/value.ts';
import { depthLimit } from '../../model/json.ts';
import { exactNumber, isBeyond64Bits } from '../numbers.ts';
import type { Overwritten } from './overwritten.ts';
import {
  closeBrace,
  closeBracket,
  closingQuote,
  colon,
  comma,
  isDigit,
  keyAt,
  literalEnd,
  minus,
  openBrace,
  openBracket,
  quote,
} from './characters.ts';

/** Facts about the text that `JSON.parse` does not return. */
export interface Settled {
  /** The parsed value with exact numbers; the same object unless the whole text is one number. */
  readonly value: Value;
  /** Number of members in the text; more than the value has when keys occur twice. */
  readonly members: number;
  /** The offset at which nesting exceeds the limit; the rest is then unread. */
  readonly tooDeepAt: number | undefined;
  /** Ints that are exact but too large, or too large to be exact. */
  readonly oversized: readonly Oversized[];
}

export interface Oversized {
  readonly offset: number;
  readonly kind: 'beyond-64-bits' | 'read-as-double';
}

export interface Exceptions {
  /** Number tokens with another value (`NaN`, replaced by a number), by offset. */
  readonly specials: ReadonlyMap<number, number>;
  /** Members overwritten by a later one of the same name. */
  readonly overwritten: Overwritten | undefined;
}

/**
 * `JSON.parse` already returns our values, except for integral doubles (`1.0`), ints beyond 2^53 and `-0`.
 * This walks the text once without building anything, and corrects the parsed value at such a number.
 */
export function settle(
  text: string,
  { start, end: textEnd }: TextRange,
  parsed: unknown,
  exceptions: Exceptions | undefined,
): Settled {
  let holder: Holder | undefined;
  const oversized: Oversized[] = [];
  let members = 0;
  let depth = 0;
  let lastString = 0;
  for (let at = start; at < textEnd; at++) {
    const unit = text.charCodeAt(at);
    switch (unit) {
      case quote:
        lastString = at;
        at = closingQuote(text, at);
        break;
      case colon:
        members += 1;
        steps[depth] = lastString;
        break;
      case comma:
        if ((steps[depth] ?? 0) < 0) steps[depth] = (steps[depth] ?? 0) - 1;
        break;
      case openBrace:
      case openBracket:
        if (depth === depthLimit) return { value: null, members, tooDeepAt: at, oversized };
        depth += 1;
        steps[depth] = unit === openBrace ? 0 : -1;
        break;
      case closeBrace:
      case closeBracket:
        depth -= 1;
        if (holder !== undefined && holder.known > depth) holder.known = depth;
        break;
      default:
        if (!isDigit(unit) && unit !== minus) break;
        const end = literalEnd(text, at);
        if (end < 0 || exceptions?.specials.has(at) === true) {
          const exact = exactAt(text, at, Math.abs(end), oversized, exceptions);
          if (exact !== undefined) (holder ??= new Holder(text, parsed)).put(depth, exact);
        }
        at = Math.abs(end) - 1;
    }
  }
  // JSON.parse yields nothing but null, booleans, numbers, strings, arrays and plain objects: all of them are Values.
  const value = holder === undefined ? (parsed as Value) : holder.value;
  return { value, members, tooDeepAt: undefined, oversized };
}

function exactAt(
  text: string,
  start: number,
  end: number,
  oversized: Oversized[],
  exceptions: Exceptions | undefined,
): Value | undefined {
  if (exceptions?.overwritten?.has(start) === true) return undefined;
  const specials = exceptions?.specials.get(start);
  if (specials !== undefined) return specials;
  const exact = exactNumber(text.slice(start, end));
  if (exact === undefined) oversized.push({ offset: start, kind: 'read-as-double' });
  else if (typeof exact === 'bigint' && isBeyond64Bits(exact))
    oversized.push({ offset: start, kind: 'beyond-64-bits' });
  return exact;
}

/**
 * For each open container: the offset of the current member's name, or -1 - index of the current element.
 * One buffer for all walks, which never overlap: making it anew for each line of JSON Lines costs more than the line.
 */
const steps = new Int32Array(depthLimit + 1);

/** Finds the container at the present place of the walk, resolving only the levels it has not resolved before. */
class Holder {
  /** Number of levels of `#containers` that are valid for the present place. */
  known = 0;
  value: Value;
  readonly #containers: unknown[] = [];
  readonly #text: string;

  constructor(text: string, parsed: unknown) {
    this.#text = text;
    // As above.
    this.value = parsed as Value;
  }

  put(depth: number, exact: Value): void {
    if (depth === 0) {
      this.value = exact;
      return;
    }
    let container: unknown = this.known === 0 ? this.value : this.#containers[this.known];
    if (this.known === 0) this.#containers[1] = container;
    for (let level = Math.max(1, this.known); level < depth; level++) {
      container = child(container, this.#step(level));
      this.#containers[level + 1] = container;
    }
    this.known = depth;
    const step = this.#step(depth);
    // A mismatch is possible only inside members that are overwritten later: their count reveals them, and the text is
    // read again.
    if (typeof child(container, step) !== 'number') return;
    // Object.defineProperty, because assigning to a member called __proto__ would set the prototype instead.
    Object.defineProperty(container, step, { value: exact, writable: true, enumerable: true, configurable: true });
  }

  #step(level: number): string | number {
    const step = steps[level] ?? 0;
    return step < 0 ? -1 - step : keyAt(this.#text, step);
  }
}

function child(container: unknown, step: string | number): unknown {
  if (typeof container !== 'object' || container === null || !Object.hasOwn(container, step)) return undefined;
  // A parsed object, and `step` is its own key.
  return (container as { readonly [key: string | number]: unknown })[step];
}

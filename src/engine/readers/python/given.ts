import type { Value } from '../../model/value.ts';

/** What a call was given, its arguments read. */
export interface Given {
  readonly positional: readonly Value[];
  readonly keywords: ReadonlyMap<string, Value>;
}

/** A call that stands for one plain value, and the sentence to note about it; undefined when it is not of that form. */
export interface Constructed {
  readonly value: Value;
  readonly about: string;
  /** Something that the value does not say any more. */
  readonly lost?: string;
}

export type Constructor = (given: Given) => Constructed | undefined;

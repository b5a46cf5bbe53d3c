import type { Value } from '../../model/value.ts';

/** The arguments of a call, after reading. */
export interface Given {
  readonly positional: readonly Value[];
  readonly keywords: ReadonlyMap<string, Value>;
}

/** A call that is read as one plain value, and the message of its note; undefined when it has another form. */
export interface Constructed {
  readonly value: Value;
  readonly about: string;
  /** Information that the value has lost. */
  readonly lost?: string;
}

export type Constructor = (given: Given) => Constructed | undefined;

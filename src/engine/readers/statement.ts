import type { Fault } from './fault.ts';
import type { Notebook } from './notebook.ts';

/** The description of a value at the top of a text. */
export interface Readable {
  readonly end: number;
  readonly kind: 'container' | 'plain' | 'bare-name';
  /** Whether it holds keys or keywords: in prose, brackets alone mean many things. */
  readonly isStructured: boolean;
  /** Whether some part of it was not understood. */
  readonly isDoubtful: boolean;
}

export interface Syntax<R extends Readable> {
  /** The value at an offset, or the record of fields (`a=1 b=2`) that begins there. */
  readAt(start: number, notebook: Notebook): R | Fault;
  fieldsAt(start: number, notebook: Notebook): R | Fault;
  /** The value at an offset that has faults, read on behind each of them. */
  repairAt?(start: number, notebook: Notebook): R | Fault;
  /**
   * The part before a fault of the value at an offset; undefined when too little of it was complete to be worth
   * keeping.
   */
  readUpTo?(start: number, fault: Fault, notebook: Notebook): R | undefined;
  /** The first offset that is not white space, a comment or a colour code. */
  skipBlank(offset: number, notebook: Notebook): number;
}

/** A value at the top of the text, perhaps behind the name it was assigned to. */
export interface Statement<R> {
  readonly name: string | undefined;
  readonly start: number;
  readonly read: R;
}

import type { Value } from '../../model/value.ts';

export type Token = NameToken | LiteralToken | NumberToken;

interface Place {
  readonly text: string;
  readonly start: number;
  readonly end: number;
}

/** `ident` is any word, `quoted` a back-quoted field name without its quotes, `end` the end of the text. */
interface NameToken extends Place {
  readonly kind: 'ident' | 'quoted' | 'punct' | 'end';
}

/** A literal that no sign can belong to: string, bytes, uint. */
interface LiteralToken extends Place {
  readonly kind: 'literal';
  readonly value: Value;
}

/** An int or double without its sign. The grammar adds the sign to the literal: `-9223372036854775808` is one. */
export type NumberToken =
  | (Place & { readonly kind: 'int'; readonly magnitude: bigint })
  | (Place & { readonly kind: 'double'; readonly magnitude: number });

/** The input of a lexer rule: the text, and a function to report problems. */
export interface Source {
  readonly text: string;
  readonly report: (start: number, end: number, message: string) => void;
}

/** `pattern` is sticky. */
export function matchAt(pattern: RegExp, text: string, at: number): RegExpExecArray | null {
  pattern.lastIndex = at;
  return pattern.exec(text);
}

import type { Type } from '../types/types.ts';
import { parseType } from '../types/text.ts';

/** A function, method or operator as the checker and the user see it. */
export interface FunctionDeclaration {
  /** As written: `startsWith`, `math.abs`, or CEL's own name of an operator, `_+_`. */
  readonly name: string;
  readonly about: string;
  readonly overloads: readonly Overload[];
  /** How many of its first arguments may fail: a missing name or key in them is no mistake. */
  readonly tolerates?: number;
}

export interface Overload {
  /** Set for methods: the type of the value before the dot. */
  readonly receiver: Type | null;
  readonly parameters: readonly Parameter[];
  readonly result: Type;
  /** As shown in hover and signature help. */
  readonly text: string;
}

export interface Parameter {
  readonly name: string;
  readonly type: Type;
}

const signature = /^(?:(?<receiver>\S.*?) \. )?(?<name>[^\s(]+)\((?<parameters>.*)\): (?<result>.+)$/;

/**
 * Declares one name by its signatures, such as `abs(x: int): int`, or `string . charAt(index: int): string` for a
 * method. Capital letters are type parameters. Order matters as in cel-go: the first signature that fits determines the
 * result.
 */
export function declare(about: string, ...signatures: readonly [string, ...string[]]): FunctionDeclaration {
  const read = signatures.map(readSignature);
  return { name: read[0]?.name ?? '', about, overloads: read.map(({ overload }) => overload) };
}

function readSignature(text: string): { readonly name: string; readonly overload: Overload } {
  const { receiver, name, parameters, result } = signature.exec(text)?.groups ?? {};
  if (name === undefined || parameters === undefined || result === undefined) throw new Error(`no signature: ${text}`);
  const overload = {
    receiver: receiver === undefined ? null : knownType(receiver),
    parameters: splitParameters(parameters).map(readParameter),
    result: knownType(result),
    text: text.replace(' . ', '.'),
  };
  return { name, overload };
}

function readParameter(text: string): Parameter {
  const colon = text.indexOf(':');
  return { name: text.slice(0, colon).trim(), type: knownType(text.slice(colon + 1).trim()) };
}

function knownType(text: string): Type {
  const type = parseType(text);
  if (type === undefined) throw new Error(`no type: ${text}`);
  return type;
}

/** Splits at the commas outside brackets. */
function splitParameters(text: string): readonly string[] {
  const parts: string[] = [];
  let depth = 0;
  let start = 0;
  for (let i = 0; i < text.length; i++) {
    if (text[i] === '(') depth++;
    else if (text[i] === ')') depth--;
    else if (text[i] === ',' && depth === 0) {
      parts.push(text.slice(start, i));
      start = i + 1;
    }
  }
  const last = text.slice(start);
  return last.trim() === '' ? parts : [...parts, last];
}

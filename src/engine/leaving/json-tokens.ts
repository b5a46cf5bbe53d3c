import type { Path } from '../model/path.ts';

/** A string or a number in a JSON text. */
export interface JsonToken {
  readonly start: number;
  readonly end: number;
  readonly kind: 'string' | 'number' | 'key';
  /** The place in the JSON value; of a key, the place that it names. The same list changes with each token. */
  readonly path: Path;
}

/** Whether the whole text is JSON, as far as its strings and brackets tell; a text that was cut off is, too. */
export function isJsonText(text: string): boolean {
  if (!/^\s{0,20}[[{]/.test(text)) return false;
  const tokens = jsonTokens(text);
  let next = tokens.next();
  while (next.done !== true) next = tokens.next();
  return next.value >= text.length || text.charAt(next.value) === '"';
}

/** The strings and numbers of a JSON text, with their places, up to the first character that is no JSON. */
export function* jsonTokens(text: string): Generator<JsonToken, number> {
  const path: (string | number)[] = [];
  const holders: ('record' | 'list')[] = [];
  let isKeyNext = false;
  let isValueNext = true;
  for (let at = 0; ;) {
    const char = text.charAt(at);
    const isBlank = char === ' ' || char === '\n' || char === '\t' || char === '\r';
    if (isBlank || (char === ':' && isValueNext && !isKeyNext)) at++;
    else if ((char === '{' || char === '[') && isValueNext) {
      holders.push(char === '{' ? 'record' : 'list');
      path.push(char === '{' ? '' : 0);
      isKeyNext = char === '{';
      at++;
    } else if (char === '}' || char === ']') {
      if (holders.pop() === undefined) return at;
      path.pop();
      [isKeyNext, isValueNext] = [false, false];
      at++;
    } else if (char === ',' && holders.length > 0) {
      const last = path.at(-1);
      if (holders.at(-1) === 'list' && typeof last === 'number') path[path.length - 1] = last + 1;
      [isKeyNext, isValueNext] = [holders.at(-1) === 'record', true];
      at++;
    } else if (char === '"' && isValueNext) {
      const end = endOfString(text, at);
      if (end < 0) return at;
      const key: string | null = isKeyNext ? decoded(text.slice(at, end)) : null;
      if (key !== null) path[path.length - 1] = key;
      yield { start: at, end, kind: key === null ? 'string' : 'key', path };
      [isKeyNext, isValueNext] = [false, key !== null];
      at = end;
    } else {
      word.lastIndex = at;
      const [bare = ''] = (isValueNext && !isKeyNext && word.exec(text)) || [];
      if (bare === '') return at;
      if (/\d/.test(bare)) yield { start: at, end: at + bare.length, kind: 'number', path };
      isValueNext = false;
      at += bare.length;
    }
  }
}

const word = /(?:-?\d{1,400}(?:\.\d{1,400})?(?:[eE][+-]?\d{1,9})?|true|false|null|NaN|-?Infinity)(?=[\s,\]}]|$)/y;

/** Behind the closing quote; negative without one. */
function endOfString(text: string, start: number): number {
  for (let at = start + 1; at < text.length; at++) {
    const char = text.charAt(at);
    if (char === '\\') at++;
    else if (char === '"') return at + 1;
  }
  return -1;
}

/** The string of a literal; null for one with an escape that JSON does not have. */
export function decoded(literal: string): string | null {
  if (!literal.includes('\\')) return literal.slice(1, -1);
  try {
    const value: unknown = JSON.parse(literal);
    return typeof value === 'string' ? value : null;
  } catch {
    return null; // an escape that JSON does not have, or a line break
  }
}

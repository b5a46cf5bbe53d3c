import { toJson } from '../../model/json.ts';
import type { Value } from '../../model/value.ts';
import { parsePath } from './path.ts';
import { isTooLarge } from './plain.ts';
import { valueOf, type CallState } from './state.ts';

/** One placeholder of a text, and its value. */
export interface Placeholder {
  /** Offsets in UTF-16 code units, including the braces. */
  readonly start: number;
  readonly end: number;
  /** The text between the braces, trimmed. */
  readonly path: string;
  readonly found: Found;
}

export type Found =
  | { readonly kind: 'value'; readonly value: Value }
  | { readonly kind: 'default'; readonly value: Value }
  /** It stays in the text, so the caller would hear it. */
  | { readonly kind: 'unresolved'; readonly why: string };

const braces = /\{\{([^{}]*)\}\}/g;

/** All placeholders of a text, in order, with their values or gaps. */
export function placeholdersOf(state: CallState, text: string): readonly Placeholder[] {
  return Array.from(text.matchAll(braces), (match) => {
    const path = (match[1] ?? '').trim();
    return { start: match.index, end: match.index + match[0].length, path, found: lookUp(state, path) };
  });
}

/** The value of a path, or the default that the prompt's variables declare for it. */
export function lookUp(state: CallState, text: string): Found {
  if (text === 'now') {
    return state.now === null ? unresolved('the time was not recorded') : { kind: 'value', value: state.now };
  }
  const path = parsePath(text);
  if (path.ok && path.value.appends) return unresolved('[+] is for writing only');
  const value = path.ok ? valueOf(state, path.value) : undefined;
  if (value !== undefined) return { kind: 'value', value };
  if (path.ok && state.unrecorded.includes(path.value.namespace)) {
    return unresolved(`the recording does not have all of “${path.value.namespace}”`);
  }
  const variable = state.variables.find(({ name }) => name === text);
  if (variable?.default !== undefined) return { kind: 'default', value: variable.default };
  return unresolved(path.ok ? 'there is no such value' : path.problem.message);
}

const unresolved = (why: string): Found => ({ kind: 'unresolved', why });

export interface ResolvedText {
  readonly text: string;
  /** Paths of the placeholders that stayed in the text. */
  readonly missed: readonly string[];
}

/** The length limit of a filled text: larger values are not filled in. */
const maxLength = 16_000_000;

/** Fills the placeholders in one pass: braces inside values are not resolved. */
export function resolveText(state: CallState, text: string): ResolvedText {
  const parts: string[] = [];
  const missed: string[] = [];
  let position = 0;
  let length = text.length;
  for (const { start, end, path, found } of placeholdersOf(state, text)) {
    const filled = found.kind === 'unresolved' ? undefined : textOf(found.value, maxLength - length);
    if (filled === undefined) missed.push(path);
    parts.push(text.slice(position, start), filled ?? text.slice(start, end));
    length += filled?.length ?? 0;
    position = end;
  }
  return { text: parts.join('') + text.slice(position), missed };
}

/** A text unchanged, an empty text for null, compact JSON for other values; undefined if it exceeds the limit. */
function textOf(value: Value, limit: number): string | undefined {
  if (value === null) return '';
  if (typeof value !== 'string' && isTooLarge(value)) return undefined;
  const text = typeof value === 'string' ? value : toJson(value);
  return text.length > limit ? undefined : text;
}

/** The path of a text that is exactly one placeholder; in data, such a text becomes the value itself. */
export function onlyPlaceholder(text: string): string | undefined {
  const match = /^\{\{([^{}]*)\}\}$/.exec(text);
  return match?.[1]?.trim();
}

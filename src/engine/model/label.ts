import type { Value } from './value.ts';
import { entry, isMap } from './value.ts';

/** Longer labels are cut: a row of the grid shows no more, and a message may be 10 MB long. */
const maxLength = 200;
/** A label depends on no more of its text. */
export const labelled = maxLength * 4;
/** Whitespace other than a single space. */
const gaps = /\s{2,}|[^\S ]/g;
/** Words with single spaces between them: most short texts are in this form already. */
const tidy = /^\S+(?: \S+)*$/;

/** Converts a text to one line of a grid. */
export function oneLine(text: string): string {
  if (text.length <= maxLength && tidy.test(text)) return text;
  const line = text.slice(0, labelled).replaceAll(gaps, ' ').trim();
  if (line.length <= maxLength && text.length <= labelled) return line;
  // A cut through a surrogate pair would show as a broken character.
  return `${line.slice(0, maxLength).replace(/[\uD800-\uDBFF]$/, '')}…`;
}

/** The text of a message's content parts, one after the other; other parts are named by their kind. */
export function messageText(message: Value): string {
  if (typeof message === 'string') return message;
  if (!Array.isArray(message)) return '';
  const parts: readonly Value[] = message;
  const [only] = parts;
  if (parts.length === 1 && only !== undefined) return partText(only);
  return parts.map(partText).join(' ');
}

function partText(part: Value): string {
  if (typeof part === 'string') return part;
  if (!isMap(part)) return '';
  const text = entry(part, 'text');
  if (typeof text === 'string') return text;
  const mimeType = entry(part, 'mimeType');
  return typeof mimeType === 'string' ? `[${mimeType}]` : '';
}

/** The label of an `llm` turn: the model's text, then the calls it requested. */
export function modelLabel(text: string | undefined, planned: readonly string[]): string {
  const plan = planned.length === 0 ? '' : `plan: ${planned.join(', ')}`;
  if (text === undefined || text === '') return oneLine(plan);
  return plan === '' ? oneLine(text) : `${oneLine(text)} · ${oneLine(plan)}`;
}

import { withoutEnd } from '../../base/scan.ts';
import type { Result } from '../../base/result.ts';
import type { Note, Problem } from '../model/problem.ts';
import { formatPosition, Lines } from './lines.ts';
import { isList, isRecord } from '../model/value.ts';
import type { Value } from '../model/value.ts';
import type { Document } from './document.ts';
import { python } from './python/index.ts';

type Read = (text: string) => Result<Document, Problem>;

/**
 * A text that is one quoted string with a recording in it, as `json.dumps` twice or the `repr` of a JSON text gives it; bytes
 * likewise. Undefined where the string is no more than words. The text stays as it was given, so that every place in what was
 * opened is the string as a whole.
 */
export function openedString(text: string, readInner: Read): Document | undefined {
  const quote = quoted.exec(text.slice(0, 300))?.[1];
  if (quote === undefined) return undefined;
  const isCut = !endsQuoted(text.slice(-300));
  // A string that is cut off is read up to there, where a value has begun in it.
  if (isCut && !begunWithin(text.slice(0, 400))) return undefined;
  const outer = python.read(isCut ? text.replace(halfEscape, '') + quote : text);
  if (!outer.ok) return undefined;
  const said = asText(outer.value);
  const inner = said === undefined || !/^\s*(?:["'[{]|[\w.]{1,80}\()/.test(said) ? undefined : readInner(said);
  if (inner === undefined || !inner.ok) return undefined;
  const { value, notes, typeName, locate } = inner.value;
  if (!isFull(value) || notes.some(({ code }) => half.has(code) && !(isCut && code === 'reader/cut-off')))
    return undefined;
  const whole = isCut ? { start: 0, end: text.length } : outer.value.locate([]);
  return {
    syntax: inner.value.syntax,
    text,
    value,
    notes: [
      ...outer.value.notes,
      opened,
      ...notes
        .filter(({ code }) => code !== 'reader/cut-off')
        .map(({ place: _place, alsoAt: _alsoAt, ...note }) => note),
      ...(isCut ? [cutAt(text)] : []),
    ],
    typeName,
    locate: (path) => (locate(path) === null ? null : whole),
  };
}

/** The inside of such a string, copied without its quotes: `{\\"role\\": \\"user\\"}`. */
export function escapedText(text: string, readInner: Read): Document | undefined {
  if (!escaped.test(text.slice(0, 300))) return undefined;
  const document = openedString(`"${text.trim()}"`, readInner);
  return document && { ...document, text, locate: (path) => document.locate(path) && { start: 0, end: text.length } };
}

const escaped = /^\s*(?:[[{](?:\s|\\n)*)+\\"/;

/** What begins like a value and is none: then the string is meant as the words it says. */
const half: ReadonlySet<string> = new Set(['reader/cut-off', 'reader/bad-value', 'reader/prose']);

const isFull = (value: Value): boolean =>
  isRecord(value)
    ? Object.keys(value).length > 0
    : isList(value) && [...value].some((one) => isRecord(one) || isList(one));

const opened = {
  severity: 'info',
  code: 'reader/string-opened',
  message: 'The text is one quoted string: what was written in it was read.',
} as const;

const quoted =
  /^\s*(?:[\p{L}_][\p{L}\p{N}_.]{0,80}\s{0,20}=\s{0,20}|Out\[\d+\]:\s*)?(?:(?:JSON\.parse|json\.loads)\(|\(?)[uUbBrR]{0,2}(['"])/u;

/** Behind the quote a record or a list of records, whose first quote is of the other kind or escaped. */
function begunWithin(text: string): boolean {
  const [, inSingle, inDouble] = opening.exec(text) ?? [];
  return /[[{]/.test(inSingle ?? inDouble ?? '');
}

const opening = /^[^'"]{0,200}(?:'((?:\\n|[[{\s])*)"|"((?:\\n|[[{\s])*)(?:\\"|'))/;

/** A quote that is not escaped, and behind it no more than the end of a call. */
function endsQuoted(text: string): boolean {
  const statement = withoutEnd(text, /[\s;]/);
  const inside = statement.endsWith(')') ? statement.slice(0, -1).trimEnd() : statement;
  if (!/['"]$/.test(inside)) return false;
  const body = inside.slice(0, -1);
  return (body.length - withoutEnd(body, /\\/).length) % 2 === 0;
}

/** An escape of which the end is missing. */
const halfEscape = /(?<!\\)(?:\\\\)*\\(?:u[0-9a-fA-F]{0,3}|U[0-9a-fA-F]{0,7}|x[0-9a-fA-F]?)?$/;

const cutAt = (text: string): Note => ({
  severity: 'lost',
  code: 'reader/cut-off',
  message: 'The text ends inside its quotes: what was complete before was kept.',
  place: formatPosition(new Lines(text).positionOf(text.trimEnd().length)),
});

/** Bytes are read as UTF-8. */
function asText({ value, notes }: Document): string | undefined {
  if (notes.some(({ severity }) => severity === 'lost')) return undefined;
  const args = isRecord(value) ? value['args'] : undefined;
  const [only] = args !== undefined && isList(args) ? args : [];
  if (typeof only === 'string') return only;
  if (typeof value === 'string') return value;
  if (!(value instanceof Uint8Array)) return undefined;
  try {
    return decodeURIComponent(Array.from(value, (byte) => `%${byte.toString(16).padStart(2, '0')}`).join(''));
  } catch {
    // Not UTF-8: then it is no text either.
    return undefined;
  }
}

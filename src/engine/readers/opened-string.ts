import { withoutEnd } from '../../base/scan.ts';
import { ok, type Result } from '../../base/result.ts';
import type { Note, Problem } from '../model/problem.ts';
import { placeIn } from './lines.ts';
import { isList, isRecord } from '../model/value.ts';
import type { Value } from '../model/value.ts';
import type { Document } from './document.ts';
import { python } from './python/index.ts';

type Read = (text: string) => Result<Document, Problem>;

/**
 * A text that is one quoted string with a recording in it, from `json.dumps` twice or the `repr` of a JSON text; bytes
 * likewise. Undefined when the string is only words. The original text is kept, and the place of every value is the
 * string as a whole.
 */
export function openedString(text: string, readInner: Read): Result<Document, never> | undefined {
  const quote = quoted.exec(text.slice(0, 300))?.[1];
  if (quote === undefined) return undefined;
  const isCut = !endsQuoted(text.slice(-300));
  // A cut-off string is read up to the cut, if a value has begun in it.
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
  return ok({
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
  });
}

/** The inside of such a string, copied without its quotes: `{\\"role\\": \\"user\\"}`. */
export function escapedText(text: string, readInner: Read): Result<Document, never> | undefined {
  if (!escaped.test(text.slice(0, 300))) return undefined;
  const read = openedString(`"${text.trim()}"`, readInner);
  if (read === undefined || !read.ok) return undefined;
  const { locate, ...document } = read.value;
  return ok({ ...document, text, locate: (path) => locate(path) && { start: 0, end: text.length } });
}

const escaped = /^\s*(?:[[{](?:\s|\\n)*)+\\"/;

/** A text that begins like a value and is none: then the string is a plain text. */
const half: ReadonlySet<string> = new Set(['reader/cut-off', 'reader/bad-value', 'reader/prose']);

const isFull = (value: Value): boolean =>
  isRecord(value)
    ? Object.keys(value).length > 0
    : isList(value) && [...value].some((one) => isRecord(one) || isList(one));

const opened = {
  severity: 'info',
  code: 'reader/string-opened',
  message: 'The text is one quoted string: its content was read.',
} as const;

const quoted =
  /^\s*(?:[\p{L}_][\p{L}\p{N}_.]{0,80}\s{0,20}=\s{0,20}|Out\[\d+\]:\s*)?(?:(?:JSON\.parse|json\.loads)\(|\(?)[uUbBrR]{0,2}(['"])/u;

/** The quote is followed by a record or a list of records, whose first quote is of the other kind or escaped. */
function begunWithin(text: string): boolean {
  const [, inSingle, inDouble] = opening.exec(text) ?? [];
  return /[[{]/.test(inSingle ?? inDouble ?? '');
}

const opening = /^[^'"]{0,200}(?:'((?:\\n|[[{\s])*)"|"((?:\\n|[[{\s])*)(?:\\"|'))/;

/** An unescaped quote, followed at most by the end of a call. */
function endsQuoted(text: string): boolean {
  const statement = withoutEnd(text, /[\s;]/);
  const inside = statement.endsWith(')') ? statement.slice(0, -1).trimEnd() : statement;
  if (!/['"]$/.test(inside)) return false;
  const body = inside.slice(0, -1);
  return (body.length - withoutEnd(body, /\\/).length) % 2 === 0;
}

/** An escape with a missing end. */
const halfEscape = /(?<!\\)(?:\\\\)*\\(?:u[0-9a-fA-F]{0,3}|U[0-9a-fA-F]{0,7}|x[0-9a-fA-F]?)?$/;

const cutAt = (text: string): Note => ({
  severity: 'lost',
  code: 'reader/cut-off',
  message: 'The text ends inside its quotes: the complete parts before it were kept.',
  place: placeIn(text, text.trimEnd().length),
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
    // Not UTF-8, so it is no text.
    return undefined;
  }
}

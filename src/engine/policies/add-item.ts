import { stringify } from 'yaml';
import type { Path } from '../model/path.ts';
import { isList, isRecord, valueAt, type RecordValue, type Value } from '../model/value.ts';
import type { YamlDocument } from '../readers/yaml/index.ts';

/**
 * The text with an item at the end of the list at a path; missing parts of the path are created, and all else stays as it
 * is written. The text may have forms that this code does not handle: null when no result is as meant.
 */
export function withItem(
  document: YamlDocument,
  path: Path,
  item: RecordValue,
  isMeant: (text: string) => boolean,
): string | null {
  // The library writes a text of white space alone as a block that does not read as the same text.
  const written = [
    insertedInLines(document, path, item, { blockQuote: true }),
    insertedInLines(document, path, item, { blockQuote: false }),
    insertedInFlow(document, path, item),
  ];
  return written.find((text) => text !== null && isMeant(text)) ?? null;
}

type Texts = { readonly blockQuote: boolean };

/** On lines of its own. Null when the place is in brackets. */
function insertedInLines(document: YamlDocument, path: Path, item: RecordValue, texts: Texts): string | null {
  const { text } = document;
  const depth = deepest(document.value, path);
  const holder = path.slice(0, depth);
  const range = document.locate(holder);
  const first = firstKey(document.value, holder);
  if (first === null) return depth === 0 ? appended(text, text.length, linesOf(path, item, 0, texts)) : null;
  const start = depth === path.length ? range : document.locateKey([...holder, first]);
  if (range === null || start === null || '{['.includes(text.charAt(range.start))) return null;
  const indent = columnOf(text, depth === path.length ? range.start : start.start);
  if (depth === path.length) return appended(text, range.end, linesOf([], item, indent, texts));

  const key = document.locateKey(path.slice(0, depth + 1));
  if (key === null) return appended(text, range.end, linesOf(path.slice(depth), item, indent, texts));
  // The key is there without a value, or with `"*"`, which conditions replace.
  const colon = text.indexOf(':', key.end);
  const old = document.locate(path.slice(0, depth + 1));
  const end = old === null || old.end <= colon ? colon + 1 : old.end;
  const lines = linesOf(path.slice(depth), item, indent, texts).slice(1);
  return appended(text.slice(0, colon + 1) + text.slice(end), colon + 1, lines);
}

/** Number of steps of a path that lead into a value with entries. */
function deepest(value: Value, path: Path): number {
  for (let depth = path.length; depth > 0; depth--) {
    if (firstKey(value, path.slice(0, depth)) !== null) return depth;
  }
  return 0;
}

function firstKey(value: Value, path: Path): string | number | null {
  const at = valueAt(value, path) ?? null;
  if (isList(at)) return at.length > 0 ? 0 : null;
  return isRecord(at) ? (Object.keys(at)[0] ?? null) : null;
}

const columnOf = (text: string, offset: number): number => offset - (text.lastIndexOf('\n', offset - 1) + 1);

/** The lines of a list of one item under some keys, as the library writes them. */
function linesOf(keys: Path, item: RecordValue, indent: number, texts: Texts): readonly string[] {
  const value = keys.reduceRight<object>((below, key) => ({ [key]: below }), [item]);
  const lines = stringify(value, { lineWidth: 0, ...texts })
    .replace(/\n$/, '')
    .split('\n');
  return lines.map((line) => (line === '' ? '' : ' '.repeat(indent) + line));
}

/** The offset after the line that contains the last token before `end`. */
function appended(text: string, end: number, lines: readonly string[]): string {
  const word = text.slice(0, end).trimEnd().length;
  const lineEnd = text.indexOf('\n', word);
  const head = (lineEnd < 0 ? text : text.slice(0, lineEnd)).replace(/\r$/, '');
  const tail = lineEnd < 0 ? '\n' : text.slice(lineEnd);
  return `${head === '' ? '' : `${head}\n`}${lines.join('\n')}${tail}`;
}

/** In brackets, as in JSON. Null when neither the list nor a map around it is written so. */
function insertedInFlow(document: YamlDocument, path: Path, item: RecordValue): string | null {
  const { text, value } = document;
  const depth = reached(document, path);
  const holder = path.slice(0, depth);
  const range = document.locate(holder);
  if (range === null || !'{['.includes(text.charAt(range.start))) return null;
  const held = valueAt(value, holder) ?? null;
  const isJson = text.trimStart().startsWith('{');
  const [key, ...below] = path.slice(depth);
  const keys = isRecord(held) ? Object.keys(held) : [];
  if (key === undefined ? !isList(held) : !isRecord(held)) return null;
  if (key !== undefined && keys.includes(String(key))) {
    // The key is there without a value, or with `"*"`, which conditions replace.
    const old = document.locate([...holder, key]);
    if (old === null || old.start === old.end) return null;
    return text.slice(0, old.start) + nested(below, item, isJson) + text.slice(old.end);
  }
  const entry = key === undefined ? written(item, isJson) : `${keyOf(key, isJson)}: ${nested(below, item, isJson)}`;
  const last = isList(held) ? (held.length === 0 ? undefined : held.length - 1) : keys.at(-1);
  if (last === undefined) return text.slice(0, range.start + 1) + entry + text.slice(range.start + 1);
  const end = document.locate([...holder, last])?.end;
  if (end === undefined) return null;
  const start =
    (isList(held) ? document.locate([...holder, last]) : document.locateKey([...holder, last]))?.start ?? end;
  return `${text.slice(0, end)},${gapBefore(text, start)}${entry}${text.slice(end)}`;
}

/** Number of steps of a path that lead into existing maps and lists, even empty ones. */
function reached({ value }: YamlDocument, path: Path): number {
  for (let depth = path.length; depth > 0; depth--) {
    const at = valueAt(value, path.slice(0, depth)) ?? null;
    if (isList(at) || isRecord(at)) return depth;
  }
  return 0;
}

/** The text before a new entry: entries on lines of their own continue so. */
function gapBefore(text: string, start: number): string {
  const line = text.lastIndexOf('\n', start - 1);
  const indent = text.slice(line + 1, start);
  return line >= 0 && /^[ \t]*$/.test(indent) ? `\n${indent}` : ' ';
}

function nested(keys: Path, item: RecordValue, isJson: boolean): string {
  const inner = `[${written(item, isJson)}]`;
  return keys.toReversed().reduce<string>((below, key) => `{${keyOf(key, isJson)}: ${below}}`, inner);
}

const written = (item: RecordValue, isJson: boolean): string =>
  `{${Object.entries(item)
    .map(([key, value]) => `${keyOf(key, isJson)}: ${JSON.stringify(value)}`)
    .join(', ')}}`;

/** In YAML a simple name needs no quotes. */
const keyOf = (key: string | number, isJson: boolean): string =>
  !isJson && /^[A-Za-z_][\w-]*$/.test(String(key)) ? String(key) : JSON.stringify(String(key));

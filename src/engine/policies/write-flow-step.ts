import type { Path } from '../model/path.ts';
import { isList, isRecord, valueAt, type RecordValue } from '../model/value.ts';
import type { YamlDocument } from '../readers/yaml/index.ts';

/**
 * The text with an item at the end of the list at a path, when the list or a map around it is written in brackets, as
 * in JSON. Null when nothing there is in brackets.
 */
export function insertedInFlow(document: YamlDocument, path: Path, item: RecordValue): string | null {
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

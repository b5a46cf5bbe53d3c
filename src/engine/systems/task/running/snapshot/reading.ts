import { formatInstant } from '../../../../model/instant.ts';
import type { Path } from '../../../../model/path.ts';
import { formatPath } from '../../../../model/path.ts';
import type { Note } from '../../../../model/problem.ts';
import { countOf } from '../../../../model/tokens.ts';
import {
  isList,
  isMap,
  Timestamp,
  typeName,
  valueAt,
  type ListValue,
  type MapValue,
  type Value,
} from '../../../../model/value.ts';

/** Reads a pasted snapshot: each value is returned if it has the right shape; otherwise it is undefined and noted. */
export interface Reading {
  readonly context: MapValue;
  readonly notes: readonly Note[];
  note(severity: Note['severity'], code: string, message: string, path?: Path): void;
  text(path: Path): string | undefined;
  count(path: Path): number | undefined;
  list(path: Path): ListValue | undefined;
  map(path: Path): MapValue | undefined;
}

/** The maximum number of notes, so that a list with 100 000 faulty entries is not reported entry by entry. */
const maxNotes = 200;

/** `root` is the path of `context` in the document, for the places of notes. */
export function createReading(context: MapValue, root: Path): Reading {
  const notes: Note[] = [];
  const note: Reading['note'] = (severity, code, message, path) => {
    if (notes.length >= maxNotes) return;
    const place = path === undefined ? {} : { place: formatPath([...root, ...path]) };
    notes.push({ severity, code: `snapshot/${code}`, message, ...place });
  };
  const read = <T>(path: Path, wanted: string, convert: (value: Value) => T | undefined): T | undefined => {
    const value = valueAt(context, path);
    if (value === undefined) return undefined;
    const converted = convert(value);
    if (converted === undefined) {
      note(
        'assumed',
        'wrong-type',
        `${formatPath(path)} is ${typeName(value)} where ${wanted} belongs; it is kept as pasted.`,
        path,
      );
    }
    return converted;
  };
  return {
    context,
    notes,
    note,
    text: (path) => read(path, 'text', textOf),
    count: (path) => read(path, 'a whole number', countOf),
    list: (path) => read(path, 'a list', (value) => (isList(value) ? value : undefined)),
    map: (path) => read(path, 'an object', (value) => (isMap(value) ? value : undefined)),
  };
}

/** Python programs print `datetime(…)` where the specification has ISO text. */
export function textOf(value: Value): string | undefined {
  if (typeof value === 'string') return value;
  return value instanceof Timestamp
    ? formatInstant(Number(value.seconds) * 1000 + Math.trunc(value.nanos / 1_000_000))
    : undefined;
}

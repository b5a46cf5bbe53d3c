import { err, ok, type Result } from '../../base/result.ts';
import { CelError } from '../cel/index.ts';
import { decodeJson } from '../cel/functions/json.ts';
import type { Path } from '../model/path.ts';
import type { TextRange } from '../model/problem.ts';
import type { Value } from '../model/value.ts';
import { tokenAt } from '../readers/fault.ts';
import { json } from '../readers/json/index.ts';
import { placeIn } from '../readers/lines.ts';

/** A JSON text that a person wrote in a form or a file, and the places of its values. */
export interface WrittenJson {
  readonly value: Value;
  /** `line 2, column 5` of the value at a path, or of the nearest one around it. */
  placeOf(path: Path): string;
  rangeOf(path: Path): TextRange;
}

/** What is wrong, and where; a sentence, for a problem. */
export interface WrongJson {
  readonly sentence: string;
  readonly range?: TextRange;
}

/** Reads strictly: a text that is used at each letter must not change its meaning by a repair. */
export function readWrittenJson(source: string): Result<WrittenJson, WrongJson> {
  const value = decodeJson(source);
  const read = json.read(source);
  if (!(value instanceof CelError) && read.ok) {
    const rangeOf = (path: Path): TextRange =>
      read.value.locate(path) ?? (path.length === 0 ? { start: 0, end: source.length } : rangeOf(path.slice(0, -1)));
    return ok({ value, rangeOf, placeOf: (path) => placeIn(source, rangeOf(path).start) });
  }
  const advice = 'Keys and texts are in double quotes, and a comma is only between two entries.';
  if (read.ok) {
    const [{ place } = {}] = read.value.notes;
    return err({ sentence: `it is not JSON${place === undefined ? '' : ` at ${place}`}. ${advice}` });
  }
  const { start = 0 } = read.problem.range ?? {};
  const range = tokenAt(source, start);
  const seen = start >= source.length ? 'the text ends' : `\`${source.slice(range.start, range.end)}\` is not expected`;
  return err({ sentence: `it is not JSON: at ${placeIn(source, start)}, ${seen}. ${advice}`, range });
}

/** Results by text, for a text that comes with each question. */
export function keptByText<T>(read: (text: string) => T): (text: string) => T {
  const known = new Map<string, T>();
  return (text) => {
    const before = known.get(text);
    if (before !== undefined) return before;
    const result = read(text);
    if (known.size >= maxTexts) known.clear();
    known.set(text, result);
    return result;
  };
}

/** Texts that a person tries, one after the other. */
const maxTexts = 20;

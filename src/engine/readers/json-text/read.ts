import type { Path } from '../../model/path.ts';
import type { TextRange } from '../../model/problem.ts';
import type { Value } from '../../model/value.ts';
import { tooDeep, type Fault } from '../fault.ts';
import { noteOversized } from '../numbers.ts';
import type { Notebook } from '../notebook.ts';
import { Edited, type Edit } from './edited.ts';
import { locateInJson } from './locate.ts';
import { mend, type WhenCutOff } from './mend.ts';
import { countMembers, findOverwritten, type Origin } from './overwritten.ts';
import { settle, type Exceptions } from './settle.ts';

/** One JSON value read from a text, or from a stretch of it. */
export interface JsonText {
  readonly value: Value;
  locate(path: Path): TextRange | null;
}

export type JsonRead =
  | { readonly kind: 'read'; readonly read: JsonText }
  | { readonly kind: 'fault'; readonly fault: Fault };

/** `text` is a stretch of the document that begins at `base`; notes and ranges speak of the whole document. */
export function readJsonText(text: string, notebook: Notebook, base: number): JsonRead | undefined {
  const parsed = parse(text);
  if (parsed === undefined) return undefined;
  return settled(text, parsed.value, new Map(), notebook, (range) => shifted(range, base));
}

/**
 * The same for a stretch that `JSON.parse` refuses: one value from `start` on, mended where JSON's habits allow.
 * `rest` looks at what follows it, and says what is wrong with that.
 */
export function readMendedJson(
  text: string,
  start: number,
  end: number,
  notebook: Notebook,
  base: number,
  whenCutOff: WhenCutOff,
  rest: (valueEnd: number) => Fault | undefined,
): JsonRead {
  const failed = (fault: Fault): JsonRead => ({ kind: 'fault', fault: { ...fault, at: shifted(fault.at, base) } });
  const mended = mend(text, start, end, notebook, base, whenCutOff);
  if (!('edits' in mended)) return failed(mended);
  const fault = rest(mended.end);
  if (fault !== undefined) return failed(fault);
  const outside: Edit[] = [{ start: 0, end: start, put: '' }];
  const after: Edit[] = mended.end < text.length ? [{ start: mended.end, end: text.length, put: '' }] : [];
  const edited = new Edited(text, [...outside, ...mended.edits, ...after]);
  const parsed = parse(edited.text);
  if (parsed === undefined) return failed(unreadable(start, end));
  const stands = edited.moved(mended.stands);
  return settled(edited.text, parsed.value, stands, notebook, (range) => shifted(edited.toOriginal(range), base));
}

function settled(
  text: string,
  parsed: unknown,
  stands: Exceptions['stands'],
  notebook: Notebook,
  toOriginal: (range: TextRange) => TextRange,
): JsonRead {
  const origin: Origin = (offset) => toOriginal({ start: offset, end: offset + 1 }).start;
  // Counted before `settle` puts objects of ours into the value.
  const members = countMembers(parsed);
  let scan = settle(text, parsed, { stands, overwritten: undefined });
  if (scan.tooDeepAt !== undefined) return { kind: 'fault', fault: tooDeep(origin(scan.tooDeepAt)) };
  const hasTwins = scan.members !== members;
  if (hasTwins) {
    // Numbers of overwritten members may have been put where they do not belong: start again, knowing which those are.
    const overwritten = findOverwritten(text, notebook, origin);
    scan = settle(text, parse(text)?.value, { stands, overwritten });
  }
  for (const { offset, kind } of scan.oversized) noteOversized(kind, origin(offset), notebook);
  const locate = (path: Path) => {
    const range = locateInJson(text, path, hasTwins);
    return range === null ? null : toOriginal(range);
  };
  return { kind: 'read', read: { value: scan.value, locate } };
}

function parse(text: string): { readonly value: unknown } | undefined {
  try {
    const value: unknown = JSON.parse(text);
    return { value };
  } catch {
    // Not JSON as the standard has it: what is wrong, and where, is found by `mend`.
    return undefined;
  }
}

const shifted = (range: TextRange, by: number): TextRange => ({ start: range.start + by, end: range.end + by });

const unreadable = (start: number, end: number): Fault => ({
  code: 'reader/json',
  at: { start, end },
  expected: 'JSON',
  advice: 'Mend the text there and open it again.',
});

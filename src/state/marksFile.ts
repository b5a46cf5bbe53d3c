import { err, ok, type Result } from '../base/result.ts';
import type { Problem } from '../engine/model/problem.ts';
import type { MarkedSession } from './backtest.ts';

const format = 'contextscope/marks';

/** What goes out beside each mark, for programs that read it: it is not read back in. */
export interface MarksReport {
  readonly rules: readonly object[];
  /** What each rule came to in a session; empty where it is not at hand. */
  readonly judged: (marked: MarkedSession) => readonly object[];
}

/** Marks as they are saved and shared. `content` names a session by what is written of it. */
export function writeMarks(marks: Iterable<MarkedSession>, report?: MarksReport): string {
  const sessions = [...marks].map((marked) => {
    const { name: recording, entry, title, content, mark } = marked;
    const should = mark === 'acts' ? 'fire' : 'not-fire';
    const named = { recording, entry, title, ...(content !== null && { content }), should };
    return report === undefined ? named : { ...named, rules: report.judged(marked) };
  });
  return `${JSON.stringify({ format, version: 1, ...(report && { rules: report.rules }), sessions }, null, 2)}\n`;
}

/** All of the marks, or the sentence that names the first that is none. */
export function readMarks(text: string): Result<readonly MarkedSession[], Problem> {
  const file = parsed(text);
  if (!isRecord(file) || file['format'] !== format) return err(malformed('it does not say that it holds marks'));
  if (file['version'] !== 1) return err(malformed('it is of a newer version than 1'));
  const { sessions } = file;
  if (!Array.isArray(sessions)) return err(malformed('it has no list `sessions`'));
  const marks = sessions.map(markedSession);
  const at = marks.indexOf(null);
  return at < 0 ? ok(marks.filter((one) => one !== null)) : err(malformed(faultAt(at)));
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    // A text that is no JSON is no file of marks either, and the sentence says so.
    return null;
  }
}

function markedSession(one: unknown): MarkedSession | null {
  if (!isRecord(one)) return null;
  const { recording, entry = 0, title = '', content = null, should } = one;
  const isPlace = typeof recording === 'string' && Number.isSafeInteger(entry) && typeof entry === 'number';
  if (!isPlace || typeof title !== 'string' || (content !== null && typeof content !== 'string')) return null;
  if (should !== 'fire' && should !== 'not-fire') return null;
  return { name: recording, entry, title, content, mark: should === 'fire' ? 'acts' : 'silent' };
}

const isRecord = (value: unknown): value is { readonly [key: string]: unknown } =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

const faultAt = (at: number) =>
  `\`sessions[${at}]\` needs a \`recording\`, a whole number as its \`entry\`, and \`should\` as \`"fire"\` or \`"not-fire"\``;

const malformed = (fault: string): Problem => ({
  code: 'marks/malformed',
  message: `These are no marks of Contextscope: ${fault}. Export them again, or mend that place.`,
});

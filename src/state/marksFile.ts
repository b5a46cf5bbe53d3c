import { err, ok, type Result } from '../base/result.ts';
import type { Problem } from '../engine/model/problem.ts';
import type { MarkedSession } from './backtest.ts';

const format = 'contextscope/marks';

/** Results to export with the marks, for other programs. They are not read back. */
export interface MarksReport {
  readonly rules: readonly object[];
  /** Each rule's result in a session; empty if the session is not loaded. */
  readonly judged: (marked: MarkedSession) => readonly object[];
}

/** The text of a marks file. `content` identifies a session by its content. */
export function writeMarks(marks: Iterable<MarkedSession>, report?: MarksReport): string {
  const sessions = [...marks].map((marked) => {
    const { name: recording, entry, title, content, mark } = marked;
    const should = mark === 'acts' ? 'fire' : 'not-fire';
    const named = { recording, entry, title, ...(content !== null && { content }), should };
    return report === undefined ? named : { ...named, rules: report.judged(marked) };
  });
  return `${JSON.stringify({ format, version: 1, ...(report && { rules: report.rules }), sessions }, null, 2)}\n`;
}

/** All marks, or a problem that names the first invalid one. */
export function readMarks(text: string): Result<readonly MarkedSession[], Problem> {
  const file = parsed(text);
  if (!isRecord(file) || file['format'] !== format) return err(malformed('it has no `format` of "contextscope/marks"'));
  if (file['version'] !== 1) return err(malformed('its version is newer than 1'));
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
    // Not JSON: `readMarks` reports it as a missing format.
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
  message: `This is not a marks file of Contextscope: ${fault}. Export the marks again, or correct that place.`,
});

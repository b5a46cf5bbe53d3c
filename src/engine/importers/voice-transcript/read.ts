import * as v from 'valibot';
import { ok } from '../../../base/result.ts';
import { elementsOf } from '../../importing/values/elements.ts';
import type { Value } from '../../model/value.ts';
import { isFlagged, isInterim } from '../../importing/transcript/speech-fragments.ts';
import type { Path } from '../../model/path.ts';
import { createCallLog, when } from '../../importing/voice/call-log.ts';
import type { ReadSession, Read } from '../../importing/importer.ts';
import { readInstant } from '../../importing/values/instants.ts';
import { counted, createImportReport, type ImportReport } from '../../importing/import-report.ts';
import { shortTitle } from '../../importing/transcript/title.ts';
import { Heard } from './format.ts';

export const read: Read = ({ value }) => {
  const lines = elementsOf(value);
  const first = lines.map(saidIn).find((text) => text !== undefined);
  const title = first === undefined ? 'a call' : shortTitle(first);
  return ok({ sessions: [{ title, system: 'voice', open: () => ok(toSession(lines, title)) }] });
};

interface Utterance {
  readonly role: 'user' | 'assistant';
  readonly fragments: string[];
  /** What was heard last and is not final: the next line of the same side replaces it. */
  guess: string | undefined;
  readonly at: string | undefined;
  readonly place: Path;
  /** Where its further fragments stand. */
  readonly alsoAt: Path[];
}

/** What one side says until the other begins is one turn. */
function toSession(lines: readonly Value[], title: string): ReadSession {
  const report = createImportReport();
  const utterances: Utterance[] = [];
  lines.forEach((line, index) => {
    const parsed = v.safeParse(Heard, line);
    if (!parsed.success) {
      report.note('lost', 'import/line', [index], (n) => `${counted(n, 'line')} of the transcript could not be read.`);
      return;
    }
    const { role, content: written, timestamp } = parsed.output;
    // Fragments begin with the blank that parts them, guesses and what they end in are words of their own.
    const content = isFlagged(line) ? ` ${written.trim()}` : written;
    const at = readInstant(timestamp, [index, 'timestamp'], report);
    const last = utterances.at(-1);
    const isGuess = isInterim(line);
    if (last?.role === role && (role === 'user' || last.guess !== undefined)) {
      if (last.guess !== undefined) noteReplaced([index], report);
      if (isGuess) last.guess = content;
      else {
        last.guess = undefined;
        last.fragments.push(content);
      }
      last.alsoAt.push([index]);
    } else {
      const said = isGuess ? { fragments: [], guess: content } : { fragments: [content], guess: undefined };
      utterances.push({ role, ...said, at, place: [index], alsoAt: [] });
    }
  });
  const log = createCallLog(report);
  for (const { role, fragments, guess, at, place, alsoAt } of utterances) {
    if (guess !== undefined) noteGuess(place, report);
    if (fragments.length > 1) {
      report.note(
        'info',
        'import/fragments',
        place,
        (n) => `${counted(n, 'utterance')} of the caller came in several fragments; each is one turn.`,
      );
    }
    const text = [...fragments, guess ?? ''].join('').trim();
    log.add({ type: role === 'user' ? 'user-spoke' : 'agent-spoke', ...when(at), text }, place, alsoAt);
  }
  return log.session({ title, importer: 'voice-transcript' });
}

const noteReplaced = (place: Path, report: ImportReport): void =>
  report.note(
    'info',
    'voice-transcript/interim',
    place,
    (n) => `${counted(n, 'guess', 'guesses')} of the recogniser that a later line replaced: no turns.`,
  );

const noteGuess = (place: Path, report: ImportReport): void =>
  report.note(
    'assumed',
    'voice-transcript/not-final',
    place,
    (n) => `${counted(n, 'utterance')} that never became final: shown as far as heard.`,
  );

function saidIn(line: Value): string | undefined {
  const parsed = v.safeParse(Heard, line);
  return parsed.success && parsed.output.role === 'user' && !isInterim(line) ? parsed.output.content : undefined;
}

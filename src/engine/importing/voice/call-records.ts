import type { Path } from '../../model/path.ts';
import type { Value } from '../../model/value.ts';
import { formatCallPath, parsePath } from '../../systems/voice/path.ts';
import { assumed, lost, type ImportReport } from '../import-report.ts';
import { when, type CallLog } from './call-log.ts';
import type { ReadByCode } from './voice-format.ts';

/**
 * Adds the variables that the call filled, which only the report at its end lists, as values under `workflow` after the
 * last turn. `place`: the record that lists them.
 */
export function addFilledVariables(
  variables: readonly (readonly [string, Value])[],
  place: Path,
  importer: 'retell' | 'vapi',
  log: CallLog,
  report: ImportReport,
): void {
  const unreadable = lost(`${importer}/variable`, '{# variable} whose name is not valid in a path is left out.');
  const filled = assumed(
    `${importer}/variable-time`,
    '{# variable} that the call itself set: shown under “workflow” after the last turn, because the time is not recorded.',
  );
  for (const [key, value] of variables) {
    const path = formatCallPath({ namespace: 'workflow', steps: [key], appends: false });
    if (!parsePath(path).ok) {
      unreadable(place, report);
      continue;
    }
    filled(place, report);
    log.add({ type: 'value-set', path, value }, [...place, key]);
  }
}

/**
 * Reads a transcript that is one text: `AI: How can I help? User: …`. `speaker` matches the beginning of an utterance,
 * with the name in its first group; `by` maps the name to a speaker. `other` receives the utterances of other speakers.
 */
export function readTranscriptText(
  text: string,
  { speaker, by }: { readonly speaker: RegExp; readonly by: { readonly [name: string]: 'user' | 'agent' } },
  place: Path,
  log: CallLog,
  other?: () => void,
): void {
  const marks = [...text.matchAll(speaker)];
  for (const [index, mark] of marks.entries()) {
    const words = text.slice(mark.index + mark[0].length, marks[index + 1]?.index).trim();
    const who = by[mark[1] ?? ''];
    if (who === undefined) other?.();
    else if (words !== '') log.said({ by: who, text: words, place });
  }
}

/** Notes a switch where an entry names another agent than the one before. `agent`: the one that takes the call. */
export function agentSwitches(nameIn: (entry: Value) => string | undefined, agent?: string): ReadByCode {
  let current = agent;
  return ({ value, at, place }, { log }) => {
    const next = nameIn(value);
    if (next === undefined || next === current) return;
    current = next;
    log.add({ type: 'agent-switched', ...when(at), agent: next }, place);
  };
}

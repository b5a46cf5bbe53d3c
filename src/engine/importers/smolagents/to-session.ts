import { unreachable } from '../../../base/unreachable.ts';
import { toJson } from '../../model/json.ts';
import { isRecord } from '../../model/value.ts';
import type { ReadSession } from '../../importing/importer.ts';
import { readInstant } from '../../importing/values/instants.ts';
import { createImportReport } from '../../importing/import-report.ts';
import type { ImportReport } from '../../importing/import-report.ts';
import { createCallMatcher } from '../../importing/transcript/call-matcher.ts';
import type { CallMatcher } from '../../importing/transcript/call-matcher.ts';
import { shortTitle } from '../../importing/transcript/title.ts';
import { toTaskSession } from '../../importing/transcript/to-task-session.ts';
import { createAnswering } from './answering.ts';
import type { Answering } from './answering.ts';
import { readMessages } from './messages.ts';
import type { Run } from './shapes.ts';
import { readSteps } from './steps.ts';
import { taskIn } from './task-text.ts';
import { tokensOf } from './tokens.ts';

export function titleOf({ question, entries }: Run): string {
  const task =
    question ??
    entries
      .slice(0, 20)
      .map(taskIn)
      .find((text) => text !== undefined);
  return task === undefined ? 'run of smolagents' : shortTitle(task);
}

export function toSession(run: Run): ReadSession {
  const report = createImportReport();
  const matcher = createCallMatcher(report);
  const answering = createAnswering(matcher, report);
  switch (run.kind) {
    case 'messages':
      readMessages(run, matcher, answering, report);
      break;
    case 'steps':
      readSteps(run, matcher, answering, report);
      break;
    case 'plain':
      readPlain(run, answering, matcher);
      break;
    default:
      unreachable(run.kind);
  }
  answering.ended(run);
  const { usage, usagePlace } = run;
  const tokens = tokensOf(usage);
  if (tokens !== undefined) matcher.addTotals(tokens, usagePlace);
  noteTimes(run, report);
  return toTaskSession(
    {
      title: titleOf(run),
      importer: 'smolagents',
      model: run.model,
      startedAt: readInstant(run.startedAt, [...run.place.slice(0, -1), 'start_time'], report),
      declared: [],
      recording: run.about,
      entries: matcher.entries(),
    },
    report,
  );
}

/** The model was called without an agent; its message is the answer of the line. */
function readPlain({ question = '', output, outputPlace }: Run, answering: Answering, matcher: CallMatcher): void {
  const place = [...outputPlace.slice(0, -1), 'question'];
  matcher.addInput({ message: [{ mimeType: 'text/plain', text: question }], at: undefined, place });
  const message = [{ mimeType: 'text/plain', text: typeof output === 'string' ? output : toJson(output ?? null) }];
  answering.generated({ message, calls: [], unread: 0, tokens: undefined, at: undefined, place: outputPlace });
}

function noteTimes({ kind, entries }: Run, report: ImportReport): void {
  const isTimed = kind === 'steps' && entries.some((entry) => isRecord(entry) && isRecord(entry['timing'] ?? null));
  if (!isTimed) report.note('info', 'import/no-times', null, () => 'The messages of a run carry no times.');
}

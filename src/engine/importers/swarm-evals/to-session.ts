import * as v from 'valibot';
import type { RecordValue, Value } from '../../model/value.ts';
import type { Path } from '../../model/path.ts';
import { readContent, textOf } from '../../importing/content/content.ts';
import type { ReadSession } from '../../importing/importer.ts';
import { readInstant } from '../../importing/values/instants.ts';
import { messageIn } from '../../importing/transcript/message-list.ts';
import { createImportReport } from '../../importing/import-report.ts';
import type { ImportReport } from '../../importing/import-report.ts';
import { createCallMatcher } from '../../importing/transcript/call-matcher.ts';
import type { CallMatcher } from '../../importing/transcript/call-matcher.ts';
import { shortTitle } from '../../importing/transcript/title.ts';
import { toTaskSession } from '../../importing/transcript/to-task-session.ts';
import { Message, nothing } from './format.ts';
import type { Try } from './shapes.ts';
import { noteSystem } from '../../importing/notes.ts';

export function titleOf({ case: { messages, actual_function: tries }, number }: Try): string {
  const userText = messages.map(userTextIn).find((text) => text !== undefined);
  return `${userText === undefined ? 'case' : shortTitle(userText)} (try ${number + 1} of ${tries.length})`;
}

function userTextIn(value: Value): string | undefined {
  const message = v.safeParse(Message, value);
  if (!message.success || message.output.role !== 'user') return undefined;
  const text = textOf(readContent(message.output.content, [], createImportReport()));
  return text.trim() === '' ? undefined : text;
}

export function toSession(tried: Try): ReadSession {
  const report = createImportReport();
  const matcher = createCallMatcher(report);
  const { run, case: evaluated, place, runPlace } = tried;
  evaluated.messages.forEach((value, index) => tellMessage(value, [...place, 'messages', index], matcher, report));
  emitAnswer(tried, matcher);
  noteTry(tried, report);
  return toTaskSession(
    {
      title: titleOf(tried),
      importer: 'swarm-evals',
      startedAt: readInstant(run.timestamp, [...runPlace, 'timestamp'], report),
      declared: declaredIn(tried),
      recording: recordingOf(tried),
      entries: matcher.entries(),
    },
    report,
  );
}

function tellMessage(value: Value, place: Path, matcher: CallMatcher, report: ImportReport): void {
  const message = messageIn(Message, value, place, 'messages', report);
  if (message === undefined) return;
  const parts = readContent(message.content, [...place, 'content'], report);
  switch (message.role) {
    case 'system':
      return noteSystem(place, report);
    case 'user':
      return matcher.addInput({ message: parts, at: undefined, place });
    default:
      matcher.addModelTurn({ message: parts, otherwise: '[no text]', tokens: undefined, at: undefined, place }, []);
  }
}

function emitAnswer(
  { case: { actual_function: functions, actual_message: messages }, place, number }: Try,
  matcher: CallMatcher,
): void {
  const name = functions[number] ?? nothing;
  const text = messages?.[number];
  const parts = typeof text === 'string' && text !== nothing ? [{ mimeType: 'text/plain', text }] : [];
  const called = [...place, 'actual_function', number];
  const calls = name === nothing ? [] : [{ id: undefined, name, input: undefined, place: called }];
  const where = calls.length > 0 || text === undefined ? called : [...place, 'actual_message', number];
  matcher.addModelTurn(
    { message: parts, otherwise: '[no text]', tokens: undefined, at: undefined, place: where },
    calls,
  );
}

/** The expected function was certainly offered to the model. */
const declaredIn = ({ case: { expected_function: expected, actual_function: actual } }: Try): readonly string[] =>
  [expected, ...actual].filter((name) => name !== nothing);

function recordingOf({ run, case: { expected_function, case_accuracy }, number }: Try): RecordValue {
  return {
    ...(run.id !== undefined && { id: run.id }),
    try: number + 1,
    expected_function,
    ...(case_accuracy !== undefined && { case_accuracy }),
  };
}

function noteTry(
  { case: { expected_function: expected, actual_function: actual }, place, number }: Try,
  report: ImportReport,
): void {
  const made = actual[number] ?? nothing;
  const wish = expected === nothing ? 'no function was to be called' : `“${expected}” was to be called`;
  report.note('info', 'swarm-evals/expected', [...place, 'expected_function'], () =>
    made === expected ? `As expected: ${wish}.` : `Not as expected: ${wish}.`,
  );
  if (made !== nothing) {
    report.note(
      'lost',
      'swarm-evals/arguments',
      [...place, 'actual_function', number],
      () => 'Of the call only its function is on record, not its arguments.',
    );
  }
  report.note('info', 'import/no-times', null, () => 'The evaluation records no times and no tokens.');
}

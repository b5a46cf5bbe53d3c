import { below, type Path } from '../../model/path.ts';
import type { Value } from '../../model/value.ts';
import type { ReadSession } from '../../importing/importer.ts';
import { counted, createImportReport } from '../../importing/import-report.ts';
import type { ImportReport } from '../../importing/import-report.ts';
import { createCallMatcher } from '../../importing/transcript/call-matcher.ts';
import type { CallMatcher } from '../../importing/transcript/call-matcher.ts';
import { noteUnlogged } from '../../importing/transcript/unlogged-exchange.ts';
import { toTaskSession } from '../../importing/transcript/to-task-session.ts';
import { readMessage } from './messages.ts';
import { isOfModel, knownFrom } from './growing-requests.ts';
import { timeOfLine } from './time-of-line.ts';
import type { Conversation } from './shapes.ts';
import { declaredIn, readResponse, titleOf, noteNoAnswer } from './to-session.ts';

/**
 * One session from exchanges of which each repeats the previous one. Takes the new messages of each request, then the response,
 * because only the response contains tokens and time.
 */
export function sessionOfLog(exchanges: readonly Conversation[]): ReadSession {
  const report = createImportReport();
  const matcher = createCallMatcher(report);
  for (const [index, exchange] of exchanges.entries()) {
    const { request, response } = exchange;
    if (request?.body.messages !== undefined) {
      const { messages } = request.body;
      const before = exchanges[index - 1];
      const known = knownFrom(before, exchange) ?? 0;
      if (messages.length === known) noteRetry(request.place, report);
      if (known < (before?.request?.body.messages?.length ?? 0)) noteTakenBack(request.place, report);
      readNews(messages, known, request.place, matcher, report, timeOfLine(request, report));
    }
    if (response !== undefined) {
      readResponse(response, matcher, report, timeOfLine(response, report));
    }
  }
  noteOthers(exchanges, report);
  const first = exchanges.find(({ request }) => request !== undefined);
  const steps = matcher.entries();
  noteNoAnswer(steps, first?.request?.place ?? [], report);
  const model = exchanges.find(({ response }) => response !== undefined)?.response?.body.model;
  return toTaskSession(
    {
      title: titleOfLog(exchanges),
      importer: 'openai-chat',
      model: model ?? first?.request?.body.model,
      declared: declaredIn(first?.request?.body),
      recording: Object.assign({}, ...exchanges.map(({ about }) => about ?? {})),
      entries: steps,
    },
    report,
  );
}

function noteOthers(halves: readonly Conversation[], report: ImportReport): void {
  const others = new Set(halves.flatMap((half) => half.others));
  if (others.size === 0) return;
  const names = [...others].join(', ');
  const place = halves.find((half) => half.others.length > 0)?.place ?? null;
  report.note('info', 'openai-chat/other-keys', place, () => `Not part of the format and left out: ${names}.`);
}

/** The user's first words; where there are none, at least the model. */
export function titleOfLog(exchanges: readonly Conversation[]): string {
  const first = exchanges.find(({ request }) => request !== undefined) ?? exchanges[0];
  return first === undefined ? 'chat log' : titleOf(first);
}

/**
 * The messages of a request after the `known` ones: the results of the previous answer's calls and, where the log lacks an
 * exchange, the messages of that exchange. Only the messages after the last answer were sent with this request.
 */
function readNews(
  messages: readonly Value[],
  known: number,
  place: Path,
  matcher: CallMatcher,
  report: ImportReport,
  at: string | undefined,
): void {
  const lastAnswer = messages.findLastIndex(isOfModel);
  messages.slice(known).forEach((message, index) => {
    const where = below(place, known + index);
    if (known > 0 && isOfModel(message)) noteUnlogged(where, report);
    const loggedAt = known + index > lastAnswer ? at : undefined;
    readMessage(message, where, matcher, report, { tokens: undefined, at: loggedAt, tookMs: undefined });
  });
}

const noteRetry = (place: Path, report: ImportReport): void =>
  report.note(
    'info',
    'openai-chat/retry',
    place,
    (n) => `${counted(n, 'request')} ${n === 1 ? 'repeats' : 'repeat'} the one before, which had no answer.`,
  );

const noteTakenBack = (place: Path, report: ImportReport): void =>
  report.note(
    'info',
    'openai-chat/taken-back',
    place,
    (n) =>
      `${counted(n, 'request')} ${n === 1 ? 'leaves' : 'leave'} out messages of the one before: they were said all the same, and stay in the session.`,
  );

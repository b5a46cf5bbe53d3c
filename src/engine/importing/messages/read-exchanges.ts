import { atOnce } from '../../../base/pace.ts';
import { err, ok, type Result } from '../../../base/result.ts';
import { below } from '../../model/path.ts';
import type { Problem } from '../../model/problem.ts';
import { textOf } from '../content/content.ts';
import type { Read, ReadSession, SessionEntry } from '../importer.ts';
import { createImportReport, info, lost, type ImportReport } from '../import-report.ts';
import { createCallMatcher, type CallMatcher } from '../transcript/call-matcher.ts';
import { isNewestFirst, noteNewestFirst } from '../transcript/newest-first.ts';
import { contextWindowIn } from '../transcript/context-window.ts';
import { shortTitle } from '../transcript/title.ts';
import { toTaskSession } from '../transcript/to-task-session.ts';
import { elementsOf } from '../values/elements.ts';
import { textAt } from '../values/where.ts';
import { knownFrom, logOf, type Exchange, type ExchangeFormat, type ExchangeSide } from './exchange.ts';
import { emitMessage } from './normalized-message.ts';
import { offeredAt, type OfferedTool } from '../tools/offered-tools.ts';
import { isOfModel, noteUnlogged, sessionsInLog, timeOfLine } from './request-log.ts';

/** The sessions of a document: one exchange with a model, a list of messages, or a log of exchanges. */
export const readExchanges =
  (format: ExchangeFormat): Read =>
  ({ value }) => {
    const entryOf = (row: readonly Exchange[]): SessionEntry => ({
      title: titleOf(row, format),
      system: 'task',
      open: () => atOnce(opening(row)),
      opening: () => opening(row),
    });
    function* opening(row: readonly Exchange[]): Generator<void, Result<ReadSession, Problem>> {
      return ok(yield* toSession(row, format));
    }
    const single = format.exchangeIn(value, []);
    const sessions =
      single === undefined ? sessionsInLog(elementsOf(value), logOf(format, entryOf)) : [entryOf([single])];
    return sessions.length > 0 ? ok({ sessions }) : err({ code: 'import/malformed', message: format.nothing });
  };

/** The user's first words describe a conversation best. */
function titleOf(row: readonly Exchange[], format: ExchangeFormat): string {
  const first = row.find(({ request }) => request !== undefined) ?? row[0];
  const messages = first?.request?.list ?? [];
  const isFromEnd = first !== undefined && isReversed(first, format);
  for (const message of isFromEnd ? messages.slice(-sample).toReversed() : messages.slice(0, sample)) {
    const said = format.readMessage(message, [], createImportReport()).filter(({ role }) => role === 'user');
    const text = textOf(said.flatMap(({ parts }) => parts));
    if (text.trim() !== '') return shortTitle(text);
  }
  return format.untitled(modelOf(row));
}

/** How many messages are searched for a title. */
const sample = 20;

const modelOf = (row: readonly Exchange[]): string | undefined =>
  row
    .map(({ response, request }) => textAt(response?.body, 'model') ?? textAt(request?.body, 'model'))
    .find((model) => model !== undefined);

/** An answer follows the messages of its request, so these messages are already in order. */
const isReversed = ({ request, response }: Exchange, { timeOf }: ExchangeFormat): boolean =>
  timeOf !== undefined && response === undefined && isNewestFirst(request?.list ?? [], timeOf);

/** The list of messages is in the body of the request, as the lists of tools are. */
const toolsOf = ({ body, place }: ExchangeSide): readonly OfferedTool[] =>
  ['tools', 'functions'].flatMap((key) => offeredAt({ value: body, place: place.slice(0, -1) }, key));

/** The messages between two steps. */
const stride = 64;

/**
 * One session from an exchange, or from several, of which each repeats the previous one. Takes the new messages of each request,
 * then the response, because only the response contains tokens and time.
 */
function* toSession(row: readonly Exchange[], format: ExchangeFormat): Generator<void, ReadSession> {
  const report = createImportReport();
  const matcher = createCallMatcher(report);
  for (const [index, { request, response }] of row.entries()) {
    if (request !== undefined) matcher.addTools(toolsOf(request));
    yield* readRequest(row, index, format, matcher, report);
    if (request !== undefined && index === 0) format.noteRequest?.(request, report);
    for (const one of response === undefined ? [] : format.readResponse(response, report))
      emitMessage(one, matcher, report);
  }
  format.notes?.(row, report);
  const entries = matcher.entries();
  format.lastNotes?.(entries, row, report);
  return toTaskSession(
    {
      title: titleOf(row, format),
      importer: format.importer,
      model: modelOf(row) ?? format.modelIn?.(row),
      // LiteLLM's log of a call has it beside the messages.
      contextWindow: contextWindowIn(
        row.flatMap(({ request, response }) => (request ?? response)?.line?.value ?? []),
        'context_window',
      ),
      declared: [],
      recording: Object.assign({}, ...row.map(({ about }) => about ?? {})),
      entries,
    },
    report,
  );
}

/**
 * The messages of a request after those of the exchange before it: the results of the previous answer's calls and, where the log
 * lacks an exchange, the messages of that exchange. Only the messages after the last answer were sent with this request.
 */
function* readRequest(
  row: readonly Exchange[],
  index: number,
  format: ExchangeFormat,
  matcher: CallMatcher,
  report: ImportReport,
): Generator<void> {
  const [exchange, before] = [row[index], row[index - 1]];
  if (exchange?.request === undefined) return;
  const { list: messages, place, line } = exchange.request;
  const known = knownFrom(before, exchange, format) ?? 0;
  if (known > 0 && messages.length === known) noteRetry(format)(place, report);
  if (known < (before?.request?.list.length ?? 0)) noteTakenBack(format)(place, report);
  // The time of a record around a single exchange may be that of its response.
  const isTimed = line !== undefined && (row.length > 1 || line.place.length > exchange.place.length);
  const sentAt = isTimed ? timeOfLine(line, report) : undefined;
  const isFromEnd = row.length === 1 && isReversed(exchange, format);
  if (isFromEnd) noteNewestFirst(format.importer, report);
  const lastAnswer = messages.findLastIndex(isOfModel);
  for (let step = known; step < messages.length; step++) {
    const at = isFromEnd ? messages.length - 1 - step : step;
    const message = messages[at] ?? null;
    const where = below(place, at);
    if (known > 0 && isOfModel(message)) noteUnlogged(where, report);
    if (format.isStump?.(messages, at) === true) noteStump(format)(where, report);
    else
      for (const one of format.readMessage(message, where, report, step > lastAnswer ? sentAt : undefined))
        emitMessage(one, matcher, report);
    if (step % stride === stride - 1) yield;
  }
}

const noteRetry = ({ importer }: ExchangeFormat) =>
  info(`${importer}/retry`, '{# request} {repeats|repeat} the one before, which had no answer.');

const noteTakenBack = ({ importer }: ExchangeFormat) =>
  info(
    `${importer}/taken-back`,
    '{# request} {leaves|leave} out messages of the one before: these stay in the session.',
  );

const noteStump = ({ importer }: ExchangeFormat) =>
  lost(`${importer}/stump`, 'The last message has neither content nor calls: left out.');

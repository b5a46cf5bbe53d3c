import { below, formatPath, type Path } from '../../model/path.ts';
import { isList, isRecord, valueAt, type Value } from '../../model/value.ts';
import { readContent, textOf } from '../../importing/content/content.ts';
import type { ReadSession } from '../../importing/importer.ts';
import { counted, createImportReport, type ImportReport, info, lost } from '../../importing/import-report.ts';
import { emitMessage } from '../../importing/messages/normalized-message.ts';
import { isOfModel, noteUnlogged, timeOfLine } from '../../importing/messages/request-log.ts';
import { createCallMatcher, type CallMatcher } from '../../importing/transcript/call-matcher.ts';
import { isNewestFirst, noteNewestFirst } from '../../importing/transcript/newest-first.ts';
import { shortTitle } from '../../importing/transcript/title.ts';
import { toTaskSession } from '../../importing/transcript/to-task-session.ts';
import { recordedTokens } from '../../importing/transcript/transcript.ts';
import { elementsOf } from '../../importing/values/elements.ts';
import { readInstant } from '../../importing/values/instants.ts';
import { countAt, textAt } from '../../importing/values/where.ts';
import { knownFrom } from './exchanges.ts';
import { readMessage, timeIn } from './messages.ts';
import { conversationIn, isStump, type Conversation, type PlacedBody } from './shapes.ts';

/** The user's first words describe a conversation best. */
export function titleOf(row: readonly Conversation[]): string {
  const first = row.find(({ request }) => request !== undefined) ?? row[0];
  const messages = first?.request?.list ?? [];
  const isFromEnd = first !== undefined && isReversed(first);
  for (const message of isFromEnd ? messages.slice(-sample).toReversed() : messages.slice(0, sample)) {
    if (textAt(message, 'role') !== 'user') continue;
    const text = textOf(readContent(valueAt(message, ['content']), [], createImportReport()));
    if (text.trim() !== '') return shortTitle(text);
  }
  return `chat with ${textAt(first?.response?.body, 'model') ?? textAt(first?.request?.body, 'model') ?? 'a model'}`;
}

/** How many messages are searched for a title. */
const sample = 20;

/** An answer follows the messages of its request, so these messages are already in order. */
const isReversed = ({ request, response }: Conversation): boolean =>
  response === undefined && isNewestFirst(request?.list ?? [], (message) => timeIn(message)?.value);

/** The messages between two steps. */
const stride = 64;

/**
 * One session from an exchange, or from several, of which each repeats the previous one. Takes the new messages of each request,
 * then the response, because only the response contains tokens and time.
 */
export function* toSession(row: readonly Conversation[]): Generator<void, ReadSession> {
  const report = createImportReport();
  const matcher = createCallMatcher(report);
  for (const [index, exchange] of row.entries()) {
    const { request, response } = exchange;
    if (request !== undefined) yield* readRequest(request, row, index, matcher, report);
    if (response !== undefined) readResponse(response, matcher, report);
  }
  const [first] = row;
  const others = new Set(row.flatMap((exchange) => exchange.others));
  if (others.size > 0) {
    const place = row.find((exchange) => exchange.others.length > 0)?.place ?? null;
    const message = `Not part of the format and left out: ${[...others].join(', ')}.`;
    report.note('info', 'openai-chat/other-keys', place, () => message);
  }
  if (first !== undefined && row.length === 1) noteOtherChats(first, report);
  const entries = matcher.entries();
  const request = row.find((exchange) => exchange.request !== undefined)?.request;
  noteNoAnswer(entries, request?.place ?? first?.place ?? [], report);
  const response = row.find((exchange) => exchange.response !== undefined)?.response;
  return toTaskSession(
    {
      title: titleOf(row),
      importer: 'openai-chat',
      model: textAt(response?.body, 'model') ?? textAt(request?.body, 'model'),
      declared: ['tools', 'functions'].flatMap((key) =>
        elementsOf(request?.body[key] ?? null).flatMap(
          (tool) => textAt(tool, ['function.name', 'custom.name', 'name']) ?? [],
        ),
      ),
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
  { list: messages, place, line }: PlacedBody,
  row: readonly Conversation[],
  index: number,
  matcher: CallMatcher,
  report: ImportReport,
): Generator<void> {
  const [exchange, before] = [row[index], row[index - 1]];
  const known = (exchange && knownFrom(before, exchange)) ?? 0;
  if (messages.length === known) noteRetry(place, report);
  if (known < (before?.request?.list.length ?? 0)) noteTakenBack(place, report);
  const sentAt = line === undefined || row.length === 1 ? undefined : timeOfLine(line.record, line.place, report);
  const isFromEnd = exchange !== undefined && row.length === 1 && isReversed(exchange);
  if (isFromEnd) noteNewestFirst('openai-chat', report);
  const lastAnswer = messages.findLastIndex(isOfModel);
  for (let step = known; step < messages.length; step++) {
    const at = isFromEnd ? messages.length - 1 - step : step;
    const message = messages[at] ?? null;
    const where = below(place, at);
    if (known > 0 && isOfModel(message)) noteUnlogged(where, report);
    if (isStump(messages, at)) noteStump(where, report);
    else
      for (const one of readMessage(message, where, report, step > lastAnswer ? sentAt : undefined))
        emitMessage(one, matcher, report);
    if (step % stride === stride - 1) yield;
  }
}

/** The log's own time is finer than the whole seconds inside the response. */
function readResponse(
  { body, list, place, messagePlace, line }: PlacedBody,
  matcher: CallMatcher,
  report: ImportReport,
) {
  const [choice = null, ...others] = list;
  const at =
    (line && timeOfLine(line.record, line.place, report)) ??
    readInstant(body['created'], below(place, 'created'), report);
  const tokens = recordedTokens(countAt(body, 'usage.prompt_tokens'), countAt(body, 'usage.completion_tokens'));
  const message = valueAt(choice, ['message']) ?? null;
  for (const one of readMessage(message, messagePlace ?? [...place, 'choices', 0, 'message'], report, at))
    emitMessage(
      one.role === 'assistant' ? { ...one, tokens, ended: textAt(choice, 'finish_reason') } : one,
      matcher,
      report,
    );
  if (others.length > 0) {
    report.note(
      'lost',
      'openai-chat/choices',
      [...place, 'choices', 1],
      () => `Left out: ${counted(others.length, 'other choice')} of the model.`,
    );
  }
}

/** For example, of a log of requests or of a data set of prompts. */
function noteNoAnswer(steps: readonly { readonly kind: string }[], place: Path, report: ImportReport): void {
  if (steps.length === 0 || steps.some(({ kind }) => kind !== 'input')) return;
  report.note(
    'lost',
    'openai-chat/no-answer',
    place,
    () => 'The file holds the prompt alone: what the model answered is not recorded.',
  );
}

/** Conversations among the ignored keys, such as examples or the conversation of a judge. */
function noteOtherChats({ request, others, place }: Conversation, report: ImportReport): void {
  const record = request?.line?.record;
  const own = (request?.list ?? []).slice(0, sample).flatMap(wordsOf);
  const chats = record === undefined ? [] : others.flatMap((key) => chatsIn(record[key], [...place, key]));
  // The same conversation in another form adds no information.
  const isOther = ({ messages }: Chat): boolean =>
    !messages
      .slice(0, sample)
      .flatMap(wordsOf)
      .some((words) => own.some((mine) => isWithin(mine, words)));
  const found = chats.filter(isOther).map((chat) => chat.place);
  const [first] = found;
  if (first === undefined) return;
  const names = found.slice(0, 6).map((path) => `“${formatPath(path)}”`);
  report.note(
    'lost',
    'openai-chat/other-chats',
    first,
    () => `Other conversations stand beside it and were not read: ${names.join(', ')}.`,
  );
}

interface Chat {
  readonly messages: readonly Value[];
  readonly place: Path;
}

function chatsIn(value: Value | undefined, place: Path): readonly Chat[] {
  if (value === undefined) return [];
  const held = isRecord(value) ? Object.entries(value).map(([key, inner]) => ({ inner, at: [...place, key] })) : [];
  return [{ inner: value, at: place }, ...held].flatMap(({ inner, at }) => {
    const messages = isList(inner) ? conversationIn(inner, at)?.request?.list : undefined;
    return messages === undefined ? [] : [{ messages, place: at }];
  });
}

function wordsOf(message: Value): readonly string[] {
  if (textAt(message, 'role') !== 'user') return [];
  const text = textOf(readContent(valueAt(message, ['content']), [], createImportReport())).trim();
  return text === '' ? [] : [text.slice(0, maxCompared)];
}

/** How many characters of a message are compared with other messages. */
const maxCompared = 20_000;

const isWithin = (one: string, other: string): boolean =>
  one.includes(other.slice(0, 80)) || other.includes(one.slice(0, 80));

const noteRetry = info(
  'openai-chat/retry',
  (n) => `${counted(n, 'request')} ${n === 1 ? 'repeats' : 'repeat'} the one before, which had no answer.`,
);

const noteTakenBack = info(
  'openai-chat/taken-back',
  (n) =>
    `${counted(n, 'request')} ${n === 1 ? 'leaves' : 'leave'} out messages of the one before: they were said all the same, and stay in the session.`,
);

const noteStump = lost('openai-chat/stump', () => 'The last message holds neither content nor calls; it is left out.');

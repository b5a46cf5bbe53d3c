import * as v from 'valibot';
import { below, formatPath, type Path } from '../../model/path.ts';
import { isList, isRecord, type Value } from '../../model/value.ts';
import { readContent, textOf } from '../../importing/content/content.ts';
import type { ReadSession } from '../../importing/importer.ts';
import { readInstant } from '../../importing/values/instants.ts';
import { counted, createImportReport } from '../../importing/import-report.ts';
import type { ImportReport } from '../../importing/import-report.ts';
import { isNewestFirst, noteNewestFirst } from '../../importing/transcript/newest-first.ts';
import { createCallMatcher } from '../../importing/transcript/call-matcher.ts';
import type { CallMatcher } from '../../importing/transcript/call-matcher.ts';
import { shortTitle } from '../../importing/transcript/title.ts';
import { toTaskSession } from '../../importing/transcript/to-task-session.ts';
import { type RecordedTokens, tokensTold } from '../../importing/transcript/transcript.ts';
import { Choice, Message, Tool } from './format.ts';
import type { Body } from './format.ts';
import { readMessage } from './messages.ts';
import { conversationIn, isStump } from './shapes.ts';
import { timeOfLine } from './time-of-line.ts';
import { timeWrittenIn } from './time-of-message.ts';
import type { Conversation, Placed } from './shapes.ts';

/** The user's first words describe a conversation best. */
export function titleOf(conversation: Conversation): string {
  const { request, response } = conversation;
  const messages = request?.body.messages ?? [];
  for (const value of isReversed(conversation) ? messages.slice(-sample).toReversed() : messages.slice(0, sample)) {
    const message = v.safeParse(Message, value);
    if (!message.success || message.output.role !== 'user') continue;
    const text = textOf(readContent(message.output.content, [], createImportReport()));
    if (text.trim() !== '') return shortTitle(text);
  }
  return `chat with ${response?.body.model ?? request?.body.model ?? 'a model'}`;
}

/** How many messages are searched for a title. */
const sample = 20;

/** An answer follows the messages of its request, so these messages are already in order. */
const isReversed = ({ request, response }: Conversation): boolean =>
  response === undefined && isNewestFirst(request?.body.messages ?? [], timeWrittenIn);

/** The messages between two steps. */
const stride = 64;

export function* toSession(conversation: Conversation): Generator<void, ReadSession> {
  const report = createImportReport();
  const matcher = createCallMatcher(report);
  const { request, response, others, about, place } = conversation;
  const messages = request?.body.messages ?? [];
  const isFromEnd = isReversed(conversation);
  if (isFromEnd) noteNewestFirst('openai-chat', report);
  for (const [step, unordered] of messages.entries()) {
    const index = isFromEnd ? messages.length - 1 - step : step;
    const message = messages[index] ?? unordered;
    const where = below(request?.place ?? [], index);
    if (isStump(messages, index)) noteStump(where, report);
    else readMessage(message, where, matcher, report);
    if (step % stride === stride - 1) yield;
  }
  if (response !== undefined) {
    readResponse(response, matcher, report, timeOfLine(response, report));
  }
  if (others.length > 0) {
    report.note(
      'info',
      'openai-chat/other-keys',
      place,
      () => `Not part of the format and left out: ${others.join(', ')}.`,
    );
  }
  noteOtherChats(conversation, report);
  const steps = matcher.entries();
  noteNoAnswer(steps, request?.place ?? place, report);
  return toTaskSession(
    {
      title: titleOf(conversation),
      importer: 'openai-chat',
      model: response?.body.model ?? request?.body.model,
      declared: declaredIn(request?.body),
      recording: about ?? {},
      entries: steps,
    },
    report,
  );
}

/** For example, of a log of requests or of a data set of prompts. */
export function noteNoAnswer(steps: readonly { readonly kind: string }[], place: Path, report: ImportReport): void {
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
  const own = (request?.body.messages ?? []).slice(0, sample).flatMap(wordsOf);
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
    const messages = isList(inner) ? conversationIn(inner, at)?.request?.body.messages : undefined;
    return messages === undefined ? [] : [{ messages, place: at }];
  });
}

function wordsOf(value: Value): readonly string[] {
  const message = v.safeParse(Message, value);
  if (!message.success || message.output.role !== 'user') return [];
  const text = textOf(readContent(message.output.content, [], createImportReport())).trim();
  return text === '' ? [] : [text.slice(0, maxCompared)];
}

/** How many characters of a message are compared with other messages. */
const maxCompared = 20_000;

const isWithin = (one: string, other: string): boolean =>
  one.includes(other.slice(0, 80)) || other.includes(one.slice(0, 80));

function noteStump(place: Path, report: ImportReport): void {
  report.note(
    'lost',
    'openai-chat/stump',
    place,
    () => 'The last message holds neither content nor calls; it is left out.',
  );
}

/** `logged` is the log's own time of the response. It is finer than the whole seconds inside the response. */
export function readResponse(response: Placed, matcher: CallMatcher, report: ImportReport, logged?: string): void {
  const { body, place, messagePlace = [...place, 'choices', 0, 'message'] } = response;
  const [first, ...rest] = body.choices ?? [];
  const choice = v.safeParse(Choice, first);
  if (!choice.success) return;
  const { message, finish_reason } = choice.output;
  const at = logged ?? readInstant(body.created, below(place, 'created'), report);
  const billing = { tokens: tokensOf(body), at, tookMs: undefined, ended: finish_reason };
  readMessage(message, messagePlace, matcher, report, billing);
  if (rest.length > 0) {
    report.note(
      'lost',
      'openai-chat/choices',
      [...place, 'choices', 1],
      () => `Left out: ${counted(rest.length, 'other choice')} of the model.`,
    );
  }
}

function tokensOf({ usage }: Body): RecordedTokens | undefined {
  return tokensTold(usage?.prompt_tokens, usage?.completion_tokens);
}

export function declaredIn(body: Body | undefined): string[] {
  return [...(body?.tools ?? []), ...(body?.functions ?? [])].map(nameOf).filter((name) => name !== undefined);
}

function nameOf(tool: Value): string | undefined {
  const parsed = v.safeParse(Tool, tool);
  return parsed.success
    ? (parsed.output.function?.name ?? parsed.output.custom?.name ?? parsed.output.name)
    : undefined;
}

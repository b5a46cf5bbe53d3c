import * as v from 'valibot';
import { isRecord } from '../../model/value.ts';
import type { Value } from '../../model/value.ts';
import type { Path } from '../../model/path.ts';
import { countIn } from '../../importing/messages/any-message.ts';
import { readContent, textOf } from '../../importing/content/content.ts';
import type { Part } from '../../importing/content/content.ts';
import type { ReadSession } from '../../importing/importer.ts';
import { readInstant } from '../../importing/values/instants.ts';
import { openArguments } from '../../importing/values/json-text.ts';
import { callsIn, noteSystem } from '../../importing/transcript/message-list.ts';
import { counted, createImportReport } from '../../importing/import-report.ts';
import type { ImportReport } from '../../importing/import-report.ts';
import { createCallMatcher } from '../../importing/transcript/call-matcher.ts';
import type { CallMatcher, RequestedCall } from '../../importing/transcript/call-matcher.ts';
import { shortTitle } from '../../importing/transcript/title.ts';
import { toTaskSession } from '../../importing/transcript/to-task-session.ts';
import type { CallResult, RecordedTokens } from '../../importing/transcript/transcript.ts';
import { FunctionCall, FunctionResult, messageTypes } from './format.ts';
import type { Message } from './format.ts';
import type { Chat, PlacedMessage } from './shapes.ts';
import { tokensTold } from '../../importing/transcript/tokens.ts';

export function titleOf({ messages }: Chat): string {
  for (const { message } of messages.slice(0, 20)) {
    const words = message.source === 'user' ? textOf(readContent(message.content, [], createImportReport())) : '';
    if (words.trim() !== '') return shortTitle(words);
  }
  return 'chat of AutoGen agents';
}

export function toSession(chat: Chat): ReadSession {
  const report = createImportReport();
  const matcher = createCallMatcher(report);
  for (const message of chat.messages) emit(message, matcher, report);
  noteChat(chat, report);
  const recording: { [key: string]: Value } = {};
  if (chat.stopReason !== undefined) recording['stop_reason'] = chat.stopReason;
  return toTaskSession(
    { title: titleOf(chat), importer: 'autogen', declared: [], recording, entries: matcher.entries() },
    report,
  );
}

/** Agents of a team share one conversation, so they share one context; the speaker is kept with each message. */
function emit({ message, type, place }: PlacedMessage, matcher: CallMatcher, report: ImportReport): void {
  const at = readInstant(timeIn(message.created_at), [...place, 'created_at'], report);
  const tokens = tokensIn(message);
  switch (messageTypes[type]) {
    case 'text': {
      const parts = spokenBy(message, place, report);
      if (message.source === 'user') matcher.addInput({ message: parts, at, place });
      else matcher.addModelTurn({ message: parts, otherwise: '[no text]', tokens, at, place }, []);
      return;
    }
    case 'summary':
      // The framework summarised results as text: no model was called.
      matcher.addModelTurn({ message: spokenBy(message, place, report), tokens: tokens ?? none, at, place }, []);
      return;
    case 'asked':
      matcher.addInput({ message: spokenBy(message, place, report), at, place });
      return;
    case 'answered': {
      const calls = Array.isArray(message.content) ? requested(message, place, report) : [];
      const parts = Array.isArray(message.content) ? [] : spokenBy(message, place, report);
      const otherwise = calls.length === 0 ? '[no text]' : undefined;
      matcher.addModelTurn({ message: parts, otherwise, tokens, at, place }, calls);
      return;
    }
    case 'calls': {
      const calls = requested(message, place, report);
      matcher.addModelTurn({ message: [], tokens, at, place }, calls, listIn(message.content).length - calls.length);
      return;
    }
    case 'results':
      emitResults(message, place, at, matcher, report);
      return;
    default:
      noteAside(message, type, place, report);
  }
}

const none: RecordedTokens = { prompt: 0, completion: 0 };

/** An elided time (`datetime.datetime(...)`) is no time. */
const timeIn = (value: Value | undefined): Value | undefined =>
  typeof value === 'string' || typeof value === 'number' ? value : undefined;

function spokenBy({ content, source }: Message, place: Path, report: ImportReport): readonly Part[] {
  const parts = readContent(content, [...place, 'content'], report);
  return source === 'user' ? parts : parts.map((part) => ({ ...part, metadata: named(part['metadata'], source) }));
}

const named = (metadata: Value | undefined, name: string): Value =>
  metadata !== undefined && isRecord(metadata) ? { ...metadata, name } : { name };

function tokensIn({ models_usage: usage }: Message): RecordedTokens | undefined {
  const prompt = countIn(usage?.['prompt_tokens']);
  const completion = countIn(usage?.['completion_tokens']);
  return tokensTold(prompt, completion);
}

// Array.isArray narrows a union holding readonly arrays to any[]; every element is a Value.
const listIn = (content: Value | undefined): readonly Value[] =>
  Array.isArray(content) ? (content as readonly Value[]) : [];

function requested({ content }: Message, place: Path, report: ImportReport): readonly RequestedCall[] {
  const read = (value: Value, where: Path): RequestedCall | undefined => {
    const call = v.safeParse(FunctionCall, value);
    if (!call.success) return undefined;
    const { id, name, arguments: written } = call.output;
    return { id, name, input: openArguments(written, [...where, 'arguments'], report), place: where };
  };
  return callsIn(listIn(content), [...place, 'content'], read, report);
}

function emitResults(
  { content }: Message,
  place: Path,
  at: string | undefined,
  matcher: CallMatcher,
  report: ImportReport,
): void {
  listIn(content).forEach((value, index) => {
    const where = [...place, 'content', index];
    const result = v.safeParse(FunctionResult, value);
    if (!result.success) {
      report.note('lost', 'autogen/result', where, (n) => `${counted(n, 'result')} could not be read.`);
      return;
    }
    const { call_id: id, name } = result.output;
    matcher.addResult({ id, name, place: where }, { ...outcomeOf(result.output), at });
  });
}

/**
 * | in a `FunctionExecutionResult` | outcome |
 * | --- | --- |
 * | `is_error=True` | errored, with its content |
 * | anything else | successful, regardless of its text |
 */
function outcomeOf({ content, is_error }: v.InferOutput<typeof FunctionResult>): CallResult {
  if (is_error === true) {
    return { outcome: 'error', output: undefined, reason: typeof content === 'string' ? content : 'is_error is true' };
  }
  return { outcome: 'ok', output: content };
}

function noteAside({ source }: Message, type: string, place: Path, report: ImportReport): void {
  report.note(
    'info',
    'autogen/aside',
    place,
    (n) =>
      `${counted(n, 'event')} of the team that belong to no model call or tool (first: ${type} of ${source}): left out.`,
  );
}

function noteChat({ others, systems, beside }: Chat, report: ImportReport): void {
  for (const place of systems) noteSystem(place, report);
  if (beside.length > 0) {
    report.note(
      'info',
      'autogen/beside',
      ['agent_states'],
      () => `What the members of the team keep for themselves is left out: ${beside.slice(0, 8).join(', ')}.`,
    );
  }
  const [first] = others;
  if (first === undefined) return;
  report.note(
    'lost',
    'import/message',
    first,
    () => `${counted(others.length, 'entry', 'entries')} could not be read.`,
  );
}

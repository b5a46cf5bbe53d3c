import * as v from 'valibot';
import type { Path } from '../../model/path.ts';
import type { Value } from '../../model/value.ts';
import { readParts } from '../../importing/messages/any-message-parts.ts';
import { textOf } from '../../importing/content/content.ts';
import type { ReadSession } from '../../importing/importer.ts';
import { readInstant } from '../../importing/values/instants.ts';
import { callsIn, messageIn } from '../../importing/transcript/message-list.ts';
import { counted, createImportReport, type ImportReport } from '../../importing/import-report.ts';
import { createCallMatcher, type CallMatcher, type RequestedCall } from '../../importing/transcript/call-matcher.ts';
import { shortTitle } from '../../importing/transcript/title.ts';
import { toTaskSession } from '../../importing/transcript/to-task-session.ts';
import { type RecordedTokens, plusAny, recordedTokens } from '../../importing/transcript/transcript.ts';
import { Message, ToolCall } from './format.ts';
import { outcomeOf } from './outcomes.ts';
import { messagesAtEnd } from './replay.ts';
import type { Chat } from './shapes.ts';
import { noteReasoning } from '../../importing/notes.ts';

export function titleOf({ messages }: Chat): string {
  for (const { value } of messages.slice(0, 20)) {
    const message = v.safeParse(Message, value);
    if (!message.success || message.output.type !== 'user') continue;
    const text = textOf(readParts(message.output.content, [], createImportReport()).parts);
    if (text.trim() !== '') return shortTitle(text);
  }
  return 'Gemini CLI chat';
}

export function toSession(chat: Chat): ReadSession {
  const { header, headerPlace } = chat;
  const report = createImportReport();
  const matcher = createCallMatcher(report);
  const messages = messagesAtEnd(chat.messages, report);
  for (const { value, place } of messages) readMessage(value, place, matcher, report);
  const models = new Set(messages.flatMap(({ value }) => (v.is(Message, value) ? [modelOf(value)] : [])));
  models.delete(undefined);
  const [model] = models;
  return toTaskSession(
    {
      title: titleOf(chat),
      importer: 'gemini-cli',
      agent: 'Gemini CLI',
      model: models.size === 1 ? model : undefined,
      startedAt: readInstant(header?.startTime, [...headerPlace, 'startTime'], report),
      declared: [],
      recording: header === undefined ? {} : { session: header.sessionId },
      entries: matcher.entries(),
    },
    report,
  );
}

const modelOf = (value: Value): string | undefined => {
  const parsed = v.safeParse(Message, value);
  return parsed.success ? parsed.output.model : undefined;
};

function readMessage(value: Value, place: Path, matcher: CallMatcher, report: ImportReport): void {
  const message = messageIn(Message, value, place, 'messages', report);
  if (message === undefined) return;
  const at = readInstant(message.timestamp, [...place, 'timestamp'], report);
  const { parts } = readParts(message.content, [...place, 'content'], report);
  switch (message.type) {
    case 'user':
      matcher.addInput({ message: parts, at, place });
      return;
    case 'gemini':
      readAnswer(message, place, at, matcher, report);
      return;
    default:
      report.note(
        'info',
        'gemini-cli/program',
        place,
        (n) => `${counted(n, 'message')} of the program to the user (information, warnings, errors), left out.`,
      );
  }
}

function readAnswer(
  message: Message,
  place: Path,
  at: string | undefined,
  matcher: CallMatcher,
  report: ImportReport,
): void {
  const { parts } = readParts(message.content, [...place, 'content'], report);
  const read = (value: Value, where: Path): RequestedCall | undefined => {
    const call = v.safeParse(ToolCall, value);
    if (!call.success) return undefined;
    const { id, name, args, timestamp } = call.output;
    const result = outcomeOf(call.output);
    const ended = result && { ...result, at: readInstant(timestamp, [...where, 'timestamp'], report) };
    return { id, name, input: args, place: where, result: ended };
  };
  const calls = callsIn(message.toolCalls, [...place, 'toolCalls'], read, report);
  const spoken = textOf(parts).trim() === '' ? [] : parts;
  message.thoughts?.forEach((_thought, index) => noteReasoning([...place, 'thoughts', index], report));
  const otherwise = calls.length > 0 ? undefined : (message.thoughts?.length ?? 0) > 0 ? '[thinking]' : '[no text]';
  matcher.addModelTurn(
    { message: spoken, otherwise, tokens: tokensOf(message), at, model: message.model, place },
    calls,
  );
}

/** The input count includes cached tokens; thoughts count as output, and the declared tools as input. */
function tokensOf({ tokens }: Message): RecordedTokens | undefined {
  return recordedTokens(plusAny(tokens?.input, tokens?.tool), plusAny(tokens?.output, tokens?.thoughts));
}

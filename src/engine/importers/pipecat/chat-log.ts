import { isSame } from '../../model/equal.ts';
import type { Path } from '../../model/path.ts';
import { type Value, isRecord } from '../../model/value.ts';
import { notesOf, createImportReport } from '../../importing/import-report.ts';
import { textOf } from '../../importing/content/content.ts';
import { readParts } from '../../importing/messages/any-message-parts.ts';
import type { RequestedCall } from '../../importing/transcript/call-matcher.ts';
import { type Placed, elementsOf } from '../../importing/values/elements.ts';
import { openArguments } from '../../importing/values/json-text.ts';
import { noteUnreadCall } from '../../importing/notes.ts';
import { paramsOf, type RecordedToolCall, type Said } from '../../importing/voice/call-log.ts';
import { OpenByName } from '../../importing/transcript/open-queue.ts';
import { elementsAt, fieldAt, textAt } from '../../importing/values/where.ts';
import type { TimedEntry, VoiceLog, VoiceReading } from '../../importing/voice/voice-format.ts';
import { voiceNotes } from '../../importing/voice/notes-and-times.ts';
import { callIn, chatIn, isBracketed, spokenIn, tokensIn } from './records.ts';
import { openJson } from '../../model/json-text.ts';

/** How many calls of one function are compared with a call in a chat. */
const maxCompared = 200;

const unread = voiceNotes.unread('import/message', 'message');

/** Reads a log that prints the chat before every model call. From each chat, only the new messages are read. */
export function describeChats({ log, report }: VoiceReading): Pick<VoiceLog, 'kinds' | 'atEnd'> {
  let known: readonly Placed[] = [];
  /** Calls that were made but are not yet in a printed chat. */
  const made = new Set<RecordedToolCall>();
  const madeByTool = new OpenByName<RecordedToolCall>((call) => made.has(call));
  /** The tokens of a response that the next chat will contain. */
  let tokens: Said['tokens'];
  /** Words spoken since the latest chat. The next chat repeats them, unless the log ends before it. */
  let spoken: { readonly texts: string[]; readonly at: string | undefined; readonly place: Path } | undefined;

  const readChat = (entry: TimedEntry): void => {
    const place = [...entry.place, 'value', ...(isBracketed(entry.value) ? [0] : [])];
    const chat = (chatIn(entry.value) ?? []).flatMap((message, index) => piecesOf(message, [...place, index]));
    let same = 0;
    for (const [index, now] of chat.entries()) {
      const before = known[index];
      if (before === undefined) break;
      if (!isSame(now.value, before.value)) {
        if (!isResultOf(now.value, before.value)) break;
        readMessage(now.value, undefined, now.place);
      }
      same++;
    }
    if (same < known.length) notes.rewritten(place, report);
    known = chat;
    spoken = undefined;
    for (const { value, place: where } of chat.slice(same)) {
      readMessage(value, value === chat.at(-1)?.value ? entry.at : undefined, where);
    }
  };

  const readMessage = (message: Value, at: string | undefined, place: Path): void => {
    const role = textAt(message, 'role');
    const returned = resultsIn(message);
    for (const { id, output, error } of returned) {
      const ended = endOf(output);
      if (ended === 'update') notes.update(place, report);
      if (typeof ended === 'string') continue;
      const failure = error ?? ended.error;
      log.returned({
        id: ended.id ?? id,
        tool: undefined,
        ...(failure === undefined ? { outcome: 'ok', output: ended.output } : { outcome: 'error', error: failure }),
        at: undefined,
        place,
      });
    }
    const content = contentOf(message);
    if (returned.length > 0 && (role === 'tool' || typeof content === 'string')) return;
    const { parts, calls } = readParts(content, place, report);
    const text = textOf(parts);
    if (returned.length > 0 && text === '') return;
    switch (role) {
      case 'user':
        return log.said({ by: 'user', text, at, place });
      case 'assistant':
      case 'model':
        return readAnswer(message, { text, calls }, at, place);
      case 'system':
      case 'developer':
        return voiceNotes.systemMessage(place, report);
      default:
        return unread(place, report);
    }
  };

  const readAnswer = (
    message: Value,
    { text, calls: within }: { readonly text: string; readonly calls: readonly RequestedCall[] },
    at: string | undefined,
    place: Path,
  ): void => {
    const spent = tokens;
    tokens = undefined;
    const beside = elementsAt(message, 'tool_calls').flatMap((call, index): readonly RequestedCall[] => {
      const where = [...place, 'tool_calls', index];
      const name = textAt(call, 'function.name');
      const input = openArguments(fieldAt(call, 'function.arguments'), where, report);
      if (name !== undefined) return [{ id: textAt(call, 'id'), name, input, place: where }];
      noteUnreadCall(where, report);
      return [];
    });
    const calls = [...within, ...beside].map(callOf);
    if (text !== '') log.said({ by: 'agent', text, at, place, tokens: spent });
    if (calls.length > 0) log.asked(calls, { at, place, tokens: text === '' ? spent : undefined });
  };

  const callOf = ({ id, name: tool, input, place }: RequestedCall): RecordedToolCall => {
    const params = paramsOf(input, place, report);
    // The log also recorded this call, with its time, when it was made.
    const same = madeByTool.earliest(tool, maxCompared).find((one) => isSame(one.params, params));
    if (same !== undefined) made.delete(same);
    return { id, tool, params, at: same?.at, place };
  };

  return {
    kinds: {
      chat: readChat,
      speaks: ({ value, at, place }) => {
        spoken ??= { texts: [], at, place };
        spoken.texts.push(spokenIn(value) ?? '');
      },
      calls: ({ value, at, place }) => {
        const call = { ...callIn(value), params: paramsOf(fieldAt(value, 'value'), place, report), at, place };
        made.add(call);
        madeByTool.add(call.tool, call);
      },
      tokens: ({ value }) => {
        tokens = tokensIn(value);
      },
    },
    /** Words and calls that no printed chat contains happened after the last chat. */
    atEnd: () => {
      if (spoken !== undefined) {
        const { texts, at, place } = spoken;
        log.said({ by: 'agent', text: texts.map((part) => part.trim()).join(' '), at, place, tokens });
      }
      for (const call of made) log.called(call);
    },
  };
}

const notes = notesOf('pipecat', {
  assumed: {
    rewritten: '{# chat} changed earlier messages: the new part is shown after the replaced one.',
  },
  info: {
    update: '{# message} of a tool about its progress, before its result: left out.',
  },
});

/** A message of a printed chat, in the form of the provider: Chat Completions, Anthropic, Bedrock or Gemini. */
const contentOf = (message: Value): Value | undefined => fieldAt(message, ['content', 'parts']);

/**
 * Anthropic, Bedrock and Gemini get neighbouring messages of one side as one message, which grows: each of its parts is a message
 * here. A message with pictures stays whole.
 */
function piecesOf(message: Value, place: Path): readonly Placed[] {
  const role = textAt(message, 'role') ?? null;
  const parts = elementsOf(contentOf(message) ?? null);
  const key = fieldAt(message, 'content') === undefined ? 'parts' : 'content';
  const pieces = parts.map((part, index): Placed | undefined => {
    const where = [...place, key, index];
    const text = typeof part === 'string' ? part : isTyped(part, 'text') ? textAt(part, 'text') : undefined;
    if (text !== undefined) return { value: { role, content: text }, place: where };
    const { calls, results } = readParts([part], where, createImportReport());
    return calls.length + results.length === 0 ? undefined : { value: { role, content: [part] }, place: where };
  });
  const read = pieces.filter((piece) => piece !== undefined);
  const isWhole = read.length === 0 || read.length < parts.length || fieldAt(message, 'tool_calls') !== undefined;
  return isWhole ? [{ value: message, place }] : read;
}

const isTyped = (part: Value, type: string): boolean => isRecord(part) && (part['type'] ?? type) === type;

interface Result {
  readonly id: string | undefined;
  readonly output: Value;
  readonly error: string | undefined;
}

/** The results in a message; the later results of a tool that continues are texts of the developer. */
function resultsIn(message: Value): readonly Result[] {
  const content = contentOf(message) ?? null;
  const as = (output: Value): Result => ({ id: textAt(message, 'tool_call_id'), output, error: undefined });
  const { parts, results } = readParts(content, [], createImportReport());
  if (textAt(message, 'role') === 'tool') return [as(typeof content === 'string' ? content : textOf(parts))];
  if (typeof content === 'string') return payloadIn(content) === undefined ? [] : [as(content)];
  return results.map(({ mark: { id }, result }) => ({
    id,
    output: unwrapped(result.output ?? null),
    error: result.outcome === 'ok' ? undefined : result.reason,
  }));
}

/** Gemini’s responses are records: `{value: "sunny"}`. */
const unwrapped = (output: Value): Value =>
  isRecord(output) && Object.keys(output).join() === 'value' ? (output['value'] ?? null) : output;

type End =
  | 'running'
  | 'update'
  | { readonly id?: string | undefined; readonly output: Value; readonly error?: string | undefined };

/**
 * A call that runs has a placeholder as its result, which the result replaces. A tool that continues beside the conversation has
 * a record instead, and further ones follow with what it found and with its result.
 * https://github.com/pipecat-ai/pipecat/blob/main/src/pipecat/processors/aggregators/async_tool_messages.py
 */
function endOf(output: Value): End {
  if (output === 'IN_PROGRESS') return 'running';
  if (output === 'CANCELLED') return { output, error: output };
  const payload = typeof output === 'string' ? payloadIn(output) : isPayload(output) ? output : undefined;
  if (payload === undefined) return { output };
  const result = textAt(payload, 'result');
  if (textAt(payload, 'status') !== 'finished') return result === undefined ? 'running' : 'update';
  const id = textAt(payload, 'tool_call_id');
  if (result === undefined) return { id, output: null };
  return { id, output: result, error: /^CANCELLED\b/.test(result) ? result : undefined };
}

const isPayload = (value: Value): boolean => textAt(value, 'type') === 'async_tool';

function payloadIn(text: string): Value | undefined {
  if (!text.includes('"async_tool"')) return undefined;
  const payload = openJson(text);
  return payload !== undefined && isPayload(payload) ? payload : undefined;
}

/** Whether the chat now contains a result where it contained the placeholder for a running call before. */
function isResultOf(now: Value, before: Value): boolean {
  const [result] = resultsIn(now);
  const [placeholder] = resultsIn(before);
  return placeholder?.id !== undefined && placeholder.id === result?.id && endOf(placeholder.output) === 'running';
}

import * as v from 'valibot';
import { below, type Path } from '../../model/path.ts';
import type { Value } from '../../model/value.ts';
import { readContent, refusalPart, textOf } from '../../importing/content/content.ts';
import type { Part } from '../../importing/content/content.ts';
import { readResultContent } from '../../importing/content/result-content.ts';
import { openArguments } from '../../importing/values/json-text.ts';
import { isToolDefinition, noteToolDefinition } from '../../importing/messages/tool-definition.ts';
import { counted } from '../../importing/import-report.ts';
import type { ImportReport } from '../../importing/import-report.ts';
import type { CallMatcher, RequestedCall } from '../../importing/transcript/call-matcher.ts';
import type { RecordedTokens } from '../../importing/transcript/transcript.ts';
import { isPlainMessage, Message, ToolCall } from './format.ts';
import { timeOfMessage } from './time-of-message.ts';
import { noteUnnamedCall, noteUnreadMessage, noteReasoning, noteSystem } from '../../importing/notes.ts';

/** Fields of a message that only a response has. */
export interface Billing {
  readonly tokens: RecordedTokens | undefined;
  readonly at: string | undefined;
  readonly tookMs: number | undefined;
  /** Why the model stopped. */
  readonly ended?: string | undefined;
}

const unbilled: Billing = { tokens: undefined, at: undefined, tookMs: undefined };

export function readMessage(
  value: Value,
  place: Path,
  matcher: CallMatcher,
  report: ImportReport,
  billing = unbilled,
): void {
  const message = messageOf(value);
  if (message === undefined) {
    return noteUnreadMessage(place, report);
  }
  const at = billing.at ?? timeOfMessage(message, place, report);
  const parts = partsOf(message, place, report);
  switch (message.role) {
    case 'user':
      matcher.addInput({ message: parts, at, place });
      return;
    case 'assistant':
      readAnswer(message, parts, place, { ...billing, at }, matcher, report);
      return;
    case 'tool':
    case 'function':
      if (message.tool_call_id === undefined && isToolDefinition(message.content))
        return noteToolDefinition(place, report);
      readResult(message, at, place, matcher, report);
      return;
    case 'system':
    case 'developer':
      noteSystem(place, report);
      return;
    default:
      report.note(
        'lost',
        'openai-chat/role',
        below(place, 'role'),
        (n) =>
          `${counted(n, 'message')} of a role that Chat Completions does not know, such as “${message.role}”, left out.`,
      );
  }
}

function messageOf(value: Value): Message | undefined {
  if (isPlainMessage(value)) return value;
  const parsed = v.safeParse(Message, value);
  return parsed.success ? parsed.output : undefined;
}

/** A refusal is an answer in words, marked as a refusal. A speaker's name is kept with the parts that belong to the speaker. */
function partsOf(message: Message, place: Path, report: ImportReport): readonly Part[] {
  // A tool may return any value.
  if (isResult(message)) return [];
  const parts = readContent(message.content, below(place, 'content'), report);
  const whole =
    message.refusal === undefined || message.refusal === '' ? parts : [...parts, refusalPart(message.refusal)];
  if (message.name === undefined) return whole;
  return whole.map((part) => ({ ...part, metadata: { ...metadataOf(part), name: message.name ?? '' } }));
}

const isResult = ({ role }: Message): boolean => role === 'tool' || role === 'function';

const metadataOf = (part: Part) => (v.is(v.record(v.string(), v.unknown()), part['metadata']) ? part['metadata'] : {});

function readAnswer(
  message: Message,
  parts: readonly Part[],
  place: Path,
  billing: Billing,
  matcher: CallMatcher,
  report: ImportReport,
): void {
  const calls = callsOf(message, place, report);
  const written = (message.tool_calls?.length ?? 0) + (message.function_call === undefined ? 0 : 1);
  // Some providers write "no text" as an empty text beside calls.
  const spoken = calls.length > 0 && textOf(parts) === '' ? [] : parts;
  const thought = message.reasoning_content ?? '';
  if (thought !== '') noteReasoning(below(place, 'reasoning_content'), report);
  const otherwise = written === 0 ? '[no text]' : undefined;
  const { ended, tokens, at, tookMs } = billing;
  matcher.addModelTurn({ message: spoken, otherwise, ended, tokens, at, tookMs, place }, calls, written - calls.length);
}

function callsOf(message: Message, place: Path, report: ImportReport): RequestedCall[] {
  const calls: RequestedCall[] = [];
  message.tool_calls?.forEach((value, index) => {
    const call = toolCall(value, [...place, 'tool_calls', index], report);
    if (call === undefined) noteUnnamedCall([...place, 'tool_calls', index], report);
    else calls.push(call);
  });
  if (message.function_call !== undefined) {
    const { name, arguments: written } = message.function_call;
    const where = below(place, 'function_call');
    calls.push({ id: undefined, name, input: openArguments(written, below(where, 'arguments'), report), place: where });
  }
  return calls;
}

function toolCall(value: Value, place: Path, report: ImportReport): RequestedCall | undefined {
  const parsed = v.safeParse(ToolCall, value);
  if (!parsed.success) return undefined;
  const { id, function: called, custom } = parsed.output;
  if (called !== undefined) {
    const input = openArguments(called.arguments, [...place, 'function', 'arguments'], report);
    return { id, name: called.name, input, place };
  }
  return custom && { id, name: custom.name, input: custom.input, place };
}

/**
 * | in the recording | outcome |
 * | --- | --- |
 * | any `tool` or `function` message | successful |
 *
 * Chat Completions has no field for a failed call. Only the text could report a failure, and we do not guess from words.
 */
function readResult(
  message: Message,
  at: string | undefined,
  place: Path,
  matcher: CallMatcher,
  report: ImportReport,
): void {
  report.note(
    'assumed',
    'openai-chat/outcome',
    place,
    () => 'Chat messages do not say whether a call failed: every result counts as successful, whatever its text says.',
  );
  const output = readResultContent(message.content, below(place, 'content'), report) ?? null;
  const name = message.name ?? message.tool_name;
  matcher.addResult({ id: message.tool_call_id, name, place }, { outcome: 'ok', output, at });
}

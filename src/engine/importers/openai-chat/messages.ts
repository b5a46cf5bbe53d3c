import * as v from 'valibot';
import { below, type Path } from '../../model/path.ts';
import type { Value } from '../../model/value.ts';
import { readContent, refusalPart, textOf } from '../../importing/messages/content.ts';
import type { Part } from '../../importing/messages/content.ts';
import { readResultContent } from '../../importing/messages/result-content.ts';
import { openArguments } from '../../importing/values/json-text.ts';
import { isToolDefinition, noteToolDefinition } from '../../importing/messages/tool-definition.ts';
import { noteSystem } from '../../importing/messages/message-list.ts';
import { counted } from '../../importing/noting.ts';
import type { Noting } from '../../importing/noting.ts';
import type { Pairing, PlannedCall } from '../../importing/transcript/pairing.ts';
import { noteReasoning } from '../../importing/messages/reasoning.ts';
import type { Tokens } from '../../importing/transcript/transcript.ts';
import { isPlainMessage, Message, ToolCall } from './format.ts';
import { timeOfMessage } from './time-of-message.ts';

/** What only a response says about its message. */
export interface Billing {
  readonly tokens: Tokens | undefined;
  readonly at: string | undefined;
  readonly tookMs: number | undefined;
  /** Why the model ended. */
  readonly ended?: string | undefined;
}

const unbilled: Billing = { tokens: undefined, at: undefined, tookMs: undefined };

export function readMessage(value: Value, place: Path, pairing: Pairing, noting: Noting, billing = unbilled): void {
  const message = messageOf(value);
  if (message === undefined) {
    noting.note(
      'lost',
      'import/message',
      place,
      (n) => `${counted(n, 'entry', 'entries')} could not be read as a message.`,
    );
    return;
  }
  const at = billing.at ?? timeOfMessage(message, place, noting);
  const parts = partsOf(message, place, noting);
  switch (message.role) {
    case 'user':
      pairing.said({ message: parts, at, place });
      return;
    case 'assistant':
      readAnswer(message, parts, place, { ...billing, at }, pairing, noting);
      return;
    case 'tool':
    case 'function':
      if (message.tool_call_id === undefined && isToolDefinition(message.content))
        return noteToolDefinition(place, noting);
      readResult(message, at, place, pairing, noting);
      return;
    case 'system':
    case 'developer':
      noteSystem(place, noting);
      return;
    default:
      noting.note(
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

/** A refusal is an answer in words, marked as such. A speaker's name is kept at the parts it belongs to. */
function partsOf(message: Message, place: Path, noting: Noting): readonly Part[] {
  // What a tool gives back may be any value.
  if (isResult(message)) return [];
  const parts = readContent(message.content, below(place, 'content'), noting);
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
  pairing: Pairing,
  noting: Noting,
): void {
  const calls = callsOf(message, place, noting);
  const written = (message.tool_calls?.length ?? 0) + (message.function_call === undefined ? 0 : 1);
  // An empty text beside calls is how some providers write "no text".
  const spoken = calls.length > 0 && textOf(parts) === '' ? [] : parts;
  const thought = message.reasoning_content ?? '';
  if (thought !== '') noteReasoning(below(place, 'reasoning_content'), noting);
  const otherwise = written === 0 ? '[no text]' : undefined;
  const { ended, tokens, at, tookMs } = billing;
  pairing.generated({ message: spoken, otherwise, ended, tokens, at, tookMs, place }, calls, written - calls.length);
}

function callsOf(message: Message, place: Path, noting: Noting): PlannedCall[] {
  const calls: PlannedCall[] = [];
  message.tool_calls?.forEach((value, index) => {
    const call = toolCall(value, [...place, 'tool_calls', index], noting);
    if (call === undefined) noteLostCall([...place, 'tool_calls', index], noting);
    else calls.push(call);
  });
  if (message.function_call !== undefined) {
    const { name, arguments: written } = message.function_call;
    const where = below(place, 'function_call');
    calls.push({ id: undefined, name, input: openArguments(written, below(where, 'arguments'), noting), place: where });
  }
  return calls;
}

function toolCall(value: Value, place: Path, noting: Noting): PlannedCall | undefined {
  const parsed = v.safeParse(ToolCall, value);
  if (!parsed.success) return undefined;
  const { id, function: called, custom } = parsed.output;
  if (called !== undefined) {
    const input = openArguments(called.arguments, [...place, 'function', 'arguments'], noting);
    return { id, name: called.name, input, place };
  }
  return custom && { id, name: custom.name, input: custom.input, place };
}

const noteLostCall = (place: Path, noting: Noting): void =>
  noting.note('lost', 'import/call', place, (n) => `${counted(n, 'call')} without a function name could not be read.`);

/**
 * | in the recording | outcome |
 * | --- | --- |
 * | any `tool` or `function` message | successful |
 *
 * Chat Completions has no field for a failed call: only the text could say so, and we do not guess from words.
 */
function readResult(message: Message, at: string | undefined, place: Path, pairing: Pairing, noting: Noting): void {
  noting.note(
    'assumed',
    'openai-chat/outcome',
    place,
    () => 'Chat messages do not say whether a call failed: every result counts as successful, whatever its text says.',
  );
  const output = readResultContent(message.content, below(place, 'content'), noting) ?? null;
  const name = message.name ?? message.tool_name;
  pairing.result({ id: message.tool_call_id, name, place }, { outcome: 'ok', output, at });
}

import { openJson } from '../../model/json-text.ts';
import type { Path } from '../../model/path.ts';
import { isRecord, type Value } from '../../model/value.ts';
import { textOf } from '../../importing/content/content.ts';
import { createImportReport } from '../../importing/import-report.ts';
import { readParts } from '../../importing/messages/any-message-parts.ts';
import { elementsOf, type Placed } from '../../importing/values/elements.ts';
import { fieldAt, textAt } from '../../importing/values/where.ts';

/** A message of a printed chat, in the form of the provider: Chat Completions, Anthropic, Bedrock or Gemini. */
export const contentOf = (message: Value): Value | undefined => fieldAt(message, ['content', 'parts']);

/**
 * Anthropic, Bedrock and Gemini get neighbouring messages of one side as one message, which grows: each of its parts is a message
 * here. A message with pictures stays whole.
 */
export function piecesOf(message: Value, place: Path): readonly Placed[] {
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

/** The results in a message; the later results of a tool that goes on are texts of the developer. */
export function resultsIn(message: Value): readonly Result[] {
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
 * A call that runs has a placeholder as its result, which the result replaces. A tool that goes on beside the conversation has a
 * record instead, and further ones follow with what it found and with its result.
 * https://github.com/pipecat-ai/pipecat/blob/main/src/pipecat/processors/aggregators/async_tool_messages.py
 */
export function endOf(output: Value): End {
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
export function isResultOf(now: Value, before: Value): boolean {
  const [result] = resultsIn(now);
  const [placeholder] = resultsIn(before);
  return placeholder?.id !== undefined && placeholder.id === result?.id && endOf(placeholder.output) === 'running';
}
